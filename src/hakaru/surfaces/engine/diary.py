"""What of the engine's decisions is written down, and what while that is not possible?

Verdicts with their snapshots when the state or who decided changes, and else every five seconds;
intervals of what was shown as they grow. What cannot be written waits in memory.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime

from hakaru.focus.classify import CLASSIFIER_VERSION, Signals, Verdict
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval, Record, Recorded, clip, decided_by, extend
from hakaru.store.focus import forgotten_until, write_intervals, write_records
from hakaru.store.state import State

RECORD_EVERY_S = 5.0
_RECORDS_WAITING, _INTERVALS_WAITING = 5_000, 5_000


@dataclass(frozen=True, kw_only=True)
class Batch:
    """What is to be written; `n_done` of the intervals grow no more."""

    records: tuple[Record, ...]
    intervals: tuple[Interval, ...]
    n_done: int


class Diary:
    """What waits to be written. For the event loop; only `write_batch` is for threads."""

    def __init__(self) -> None:
        self._records: deque[Record] = deque(maxlen=_RECORDS_WAITING)
        self._done: deque[Interval] = deque(maxlen=_INTERVALS_WAITING)
        self._last: Interval | None = None
        self._noted: tuple[float, FocusState, str] | None = None

    def note(self, signals: Signals, verdict: Verdict, *, at_s: float) -> None:
        """A verdict and what it rests on."""
        last, now = self._noted, (at_s, verdict.state, verdict.source)
        alike = last is not None and last[1:] == now[1:]
        if not signals.sources or (alike and last and 0 <= at_s - last[0] < RECORD_EVERY_S):
            return
        self._noted = now
        recorded = Recorded(at_s=at_s, camera=signals.camera, pc=signals.pc)
        self._records.append(Record(recorded=recorded, decided=decided_by(verdict)))

    def show(self, state: FocusState, *, at: datetime) -> None:
        """What is shown from now on, or still."""
        *before, self._last = extend(self._last, state, at=at)
        self._done.extend(before)

    def stop(self) -> None:
        """Nothing is shown from now on (paused, suspended): the next state begins anew."""
        if self._last is not None:
            self._done.append(self._last)
            self._last = None

    @property
    def current(self) -> Interval | None:
        """The interval of what is shown; None: nothing is."""
        return self._last

    def batch(self) -> Batch:
        """What waits to be written."""
        done = tuple(self._done)
        intervals = done if self._last is None else (*done, self._last)
        return Batch(
            records=tuple(self._records),
            intervals=tuple(
                interval for interval in intervals if interval.ended_at > interval.started_at
            ),
            n_done=len(done),
        )

    def written(self, batch: Batch) -> None:
        """It waits no more; what came since does."""
        for _ in range(min(len(batch.records), len(self._records))):
            self._records.popleft()
        for _ in range(min(batch.n_done, len(self._done))):
            self._done.popleft()


def write_batch(state: State, batch: Batch) -> None:
    """Write it down; from a thread.

    Raises:
        StoreError: it cannot be written now.
    """
    records, intervals = batch.records, batch.intervals
    since = forgotten_until(state)
    if since is not None and any(interval.started_at < since for interval in intervals):
        intervals = clip(
            intervals, start=since, end=max(interval.ended_at for interval in intervals)
        )
    if since is not None:
        records = tuple(record for record in records if record.recorded.at_s >= since.timestamp())
    if records:
        write_records(state, records)
    if intervals:
        write_intervals(state, intervals, origin="engine", classifier=CLASSIFIER_VERSION)
