"""Read many files at once, in processes of their own where that pays."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields, replace
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Literal

import numpy as np

from hakaru.core.errors import HakaruError, Unreadable
from hakaru.core.i18n import message
from hakaru.core.memo import Found, freeze
from hakaru.flows.isolate import isolate
from hakaru.records import frozen
from hakaru.running.activity import Recording
from hakaru.running.same_run import merge, same_run
from hakaru.running.segment import split_recording
from hakaru.running.session.understand import dissect
from hakaru.running.spans import run_totals
from hakaru.sources.discover import Candidate
from hakaru.sources.engines import end_with_parent
from hakaru.sources.files import shown
from hakaru.sources.read import fingerprint, read_candidate
from hakaru.store.activities import Overlap, find_overlapping
from hakaru.store.recordings import read_recording
from hakaru.store.run_edits import as_recorded, removed_as
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


ZONE_SLACK = timedelta(hours=15)
"""A file with local times only may lie so far from the same run in UTC."""

_BESIDES = {"series", "provenance", "stored_id"}

Placed = Literal["new", "completed", "duplicate", "removed"]


@frozen
class Placement:
    """Where one recording belongs, and the run to store. `completed`: it fills gaps of a stored
    run, and `run` is both together; `removed`: the run was removed and stays away."""

    activity_id: int
    placed: Placed
    run: StoredRun

    @property
    def is_stored(self) -> bool:
        """Whether anything of it goes in."""
        return self.placed in ("new", "completed")


def prepare(recording: Recording) -> StoredRun:
    """A recording taken apart: structure, splits, totals, best efforts. Nobody can write into its
    samples from now on."""
    freeze(recording.series.values())
    anatomy = dissect(recording)
    splits = split_recording(recording, anatomy.structure)
    return StoredRun(
        recording=recording,
        splits=splits,
        totals=run_totals(recording, splits),
        anatomy=anatomy,
        found=Found.about(recording.series.values()),
    )


def place(con: DuckDBPyConnection, run: StoredRun) -> Placement:
    """Find the stored run that this one is another recording of, if any, or whether that run
    was removed. Nothing is written."""
    twin = _twin(con, run.recording)
    if twin is None:
        removed = removed_as(con, run.recording, elapsed_s=elapsed_s(run.recording))
        if removed is not None:
            return Placement(activity_id=removed.activity_id, placed="removed", run=run)
        return Placement(activity_id=run.recording.activity_id, placed="new", run=run)
    merged = replace(merge(twin, run.recording), stored_id=twin.activity_id)
    if _says_the_same(merged, twin):
        return Placement(activity_id=twin.activity_id, placed="duplicate", run=run)
    return Placement(activity_id=twin.activity_id, placed="completed", run=prepare(merged))


def _twin(con: DuckDBPyConnection, recording: Recording) -> Recording | None:
    """The stored recording of the same run; None: there is none."""
    length_s = elapsed_s(recording)
    overlaps = find_overlapping(
        con,
        recording.started_at - ZONE_SLACK,
        elapsed_s=length_s + 2 * ZONE_SLACK.total_seconds(),
    )
    for overlap in overlaps:
        if may_be_same(overlap, recording, length_s):
            stored = read_recording(con, overlap.activity_id)
            if same_run(stored, recording):
                return as_recorded(con, stored)
    return None


def may_be_same(overlap: Overlap, recording: Recording, length_s: float) -> bool:
    """Cheap first look: the times overlap, or one side has no samples to place it exactly."""
    same_garmin_id = recording.garmin_activity_id == overlap.garmin_activity_id
    if recording.garmin_activity_id is not None and same_garmin_id:
        return True
    if overlap.n_samples == 0 or recording.series["elapsed_s"].size == 0:
        return True
    start = max(overlap.started_at, recording.started_at)
    end = min(
        overlap.started_at + timedelta(seconds=overlap.elapsed_s),
        recording.started_at + timedelta(seconds=length_s),
    )
    return end > start


def elapsed_s(recording: Recording) -> float:
    """How long the run took; 1 s where nobody says, so that it has a place in time."""
    samples = recording.series["elapsed_s"]
    summary = recording.summary
    lengths_s = [value for value in (summary.elapsed_s, summary.timer_s) if value is not None]
    return max([float(samples[-1]) if samples.size else 0.0, *lengths_s, 1.0])


def _says_the_same(merged: Recording, stored: Recording) -> bool:
    """Whether the other file added nothing but itself."""
    names = [field.name for field in fields(Recording) if field.name not in _BESIDES]
    same_facts = all(getattr(merged, name) == getattr(stored, name) for name in names)
    return (
        same_facts
        and merged.series.keys() == stored.series.keys()
        and all(
            np.array_equal(column, stored.series[name], equal_nan=True)
            for name, column in merged.series.items()
        )
    )


Known = frozenset[tuple[str, str]]
"""(sha256, member) of every file that was read before."""

_PARALLEL_FROM = 6
"""Fewer files are read sooner than a process starts."""
_AHEAD = 16
"""Files read ahead of the storing, so that memory stays bounded."""


@frozen
class Read:
    """What one candidate held: runs ready to be stored, or the error it met.

    `already_known`: its content was read before, and it was not read again. `sha256` is '' where
    the file could not even be opened.
    """

    path: str
    member: str | None
    sha256: str
    already_known: bool = False
    runs: tuple[StoredRun, ...] = ()
    error: Exception | None = None

    @property
    def name(self) -> str:
        """How the file is called in messages."""
        return self.path if self.member is None else f"{self.path}!{self.member}"


def called(read: Read, shown_path: Callable[[str], str]) -> Read:
    """The same, with its file called as whoever asked knows it."""
    path = shown_path(read.path)
    if path == read.path:
        return read
    return replace(read, path=path, runs=tuple(_called(run, path) for run in read.runs))


def _called(run: StoredRun, path: str) -> StoredRun:
    provenance = tuple(replace(entry, path=path) for entry in run.recording.provenance)
    return replace(run, recording=replace(run.recording, provenance=provenance))


def read_one(candidate: Candidate, sources: Known) -> Read:
    """Read one candidate, unless its content is known. Never raises for a bad file."""
    path, member = _names(candidate)
    identity = isolate(lambda: fingerprint(candidate), item=path)
    if identity.value is None:
        return Read(path=path, member=member, sha256="", error=_ours(identity.error, path))
    sha256 = identity.value.sha256
    if (sha256, member or "") in sources:
        return Read(path=path, member=member, sha256=sha256, already_known=True)
    runs = isolate(
        lambda: tuple(prepare(recording) for recording in read_candidate(candidate)), item=path
    )
    return Read(
        path=path,
        member=member,
        sha256=sha256,
        runs=runs.value or (),
        error=_ours(runs.error, path),
    )


class Reads(Iterator[Read]):
    """Every candidate in order, read ahead by up to `workers` processes.

    A file on which such a process dies (out of memory) has failed; the rest is read all the same.
    """

    def __init__(self, candidates: Sequence[Candidate], sources: Known, *, workers: int) -> None:
        self._candidates, self._sources, self._workers = candidates, sources, workers
        self._ahead: deque[Future[bytes]] = deque()
        self.pool: ProcessPoolExecutor | None = None
        """The processes that read, who help out when they are ahead; None: this one reads."""
        self._reads = self._all()

    def __next__(self) -> Read:
        """The next file; it is waited for."""
        return next(self._reads)

    @property
    def is_coming(self) -> bool:
        """Whether another process reads the next file at this moment, or has read it."""
        return bool(self._ahead)

    @property
    def is_ready(self) -> bool:
        """Whether the next file has been read."""
        return bool(self._ahead) and self._ahead[0].done()

    def _all(self) -> Iterator[Read]:
        candidates, sources = self._candidates, self._sources
        if self._workers == 1 or len(candidates) < _PARALLEL_FROM:
            yield from (read_one(candidate, sources) for candidate in candidates)
            return
        left = deque(candidates)
        while left:
            try:
                for read in self._read_ahead(tuple(left)):
                    left.popleft()
                    yield read
            except BrokenProcessPool:
                if not _others_begin(sources):
                    yield from (read_one(candidate, sources) for candidate in left)
                    return
                yield _read_alone(left.popleft(), sources)

    def _read_ahead(self, candidates: Sequence[Candidate]) -> Iterator[Read]:
        ahead = self._ahead
        with _pool(self._sources, self._workers) as pool:
            left, self.pool = iter(candidates), pool
            try:
                for candidate in islice(left, _AHEAD * self._workers):
                    ahead.append(pool.submit(_read_remembering, candidate))
                while ahead:
                    read = _unpacked(ahead[0].result())
                    ahead.popleft()
                    for candidate in islice(left, 1):
                        ahead.append(pool.submit(_read_remembering, candidate))
                    yield read
            finally:
                for future in ahead:
                    future.cancel()
                ahead.clear()
                self.pool = None


def read_all(candidates: Sequence[Candidate], sources: Known, *, workers: int) -> Reads:
    """Every candidate in order, read ahead."""
    return Reads(candidates, sources, workers=workers)


def _read_alone(candidate: Candidate, sources: Known) -> Read:
    """One candidate in a process of its own, to learn whether it is the one that kills."""
    path, member = _names(candidate)
    try:
        with _pool(sources, 1) as pool:
            return _unpacked(pool.submit(_read_remembering, candidate).result())
    except BrokenProcessPool:
        error = Unreadable(
            path, message("the process that read it was ended, perhaps for lack of memory")
        )
        return Read(path=path, member=member, sha256="", error=error)


def _others_begin(sources: Known) -> bool:
    """Whether a process that reads can begin at all: not from a script that does not keep its own
    work behind `if __name__ == "__main__"`, nor where no process may be started."""
    try:
        with _pool(sources, 1) as pool:
            return pool.submit(os.getpid).result() > 0
    except (BrokenProcessPool, OSError):
        return False


def _names(candidate: Candidate) -> tuple[str, str | None]:
    """Path and member as text that can be stored and shown."""
    return shown(candidate.path), None if candidate.member is None else shown(candidate.member)


def _ours(error: Exception | None, path: str) -> HakaruError | None:
    """An error that crosses process borders: a foreign one (a defect, logged already) is named."""
    if error is None or isinstance(error, HakaruError):
        return error
    return Unreadable(
        path, message("unexpected {kind}: {error}", kind=type(error).__name__, error=error)
    )


def _pool(sources: Known, workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(sources,),
    )


_known_here: list[Known] = [frozenset()]
"""In a reading process: what the ingest knew when it started (set once by `_begin`)."""


def _begin(sources: Known) -> None:
    end_with_parent()
    _known_here[0] = sources


def _read_remembering(candidate: Candidate) -> bytes:
    """A `Read`, packed here: the pool's own way takes three times as long over arrays."""
    return pickle.dumps(read_one(candidate, _known_here[0]), protocol=5)


def _unpacked(packed: bytes) -> Read:
    read: Read = pickle.loads(packed)  # noqa: S301  # it comes from a process of this ingest
    return read


def known_first(candidates: Sequence[Candidate], sources: Known) -> tuple[Read, ...]:
    """The candidates that were read before, from the first on. Nothing is read but their content,
    here: a thousand of them take less than processes to begin."""
    reads: list[Read] = []
    for candidate in candidates:
        path, member = _names(candidate)
        identity = isolate(lambda: fingerprint(candidate), item=path)  # noqa: B023
        if identity.value is None or (identity.value.sha256, member or "") not in sources:
            break
        sha256 = identity.value.sha256
        reads.append(Read(path=path, member=member, sha256=sha256, already_known=True))
    return tuple(reads)
