"""The list of manual tests of the requirement (7), as recordings that are played again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hakaru.flows.focus import FocusReplayResult, replay_focus
from hakaru.focus.states import CameraSnapshot, FocusState, PcSnapshot
from hakaru.focus.timeline import Record, Recorded
from tests.flows.factories import NOW, make_context
from tests.focus.factories import SessionWriter, idle_pc, make_camera, make_pc

BEGIN_S = NOW.timestamp()
LASTS_S, EVERY_S = 120, 5


@dataclass(frozen=True, kw_only=True)
class Manual:
    """One item: what is seen, which state it has to end in, and who may decide it."""

    camera: CameraSnapshot | None
    pc: PcSnapshot | None
    state: FocusState
    sources: frozenset[str] = frozenset({"fusion"})


NOT_ASKED = frozenset({"rule"})
SLEEPY = make_camera(
    ear_average=0.17,
    perclos=0.35,
    perclos_drowsy=True,
    yawning=True,
    mar=0.8,
    pitch=15.0,
    blinks_per_minute=8.0,
)

MANUAL = {
    "facing the screen at work": Manual(
        camera=make_camera(), pc=make_pc(), state="focused", sources=NOT_ASKED
    ),
    "gone": Manual(
        camera=CameraSnapshot(face_detected=False, face_not_detected_ratio=1.0),
        pc=idle_pc(90.0),
        state="away",
        sources=NOT_ASKED,
    ),
    "head turned in a talk": Manual(
        camera=make_camera(yaw=35.0),
        pc=make_pc(keyboard_rate_window=15.0, idle_seconds=8.0),
        state="focused",
    ),
    "head turned with Zoom": Manual(
        camera=make_camera(yaw=32.0),
        pc=make_pc(
            active_app="Zoom", idle_seconds=12.0, keyboard_rate_window=0.0, mouse_rate_window=5.0
        ),
        state="focused",
    ),
    "looking at Zoom without input": Manual(
        camera=make_camera(), pc=idle_pc(240.0, active_app="Zoom"), state="focused"
    ),
    "scrolling in Safari": Manual(
        camera=make_camera(),
        pc=make_pc(
            active_app="Safari",
            keyboard_rate_window=1.0,
            mouse_rate_window=180.0,
            seconds_since_last_keyboard=55.0,
        ),
        state="distracted",
    ),
    "eyes shut and a yawn": Manual(
        camera=SLEEPY,
        pc=make_pc(idle_seconds=25.0, keyboard_rate_window=3.0, mouse_rate_window=2.0),
        state="drowsy",
    ),
    "long without input or a look": Manual(
        camera=make_camera(yaw=50.0, gaze_off_screen_ratio=0.9), pc=idle_pc(400.0), state="idle"
    ),
}


def played(manual: Manual, folder: Path) -> FocusReplayResult:
    """The item as a recording, played again."""
    writer = SessionWriter(folder / "session.jsonl")
    for at_s in range(0, LASTS_S, EVERY_S):
        now_s = BEGIN_S + at_s
        camera = None if manual.camera is None else replace(manual.camera, timestamp=now_s)
        pc = None if manual.pc is None else replace(manual.pc, timestamp=now_s)
        writer.write(Record(recorded=Recorded(at_s=now_s, camera=camera, pc=pc)))
    return replay_focus(make_context(folder), file=folder / "session.jsonl")


@pytest.mark.parametrize("name", MANUAL)
def test_a_manual_test_of_the_requirement_ends_in_its_state(name: str, tmp_path: Path) -> None:
    manual = MANUAL[name]
    replay = played(manual, tmp_path)
    assert replay.n_records == LASTS_S // EVERY_S
    assert set(replay.seconds) == {manual.state}
    assert set(replay.sources) <= manual.sources


def test_without_a_model_every_item_is_decided(tmp_path: Path) -> None:
    """`model_tier=none`: `replay` asks none, and no item stays unknown."""
    for number, manual in enumerate(MANUAL.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert "llm" not in played(manual, folder).sources


def test_where_evidence_is_too_thin_the_fallback_decides(tmp_path: Path) -> None:
    thin = Manual(camera=CameraSnapshot(mar=0.1), pc=None, state="unknown")
    assert set(played(thin, tmp_path).sources) == {"fallback"}
