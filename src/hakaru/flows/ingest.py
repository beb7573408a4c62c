"""Bring recordings in: read in parallel, store run by run, judge each new one, report the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.errors import Refused
from hakaru.flows.context import Context
from hakaru.flows.isolate import isolate
from hakaru.flows.judge import judge_and_store
from hakaru.flows.place import Placement, place
from hakaru.flows.reading import Read, read_all
from hakaru.sources.discover import discover
from hakaru.store.database import transaction
from hakaru.store.sources import Outcome, SourceRecord, record_sources, seen_sources

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RUNS_PER_TURN = 20


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A file that brought no run, and why."""

    path: str
    reason: str


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
    refused: tuple[Problem, ...]
    failed: tuple[Problem, ...]
    activity_ids: tuple[int, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed (a file that is refused politely has not failed)."""
        return not self.failed


@dataclass
class _Tally:
    """Counts while the ingest goes on."""

    ingested: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)
    duplicates: int = 0
    partial: int = 0
    evaluated: int = 0
    refused: list[Problem] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)


def ingest(context: Context, *, paths: Sequence[Path]) -> IngestResult:
    """Read, store and judge. Each run is one transaction; what was seen before is not read again.

    Raises:
        StoreError: the store cannot be used; everything stored until then stays.
    """
    candidates = discover(paths)
    with context.store.read() as con:
        known = seen_sources(con)
    tally = _Tally()
    now = context.now()
    context.progress.begin("reading", len(candidates))
    for batch in _batches(read_all(candidates, known, workers=context.settings.workers)):
        with context.store.turn() as con:
            for read in batch:
                _store(con, read, tally, context=context, now=now)
        context.progress.advance(len(batch))
    context.progress.end()
    return _result(tally)


def _store(
    con: DuckDBPyConnection, read: Read, tally: _Tally, *, context: Context, now: datetime
) -> None:
    """One file: its runs, their verdicts and what came of it, all or nothing."""
    if read.already_known:
        tally.duplicates += 1
        return
    if read.error is not None:
        _note_problem(con, read, tally, read.error)
        return
    outcome = isolate(lambda: _store_runs(con, read, context=context, now=now), item=read.name)
    if outcome.value is None:
        _note_problem(con, read, tally, outcome.error or RuntimeError("nothing was stored"))
        return
    stored = outcome.value
    for run, placement in zip(read.runs, stored.placements, strict=True):
        if placement.placed == "new":
            tally.ingested.append(placement.activity_id)
        elif placement.placed == "completed":
            tally.completed.append(placement.activity_id)
        else:
            tally.duplicates += 1
        tally.partial += run.recording.partial and placement.placed == "new"
    tally.evaluated += stored.evaluated


@dataclass(frozen=True, kw_only=True)
class _Stored:
    placements: tuple[Placement, ...]
    evaluated: int


def _store_runs(con: DuckDBPyConnection, read: Read, *, context: Context, now: datetime) -> _Stored:
    placements: list[Placement] = []
    evaluated = 0
    for run in read.runs:
        with transaction(con):
            placement = place(con, run)
            if placement.placed != "duplicate":
                judged = judge_and_store(
                    con, [placement.activity_id], settings=context.settings, now=now
                )
                evaluated += len(judged.evaluations)
            placements.append(placement)
            if len(placements) == len(read.runs):
                record_sources(con, [_record(read, placements[0])])
    return _Stored(placements=tuple(placements), evaluated=evaluated)


def _record(read: Read, first: Placement) -> SourceRecord:
    outcome: Outcome = "duplicate" if first.placed == "duplicate" else "ingested"
    return SourceRecord(
        sha256=read.sha256,
        member=read.member or "",
        path=read.path,
        outcome=outcome,
        kind=read.runs[0].recording.provenance[0].kind,
        activity_id=first.activity_id,
    )


def _note_problem(con: DuckDBPyConnection, read: Read, tally: _Tally, error: Exception) -> None:
    """A refusal is remembered; a failure is too, but tried again next time."""
    refused = isinstance(error, Refused)
    reason = str(getattr(error, "reason", None) or error)
    (tally.refused if refused else tally.failed).append(Problem(path=read.name, reason=reason))
    if read.sha256:
        with transaction(con):
            record_sources(
                con,
                [
                    SourceRecord(
                        sha256=read.sha256,
                        member=read.member or "",
                        path=read.path,
                        outcome="refused" if refused else "failed",
                        reason=reason,
                    )
                ],
            )


def _batches(reads: Iterator[Read]) -> Iterator[list[Read]]:
    """Reads in groups that keep the store for a short turn each."""
    batch: list[Read] = []
    n_runs = 0
    for read in reads:
        batch.append(read)
        n_runs += max(len(read.runs), 1)
        if n_runs >= _RUNS_PER_TURN:
            yield batch
            batch, n_runs = [], 0
    if batch:
        yield batch


def _result(tally: _Tally) -> IngestResult:
    return IngestResult(
        ingested=len(tally.ingested),
        completed=len(tally.completed),
        duplicates=tally.duplicates,
        partial=tally.partial,
        evaluated=tally.evaluated,
        refused=tuple(tally.refused),
        failed=tuple(tally.failed),
        activity_ids=(*tally.ingested, *tally.completed),
    )
