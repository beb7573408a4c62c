"""Steps of form come back as they were found, and runs that could not be judged stay apart."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from hakaru.running.anomalies.steps import AnomalyReport
from hakaru.store.recordings import write_recordings
from hakaru.store.sessions import anomalies_of, judged_anomalies, judged_runs, write_anomalies
from tests.shared import examples
from tests.store.factories import make_runs, memory_store
from tests.store.session_factories import make_anomaly, make_report, n_rows, reports

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


@settings(max_examples=examples(30), deadline=None)
@given(report=reports())
def test_anomalies_read_back_as_they_were_written(
    shared: DuckDBPyConnection, report: AnomalyReport
) -> None:
    write_anomalies(shared, 7, report=report)
    assert anomalies_of(shared, [7, 8]) == {7: report.anomalies, 8: ()}
    assert judged_anomalies(shared, 7) == report.anomalies


def test_a_new_report_replaces_the_old_one_of_that_run_only(con: DuckDBPyConnection) -> None:
    other = make_report(make_anomaly())
    write_anomalies(con, 8, report=other)
    for _ in range(2):
        write_anomalies(con, 7, report=make_report(make_anomaly(1), make_anomaly(2)))
    assert n_rows(con, "form_anomalies", 7) == 2
    assert n_rows(con, "anomaly_coverage", 7) == 1
    write_anomalies(con, 7, report=make_report())
    assert anomalies_of(con, [7, 8]) == {7: (), 8: other.anomalies}


def test_nothing_found_is_told_from_nothing_looked_at(con: DuckDBPyConnection) -> None:
    write_anomalies(con, 7, report=make_report(judged_s=600.0))
    write_anomalies(con, 8, report=make_report(judged_s=0.0))
    assert judged_anomalies(con, 7) == ()
    assert judged_anomalies(con, 8) is None
    assert judged_anomalies(con, 9) is None


def test_runs_that_were_looked_at_are_listed_newest_first(con: DuckDBPyConnection) -> None:
    runs = make_runs(4, n_samples=2)
    ids = [run.recording.activity_id for run in runs]
    days = [run.recording.day for run in runs]
    write_recordings(con, runs)
    for position in (0, 1, 3):
        judged_s = 100.0 * (position + 1)
        write_anomalies(con, ids[position], report=make_report(judged_s=judged_s))
    listed = judged_runs(con, since=None, limit=10)
    assert listed == (
        (ids[3], days[3], 400.0),
        (ids[1], days[1], 200.0),
        (ids[0], days[0], 100.0),
    )
    assert judged_runs(con, since=days[1], limit=10) == listed[:2]
    assert judged_runs(con, since=None, limit=1) == listed[:1]
    assert judged_runs(con, since=days[3] + timedelta(days=1), limit=10) == ()
