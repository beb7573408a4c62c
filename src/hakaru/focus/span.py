"""Days, weeks and months of attention: by application, by category, blocks of focus and breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from hakaru.focus.categories import Category
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval, merge
from hakaru.records import frozen

BLOCK_LEAST = timedelta(minutes=25)
BLOCK_GAP = timedelta(minutes=2)
BREAK_LEAST, BREAK_MOST = timedelta(minutes=3), timedelta(minutes=90)
RESTING: frozenset[FocusState] = frozenset({"away", "idle"})


@frozen
class Used:
    """How long something was in front, and how long of that with focus."""

    name: str
    category: Category | None
    seconds: float
    focused_s: float


@frozen
class Stretch:
    """A block of focus or a break. Times are aware."""

    started_at: datetime
    ended_at: datetime

    @property
    def duration_s(self) -> float:
        """How long it was."""
        return (self.ended_at - self.started_at).total_seconds()


def focus_blocks(intervals: Iterable[Interval]) -> tuple[Stretch, ...]:
    """Focus of 25 minutes or more, with no interruption longer than two."""
    focused = [interval for interval in merge(intervals) if interval.state == "focused"]
    return _joined(focused, gap=BLOCK_GAP, least=BLOCK_LEAST)


def breaks(intervals: Sequence[Interval]) -> tuple[Stretch, ...]:
    """Times away or idle of three minutes up to an hour and a half, between two times at the
    computer."""
    merged = merge(intervals)
    resting = [interval for interval in merged if interval.state in RESTING]
    present = [interval for interval in merged if interval.state not in (*RESTING, "unknown")]
    if not present:
        return ()
    first, last = present[0].started_at, present[-1].ended_at
    return tuple(
        stretch
        for stretch in _joined(resting, gap=timedelta(seconds=30), least=BREAK_LEAST)
        if stretch.ended_at - stretch.started_at <= BREAK_MOST
        and first < stretch.started_at
        and stretch.ended_at < last + timedelta(seconds=30)
    )


def _joined(
    intervals: Iterable[Interval], *, gap: timedelta, least: timedelta
) -> tuple[Stretch, ...]:
    joined: list[Stretch] = []
    for interval in intervals:
        started_at = interval.started_at
        if joined and started_at - joined[-1].ended_at <= gap:
            started_at = joined.pop().started_at
        joined.append(Stretch(started_at=started_at, ended_at=interval.ended_at))
    return tuple(stretch for stretch in joined if stretch.ended_at - stretch.started_at >= least)


def by_application(
    rows: Iterable[tuple[str, Category | None, FocusState, float]],
) -> tuple[Used, ...]:
    """Applications, the longest first, from (name, category, state, seconds)."""
    return _totals((app, category, state, used_s) for app, category, state, used_s in rows if app)


def by_category(
    rows: Iterable[tuple[str, Category | None, FocusState, float]],
) -> tuple[Used, ...]:
    """Categories, the longest first, from the same rows; the last may be of no category."""
    return _totals((category or "", category, state, s) for _, category, state, s in rows)


def _totals(
    rows: Iterable[tuple[str, Category | None, FocusState, float]],
) -> tuple[Used, ...]:
    seconds: dict[tuple[str, Category | None], float] = {}
    focused_s: dict[tuple[str, Category | None], float] = {}
    for name, category, state, used_s in rows:
        key = (name, category)
        seconds[key] = seconds.get(key, 0.0) + used_s
        if state == "focused":
            focused_s[key] = focused_s.get(key, 0.0) + used_s
    ordered: Sequence[tuple[tuple[str, Category | None], float]] = sorted(
        seconds.items(), key=lambda item: -item[1]
    )
    return tuple(
        Used(name=key[0], category=key[1], seconds=used_s, focused_s=focused_s.get(key, 0.0))
        for key, used_s in ordered
    )
