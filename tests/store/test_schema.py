from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from hakaru.running.activity import DeviceSummary, Recording, RunTotals
from hakaru.store.connect import load_migrations
from hakaru.store.recordings import SERIES_COLUMNS
from hakaru.store.rows import kinds_of
from hakaru.store.stored_run import CHILDREN, Child
from hakaru.store.verdicts import METRIC_KINDS, RUN_KINDS
from tests.store.factories import lay_baselines, make_baseline, memory_store

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

REQUIRED = (
    "activities",
    "splits",
    "time_series_metrics",
    "heart_rate_zones",
    "lactate_threshold",
    "vo2_max",
    "weather",
    "hr_efficiency",
    "form_efficiency",
    "performance_trends",
    "form_baselines",
    "form_evaluations",
    "section_analyses",
)


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def _columns(con: DuckDBPyConnection, table: str) -> set[str]:
    return {row[0] for row in con.execute(f"DESCRIBE {table}").fetchall()}


@pytest.mark.parametrize("table", REQUIRED)
def test_every_table_the_requirements_name_can_be_selected_from(
    con: DuckDBPyConnection, table: str
) -> None:
    assert con.execute(f"SELECT * FROM {table}").fetchall() == []


@pytest.mark.parametrize("child", CHILDREN, ids=lambda child: child.table)
def test_every_field_of_a_part_has_its_column(con: DuckDBPyConnection, child: Child) -> None:
    assert set(child.kinds) <= _columns(con, child.table)


def test_every_field_of_a_run_a_baseline_and_a_verdict_has_its_column(
    con: DuckDBPyConnection,
) -> None:
    activities = _columns(con, "activities")
    assert set(kinds_of(Recording)) | set(kinds_of(RunTotals)) <= activities
    assert {f"device_{name}" for name in kinds_of(DeviceSummary)} <= activities
    assert set(SERIES_COLUMNS) <= _columns(con, "data.time_series_metrics")
    assert set(METRIC_KINDS) <= _columns(con, "metric_verdicts")
    assert set(RUN_KINDS) <= _columns(con, "data.run_verdicts")
    con.execute("BEGIN")
    lay_baselines(con, make_baseline())
    con.execute("ROLLBACK")


def test_the_history_has_the_columns_of_the_current_verdicts(con: DuckDBPyConnection) -> None:
    history = _columns(con, "form_evaluation_history")
    assert history == _columns(con, "form_evaluations") | {"superseded_at"}


@pytest.mark.parametrize("of", ["run_verdict", "metric_verdict"])
def test_a_superseded_verdict_keeps_all_of_its_columns(con: DuckDBPyConnection, of: str) -> None:
    schema = "data." if of == "run_verdict" else ""
    kept = _columns(con, f"{schema}{of}_history")
    assert _columns(con, f"{schema}{of}s") <= kept


def test_measured_values_are_stored_in_double_precision(con: DuckDBPyConnection) -> None:
    narrow = con.execute(
        "SELECT table_name, column_name FROM duckdb_columns() "
        "WHERE data_type IN ('FLOAT', 'DECIMAL', 'TIMESTAMP WITH TIME ZONE') AND NOT internal"
    ).fetchall()
    assert narrow == []


@pytest.mark.parametrize("folder", ["migrations", "state_migrations"])
def test_migrations_are_numbered_without_gaps(folder: str) -> None:
    versions = [migration.version for migration in load_migrations(folder)]
    assert versions == list(range(1, len(versions) + 1))
