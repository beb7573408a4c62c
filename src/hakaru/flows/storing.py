"""Store runs that came in: those that are new together, those that may be there already alone.

A run on its own costs fifty statements, whatever it holds; twenty together cost little more. So
runs wait until some of them go in at once. One that may be another recording of a run that is
there, or of one that waits, goes in by itself after them, in its place in time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from hakaru.flows.reading import ZONE_SLACK, Placement, elapsed_s, may_be_same, place
from hakaru.flows.understand import Kept, SessionAnalyzer
from hakaru.records import frozen
from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.same_run import same_run
from hakaru.store.activities import overlaps_between
from hakaru.store.recordings import stored_among, stored_summaries
from hakaru.store.run_edits import any_removed
from hakaru.store.stale import measured_groups
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class StoredPiece:
    """Where a run belongs, and what it left behind; `kept` None: it was there already."""

    placement: Placement
    kept: Kept | None


def store_together(
    con: DuckDBPyConnection,
    runs: Sequence[StoredRun],
    analyzer: SessionAnalyzer,
    *,
    on_run: Callable[[], None],
) -> tuple[StoredPiece, ...]:
    """Store runs, oldest first, inside a transaction of the caller; in the same order.

    What `analyzer` remembers grows with them: hand in a copy where the transaction may fail.
    `on_run` is called for each.
    """
    if not runs:
        return ()
    ids = [run.recording.activity_id for run in runs]
    work = _Work(
        con=con,
        analyzer=analyzer,
        there=_Stored(con, runs),
        taken=set(stored_among(con, ids)),
        listed=stored_summaries(con, ids),
        groups={*measured_groups(con)},
        any_removed=any_removed(con),
        on_run=on_run,
    )
    for run in runs:
        work.take(run)
    work.flush()
    return tuple(work.done)


class _Stored:
    """The runs that are there, about the time of some new ones."""

    def __init__(self, con: DuckDBPyConnection, runs: Sequence[StoredRun]) -> None:
        starts = [run.recording.started_at for run in runs]
        self._runs = overlaps_between(con, min(starts) - _FAR, max(starts) + _FAR)
        self._starts = [run.started_at for run in self._runs]
        self._longest_s = max((run.elapsed_s for run in self._runs), default=0.0)

    def may_hold(self, recording: Recording) -> bool:
        """Whether one of them may be the same run, in whatever time zone it was."""
        length_s = elapsed_s(recording)
        since = recording.started_at - ZONE_SLACK
        until = recording.started_at + timedelta(seconds=length_s) + ZONE_SLACK
        first = bisect_left(self._starts, since - timedelta(seconds=self._longest_s))
        return any(
            run.started_at + timedelta(seconds=run.elapsed_s) > since
            and may_be_same(run, recording, length_s)
            for run in self._runs[first : bisect_left(self._starts, until)]
        )


_FAR = timedelta(days=30)
"""No recording is longer."""


@dataclass
class _Work:
    """Runs that wait to be stored together, and what came of those before.

    `taken` are ids that are in use, `groups` the kinds of sensors that are known; `listed` has
    title and totals of what is stored of these runs without samples. `any_removed`: a run may be
    one that is to stay away.
    """

    con: DuckDBPyConnection
    analyzer: SessionAnalyzer
    there: _Stored
    taken: set[int]
    listed: Mapping[int, tuple[str | None, DeviceSummary]]
    groups: set[str]
    any_removed: bool
    on_run: Callable[[], None]
    done: list[StoredPiece] = field(default_factory=list)
    _waiting: list[StoredRun] = field(default_factory=list)
    _recent: list[_Recent] = field(default_factory=list)

    def take(self, run: StoredRun) -> None:
        """Put a run with those that wait, or store it by itself after them."""
        recording = run.recording
        is_alone = self._may_be_known(recording)
        if is_alone:
            self.flush()
            self.done.append(self._as_before(run) or self._alone(run))
            self.on_run()
        else:
            group = recording.sensor_group
            is_first = group is not None and group not in self.groups
            if is_first or self._is_before_those_waiting(recording):
                self.flush()
            if group is not None:
                self.groups.add(group)
            self._waiting.append(run)
        self.taken.add(recording.activity_id)
        self._recent.append(_Recent(recording, is_alone))

    def _is_before_those_waiting(self, recording: Recording) -> bool:
        latest = self._waiting[-1].recording if self._waiting else None
        return latest is not None and recording.started_at < latest.started_at

    def flush(self) -> None:
        """Store those that wait."""
        waiting, self._waiting = self._waiting, []
        kept = self.analyzer.keep_together(self.con, waiting, on_run=self.on_run)
        for run, stored_run in zip(waiting, kept, strict=True):
            placement = Placement(activity_id=run.recording.activity_id, placed="new", run=run)
            self.done.append(StoredPiece(placement=placement, kept=stored_run))

    def _may_be_known(self, this: Recording) -> bool:
        """Whether a run that is there, or one that came with it, may be the same."""
        return (
            self.any_removed
            or this.activity_id in self.taken
            or self.there.may_hold(this)
            or any(run.is_near(this) and run.may_be(this) for run in self._recent)
        )

    def _as_before(self, run: StoredRun) -> StoredPiece | None:
        """A row that says what it said in an earlier export; None: there was none like it."""
        this = run.recording
        is_row = this.provenance[0].kind.endswith("-csv")
        if not is_row or self.listed.get(this.activity_id) != (this.title, this.summary):
            return None
        placement = Placement(activity_id=this.activity_id, placed="duplicate", run=run)
        return StoredPiece(placement=placement, kept=None)

    def _alone(self, run: StoredRun) -> StoredPiece:
        placement = place(self.con, run)
        if not placement.is_stored:
            return StoredPiece(placement=placement, kept=None)
        stored_session = self.analyzer.keep_new(self.con, placement.run)
        self.analyzer.past.remember(stored_session.run, stored_session.summary)
        return StoredPiece(placement=placement, kept=stored_session)


class _Recent:
    """A run that came before, with another it was stored with, or by itself: then what is stored
    of it may be more than it says."""

    def __init__(self, recording: Recording, is_alone: bool) -> None:
        self._recording, self._is_alone = recording, is_alone
        self._end = recording.started_at + timedelta(seconds=elapsed_s(recording))

    def is_near(self, other: Recording) -> bool:
        """Whether the two share time, in whatever time zone they were."""
        other_end = other.started_at + timedelta(seconds=elapsed_s(other))
        late_enough = self._end > other.started_at - ZONE_SLACK
        return late_enough and self._recording.started_at < other_end + ZONE_SLACK

    def may_be(self, other: Recording) -> bool:
        """Whether a later run that is near it may be the same."""
        return self._is_alone or same_run(self._recording, other)
