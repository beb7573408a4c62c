"""Read many files at once, in processes of their own where that pays."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice

from hakaru.flows.isolate import isolate
from hakaru.flows.place import prepare
from hakaru.sources.discover import Candidate
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


def read_one(candidate: Candidate, known: Known) -> Read:
    """Read one candidate, unless its content is known. Never raises for a bad file."""
    path, member = str(candidate.path), candidate.member
    identity = isolate(lambda: fingerprint(candidate), item=path)
    if identity.value is None:
        return Read(path=path, member=member, sha256="", error=identity.error)
    sha256 = identity.value.sha256
    if (sha256, member or "") in known:
        return Read(path=path, member=member, sha256=sha256, already_known=True)
    runs = isolate(
        lambda: tuple(prepare(recording) for recording in read_candidate(candidate)), item=path
    )
    return Read(path=path, member=member, sha256=sha256, runs=runs.value or (), error=runs.error)


def read_all(candidates: Sequence[Candidate], known: Known, *, workers: int) -> Iterator[Read]:
    """Every candidate in order, read ahead by up to `workers` processes."""
    if workers == 1 or len(candidates) < _PARALLEL_FROM:
        yield from (read_one(candidate, known) for candidate in candidates)
        return
    with ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_remember,
        initargs=(known,),
    ) as pool:
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


_known_here: list[Known] = [frozenset()]
"""In a reading process: what the ingest knew when it started (set once by `_remember`)."""


def _remember(known: Known) -> None:
    _known_here[0] = known


def _read_remembering(candidate: Candidate) -> Read:
    return read_one(candidate, _known_here[0])
