"""How long was each state, in one piece, per bucket and per day?

Times are aware; a gap (suspended, paused, closed) belongs to no state and is credited to none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise

from hakaru.focus.states import STATES, FocusState

GAP = timedelta(seconds=20)
"""Two looks further apart than this have a gap between them."""
BUCKET = timedelta(minutes=5)


@dataclass(frozen=True, kw_only=True)
class Interval:
    """One state without a break, from `started_at` up to `ended_at`."""

    state: FocusState
    started_at: datetime
    ended_at: datetime

    @property
    def duration_s(self) -> float:
        """How long it was."""
        return (self.ended_at - self.started_at).total_seconds()


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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


def extend(
    last: Interval | None, state: FocusState, *, at: datetime, gap: timedelta = GAP
) -> tuple[Interval, ...]:
    """The last interval after one more look: grown, and followed by a new one if that began.

    A look back in time (a clock set back) begins a new interval and changes nothing before it.
    """
    fresh = Interval(state=state, started_at=at, ended_at=at)
    if last is None:
        return (fresh,)
    if not timedelta(0) <= at - last.ended_at <= gap:
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


def day_bounds(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """Start and end of a local day, in UTC; 23 or 25 hours apart where clocks change."""
    start = datetime.combine(day, time(), zone)
    end = datetime.combine(day + timedelta(days=1), time(), zone)
    # In UTC: differences of two times of one zone are taken on the wall clock.
    return start.astimezone(UTC), end.astimezone(UTC)


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
