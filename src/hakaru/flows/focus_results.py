"""What do the questions about focus answer, and how does that leave the program?"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from hakaru.flows.focus_preferences import Pause
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import DayStats, Decided, Interval
from hakaru.store.focus import SentNotification

_LISTED = 25


@dataclass(frozen=True, kw_only=True)
class FocusReplayResult:
    """What today's rules say about a recorded file.

    `n_changed` of its records were decided otherwise when they were recorded; `n_damaged` lines
    could not be used.
    """

    n_records: int
    n_damaged: int
    n_changed: int
    classifier: str
    intervals: tuple[Interval, ...]
    seconds: Mapping[FocusState, float]
    sources: Mapping[str, int]

    @property
    def reply(self) -> Mapping[str, object]:
        """The longest intervals; the counts are those of all."""
        return {
            "n_records": self.n_records,
            "n_damaged": self.n_damaged,
            "n_changed": self.n_changed,
            "classifier": self.classifier,
            "seconds": _rounded(self.seconds),
            "decided_by": dict(self.sources),
            "n_intervals": len(self.intervals),
            "intervals": _longest(self.intervals),
        }


@dataclass(frozen=True, kw_only=True)
class FocusStatusResult:
    """The state now. `decided` None: nothing is watching; `watching` names the process that does,
    or that a pause waits for. `camera_open`: a camera may be on."""

    decided: Decided | None
    decided_at: datetime | None
    last_at: datetime | None
    camera_known: bool
    pc_known: bool
    watching: str | None
    pause: Pause
    camera_open: bool


@dataclass(frozen=True, kw_only=True)
class FocusDayResult:
    """A local day. `notifications` are those that were shown."""

    stats: DayStats
    intervals: tuple[Interval, ...]
    notifications: tuple[SentNotification, ...]

    @property
    def reply(self) -> Mapping[str, object]:
        """The longest intervals; the counts are those of all."""
        return {
            "day": self.stats.day.isoformat(),
            "seconds": _rounded(self.stats.seconds),
            "total_s": round(self.stats.total_s),
            "longest_focus_s": round(self.stats.longest_focus_s),
            "n_changes": self.stats.n_changes,
            "n_notifications": len(self.notifications),
            "n_intervals": len(self.intervals),
            "intervals": _longest(self.intervals),
        }


@dataclass(frozen=True, kw_only=True)
class FocusImportResult:
    """What was taken from an ActivityWatch export. `n_skipped` events could not be used."""

    n_events: int
    n_skipped: int
    n_intervals: int
    seconds: Mapping[FocusState, float]


@dataclass(frozen=True, kw_only=True)
class FocusExportResult:
    """What was written."""

    file: Path
    n_intervals: int
    since: date
    until: date


@dataclass(frozen=True, kw_only=True)
class FocusForgottenResult:
    """How much was deleted. `before` None: everything."""

    n_intervals: int
    before: date | None


def as_csv(intervals: Sequence[Interval]) -> str:
    """One row per interval."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["state", "started_at", "ended_at", "duration_s"])
    writer.writerows(_row(interval).values() for interval in intervals)
    return file.getvalue()


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


def _rounded(seconds: Mapping[FocusState, float]) -> Mapping[str, int]:
    return {state: round(duration_s) for state, duration_s in seconds.items()}


def _longest(intervals: Sequence[Interval]) -> Sequence[Mapping[str, object]]:
    longest = sorted(intervals, key=lambda interval: -interval.duration_s)[:_LISTED]
    return [
        {
            "state": interval.state,
            "started_at": interval.started_at.isoformat(timespec="seconds"),
            "duration_s": round(interval.duration_s),
        }
        for interval in sorted(longest, key=lambda interval: interval.started_at)
    ]
