"""What readers share: the database, the run a caller means, the size of a reply; and how even a
run was.

Budgets are bytes of UTF-8 of compact JSON (resolutions rows 33, 64). What is larger is refused
with the call to make instead, never cut in silence.

The columns are those of the requirement's table `performance_trends`.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.core.i18n import message
from hakaru.guard.cleaning import cut
from hakaru.records import frozen
from hakaru.running.activity import WHILE_RUNNING
from hakaru.running.load import session_decoupling
from hakaru.running.session.analyse import PhasePerformance, phase_performances
from hakaru.running.session.model import SessionAnalysis, SessionInput
from hakaru.running.validity import Statistics
from hakaru.store.activities import resolve_activity
from hakaru.store.database import FILE_NAME, Store
from hakaru.store.recordings import read_recording, read_splits
from hakaru.store.rows import Kind, first_row, insert_rows
from hakaru.store.sessions import read_anatomy, read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


REPLY_BYTES = 4096
MOST_REPLY_BYTES = 10_240
_LEAST_REPLY_BYTES = 256
_NAME_MOST = 240

Cell = float | int | str | date | None
Content = Mapping[str, object]
STATISTICS = ("mean", "median", "sd", "min", "max", "n")

_DIGITS: Mapping[str, int] = {
    "pct": 2, "cm": 2, "ms": 1, "bpm": 1, "spm": 1, "w": 1, "km": 1, "m": 1, "c": 1, "s": 1,
    "mps": 3, "frac": 4, "min": 1, "kg": 1,
}  # fmt: skip
"""Decimals by the last word of a name; six significant digits where it says no unit."""


@frozen
class Bounded:
    """A result with a budget. `content` is everything, `reply` the same within the budget."""

    limit_bytes: int = field(default=REPLY_BYTES, repr=False)

    @property
    @abstractmethod
    def content(self) -> Content:
        """All of it as plain values, rounded."""

    @property
    def reply(self) -> Content:
        """The content with long names cut. Raises ReplyTooLarge where it is over the budget."""
        content = {key: _with_short_texts(value) for key, value in self.content.items()}
        n = size_bytes(content)
        if n > self.limit_bytes:
            raise ReplyTooLarge(
                message(
                    "this reply has {n} bytes and the limit is {limit}; "
                    "use export() for all of it, or statistics_only where there is one",
                    limit=self.limit_bytes,
                    n=n,
                )
            )
        return content


@frozen
class TableResult(Bounded):
    """Rows about one run, or statistics of the same columns.

    `facts` come before them; `statistics` None: rows were asked for. A column that nobody
    measured has no statistics and is named in `missing`.
    """

    activity_id: int
    day: date
    rows_name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = ()
    statistics: Mapping[str, Statistics] | None = None
    facts: Mapping[str, Cell] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    warning: str | None = None

    @property
    def content(self) -> Content:
        """Facts, then the table; `warning` first, where there is one."""
        head: dict[str, object] = {} if self.warning is None else {"warning": self.warning}
        head |= {"activity_id": self.activity_id, "day": self.day.isoformat()}
        head |= {name: rounded(name, value) for name, value in self.facts.items()}
        if self.missing:
            head["missing"] = list(self.missing)
        if self.statistics is not None:
            return head | statistics_content(self.statistics)
        rows = [
            [rounded(name, cell) for name, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]
        return {**head, "columns": list(self.columns), self.rows_name: rows}


def _with_short_texts(value: object) -> object:
    """The same value with names of at most `_NAME_MOST` characters, which an ellipsis ends."""
    if isinstance(value, str):
        return cut(value, _NAME_MOST)
    if isinstance(value, Mapping):
        return {key: _with_short_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_short_texts(item) for item in value]
    return value


def statistics_content(statistics: Mapping[str, Statistics]) -> dict[str, object]:
    """One short list per figure, in the order of `STATISTICS`."""
    return {"statistics": list(STATISTICS)} | {
        name: [
            *(
                rounded(name, value)
                for value in (
                    summary.mean_value,
                    summary.median_value,
                    summary.sd,
                    summary.min_value,
                    summary.max_value,
                )
            ),
            summary.n,
        ]
        for name, summary in statistics.items()
    }


def rounded(name: str, value: object) -> object:
    """A value as JSON, rounded once by the unit its name ends in; days as ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    if not isinstance(value, float):
        return value
    digits = _DIGITS.get(name.rpartition("_")[2])
    return float(f"{value:.6g}") if digits is None else round(value, digits)


def size_bytes(content: Content) -> int:
    """Bytes of UTF-8 that a reply takes as compact JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
    return len(text.encode("utf-8"))


def checked_size(max_output_size: int) -> int:
    """A budget that a caller asks for.

    Raises:
        BadArgument: not within 256..10240 bytes.
    """
    if not _LEAST_REPLY_BYTES <= max_output_size <= MOST_REPLY_BYTES:
        raise BadArgument(
            "max_output_size",
            max_output_size,
            message(
                "a whole number between {low} and {high}",
                low=_LEAST_REPLY_BYTES,
                high=MOST_REPLY_BYTES,
            ),
        )
    return max_output_size


Reference = str | int | date
"""A run: our id, Garmin's id, or a local day (a date, or text YYYY-MM-DD)."""


@frozen
class Run:
    """Which run an answer is about."""

    activity_id: int
    day: date


class BaseDBReader:
    """What every reader shares: one store, opened in turn with writers.

    Attributes:
        store: the database of one data folder; readers of one facade share it.
    """

    def __init__(self, database: Store | Path | str) -> None:
        """A store, its data folder, or the database file in it."""
        self.store = database if isinstance(database, Store) else open_store(Path(database))

    @property
    def db_path(self) -> Path:
        """The database file."""
        return self.store.path

    @contextmanager
    def reading(self, activity: Reference) -> Iterator[tuple[DuckDBPyConnection, Run]]:
        """A read-only connection and the run that is meant.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            StoreBusy, StoreDamaged: as in `Store.read`.
        """
        with self.store.read() as con:
            yield con, find_run(con, activity)


def open_store(path: Path) -> Store:
    """The store of a data folder, or of the database file in it.

    Raises:
        BadArgument: another file.
    """
    if path.name == FILE_NAME:
        return Store(path.parent)
    if path.is_file():
        raise BadArgument(
            "db_path", str(path), message("a data folder, or the hakaru.duckdb in it")
        )
    return Store(path)


def find_run(con: DuckDBPyConnection, activity: Reference) -> Run:
    """The run meant, and its local day.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    activity_id = resolve_activity(con, activity)
    row = first_row(
        con, "SELECT activity_date FROM activities WHERE activity_id = ?", values=[activity_id]
    )
    assert row is not None, "it was just found"
    return Run(activity_id=activity_id, day=row[0])


_PHASES = ("warmup", "run", "recovery", "cooldown")
_PHASE_KINDS: Mapping[str, Kind] = {
    "splits": "text",
    "avg_pace_seconds_per_km": "real",
    "avg_hr": "real",
    "evaluation": "text",
}
TREND_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    "pace_consistency": "real",
    "hr_drift_percentage": "real",
    **{f"{phase}_{name}": kind for phase in _PHASES for name, kind in _PHASE_KINDS.items()},
}
"""The columns of the table `performance_trends`."""


@frozen
class PerformanceTrends(Bounded):
    """One run from phase to phase.

    `pace_cv_frac` is the variation that the rating judged (of repetitions, else of equal
    distances), `decoupling_pct` Pa:HR; None goes with a reason in `missing`.
    """

    run: Run
    training_type: str
    pace_cv_frac: float | None
    decoupling_pct: float | None
    phases: tuple[PhasePerformance, ...]
    missing: Mapping[str, str]

    @property
    def content(self) -> Content:
        """One row per phase; criteria that were not met or cannot be told, by name."""
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "training_type": self.training_type,
            "pace_consistency": rounded("frac", self.pace_cv_frac),
            "hr_drift_percentage": rounded("pct", self.decoupling_pct),
            "missing": dict(self.missing),
            "measured": WHILE_RUNNING,
            "phases": [
                {
                    "phase": phase.phase,
                    "present": phase.present,
                    "splits": list(phase.splits),
                    "avg_pace_seconds_per_km": rounded("s", phase.pace_s_per_km),
                    "avg_hr": rounded("bpm", phase.heart_rate_bpm),
                    "evaluation": _evaluation(phase),
                }
                for phase in self.phases
            ],
        }


class PerformanceReader(BaseDBReader):
    """Phases of a run."""

    def get_performance_trends(self, activity_id: Reference) -> PerformanceTrends:
        """Evenness, drift and phases of one run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
        """
        with self.reading(activity_id) as (con, run):
            analysis = read_session(con, run.activity_id)
            session = _session(con, analysis)
        summary = analysis.summary
        return PerformanceTrends(
            run=run,
            training_type=summary.training_type,
            pace_cv_frac=summary.target_cv_frac,
            decoupling_pct=summary.decoupling_pct,
            phases=phase_performances(session, analysis.rating.phases),
            missing=_missing(session, analysis),
        )


def add_performance_trends(
    con: DuckDBPyConnection,
    runs: Sequence[tuple[SessionAnalysis, Sequence[PhasePerformance]]],
) -> None:
    """Add the rows of runs that have none yet."""
    rows = [_trend_row(analysis, phases) for analysis, phases in runs]
    insert_rows(
        con,
        "performance_trends",
        kinds=TREND_KINDS,
        rows=[tuple(row.get(name) for name in TREND_KINDS) for row in rows],
    )


def _trend_row(
    analysis: SessionAnalysis, phases: Sequence[PhasePerformance]
) -> Mapping[str, object]:
    row: dict[str, object] = {
        "activity_id": analysis.summary.activity_id,
        "pace_consistency": analysis.summary.target_cv_frac,
        "hr_drift_percentage": analysis.summary.decoupling_pct,
    }
    for phase in phases:
        row |= {
            f"{phase.phase}_splits": ",".join(map(str, phase.splits)),
            f"{phase.phase}_avg_pace_seconds_per_km": phase.pace_s_per_km,
            f"{phase.phase}_avg_hr": phase.heart_rate_bpm,
            f"{phase.phase}_evaluation": json.dumps(_evaluation(phase)),
        }
    return row


def _evaluation(phase: PhasePerformance) -> dict[str, object]:
    """Met m of n, and the criteria that were not met or cannot be told, by name."""
    content: dict[str, object] = {"met": phase.tally.n_met, "of": phase.tally.n_told}
    if phase.tally.not_met:
        content["not_met"] = list(phase.tally.not_met)
    if phase.tally.cannot_tell:
        content["cannot_tell"] = list(phase.tally.cannot_tell)
    return content


def _session(con: DuckDBPyConnection, analysis: SessionAnalysis) -> SessionInput:
    """The session as the criteria of phases look at it; zones are not needed here."""
    activity_id = analysis.summary.activity_id
    anatomy = read_anatomy(con, analysis.summary)
    return SessionInput(
        activity_id=activity_id,
        recording=read_recording(con, activity_id),
        splits=read_splits(con, activity_id),
        structure=anatomy.structure,
        figures=anatomy.figures,
        athlete=analysis.athlete,
        zones=None,
        zone_s=None,
        verdict=analysis.verdict,
    )


def _missing(session: SessionInput, analysis: SessionAnalysis) -> Mapping[str, str]:
    """Why a figure is not there, as a code."""
    reasons: dict[str, str] = {}
    if analysis.summary.target_cv_frac is None:
        rows = [row for phase in analysis.rating.phases for row in phase.criteria]
        named = [row for row in rows if row.name in ("work_consistency", "pace_consistency")]
        reason = next((row.missing for row in named if row.missing is not None), None)
        reasons["pace_consistency"] = reason or "not_judged_for_this_type"
    if analysis.summary.decoupling_pct is None:
        reasons["hr_drift_percentage"] = session_decoupling(session).reason or "not_computed"
    return reasons
