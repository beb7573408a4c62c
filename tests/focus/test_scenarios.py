"""Do the labelled scenarios come out right, without any model? Read from the file, whatever is in
it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from hakaru.focus.classify import Signals, Verdict, current, decide
from hakaru.focus.rules import classify_unified, classify_unified_fallback
from hakaru.focus.states import CameraSnapshot, PcSnapshot, read_camera, read_pc
from hakaru.focus.timeline import Shown, show
from tests.shared import CASES, needs_cases

Case = Mapping[str, Any]
_FILE = CASES / "focus_scenarios.json"
DOCUMENT: Mapping[str, Any] = (
    json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.is_file() else {}
)
SNAPSHOTS: Mapping[str, Case] = {
    case["id"]: case for case in [*DOCUMENT.get("cases", []), *DOCUMENT.get("extra", [])]
}
TIMELINES = [case for case in DOCUMENT.get("sequences", []) if "timeline" in case]
ALL = list(SNAPSHOTS.values())


def verdict_of(case: Case) -> Verdict:
    signals = Signals(camera=read_camera(case["camera"]), pc=read_pc(case["pc"]))
    return decide(signals)


def accepted(case: Case, state: str, confidence: float) -> bool:
    return (
        state in case["acceptable"]
        and confidence <= case["max_confidence"].get(state, 1.0)
        and confidence >= case["min_confidence"].get(state, 0.0)
    )


@needs_cases
@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_a_scenario_is_accepted_without_a_model(case: Case) -> None:
    verdict = verdict_of(case)
    assert accepted(case, verdict.state, verdict.confidence), (verdict.state, verdict.confidence)
    if case["route"] == "rule":
        assert verdict.source == "rule"


@needs_cases
def test_at_least_85_percent_are_the_preferred_state() -> None:
    cases = DOCUMENT["cases"]
    preferred = [verdict_of(case).state == case["preferred"] for case in cases]
    assert sum(preferred) >= 0.85 * len(cases)


@needs_cases
def test_hardly_any_scenario_would_ask_a_model() -> None:
    open_ones = [
        case["id"] for case in DOCUMENT["cases"] if verdict_of(case).candidates is not None
    ]
    assert len(open_ones) <= max(1, 0.1 * len(DOCUMENT["cases"])), open_ones


@needs_cases
@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_the_named_functions_answer_every_scenario(case: Case) -> None:
    ruled = classify_unified(case["camera"], case["pc"])
    if case["route"] == "rule":
        assert ruled is not None
    if ruled is not None:
        assert accepted(case, ruled.state, ruled.confidence)
        assert ruled.source == "rule"
    assert classify_unified_fallback(case["camera"], case["pc"]).source == "fallback"


class Played:
    """A timeline, fed every 0.2 s as the engine would."""

    def __init__(self, case: Case) -> None:
        self.shown: list[Shown] = []
        self.verdicts: list[Verdict] = []
        camera: CameraSnapshot | None = None
        pc: PcSnapshot | None = None
        shown: Shown | None = None
        for part in case["timeline"]:
            camera = _stamped(part, "camera", camera, read_camera)
            pc = _stamped(part, "pc", pc, read_pc)
            for step in range(round(part["dur"] / 0.2)):
                now_s = part["t"] + 0.2 * step
                camera = _renewed(part["camera"], camera, now_s)
                pc = _renewed(part["pc"], pc, now_s)
                verdict = decide(current(camera, pc, now_s=now_s))
                shown = show(shown, verdict, now_s=now_s)
                self.shown.append(shown)
                self.verdicts.append(verdict)

    def first(self, *states: str, after_s: float) -> float:
        return next(
            verdict.at_s
            for verdict in self.shown
            if verdict.state in states and verdict.at_s >= after_s
        )

    @property
    def changes(self) -> list[float]:
        pairs = zip(self.shown, self.shown[1:], strict=False)
        return [two.at_s for earlier, two in pairs if earlier.state != two.state]


def _stamped(part: Case, source: str, before: Any, read: Any) -> Any:
    name = part[source]
    if name in (None, "STALE"):
        return before if name == "STALE" else None
    return read(SNAPSHOTS[name][source])


def _renewed(name: str | None, snapshot: Any, now_s: float) -> Any:
    if snapshot is None or name == "STALE":
        return snapshot
    values = {field: getattr(snapshot, field) for field in snapshot.__dataclass_fields__}
    return type(snapshot)(**{**values, "timestamp": now_s})


@needs_cases
@pytest.mark.parametrize("case", TIMELINES, ids=lambda case: case["id"])
def test_a_timeline_does_what_is_expected(case: Case) -> None:
    """Each phrase of the expectation that can be measured, is."""
    if not all(
        part[source] in (None, "STALE") or part[source] in SNAPSHOTS
        for part in case["timeline"]
        for source in ("camera", "pc")
    ):
        pytest.fail(f"{case['id']} refers to a snapshot that is not in the file")
    played = Played(case)
    expect = case["expect"]
    checked = 0
    if "zero state changes" in expect:
        checked += 1
        assert played.changes == []
    for states, within, start in re.findall(
        r"(\w+(?: \(or \w+\))?) within (\d+) s of t=(\d+)", expect
    ):
        checked += 1
        wanted = re.findall(r"\w+", states.replace("or", ""))
        assert played.first(*wanted, after_s=float(start)) <= float(start) + float(within)
    if "no focused verdict from stale camera data" in expect:
        checked += 1
        stale = next(part for part in case["timeline"] if part["camera"] == "STALE")
        late = [verdict for verdict in played.shown if verdict.at_s > stale["t"] + 15]
        assert late
        assert all(verdict.state != "focused" for verdict in late)
    for verdict in played.shown:
        assert 0.0 <= verdict.confidence <= 1.0
    assert checked or played.shown
