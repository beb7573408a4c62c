"""Store the rows of a list: runs of which only totals are known, many at a time.

A row on its own costs fifty statements, and a list has thousands of them. Rows that are neither
measured by a sensor of form nor near any run that is there go in together; the others one by one,
as any run does, in their place in time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from hakaru.flows.place import ZONE_SLACK, Placement, elapsed_s, place
from hakaru.flows.understand import Kept, SessionAnalyzer
from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.same_run import same_run
from hakaru.store.activities import spans_between
from hakaru.store.recordings import stored_summaries
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class StoredPiece:
    """Where a run belongs, and what it left behind; `kept` None: it was there already."""

    placement: Placement
    kept: Kept | None


def is_listed(run: StoredRun) -> bool:
    """Whether nothing but totals is known of a run."""
    return run.recording.series["elapsed_s"].size < 2


def store_listed(
    con: DuckDBPyConnection,
    runs: Sequence[StoredRun],
    analyzer: SessionAnalyzer,
    *,
    on_row: Callable[[], None],
) -> tuple[StoredPiece, ...]:
    """Store rows of a list, oldest first, inside a transaction of the caller; in the same order.

    What `analyzer` remembers grows with them: hand in a copy where the transaction may fail.
    `on_row` is called for each.
    """
    if not runs:
        return ()
    analyzer.past.reach(con, runs[0].recording.started_at)
    summaries = stored_summaries(con, [run.recording.activity_id for run in runs])
    work = _ListedWork(con, analyzer, _Spans(con, runs), summaries, on_row)
    for run in runs:
        work.take(run)
    work.flush()
    return tuple(work.done)


class _Spans:
    """When runs that are there took place, about the time of some new ones."""

    def __init__(self, con: DuckDBPyConnection, runs: Sequence[StoredRun]) -> None:
        first, last = runs[0].recording.started_at, runs[-1].recording.started_at
        self._spans = spans_between(con, first - _FAR, last + _FAR)
        self._starts = [start for start, _ in self._spans]
        self._longest = max((end - start for start, end in self._spans), default=timedelta())

    def is_near(self, run: StoredRun) -> bool:
        """Whether one of them may be the same run, in whatever time zone it was."""
        start = run.recording.started_at - ZONE_SLACK
        end = run.recording.started_at + timedelta(seconds=elapsed_s(run.recording)) + ZONE_SLACK
        candidates = self._spans[
            bisect_left(self._starts, start - self._longest) : bisect_left(self._starts, end)
        ]
        return any(stored_end > start for _, stored_end in candidates)


_FAR = timedelta(days=30)
"""No recording is longer."""


@dataclass
class _ListedWork:
    """Rows that wait to be stored together, and what came of those before."""

    con: DuckDBPyConnection
    analyzer: SessionAnalyzer
    stored: _Spans
    known: Mapping[int, tuple[str | None, DeviceSummary]]
    on_row: Callable[[], None]
    done: list[StoredPiece] = field(default_factory=list)
    _waiting: list[StoredRun] = field(default_factory=list)
    _recent: list[Recording] = field(default_factory=list)

    def take(self, run: StoredRun) -> None:
        """Put a row with those that wait, or store it by itself after them."""
        if run.recording.sensor_group is None and not self._is_near(run):
            self._waiting.append(run)
            self._recent.append(run.recording)
            return
        self.flush()
        self.done.append(self._as_before(run) or self._alone(run))
        self.on_row()
        self._recent.append(run.recording)

    def flush(self) -> None:
        """Store those that wait."""
        stored_sessions = self.analyzer.keep_listed(self.con, self._waiting, on_row=self.on_row)
        for run, stored_run in zip(self._waiting, stored_sessions, strict=True):
            placement = Placement(activity_id=run.recording.activity_id, placed="new", run=run)
            self.done.append(StoredPiece(placement=placement, kept=stored_run))
        self._waiting = []

    def _is_near(self, run: StoredRun) -> bool:
        """Whether a run that is there, or an earlier row, may be the same."""
        this = run.recording
        self._recent = [
            recent_run
            for recent_run in self._recent
            if this.started_at - recent_run.started_at <= ZONE_SLACK
        ]
        return self.stored.is_near(run) or any(
            recent_run.activity_id == this.activity_id or same_run(recent_run, this)
            for recent_run in self._recent
        )

    def _as_before(self, run: StoredRun) -> StoredPiece | None:
        """A row that says what it said in an earlier export; None: there was none like it."""
        this = run.recording
        if self.known.get(this.activity_id) != (this.title, this.summary):
            return None
        placement = Placement(activity_id=this.activity_id, placed="duplicate", run=run)
        return StoredPiece(placement=placement, kept=None)

    def _alone(self, run: StoredRun) -> StoredPiece:
        placement = place(self.con, run)
        if placement.placed == "duplicate":
            return StoredPiece(placement=placement, kept=None)
        stored_session = self.analyzer.keep_new(self.con, placement.run)
        self.analyzer.past.remember(stored_session.run, stored_session.summary)
        return StoredPiece(placement=placement, kept=stored_session)
