"""Labelled timelines of attention through the whole engine: features, evidence, hysteresis, clock.

What the timelines are and who wrote them: `benchmarks/outside/timelines/README.md`. Each is played
to `surfaces.engine.engine.Engine` as a camera and a computer would: frames block until they come,
the computer is asked once a second, the wall clock jumps and the machine sleeps where they say so.
Nothing is patched; only the clock goes as fast as it can.

Variants with an even number were tuned on, those with an odd number were kept.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from tests.flows.factories import NOW, make_context

from hakaru.core.errors import NoCamera
from hakaru.core.i18n import message
from hakaru.flows.asking import Asker, Record
from hakaru.focus.face import Face, Look
from hakaru.focus.settings import FocusSettings
from hakaru.sources.camera.eye import Glance
from hakaru.sources.pc_usage import Calls, SystemSource, Told
from hakaru.store.attempts import Attempts
from hakaru.store.state import State
from hakaru.surfaces.engine.engine import Engine, Parts

T = TypeVar("T")

FOLDER = Path(__file__).parent / "timelines"
LOOPS = frozenset({"lead", "camera", "pc", "model", "notify", "store"})
UNPLUGGED_S = 2.0
"""No frame for so long: the camera is gone, and its driver says so."""
EYES_OF_FACE_FRAC = 0.62
"""Between the outer corners of the eyes, as a share of the width of a face."""


@cache
def timelines() -> Any:
    """The generator that came with the labels."""
    path = FOLDER / "make_timelines.py"
    spec = importlib.util.spec_from_file_location("make_timelines", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_timelines"] = module
    spec.loader.exec_module(module)
    return module


def is_kept(timeline_id: str) -> bool:
    """Whether a timeline was not tuned on: its variant is odd."""
    return int(timeline_id.rsplit("-", 1)[1]) % 2 == 1


class _NotYet(Exception):
    """A frame comes after so many seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = wait_s


class _Clock:
    """The clocks of a timeline: the steady one stands still while the machine sleeps."""

    def __init__(self, plan: Any) -> None:
        self._plan = plan
        self._gaps = [(part.start, part.dur) for part in plan.segs if part.gap]
        self._steady_s = 0.0
        self._waiting: dict[str, tuple[float, asyncio.Future[None]]] = {}
        self._changed = asyncio.Condition()
        self.ticked: Callable[[], None] = lambda: None

    @property
    def true_s(self) -> float:
        """Seconds since the timeline began."""
        at_s = self._steady_s
        for start_s, gap_s in self._gaps:
            at_s += gap_s if at_s >= start_s else 0.0
        return at_s

    def now_s(self) -> float:
        return float(timelines().wall_of(self._plan, self.true_s))

    def steady_s(self) -> float:
        return self._steady_s

    async def sleep(self, wait_s: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        name, due = task.get_name(), asyncio.get_running_loop().create_future()
        if name == "model":
            self.ticked()
        self._waiting[name] = (self._steady_s + wait_s, due)
        async with self._changed:
            self._changed.notify_all()
        await due

    async def run(self, until_true_s: float) -> None:
        """Everything is done when it is due."""
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: set(self._waiting) >= LOOPS)
            due_s = min(at_s for at_s, _ in self._waiting.values())
            self._steady_s = max(self._steady_s, due_s)
            if self.true_s > until_true_s:
                return
            for name in [name for name, (at_s, _) in self._waiting.items() if at_s <= due_s]:
                self._waiting.pop(name)[1].set_result(None)


class _Eye:
    """The camera of a timeline: a look waits for the next frame, as a driver does."""

    def __init__(self, timeline: Any, clock: _Clock) -> None:
        self._frames, self._clock = timeline.frames, clock
        self._last = -1
        if self._wait_s() is None:
            raise NoCamera("camera 0", message("it is not there, or in use"))

    def look(self, *, now_s: float) -> Glance | None:
        wait_s = self._wait_s()
        if wait_s is None:
            raise NoCamera("camera 0", message("it gives none any more"))
        if wait_s > 0:
            raise _NotYet(wait_s)
        self._last = self._newest()
        return Glance(look=_look(self._frames, self._last, at_s=now_s), cost_s=0.008)

    def close(self) -> None:
        return

    def _newest(self) -> int:
        times_s = self._frames["t"]
        return int(np.searchsorted(times_s, self._clock.true_s + 1e-6, "right")) - 1

    def _wait_s(self) -> float | None:
        """Until the next frame that was not looked at; None: none comes in time."""
        newest = self._newest()
        mono_s, now_s = self._frames["mono"], self._clock.steady_s()
        if newest > self._last and now_s - mono_s[newest] < UNPLUGGED_S:
            return 0.0
        if newest + 1 >= len(mono_s) or mono_s[newest + 1] - now_s > UNPLUGGED_S:
            return None
        return max(1e-4, float(mono_s[newest + 1]) - now_s)


def _look(frames: Mapping[str, Any], index: int, *, at_s: float) -> Look:
    row = {name: float(values[index]) for name, values in frames.items()}
    return Look(at_s=at_s, face=_face(row), luma=row["luma"], contrast=row["contrast"])


def _face(row: Mapping[str, float]) -> Face | None:
    if row["face_detected"]:
        left, right, yaw = row["ear_left"], row["ear_right"], row["yaw"]
        nearer = (left + right) / 2 if abs(yaw) <= 30 else (right if yaw > 0 else left)
        return _as_face(
            row, left=left, right=right, nearer=nearer, size=row["size"], x=row["cx"], y=row["cy"]
        )
    if not np.isfinite(row["f2_size"]):
        return None
    other = {**row, "yaw": row["f2_yaw"], "pitch": 0.0, "roll": 0.0, "mar": 0.05,
             "gaze_x": 0.0, "gaze_y": 0.0}  # fmt: skip
    ear = row["f2_ear"]
    return _as_face(
        other, left=ear, right=ear, nearer=ear, size=row["f2_size"], x=row["f2_cx"], y=0.45
    )


def _as_face(
    row: Mapping[str, float],
    *,
    left: float,
    right: float,
    nearer: float,
    size: float,
    x: float,
    y: float,
) -> Face:
    return Face(
        ear_right_frac=right,
        ear_left_frac=left,
        ear_frac=nearer,
        mar_frac=row["mar"],
        yaw_deg=row["yaw"],
        pitch_deg=row["pitch"],
        roll_deg=row["roll"],
        gaze_yaw_deg=row["yaw"] + row["gaze_x"],
        gaze_pitch_deg=row["pitch"] + row["gaze_y"],
        centre_x_frac=x,
        centre_y_frac=y,
        width_frac=size * EYES_OF_FACE_FRAC,
    )


class _Computer(Calls):
    """The computer of a timeline. What this product does not ask for is not asked."""

    def __init__(self, timeline: Any, clock: _Clock) -> None:
        self._timeline, self._clock = timeline, clock
        self._keys = np.cumsum(timeline.pc["keys"])
        self._mouse = np.cumsum(timeline.pc["mouse"])

    def _row(self) -> Mapping[str, Any] | None:
        index = self._index()
        if index < 0:
            return None
        row: Mapping[str, Any] | None = timelines().pc_reading(self._timeline, index)
        return row

    def _index(self) -> int:
        return min(int(self._clock.true_s - 0.5), len(self._keys) - 1)

    def _asked(self, name: str) -> Any:
        row = self._row()
        return None if row is None else row[name]

    def front_app(self) -> str | None:
        return self._asked("active_app")  # type: ignore[no-any-return]

    def idle_s(self) -> float | None:
        return self._asked("idle_seconds")  # type: ignore[no-any-return]

    def keys(self) -> int | None:
        return None if self._row() is None else int(self._keys[self._index()])

    def mouse(self) -> int | None:
        return None if self._row() is None else int(self._mouse[self._index()])

    def locked(self) -> bool | None:
        return self._asked("locked")  # type: ignore[no-any-return]

    def screen_saver(self) -> bool | None:
        return self._asked("screensaver")  # type: ignore[no-any-return]

    def title(self) -> str | None:
        return self._asked("title")  # type: ignore[no-any-return]

    def domain(self) -> str | None:
        return self._asked("domain")  # type: ignore[no-any-return]

    def microphone_used(self) -> bool | None:
        return self._asked("microphone_in_use")  # type: ignore[no-any-return]

    def camera_used(self) -> bool | None:
        return self._asked("camera_in_use_by_other")  # type: ignore[no-any-return]


class _Desktop:
    """Remembers what it was to show."""

    def __init__(self, clock: _Clock) -> None:
        self._clock = clock
        self.shown: list[tuple[float, str]] = []

    async def show(self, text: str, **_: object) -> bool:
        self.shown.append((round(self._clock.true_s, 1), text))
        return True


@dataclass(frozen=True, kw_only=True)
class Played:
    """A timeline after it was played: what was on show from when on, what was notified, and which
    files hold its title canary."""

    timeline_id: str
    shown: tuple[tuple[float, str], ...]
    notified: tuple[tuple[float, str], ...]
    canary_in: tuple[str, ...]


def play(timeline_id: str, *, watch: Callable[[Engine, float], None] | None = None) -> Played:
    """Play one timeline to an engine in a folder of its own. `watch` sees every decision."""
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()
    with tempfile.TemporaryDirectory() as name:
        return asyncio.run(_play(timelines().make(timeline_id), Path(name), watch))


async def _play(
    timeline: Any, folder: Path, watch: Callable[[Engine, float], None] | None
) -> Played:
    clock = _Clock(timeline.plan)
    desktop = _Desktop(clock)

    async def aside(work: Callable[[], T]) -> T:
        while True:
            try:
                return work()
            except _NotYet as exc:
                await clock.sleep(exc.wait_s)

    def devices() -> frozenset[str]:
        try:
            _Eye(timeline, clock)
        except NoCamera:
            return frozenset()
        return frozenset({"video0"})

    prepare(folder, timeline.plan.settings)
    engine = Engine(
        make_context(folder),
        Parts(
            clock=clock,
            owner="benchmark",
            is_gone=lambda owner: owner != "benchmark",
            open_eye=lambda settings: _Eye(timeline, clock),  # noqa: ARG005
            open_source=lambda: SystemSource(_Computer(timeline, clock), Told(system="test")),
            asker=Asker(
                None,
                Record(attempts=Attempts(State(folder)), now=lambda: NOW),
                budget_s=2.0,
                at_once=1,
            ),
            notifier=desktop,
            aside=aside,
            devices=devices,
        ),
    )
    shown: list[tuple[float, str]] = []

    def ticked() -> None:
        state = "unknown" if engine.board.shown is None else engine.board.shown.state
        if not shown or shown[-1][1] != state:
            shown.append((clock.true_s, state))
        if watch is not None:
            watch(engine, clock.true_s)

    clock.ticked = ticked
    async with engine.running():
        await engine.change_settings(settings_of(timeline.plan.settings))
        await clock.run(float(timeline.meta["duration_s"]))
    return Played(
        timeline_id=timeline.id,
        shown=tuple(shown),
        notified=tuple(desktop.shown),
        canary_in=_holding(folder, timeline.plan.settings["title_canary"]),
    )


def _holding(folder: Path, canary: str) -> tuple[str, ...]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return tuple(path.name for path in files if canary.encode() in path.read_bytes())


def settings_of(written: Mapping[str, Any]) -> Mapping[str, object]:
    """The settings of a timeline by the product's names; those it does not have are left out."""
    (_, work_from, work_until), *_ = written["work_time"]
    wanted = {
        "camera_enabled": written["camera_enabled"],
        "work_days": "1-5",
        "work_from": work_from,
        "work_until": work_until,
        "titles_allowed": written["titles_allowed"],
        "domains_allowed": written["domains_allowed"],
    }
    known = FocusSettings.__dataclass_fields__
    return {name: value for name, value in wanted.items() if name in known}


def prepare(folder: Path, written: Mapping[str, Any]) -> None:
    """The user's own rules as a file of the product."""
    rows = [
        f"[[rule]]\nmatch = {json.dumps(row['match'])}\n"
        f"pattern = {json.dumps(row['pattern'], ensure_ascii=False)}\n"
        f"category = {json.dumps(row['category'])}\n"
        for row in written["own_rules"]
    ]
    if rows:
        (folder / "focus_rules.toml").write_text("\n".join(rows), encoding="utf-8")


RETURNED_S, RECOGNISED_S = 6.0, 30.0


def measured(played: Played) -> Mapping[str, Any]:
    """The figures of one timeline: seconds per group that were fair, changes, delays."""
    labels, meta = _labels(played.timeline_id)
    score = timelines().score(labels, played.shown)
    hours = float(labels[-1]["end_s"]) / 3600.0
    return {
        "kind": meta["kind"],
        "fair_s": {
            group: round(score["share"][group] * seconds, 1)
            for group, seconds in score["seconds"].items()
        },
        "scored_s": score["seconds"],
        "flicker_per_hour": round(float(score["flicker_per_hour"]), 2),
        "changes_per_hour": round(score["changes"] / hours, 1),
        "false_drowsy_s": score["false_drowsy_s"],
        "drowsy_fair": meta["drowsy_fair"],
        "recognised_s": _delays(labels, played.shown, _begins_to_drift),
        "returned_s": _delays(labels, played.shown, _returns),
        "notified": len(played.notified),
        "canary_in": list(played.canary_in),
        "wrong": [
            {"group": group, "why": why, "shown": state, "s": seconds}
            for (group, why, state), seconds in sorted(
                score["wrong"].items(), key=lambda item: -item[1]
            )
        ],
    }


@cache
def _document() -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads((FOLDER / "labels.json").read_text("utf-8"))
    return document


def _labels(timeline_id: str) -> tuple[Sequence[Mapping[str, Any]], Mapping[str, Any]]:
    meta = _document()["timelines"][timeline_id]
    return meta["segments"], meta


def _begins_to_drift(before: Mapping[str, Any], segment: Mapping[str, Any]) -> bool:
    known = segment["category_known"] and segment["shown_by_s"] <= RECOGNISED_S
    return bool(known and segment["group"] == "distraction" and before["group"] == "work")


def _returns(before: Mapping[str, Any], segment: Mapping[str, Any]) -> bool:
    return bool(
        segment["group"] == "work"
        and segment["acceptable"] == ["focused"]
        and segment["shown_by_s"] <= RETURNED_S
        and before["group"] in ("distraction", "absence")
    )


def _delays(
    labels: Sequence[Mapping[str, Any]],
    shown: Sequence[tuple[float, str]],
    asked: Callable[[Mapping[str, Any], Mapping[str, Any]], bool],
) -> list[float | None]:
    """For each segment that is asked for: after how many seconds a fair state came on show."""
    delays: list[float | None] = []
    for before, segment in pairwise(labels):
        if not asked(before, segment):
            continue
        start_s, end_s = segment["start_s"], segment["end_s"]
        during = [at for at in shown if start_s <= at[0] < end_s]
        at_start = [at for at in shown if at[0] < start_s][-1:]
        fair = [
            max(0.0, at_s - start_s)
            for at_s, state in (*at_start, *during)
            if state in segment["acceptable"]
        ]
        delays.append(round(min(fair), 1) if fair else None)
    return delays


def _measure(timeline_id: str) -> tuple[str, Mapping[str, Any]]:
    return timeline_id, measured(play(timeline_id))


def measure_all(
    ids: Sequence[str], *, at_once: int | None = None
) -> Mapping[str, Mapping[str, Any]]:
    """Every timeline, several at once."""
    with ProcessPoolExecutor(max_workers=at_once or os.cpu_count()) as pool:
        return dict(pool.map(_measure, ids))


_LEAST_PCT: Mapping[str, float] = {"work": 95, "absence": 95, "sleep": 95, "distraction": 85}
FLICKER_MOST = 6.0
_PERCENT = 100.0


def summary(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """The figures that were asked for, over some timelines."""
    groups = sorted({group for row in rows.values() for group in row["scored_s"]})
    flicker = _flicker(rows)
    nobody = [row for row in rows.values() if not row["drowsy_fair"]]
    return {
        "timelines": len(rows),
        "kinds": len({row["kind"] for row in rows.values()}),
        "acceptable_pct": {group: _share_pct(rows.values(), group) for group in groups},
        "scored_min": {
            group: round(sum(row["scored_s"].get(group, 0.0) for row in rows.values()) / 60.0, 1)
            for group in groups
        },
        "kinds_below": _kinds_below(rows),
        "flicker_per_hour": {
            "highest_median": max(flicker.values()),
            "kinds_above_6": {
                kind: value for kind, value in flicker.items() if value > FLICKER_MOST
            },
        },
        "false_drowsy_s": {
            "where_it_is_never_fair": sum(row["false_drowsy_s"] for row in nobody),
            "elsewhere": sum(row["false_drowsy_s"] for row in rows.values())
            - sum(row["false_drowsy_s"] for row in nobody),
        },
        "recognised": _delay_figures(rows.values(), "recognised_s", RECOGNISED_S),
        "back_to_focused": _delay_figures(rows.values(), "returned_s", RETURNED_S),
        "in_low_light_changes_per_hour": {
            name: row["changes_per_hour"]
            for name, row in rows.items()
            if row["kind"] in ("dark_room_screen_light", "lamp_switched_off")
        },
        "notified_in_leisure": sum(
            row["notified"] for row in rows.values() if "leisure" in row["scored_s"]
        ),
        "files_with_a_title": sum(len(row["canary_in"]) for row in rows.values()),
    }


def _share_pct(rows: Any, group: str) -> float:
    rows = list(rows)
    fair_s = sum(row["fair_s"].get(group, 0.0) for row in rows)
    scored_s = sum(row["scored_s"].get(group, 0.0) for row in rows)
    return round(float(_PERCENT * fair_s / scored_s), 1)


def _of_kind(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, list[Mapping[str, Any]]]:
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows.values():
        by_kind.setdefault(row["kind"], []).append(row)
    return by_kind


def _flicker(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, float]:
    return {
        kind: round(float(np.median([row["flicker_per_hour"] for row in some])), 1)
        for kind, some in sorted(_of_kind(rows).items())
    }


def _kinds_below(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, float]]:
    """Kinds whose own share misses the figure of the group."""
    below: dict[str, dict[str, float]] = {}
    for kind, some in sorted(_of_kind(rows).items()):
        for group, least in _LEAST_PCT.items():
            if any(row["scored_s"].get(group) for row in some):
                pct = _share_pct(some, group)
                if pct < least:
                    below.setdefault(kind, {})[group] = pct
    return below


def _delay_figures(rows: Any, name: str, most_s: float) -> Mapping[str, Any]:
    delays = [delay for row in rows for delay in row[name]]
    came = [delay for delay in delays if delay is not None]
    in_time = sum(delay <= most_s for delay in came)
    return {
        "n": len(delays),
        f"within_{most_s:.0f}_s_pct": round(_PERCENT * in_time / max(1, len(delays)), 1),
        "median_s": round(float(np.median(came)), 1) if came else None,
        "longest_s": max(came, default=None),
        "never": len(delays) - len(came),
    }  # fmt: skip
