"""Bring recordings in: read in parallel, store run by run, judge each new one, report the rest.

A row on its own costs fifty statements, and a list has thousands of them. Rows that are neither
measured by a sensor of form nor near any run that is there go in together; the others one by one,
as any run does, in their place in time.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import Refused
from hakaru.core.plain import Rows, Text, shown
from hakaru.core.units import BYTES_PER_MB
from hakaru.flows.context import Context, Progress
from hakaru.flows.fresh import TURN_S, refresh_as, take_over
from hakaru.flows.isolate import isolate
from hakaru.flows.reading import (
    ZONE_SLACK,
    Placement,
    Read,
    called,
    elapsed_s,
    n_known_first,
    place,
    read_all,
)
from hakaru.flows.understand import Kept, SessionAnalyzer, past_to_reach
from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.same_run import same_run
from hakaru.sources import archive
from hakaru.sources.discover import Candidate, discover
from hakaru.sources.members import streamed_bytes, unfolded
from hakaru.store.activities import SourceRecord, record_sources, seen_sources, spans_between
from hakaru.store.database import transaction
from hakaru.store.jobs import Owner
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


_RUNS_AHEAD = 10
"""Runs taken from the readers before a turn, so that nobody waits for a file to be parsed."""
_ROWS_AHEAD = 200
"""Rows of a list that go in together: their bar moves at each of them."""

_SHOWN_IDS = 20
_SHOWN_PROBLEMS = 10
_PROBLEMS_BYTES = 1500
_TEXT_BYTES = 200


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A file that brought no run, and why."""

    path: str = field(metadata=shown(Text, within_bytes=_TEXT_BYTES, end=True))
    reason: str = field(metadata=shown(Text, within_bytes=_TEXT_BYTES))


def first_problems(problems: Sequence[Problem], *, count: str, room_bytes: int) -> Rows[Problem]:
    """Problems of which a reply has the first."""
    return Rows(problems, most=_SHOWN_PROBLEMS, within_bytes=room_bytes, n_marks=2, count=count)


@dataclass(frozen=True, kw_only=True)
class IngestResult:
    """What came of everything named.

    `ingested` counts new runs, `completed` stored runs in which another file filled gaps,
    `duplicates` files and runs that were there already, `partial` runs saved from a damaged file,
    `evaluated` runs that got a verdict. `activity_ids` are the new and completed ones.
    """

    ingested: int
    completed: int
    duplicates: int
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
    """Counts while the ingest goes on; `broken` are files of which a run could not be stored."""

    ingested: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)
    duplicates: int = 0
    partial: int = 0
    evaluated: int = 0
    refused: list[Problem] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """One run of one file (None: the file brought none). `last`: the file is done after it."""

    read: Read
    run: StoredRun | None
    last: bool

    @property
    def is_listed(self) -> bool:
        """Whether it is one of the rows of a list, which go in together."""
        return self.run is not None and len(self.read.runs) > 1 and is_listed(self.run)


class _Bar:
    """How far an ingest is: file by file, and row by row while a list goes in."""

    def __init__(self, progress: Progress, n_files: int) -> None:
        self._progress, self._files_left = progress, n_files
        self._list: Read | None = None
        self._shown_before = 0
        progress.begin("reading", n_files)

    def stored(self, piece: _Piece) -> None:
        """One more run is in."""
        rows = len(piece.read.runs)
        if rows > 1 and self._list is not piece.read:
            self._list = piece.read
            self._progress.begin("rows", rows)
        if self._shown_before:
            self._shown_before -= 1
        elif rows > 1:
            self._progress.advance()
        if not piece.last:
            return
        self._files_left -= 1
        if rows > 1:
            self._progress.begin("reading", self._files_left)
        else:
            self._progress.advance()

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


@dataclass(frozen=True)
class _Work:
    """What goes with every run of an ingest."""

    tally: _Tally
    analyzer: SessionAnalyzer
    bar: _Bar


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
    n_known = n_known_first(candidates, sources)
    candidates = candidates[n_known:]
    tally = _Tally()
    tally.duplicates = n_known
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now(), owner=owner)
    bar = _Bar(context.progress, len(candidates))
    reads = read_all(candidates, sources, workers=context.settings.workers)
    pieces = _pieces(called(read, context.shown_path) for read in reads)
    for first in pieces:
        _store_in_turns(context, first, pieces, work=_Work(tally, analyzer, bar))
    context.progress.end()
    refresh_as(context, owner)
    return _result(tally)


def _pieces(reads: Iterator[Read]) -> Iterator[_Piece]:
    """Every run of every file, oldest first, and one empty piece for a file without any."""
    for read in reads:
        in_order = sorted(read.runs, key=lambda run: run.recording.started_at)
        runs: Sequence[StoredRun | None] = in_order or (None,)
        for position, run in enumerate(runs, start=1):
            yield _Piece(read=read, run=run, last=position == len(runs))


def _ahead(first: _Piece, pieces: Iterator[_Piece]) -> list[_Piece]:
    """The next runs: some, or as many rows of a list as go in together."""
    batch = [first]
    while len(batch) < (_ROWS_AHEAD if batch[-1].is_listed else _RUNS_AHEAD):
        piece = next(pieces, None)
        if piece is None:
            break
        batch.append(piece)
    return batch


def _store_in_turns(
    context: Context, first: _Piece, pieces: Iterator[_Piece], *, work: _Work
) -> None:
    """Store a few runs, letting other programs in where a turn has lasted long enough for them."""
    batch = _ahead(first, pieces)
    while batch:
        with context.store.turn() as con:
            until_s = time.monotonic() + TURN_S
            while batch:
                together = list(takewhile(lambda piece: piece.is_listed, batch)) or batch[:1]
                if len(together) < 2 or not _take_in_together(con, together, work):
                    for piece in together:
                        _take_in(con, piece, work.tally, analyzer=work.analyzer)
                        work.bar.stored(piece)
                del batch[: len(together)]
                if time.monotonic() > until_s and context.store.others_wait():
                    break


def _take_in_together(con: DuckDBPyConnection, pieces: Sequence[_Piece], work: _Work) -> bool:
    """Rows of a list, all or nothing. False: they did not go in, and are to be tried one by one."""
    trial = replace(work.analyzer, past=work.analyzer.past.copy())
    shown = iter(pieces)
    outcome = isolate(
        lambda: _store_together(
            con, pieces, work.tally, trial, on_row=lambda: work.bar.stored(next(shown))
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
    on_row: Callable[[], None],
) -> tuple[StoredPiece, ...]:
    with transaction(con):
        runs = [piece.run for piece in pieces if piece.run is not None]
        stored = store_listed(con, runs, analyzer, on_row=on_row)
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
        tally.duplicates += 1
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
        if placement.placed != "duplicate":
            stored_session = analyzer.keep_new(con, placement.run)
        if piece.last and piece.read.name not in tally.broken:
            record_sources(con, [_record(piece.read, placement)])
    return StoredPiece(placement=placement, kept=stored_session)


def _count(tally: _Tally, piece: _Piece, stored: StoredPiece) -> None:
    placement = stored.placement
    if placement.placed == "duplicate":
        tally.duplicates += 1
    elif placement.placed == "completed":
        tally.completed.append(placement.activity_id)
    else:
        tally.ingested.append(placement.activity_id)
        tally.partial += piece.run is not None and piece.run.recording.partial
    tally.evaluated += stored.kept is not None and stored.kept.evaluated


def _record(read: Read, placement: Placement) -> SourceRecord:
    return SourceRecord(
        sha256=read.sha256,
        member=read.member or "",
        path=read.path,
        outcome="duplicate" if placement.placed == "duplicate" else "ingested",
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
        partial=tally.partial,
        evaluated=tally.evaluated,
        refused=tuple(tally.refused),
        failed=tuple(tally.failed),
        activity_ids=tuple(dict.fromkeys((*tally.ingested, *tally.completed))),
    )
