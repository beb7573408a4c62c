"""Read many files at once, in processes of their own where that pays."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice

from hakaru.core.errors import HakaruError, Unreadable
from hakaru.flows.isolate import isolate
from hakaru.flows.parallel import end_with_parent
from hakaru.flows.place import prepare
from hakaru.sources.discover import Candidate
from hakaru.sources.files import shown
from hakaru.sources.read import fingerprint, read_candidate
from hakaru.store.stored_run import StoredRun

Known = frozenset[tuple[str, str]]
"""(sha256, member) of every file that was read before."""

_PARALLEL_FROM = 6
"""Fewer files are read sooner than a process starts."""
_AHEAD = 8
"""Files read ahead of the storing, so that memory stays bounded."""


@dataclass(frozen=True, kw_only=True)
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


def read_all(candidates: Sequence[Candidate], sources: Known, *, workers: int) -> Iterator[Read]:
    """Every candidate in order, read ahead by up to `workers` processes.

    A file on which such a process dies (out of memory) has failed; the rest is read all the same.
    """
    if workers == 1 or len(candidates) < _PARALLEL_FROM:
        yield from (read_one(candidate, sources) for candidate in candidates)
        return
    left = deque(candidates)
    while left:
        try:
            for read in _read_ahead(tuple(left), sources, workers=workers):
                left.popleft()
                yield read
        except BrokenProcessPool:
            yield _read_alone(left.popleft(), sources)


def _read_ahead(candidates: Sequence[Candidate], sources: Known, *, workers: int) -> Iterator[Read]:
    with _pool(sources, workers) as pool:
        waiting: deque[Future[Read]] = deque()
        left = iter(candidates)
        try:
            for candidate in islice(left, _AHEAD * workers):
                waiting.append(pool.submit(_read_remembering, candidate))
            while waiting:
                yield waiting.popleft().result()
                for candidate in islice(left, 1):
                    waiting.append(pool.submit(_read_remembering, candidate))
        finally:
            for future in waiting:
                future.cancel()


def _read_alone(candidate: Candidate, sources: Known) -> Read:
    """One candidate in a process of its own, to learn whether it is the one that kills."""
    path, member = _names(candidate)
    try:
        with _pool(sources, 1) as pool:
            return pool.submit(_read_remembering, candidate).result()
    except BrokenProcessPool:
        error = Unreadable(path, "the process that read it was ended, perhaps for lack of memory")
        return Read(path=path, member=member, sha256="", error=error)


def _names(candidate: Candidate) -> tuple[str, str | None]:
    """Path and member as text that can be stored and shown."""
    return shown(candidate.path), None if candidate.member is None else shown(candidate.member)


def _ours(error: Exception | None, path: str) -> HakaruError | None:
    """An error that crosses process borders: a foreign one (a defect, logged already) is named."""
    if error is None or isinstance(error, HakaruError):
        return error
    return Unreadable(path, f"unexpected {type(error).__name__}: {error}")


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


def _read_remembering(candidate: Candidate) -> Read:
    return read_one(candidate, _known_here[0])
