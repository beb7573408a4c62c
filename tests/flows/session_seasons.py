"""Seasons with every kind of session, stored once and copied by tests.

The watch of one season knows much about its runner; the other one comes as files of a service,
which carry a heart rate and nothing else, so that everything about the athlete is an estimate.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.store.sessions import session_summaries
from tests.flows.factories import SEASON_START, ask, make_context, run_sql, take_in
from tests.flows.test_same_run import as_tcx
from tests.once import made_once, own_copy
from tests.simulated import as_recording, write_season

MIXED = SeasonSettings(seed=5, start_on=SEASON_START, weeks=2, runs_per_week=5, duration_frac=0.6)
"""Each week: easy, intervals, recovery, tempo, long."""
HEART_RATE_ONLY = SeasonSettings(
    seed=5, start_on=SEASON_START, weeks=3, runs_per_week=5, duration_frac=0.4
)
UNDERSTOOD = (
    "data.sessions",
    "session_athlete",
    "session_phases",
    "session_criteria",
    "session_deductions",
    "data.session_segments",
    "best_efforts",
    "distance_efforts",
    "data.splits",
    "hr_efficiency",
    "form_anomalies",
    "anomaly_coverage",
    "data.run_verdicts",
    "metric_verdicts",
)
"""Every table with something that was derived from recordings and what is known of the athlete."""
_NOT_COMPARED = {"analysed_at", "eval_id"}


@cache
def mixed_files() -> tuple[Path, ...]:
    """The FIT files of `MIXED`, oldest first."""
    folder = made_once("mixed-files", lambda folder: write_season(folder, MIXED))
    return tuple(sorted(folder.rglob("*.fit")))


@cache
def heart_rate_files() -> tuple[Path, ...]:
    """The TCX files of `HEART_RATE_ONLY`, oldest first."""
    return tuple(sorted(made_once("heart-rate-files", _write_heart_rate_files).iterdir()))


def _write_heart_rate_files(folder: Path) -> None:
    for number, session in enumerate(simulate_season(HEART_RATE_ONLY)):
        text = as_tcx(as_recording(session))
        (folder / f"{number:02}.tcx").write_text(text, encoding="utf-8")


@cache
def twin_files() -> tuple[Path, Path]:
    """The first run of `MIXED` as the watch wrote it, and as a service offers it."""
    folder = made_once("twins", _write_twins)
    return folder / "run.fit", folder / "run.tcx"


def _write_twins(folder: Path) -> None:
    session = next(iter(simulate_season(MIXED)))
    (folder / "run.fit").write_bytes(session.to_fit())
    (folder / "run.tcx").write_text(as_tcx(as_recording(session)), encoding="utf-8")


@cache
def _stored(files: Sequence[Path]) -> Path:
    def take_all_in(folder: Path) -> None:
        context = make_context(folder)
        take_in(context, *files)
        context.store.close()

    named = hashlib.sha256("\n".join(map(str, files)).encode()).hexdigest()[:12]
    return own_copy(made_once(f"stored-{named}", take_all_in))


@contextmanager
def copy_of(files: Sequence[Path], folder: Path) -> Iterator[Context]:
    """A data folder of one's own in which these files were taken in, in that order."""
    shutil.copytree(_stored(files), folder / "copy")
    made = make_context(folder / "copy")
    yield made
    made.store.close()


@contextmanager
def read_only(files: Sequence[Path]) -> Iterator[Context]:
    """The stored files themselves, for tests that change nothing."""
    made = make_context(_stored(files))
    yield made
    made.store.close()


def sessions(context: Context) -> tuple[SessionSummary, ...]:
    """The stored sessions, oldest first."""
    with context.store.read() as con:
        return session_summaries(con)


def first_of(context: Context, training_type: TrainingType) -> SessionSummary:
    """The oldest session of a type."""
    return next(session for session in sessions(context) if session.training_type == training_type)


def derived(context: Context, tables: Sequence[str] = UNDERSTOOD) -> dict[str, list[str]]:
    """Every row of the tables, without the time of the analysis and running numbers."""
    rows = {}
    for table in tables:
        columns = [str(row[0]) for row in ask(context, f"DESCRIBE {table}")]
        kept = ", ".join(
            f'"{name}"'
            for name in columns
            if name not in _NOT_COMPARED and not name.endswith("baseline_version")
        )
        rows[table] = [repr(row) for row in ask(context, f"SELECT {kept} FROM {table}")]
        rows[table].sort()
    return rows


def repeat(context: Context, times: int) -> None:
    """So many copies of everything stored, each two weeks after the one before."""
    tables = ("activities", "data.time_series_metrics", "devices", *_REPORTED, *UNDERSTOOD)
    for table in tables:
        columns = {str(row[0]) for row in ask(context, f"DESCRIBE {table}")}
        moved = [f"{new} AS {name}" for name, new in _MOVED.items() if name in columns]
        run_sql(
            context,
            f"INSERT INTO {table} SELECT t.* REPLACE ({', '.join(moved)}) "
            f"FROM {table} AS t, range(1, ?) AS numbers(n)",
            [times],
        )


_REPORTED = ("vo2_max", "lactate_threshold", "athlete_reports", "data.heart_rate_zones")
_MOVED = {
    "activity_id": "activity_id + n * 14 * 86400 * 1000",
    "activity_date": "CAST(activity_date + to_days(CAST(14 * n AS INTEGER)) AS DATE)",
    "started_at": "started_at + to_days(CAST(14 * n AS INTEGER))",
    "eval_id": "eval_id + 1000 * n",
}
