"""Bring recordings in: read in parallel, store some runs at a time, judge each, report the rest.

The file stays open as long as nobody else waits for it: opening and closing it costs as much as a
dozen runs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import Refused
from hakaru.core.plain import Rows, Text, shown
from hakaru.core.units import BYTES_PER_MB
from hakaru.flows.context import Context, Progress
from hakaru.flows.fresh import TURN_S, refresh_as, take_over
from hakaru.flows.freshness import is_stale
from hakaru.flows.isolate import isolate
from hakaru.flows.judge import Learner
from hakaru.flows.reading import (
    Placement,
    Read,
    Reads,
    called,
    known_first,
    place,
    read_all,
)
from hakaru.flows.remembered import past_to_reach
from hakaru.flows.storing import StoredPiece, store_together
from hakaru.flows.understand import SessionAnalyzer
from hakaru.records import frozen
from hakaru.sources import archive
from hakaru.sources.discover import Candidate, discover
from hakaru.sources.files import shown as shown_name
from hakaru.sources.read import streamed_bytes, unfolded
from hakaru.store.activities import (
    SourceRecord,
    known_sources,
    record_sources,
    seen_sources,
)
from hakaru.store.database import transaction
from hakaru.store.jobs import Owner
from hakaru.store.recordings import n_runs_of_files
from hakaru.store.run_edits import removed_runs
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_RUNS_TOGETHER, _ROWS_TOGETHER = 24, 200
"""So many runs, or rows of a list, go in together at most."""
_FIRST_TOGETHER = 2
"""Few go in first, then twice as many each time: something is there to be seen soon."""
_RUNS_WHERE_OTHERS_WAIT = 6
"""So few, and their time, are as long as others wait for their turn."""
_LOOK_S = 0.005

_SHOWN_IDS = 20
_SHOWN_PROBLEMS = 10
_PROBLEMS_BYTES = 1500
_TEXT_BYTES = 200


@frozen
class Problem:
    """A file that brought no run, and why."""

    path: str = field(metadata=shown(Text, within_bytes=_TEXT_BYTES, end=True))
    reason: str = field(metadata=shown(Text, within_bytes=_TEXT_BYTES))


def first_problems(problems: Sequence[Problem], *, count: str, room_bytes: int) -> Rows[Problem]:
    """Problems of which a reply has the first."""
    return Rows(problems, most=_SHOWN_PROBLEMS, within_bytes=room_bytes, n_marks=2, count=count)


@frozen
class IngestResult:
    """What came of everything named.

    `ingested` counts new runs, `completed` stored runs in which another file filled gaps,
    `duplicates` runs that were there already (of a file that was read before: its stored runs),
    `removed` runs that were removed and stay away, `partial` runs saved from a damaged file,
    `evaluated` runs with a verdict that are long enough to be counted. `activity_ids` are the new
    and completed ones.
    """

    ingested: int
    completed: int
    duplicates: int
    removed: int
    partial: int
    evaluated: int
    refused: tuple[Problem, ...] = field(
        metadata=shown(first_problems, count="n_refused", room_bytes=_PROBLEMS_BYTES)
    )
    failed: tuple[Problem, ...] = field(
        metadata=shown(first_problems, count="n_failed", room_bytes=_PROBLEMS_BYTES)
    )
    activity_ids: tuple[int, ...] = field(
        metadata=shown(Rows, most=_SHOWN_IDS, count="n_activity_ids")
    )

    @property
    def ok(self) -> bool:
        """Whether nothing failed (a file that is refused politely has not failed)."""
        return not self.failed


@dataclass
class _Tally:
    """Counts while the ingest goes on; `known` are files that were read before, `broken` those of
    which a run could not be stored."""

    ingested: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)
    duplicates: int = 0
    removed: int = 0
    partial: int = 0
    evaluated: set[int] = field(default_factory=set)
    known: list[Read] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)


@frozen
class _Piece:
    """One run of one file (None: the file brought none). `last`: the file is done after it."""

    read: Read
    run: StoredRun | None
    last: bool

    @property
    def is_run(self) -> bool:
        """Whether there is anything to store."""
        return self.run is not None and not self.read.already_known and self.read.error is None

    @property
    def n_rows(self) -> int:
        """Seconds of a recording; a run of which only totals are known is one row."""
        if self.run is None or not self.is_run:
            return 0
        return max(1, int(self.run.recording.series["elapsed_s"].size))

    @property
    def is_row(self) -> bool:
        """Whether it is one of the rows of a list, of which nothing but totals is known."""
        return (
            self.run is not None
            and len(self.read.runs) > 1
            and self.run.recording.series["elapsed_s"].size < 2
        )


class _Pieces:
    """Every run of every file, oldest first, and one empty piece for a file without any."""

    def __init__(self, reads: Reads, shown_path: Callable[[str], str]) -> None:
        self._reads, self._shown_path = reads, shown_path
        self._of_file: deque[_Piece] = deque()
        self._together = _FIRST_TOGETHER
        self.others_waited = False
        """Whether anybody waited for the file during the last turn."""

    def next_batch(self, *, until: Callable[[], bool] | None = None) -> list[_Piece]:
        """The next ones that go in together; empty: there is none.

        `until`: nothing is waited for once this says so, and nothing is read here by this process.
        """
        batch: list[_Piece] = []
        most_runs = _RUNS_WHERE_OTHERS_WAIT if self.others_waited else _RUNS_TOGETHER
        most_runs = min(self._together, most_runs)
        while len(batch) < (_ROWS_TOGETHER if batch and batch[-1].is_row else most_runs):
            if until is not None and not self._is_there(until):
                break
            piece = self._next()
            if piece is None:
                break
            batch.append(piece)
        self._together = min(2 * self._together, _RUNS_TOGETHER)
        return batch

    def _is_there(self, until: Callable[[], bool]) -> bool:
        while not self._of_file and not self._reads.is_ready:
            if not self._reads.is_coming or until():
                return False
            time.sleep(_LOOK_S)
        return True

    def _next(self) -> _Piece | None:
        if not self._of_file:
            read = next(self._reads, None)
            if read is None:
                return None
            self._of_file.extend(_pieces_of(called(read, self._shown_path)))
        return self._of_file.popleft()


def _pieces_of(read: Read) -> Iterator[_Piece]:
    in_order = sorted(read.runs, key=lambda run: run.recording.started_at)
    runs: Sequence[StoredRun | None] = in_order or (None,)
    for position, run in enumerate(runs, start=1):
        yield _Piece(read=read, run=run, last=position == len(runs))


class _Bar:
    """How far an ingest is: file by file, and row by row while a list goes in."""

    def __init__(self, progress: Progress, names: Sequence[str]) -> None:
        """`names`: of all files, in the order in which they are read."""
        self._progress, self._names = progress, names
        self._files_left = len(names)
        self._list: Read | None = None
        self._shown_before = 0
        progress.begin("reading", len(names))
        self._at()

    def check(self) -> None:
        """Raise if this is not wanted any more."""
        self._progress.check()

    def stored(self, piece: _Piece) -> None:
        """One more run is in."""
        rows = len(piece.read.runs)
        if rows > 1 and self._list is not piece.read:
            self._list = piece.read
            self._progress.begin("rows", rows)
        if self._shown_before:
            self._shown_before -= 1
        else:
            self._at(rows=piece.n_rows)
            if rows > 1:
                self._progress.advance()
        if not piece.last:
            return
        self._files_left -= 1
        if rows > 1:
            self._progress.begin("reading", self._files_left)
        else:
            self._progress.advance()
        self._at()

    def _at(self, *, rows: int = 0) -> None:
        """Name the file that is next."""
        if self._files_left:
            self._progress.at(self._names[-self._files_left], rows=rows)

    def again(self, n_rows: int) -> None:
        """So many rows that were shown are tried again."""
        self._shown_before = n_rows


class _Streamed:
    """How far the reading of exports is that are streamed before any run of theirs is stored."""

    def __init__(self, progress: Progress, n_bytes: int) -> None:
        self._progress, self._total, self._read = progress, n_bytes, 0

    def __call__(self, n_bytes: int) -> None:
        """So many more bytes are read."""
        if not self._read:
            self._progress.begin("streaming", _megabytes(self._total))
        self._progress.check()
        self._progress.advance(_megabytes(self._read + n_bytes) - _megabytes(self._read))
        self._read += n_bytes


def _megabytes(n_bytes: int) -> int:
    return int(n_bytes / BYTES_PER_MB)


@frozen(kw_only=False)
class _Work:
    """What goes with every run of an ingest."""

    tally: _Tally
    analyzer: SessionAnalyzer
    bar: _Bar
    reads: Reads


def ingest(context: Context, *, paths: Sequence[Path]) -> IngestResult:
    """Read, store and judge. Each run is one transaction; what was seen before is not read again.

    Raises:
        StoreError: the store cannot be used; everything stored until then stays.
    """
    candidates = discover(paths)
    with context.store.read(as_it_is=True):
        pass  # a folder that cannot be used is refused before anything is put there
    owner = Owner(context.data_folder)
    try:
        bytes_read = _Streamed(context.progress, streamed_bytes(candidates))
        with unfolded(candidates, folder=context.data_folder, on_bytes=bytes_read) as members:
            return _taken_in(context, members, owner=owner.name)
    finally:
        archive.forget()
        owner.release()


def _taken_in(context: Context, candidates: Sequence[Candidate], *, owner: str) -> IngestResult:
    take_over(context, owner)
    with context.store.read(as_it_is=True) as con:
        sources = seen_sources(con)
        past = past_to_reach(con, context.settings)
    tally = _Tally()
    tally.known += (called(read, context.shown_path) for read in known_first(candidates, sources))
    candidates = candidates[len(tally.known) :]
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now(), owner=owner)
    bar = _Bar(context.progress, [_called(candidate, context) for candidate in candidates])
    reads = read_all(candidates, sources, workers=context.settings.workers)
    pieces = _Pieces(reads, context.shown_path)
    any_older = _store_all(context, pieces, work=_Work(tally, analyzer, bar, reads))
    context.progress.end()
    if any_older:
        refresh_as(context, owner)
    if tally.known:
        with context.store.read(as_it_is=True) as con:
            _count_known(con, tally)
    return _result(tally)


def _called(candidate: Candidate, context: Context) -> str:
    """How a file is named where progress is shown: 'archive.zip!run.fit'."""
    path = context.shown_path(shown_name(candidate.path))
    return path if candidate.member is None else f"{path}!{shown_name(candidate.member)}"


def _store_all(context: Context, pieces: _Pieces, *, work: _Work) -> bool:
    """Store runs, letting other programs in where a turn has lasted long enough for them. Returns
    whether anything may be older than its inputs: asked while the file is open."""
    store, any_older = context.store, True
    batch = pieces.next_batch()
    while batch:
        with store.turn() as con:
            until_s = time.monotonic() + TURN_S
            while batch:
                work.bar.check()
                _store_batch(con, batch, work=work)
                batch = []
                pieces.others_waited = store.others_wait()
                if time.monotonic() > until_s and pieces.others_waited:
                    break
                batch = pieces.next_batch(until=store.others_wait)
            any_older = is_stale(con, context.settings)
        batch = batch or pieces.next_batch()
    return any_older


def _store_batch(con: DuckDBPyConnection, batch: Sequence[_Piece], *, work: _Work) -> None:
    left = list(batch)
    while left:
        together = list(takewhile(lambda piece: piece.is_run, left)) or left[:1]
        if len(together) < 2 or not _take_in_together(con, together, work):
            for piece in together:
                _take_in(con, piece, work.tally, analyzer=work.analyzer)
                work.bar.stored(piece)
        del left[: len(together)]


def _take_in_together(con: DuckDBPyConnection, pieces: Sequence[_Piece], work: _Work) -> bool:
    """Some runs, all or nothing. False: they did not go in, and are to be tried one by one."""
    learner = Learner(pool=work.reads.pool)
    trial = replace(work.analyzer, past=work.analyzer.past.copy(), learner=learner)
    shown = iter(pieces)
    outcome = isolate(
        lambda: _store_together(
            con, pieces, work.tally, trial, on_run=lambda: work.bar.stored(next(shown))
        ),
        item=pieces[0].read.name,
    )
    if outcome.value is None:
        work.bar.again(len(pieces) - len(list(shown)))
        return False
    for piece, stored in zip(pieces, outcome.value, strict=True):
        _count(work.tally, piece, stored)
    work.analyzer.past.become(trial.past)
    return True


def _store_together(
    con: DuckDBPyConnection,
    pieces: Sequence[_Piece],
    tally: _Tally,
    analyzer: SessionAnalyzer,
    *,
    on_run: Callable[[], None],
) -> tuple[StoredPiece, ...]:
    with transaction(con):
        runs = [piece.run for piece in pieces if piece.run is not None]
        stored = store_together(con, runs, analyzer, on_run=on_run)
        done = [
            _record(piece.read, stored_piece.placement)
            for piece, stored_piece in zip(pieces, stored, strict=True)
            if piece.last and piece.read.name not in tally.broken
        ]
        record_sources(con, done)
    return stored


def _take_in(
    con: DuckDBPyConnection, piece: _Piece, tally: _Tally, *, analyzer: SessionAnalyzer
) -> None:
    """One run, its verdict and (with the last run) what came of its file: all or nothing."""
    read = piece.read
    if read.already_known:
        tally.known.append(read)
        return
    outcome = isolate(lambda: _store(con, piece, tally, analyzer=analyzer), item=read.name)
    error = read.error or outcome.error
    if error is not None:
        tally.broken.add(read.name)
        _note_problem(con, read, tally, error)
    elif outcome.value is not None:
        _count(tally, piece, outcome.value)
        if outcome.value.kept is not None:
            stored_session = outcome.value.kept
            analyzer.past.remember(stored_session.run, stored_session.summary)


def _store(
    con: DuckDBPyConnection, piece: _Piece, tally: _Tally, *, analyzer: SessionAnalyzer
) -> StoredPiece | None:
    if piece.run is None:
        return None
    stored_session = None
    with transaction(con):
        placement = place(con, piece.run)
        if placement.is_stored:
            stored_session = analyzer.keep_new(con, placement.run)
        if piece.last and piece.read.name not in tally.broken:
            record_sources(con, [_record(piece.read, placement)])
    return StoredPiece(placement=placement, kept=stored_session)


def _count(tally: _Tally, piece: _Piece, stored: StoredPiece) -> None:
    placement = stored.placement
    if placement.placed == "duplicate":
        tally.duplicates += 1
    elif placement.placed == "removed":
        tally.removed += 1
    elif placement.placed == "completed":
        tally.completed.append(placement.activity_id)
    else:
        tally.ingested.append(placement.activity_id)
        tally.partial += piece.run is not None and piece.run.recording.partial
    if stored.kept is not None and stored.kept.evaluated:
        tally.evaluated.add(placement.activity_id)


def _count_known(con: DuckDBPyConnection, tally: _Tally) -> None:
    """What files that were read before are to the store now: runs, removed runs, or no run."""
    keys = [(read.sha256, read.member or "") for read in tally.known]
    records, n_stored = known_sources(con, keys), n_runs_of_files(con)
    gone = removed_runs(con)
    for read, key in zip(tally.known, keys, strict=True):
        record = records.get(key)
        if record is None:  # let back meanwhile
            continue
        if record.outcome == "refused":
            tally.refused.append(Problem(path=read.name, reason=record.reason or ""))
            continue
        n_gone = sum(
            run.activity_id == record.activity_id or (run.path == record.path and not read.member)
            for run in gone
        )
        tally.removed += n_gone
        tally.duplicates += n_stored.get(key, 0 if n_gone else 1)


def _record(read: Read, placement: Placement) -> SourceRecord:
    return SourceRecord(
        sha256=read.sha256,
        member=read.member or "",
        path=read.path,
        outcome="ingested" if placement.is_stored else "duplicate",
        kind=read.runs[0].recording.provenance[0].kind,
        activity_id=placement.activity_id,
    )


def _note_problem(con: DuckDBPyConnection, read: Read, tally: _Tally, error: Exception) -> None:
    """A refusal is remembered; a failure is too, but tried again next time."""
    refused = isinstance(error, Refused)
    reason = str(getattr(error, "reason", None) or error)
    (tally.refused if refused else tally.failed).append(Problem(path=read.name, reason=reason))
    if read.sha256:
        record = SourceRecord(
            sha256=read.sha256,
            member=read.member or "",
            path=read.path,
            outcome="refused" if refused else "failed",
            reason=reason,
        )
        with transaction(con):
            record_sources(con, [record])


def _result(tally: _Tally) -> IngestResult:
    return IngestResult(
        ingested=len(tally.ingested),
        completed=len(tally.completed),
        duplicates=tally.duplicates,
        removed=tally.removed,
        partial=tally.partial,
        evaluated=len(tally.evaluated),
        refused=tuple(tally.refused),
        failed=tuple(tally.failed),
        activity_ids=tuple(dict.fromkeys((*tally.ingested, *tally.completed))),
    )
