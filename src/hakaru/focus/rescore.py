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
    for one in records:
        verdict = decide(current(one.camera, one.pc, now_s=one.at_s))
        shown = show(shown, verdict, now_s=one.at_s)
        yield Scored(recorded=one, verdict=verdict, shown=shown)


def shown_intervals(scored: Iterable[Scored]) -> tuple[Interval, ...]:
    """What would have been shown, as intervals."""
    found: list[Interval] = []
    for one in scored:
        at = datetime.fromtimestamp(one.recorded.at_s, tz=UTC)
        found[-1:] = extend(found[-1] if found else None, one.shown.state, at=at)
    return tuple(found)
