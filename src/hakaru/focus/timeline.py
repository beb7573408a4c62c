"""States over time: the state that is shown, records of decisions, and how long each state lasted.

Times are aware; a gap (suspended, paused, closed) belongs to no state and is credited to none.

The shares of the verdicts are averaged over a few seconds, and the shown state gives way only to
one that is clearly ahead of it, or ahead for long: a lost frame or a turn of the head for a moment
changes nothing, somebody who left is away within four seconds. Where a source falls silent,
smoothing begins anew: what it said before never keeps an old state alive.

The form of recorded files and of the stored history alike, so that either can be scored again.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hakaru.focus.classify import SignalSource, Verdict, current, decide
from hakaru.focus.states import (
    STATES,
    CameraSnapshot,
    FocusState,
    PcSnapshot,
    as_values,
    read_camera,
    read_pc,
)
from hakaru.records import frozen

SMOOTHING_S = 4.0
AHEAD_FRAC = 0.23
NEAR_TIE_S = 15.0
"""A state that leads for so long, however little, is shown."""
GAP_S = 20.0
"""After so long without a verdict (suspended, paused) there is nothing to smooth with."""


@frozen
class Shown:
    """The state on show. Times are epoch seconds; `share_frac` is the running average, and
    `best_since_s` since when the same state leads it."""

    state: FocusState
    confidence: float
    since_s: float
    at_s: float
    share_frac: Mapping[FocusState, float]
    sources: frozenset[SignalSource] = frozenset()
    best: FocusState | None = None
    best_since_s: float = 0.0


def show(shown: Shown | None, verdict: Verdict, *, now_s: float) -> Shown:
    """The shown state after one more verdict. A clock that jumps starts afresh."""
    if shown is None or not _goes_on(shown, verdict, now_s):
        return _afresh(shown, verdict, now_s)
    keep = math.exp(-(now_s - shown.at_s) / SMOOTHING_S)
    share_frac = {
        state: keep * shown.share_frac.get(state, 0.0)
        + (1.0 - keep) * verdict.share_frac.get(state, 0.0)
        for state in STATES
    }
    best = max(STATES, key=lambda state: share_frac[state])
    best_since_s = shown.best_since_s if best == shown.best else now_s
    ahead = share_frac[best] - share_frac[shown.state] >= AHEAD_FRAC
    lasts = now_s - best_since_s >= NEAR_TIE_S
    state = best if ahead or lasts else shown.state
    return Shown(
        state=state,
        confidence=round(verdict.confidence if state == verdict.state else share_frac[state], 3),
        since_s=shown.since_s if state == shown.state else now_s,
        at_s=now_s,
        share_frac=share_frac,
        sources=verdict.sources,
        best=best,
        best_since_s=best_since_s,
    )


def _goes_on(shown: Shown, verdict: Verdict, now_s: float) -> bool:
    """Not after a gap, and not where a source fell silent: what it said is not known any more."""
    in_time = 0.0 <= now_s - shown.at_s <= GAP_S
    is_known = "unknown" not in (shown.state, verdict.state)
    return in_time and is_known and shown.sources <= verdict.sources


def _afresh(shown: Shown | None, verdict: Verdict, now_s: float) -> Shown:
    continues = (
        shown is not None and shown.state == verdict.state and 0.0 <= now_s - shown.at_s <= GAP_S
    )
    return Shown(
        state=verdict.state,
        confidence=verdict.confidence,
        since_s=shown.since_s if continues and shown is not None else now_s,
        at_s=now_s,
        share_frac=verdict.share_frac,
        sources=verdict.sources,
    )


GAP = timedelta(seconds=20)
"""Two looks further apart than this have a gap between them."""
BUCKET = timedelta(minutes=5)


@frozen
class Interval:
    """One state without a break, from `started_at` up to `ended_at`."""

    state: FocusState
    started_at: datetime
    ended_at: datetime

    @property
    def duration_s(self) -> float:
        """How long it was."""
        return (self.ended_at - self.started_at).total_seconds()


@frozen
class Bucket:
    """A stretch of fixed length. `state` is what it held longest, None: nothing was recorded.

    `seconds` per state, and `covered_s` of all together.
    """

    started_at: datetime
    ended_at: datetime
    state: FocusState | None
    seconds: Mapping[FocusState, float]

    @property
    def covered_s(self) -> float:
        """How much of it was recorded."""
        return sum(self.seconds.values())


@frozen
class DayStats:
    """A local day: seconds per state, changes of state, and the longest stretch of focus."""

    day: date
    seconds: Mapping[FocusState, float]
    n_changes: int
    longest_focus_s: float

    @property
    def total_s(self) -> float:
        """How much of the day was recorded."""
        return sum(self.seconds.values())


def extend(last: Interval | None, state: FocusState, *, at: datetime) -> tuple[Interval, ...]:
    """The last interval after one more look: grown, and followed by a new one if that began.

    A look back in time (a clock set back) begins a new interval and changes nothing before it.
    """
    fresh = Interval(state=state, started_at=at, ended_at=at)
    if last is None:
        return (fresh,)
    if not timedelta(0) <= at - last.ended_at <= GAP:
        return (last, fresh)
    grown = replace(last, ended_at=at)
    return (grown,) if state == last.state else (grown, fresh)


def merge(intervals: Iterable[Interval], *, gap: timedelta = timedelta(0)) -> tuple[Interval, ...]:
    """In order of time, with neighbours of one state that touch (or nearly, by `gap`) as one."""
    merged: list[Interval] = []
    for interval in sorted(intervals, key=lambda each: (each.started_at, each.ended_at)):
        if (
            merged
            and merged[-1].state == interval.state
            and interval.started_at - merged[-1].ended_at <= gap
        ):
            ended_at = max(merged[-1].ended_at, interval.ended_at)
            merged[-1] = replace(merged[-1], ended_at=ended_at)
        else:
            merged.append(interval)
    return tuple(merged)


def in_line(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """In order, and no moment in two of them (a clock was set back): what began first keeps it."""
    disjoint: list[Interval] = []
    for interval in sorted(intervals, key=lambda each: (each.started_at, each.ended_at)):
        start = max(interval.started_at, disjoint[-1].ended_at) if disjoint else interval.started_at
        if start < interval.ended_at:
            disjoint.append(replace(interval, started_at=start))
    return tuple(disjoint)


def fill_gaps(first: Iterable[Interval], others: Iterable[Interval]) -> tuple[Interval, ...]:
    """The first ones, and of the others what lies between them."""
    intervals = in_line(first)
    ends = [interval.ended_at for interval in intervals]
    filled = list(intervals)
    for interval in in_line(others):
        start = interval.started_at
        for taken in intervals[bisect_right(ends, start) :]:
            if taken.started_at >= interval.ended_at:
                break
            if taken.started_at > start:
                filled.append(replace(interval, started_at=start, ended_at=taken.started_at))
            start = taken.ended_at
        if start < interval.ended_at:
            filled.append(replace(interval, started_at=start))
    return tuple(sorted(filled, key=lambda each: each.started_at))


def clip(intervals: Iterable[Interval], *, start: datetime, end: datetime) -> tuple[Interval, ...]:
    """What lies within [start, end)."""
    return tuple(
        replace(
            interval,
            started_at=max(interval.started_at, start),
            ended_at=min(interval.ended_at, end),
        )
        for interval in intervals
        if interval.started_at < end and interval.ended_at > start
    )


def seconds_by_state(intervals: Iterable[Interval]) -> Mapping[FocusState, float]:
    """How long each state was; states that did not occur are absent."""
    seconds: dict[FocusState, float] = {}
    for interval in intervals:
        seconds[interval.state] = seconds.get(interval.state, 0.0) + interval.duration_s
    return {state: seconds[state] for state in STATES if seconds.get(state, 0.0) > 0}


def buckets(
    intervals: Sequence[Interval], *, start: datetime, end: datetime, width: timedelta = BUCKET
) -> tuple[Bucket, ...]:
    """The stretch [start, end) in pieces of `width`, the last one perhaps shorter."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    held: list[list[Interval]] = [[] for _ in range(-((start - end) // width))]
    for interval in clip(intervals, start=start, end=end):
        for index in range(
            (interval.started_at - start) // width, -((start - interval.ended_at) // width)
        ):
            held[index].append(interval)
    return tuple(
        _bucket(some, start=start + index * width, end=min(start + (index + 1) * width, end))
        for index, some in enumerate(held)
    )


def _bucket(intervals: Sequence[Interval], *, start: datetime, end: datetime) -> Bucket:
    seconds = seconds_by_state(clip(intervals, start=start, end=end))
    longest = max(seconds.items(), key=lambda pair: pair[1])[0] if seconds else None
    return Bucket(started_at=start, ended_at=end, state=longest, seconds=seconds)


def day_stats(
    intervals: Sequence[Interval], day: date, *, start: datetime, end: datetime
) -> DayStats:
    """What a local day was made of that lasts from `start` to `end`."""
    within = clip(intervals, start=start, end=end)
    focus = [interval.duration_s for interval in merge(within) if interval.state == "focused"]
    return DayStats(
        day=day,
        seconds=seconds_by_state(within),
        n_changes=sum(earlier.state != later.state for earlier, later in pairwise(within)),
        longest_focus_s=max(focus, default=0.0),
    )


@frozen
class Recorded:
    """What was known at one time, as it was recorded; a source that was absent is None."""

    at_s: float
    camera: CameraSnapshot | None
    pc: PcSnapshot | None


@frozen
class Scored:
    """One record, its verdict by today's rules, and what would have been shown."""

    recorded: Recorded
    verdict: Verdict
    shown: Shown


def rescore(records: Iterable[Recorded]) -> Iterator[Scored]:
    """The verdicts of today's rules over recorded snapshots, in order of time; no model asked."""
    shown: Shown | None = None
    for record in records:
        verdict = decide(current(record.camera, record.pc, now_s=record.at_s))
        shown = show(shown, verdict, now_s=record.at_s)
        yield Scored(recorded=record, verdict=verdict, shown=shown)


def shown_intervals(scored: Iterable[Scored]) -> tuple[Interval, ...]:
    """What would have been shown, as intervals."""
    intervals: list[Interval] = []
    for record in scored:
        at = datetime.fromtimestamp(record.recorded.at_s, tz=UTC)
        intervals[-1:] = extend(intervals[-1] if intervals else None, record.shown.state, at=at)
    return tuple(intervals)


FORMAT = "hakaru-focus-session/1"
LINE_MOST = 20_000
_EARLIEST_S, _LATEST_S = 0.0, 4_102_444_800.0
"""1970 to 2100."""


@frozen
class Decided:
    """What was decided at the time, as it was written then."""

    state: FocusState
    confidence: float
    source: str
    reasons: tuple[str, ...]
    classifier: str


@frozen
class Record:
    """One line: what was known, and what was decided then (None: it was only recorded)."""

    recorded: Recorded
    decided: Decided | None = None


def decided_by(verdict: Verdict) -> Decided:
    """What of a verdict is written down."""
    return Decided(
        state=verdict.state,
        confidence=verdict.confidence,
        source=verdict.source,
        reasons=verdict.reasons,
        classifier=verdict.classifier,
    )


def header_line() -> str:
    """The first line of a recorded file."""
    return json.dumps({"format": FORMAT})


def record_line(record: Record) -> str:
    """One record as JSON without line breaks."""
    recorded = record.recorded
    values: dict[str, object] = {
        "at": round(recorded.at_s, 3),
        "camera": None if recorded.camera is None else as_values(recorded.camera),
        "pc": None if recorded.pc is None else as_values(recorded.pc),
    }
    if record.decided is not None:
        decided = record.decided
        values["decided"] = {
            "state": decided.state,
            "confidence": decided.confidence,
            "source": decided.source,
            "reasons": list(decided.reasons),
            "classifier": decided.classifier,
        }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def is_header(line: str) -> bool:
    """Whether a line begins a recorded file of this format."""
    values = _object(line)
    return values is not None and values.get("format") == FORMAT


def read_record(line: str) -> Record | None:
    """The record of a line; None: it is none (cut off, damaged, without a time)."""
    values = _object(line)
    if values is None:
        return None
    at_s = values.get("at")
    if isinstance(at_s, bool) or not isinstance(at_s, int | float):
        return None
    if not _EARLIEST_S <= at_s <= _LATEST_S:
        return None
    camera, pc = values.get("camera"), values.get("pc")
    recorded = Recorded(
        at_s=float(at_s),
        camera=read_camera(camera) if isinstance(camera, Mapping) else None,
        pc=read_pc(pc) if isinstance(pc, Mapping) else None,
    )
    return Record(recorded=recorded, decided=_decided(values.get("decided")))


def _object(line: str) -> Mapping[str, object] | None:
    if len(line) > LINE_MOST:
        return None
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, Mapping) else None


def _decided(values: object) -> Decided | None:
    if not isinstance(values, Mapping):
        return None
    state = next((name for name in STATES if name == values.get("state")), None)
    confidence, reasons = values.get("confidence"), values.get("reasons")
    if state is None or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return None
    return Decided(
        state=state,
        confidence=float(confidence),
        source=str(values.get("source", "")),
        reasons=tuple(str(reason) for reason in reasons) if isinstance(reasons, list) else (),
        classifier=str(values.get("classifier", "")),
    )


def as_csv(intervals: Sequence[Interval]) -> str:
    """One row per interval."""
    rows = (_row(interval).values() for interval in intervals)
    lines = [("state", "started_at", "ended_at", "duration_s"), *rows]
    return "".join(",".join(map(str, line)) + "\n" for line in lines)


def as_json_rows(intervals: Sequence[Interval]) -> str:
    """The same rows as a list of objects."""
    return json.dumps([_row(interval) for interval in intervals], indent=1)


def _row(interval: Interval) -> dict[str, object]:
    return {
        "state": interval.state,
        "started_at": interval.started_at.isoformat(),
        "ended_at": interval.ended_at.isoformat(),
        "duration_s": interval.duration_s,
    }
