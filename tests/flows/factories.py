"""A context on a folder of its own, and what tests ask the store afterwards."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from hakaru.flows.context import Context, NoProgress, Settings
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.verdict import FormEvaluation
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.activities import StoredActivity, list_activities
from hakaru.store.database import Store
from hakaru.store.verdicts import evaluations_of, list_baselines
from tests.once import empty_database

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
SEASON_START = date(2025, 1, 6)
SEASON = SeasonSettings(
    seed=11, start_on=SEASON_START, weeks=8, runs_per_week=2, duration_frac=0.15
)
"""16 short runs from January to March 2025."""


def make_context(folder: Path, *, now: datetime = NOW, settings: Settings | None = None) -> Context:
    """A context whose clock stands still; one process reads the files."""
    empty_database(folder)
    return unused_context(folder, now=now, settings=settings)


def unused_context(
    folder: Path, *, now: datetime = NOW, settings: Settings | None = None
) -> Context:
    """The same on a folder in which nobody has made a file yet."""
    return Context(
        store=Store(folder),
        settings=settings or Settings(workers=1),
        data_folder=folder,
        now=lambda: now,
        progress=NoProgress(),
    )


def at(context: Context, now: datetime) -> Context:
    """The same store at another time."""
    return dataclasses.replace(context, now=lambda: now)


def with_settings(context: Context, **changes: object) -> Context:
    """The same store for a user with other settings."""
    return dataclasses.replace(
        context,
        settings=dataclasses.replace(context.settings, **changes),  # type: ignore[arg-type]
    )


def take_in(context: Context, *paths: Path) -> IngestResult:
    """Ingest, and insist that nothing failed."""
    result = ingest(context, paths=paths)
    assert not result.failed, result.failed
    return result


def stored_runs(context: Context) -> tuple[StoredActivity, ...]:
    """The stored runs, oldest first."""
    with context.store.read() as con:
        return tuple(reversed(list_activities(con)))


def verdicts(context: Context) -> dict[int, FormEvaluation]:
    """The current verdicts by activity."""
    ids = [run.activity_id for run in stored_runs(context)]
    with context.store.read() as con:
        return dict(evaluations_of(con, ids))


def versions(context: Context) -> tuple[MetricBaseline, ...]:
    """Every baseline version, newest first."""
    with context.store.read() as con:
        return list_baselines(con)


def run_sql(context: Context, query: str, values: Sequence[object] = ()) -> None:
    """Change the store behind the product's back."""
    with context.store.write() as con:
        con.execute(query, list(values))


def without_verdict(context: Context, *activity_ids: int) -> None:
    """Take the current verdicts on some runs away, as if nobody had judged them."""
    for table in ("metric_verdicts", "data.run_verdicts"):
        wanted = "activity_id IN (SELECT unnest(?::BIGINT[]))"
        run_sql(context, f"DELETE FROM {table} WHERE {wanted}", [list(activity_ids)])


def ask(context: Context, query: str) -> list[tuple[object, ...]]:
    """Rows of a query."""
    with context.store.read() as con:
        return con.execute(query).fetchall()


_TABLES = (
    "activities",
    "data.time_series_metrics",
    "data.splits",
    "laps",
    "devices",
    "recording_sources",
    "form_evaluations",
    "form_evaluation_history",
    "metric_verdicts",
    "form_evaluation_refusals",
    "data.form_baselines",
    "sources",
)


def content(context: Context, tables: Sequence[str] = _TABLES) -> dict[str, str]:
    """A digest of every row of each table."""
    hashes = {}
    with context.store.read() as con:
        for table in tables:
            rows = con.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
            hashes[table] = hashlib.sha256(repr(rows).encode()).hexdigest()
    return hashes


HALF_ACTIVITIES = """
SELECT a.activity_id FROM activities a
LEFT JOIN (SELECT activity_id, count(*) AS n FROM data.time_series_metrics GROUP BY ALL) t
    USING (activity_id)
LEFT JOIN (SELECT activity_id, count(*) AS n FROM data.splits GROUP BY ALL) s USING (activity_id)
LEFT JOIN (SELECT activity_id, count(*) AS n FROM recording_sources GROUP BY ALL) p
    USING (activity_id)
LEFT JOIN form_evaluations e USING (activity_id)
LEFT JOIN form_evaluation_refusals r USING (activity_id)
WHERE a.n_samples <> coalesce(t.n, 0) OR a.n_splits <> coalesce(s.n, 0) OR coalesce(p.n, 0) = 0
    OR (e.activity_id IS NULL) = (r.activity_id IS NULL)
"""
"""Activities with other than the samples and splits they say, or not exactly one of verdict and
reason for none."""
ORPHANS = """
SELECT activity_id FROM data.time_series_metrics ANTI JOIN activities USING (activity_id)
UNION SELECT activity_id FROM data.splits ANTI JOIN activities USING (activity_id)
UNION SELECT activity_id FROM form_evaluations ANTI JOIN activities USING (activity_id)
"""


def assert_whole(context: Context) -> None:
    """No half activity, and nothing without its activity."""
    assert ask(context, HALF_ACTIVITIES) == []
    assert ask(context, ORPHANS) == []
