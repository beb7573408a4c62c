"""What do today's rules say about recorded snapshots, at any time after?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from hakaru.focus.classify import Verdict, current, decide
from hakaru.focus.shown import Shown, show
from hakaru.focus.signals import CameraSnapshot, PcSnapshot
from hakaru.focus.timeline import Interval, extend


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What was known at one time, as it was recorded; a source that was absent is None."""

    at_s: float
    camera: CameraSnapshot | None
    pc: PcSnapshot | None


@dataclass(frozen=True, kw_only=True)
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
