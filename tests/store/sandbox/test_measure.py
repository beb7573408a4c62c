"""Do profiles and histograms say what numpy says about the same rows?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hakaru.core.errors import QueryRefused
from hakaru.store.sandbox.ask import run, run_for
from hakaru.store.sandbox.job import Histogram, Job, Profile, Written
from tests.store.sandbox.folders import exported, profiled
from tests.store.sandbox.test_legitimate import ask_directly


def profile_of(folder: Path, sql: str, **fields: Any) -> Profile:
    return run_for(Profile, Job(kind="profile", text=sql, folder=str(folder / "data"), **fields))


def histogram_of(folder: Path, sql: str, column: str, **fields: Any) -> Histogram:
    made = Job(
        kind="histogram",
        text=sql,
        folder=str(folder / "data"),
        column=column,
        **({"n_bins": 20} | fields),
    )
    return run_for(Histogram, made)


def values(folder: Path, column: str) -> np.ndarray[Any, Any]:
    rows = ask_directly(folder, f"SELECT {column} FROM time_series_metrics")
    return np.array([row[0] for row in rows], dtype=float)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("column", ["heart_rate", "gct_ms", "speed_mps"])
@pytest.mark.parametrize("table", [True, False])
def test_a_profile_says_what_numpy_says(folder: Path, column: str, table: bool) -> None:
    expected = values(folder, column)
    known = expected[np.isfinite(expected)]
    made = profile_of(folder, "SELECT * FROM time_series_metrics", table=table, columns=(column,))
    (found,) = made.columns
    assert made.n_rows == len(expected)
    assert found.n_missing == len(expected) - len(known)
    assert found.n_distinct == len(np.unique(known))
    assert (found.low, found.high) == (known.min(), known.max())
    assert found.mean_value == pytest.approx(known.mean())
    assert found.median_value == pytest.approx(np.median(known))


def test_a_profile_of_many_rows_estimates_and_says_so(folder: Path) -> None:
    sql = "SELECT range AS x, range % 7 AS y FROM range(400000)"
    made = profile_of(folder, sql)
    x, y = made.columns
    assert made.estimated
    assert made.n_rows == 400_000
    assert (x.low, x.high, x.n_missing) == (0, 399_999, 0)
    assert x.mean_value == pytest.approx(199_999.5)
    assert x.median_value == pytest.approx(200_000, rel=0.05)
    assert x.n_distinct == pytest.approx(400_000, rel=0.2)
    assert y.n_distinct == 7
    assert profile_of(folder, sql) == made


def test_texts_days_and_lists_have_no_mean(folder: Path) -> None:
    sql = (
        "SELECT sport, activity_date, started_at, [1, 2] AS l, {'a': 1} AS s, true AS b, "
        "NULL AS nothing, 1.5::DECIMAL(4, 2) AS d, '{}'::JSON AS j FROM activities"
    )
    by_name = {column.name: column for column in profile_of(folder, sql).columns}
    assert by_name["sport"].mean_value is None
    assert by_name["sport"].n_distinct == 1
    assert by_name["activity_date"].low == "2025-10-26"
    assert by_name["nothing"].n_missing == 4
    assert by_name["d"].mean_value == 1.5
    assert by_name["b"].mean_value == 1.0
    assert by_name["l"].n_distinct == by_name["s"].n_distinct == by_name["j"].n_distinct == 1


def test_no_rows_are_no_error(folder: Path) -> None:
    made = profile_of(folder, "SELECT * FROM splits WHERE false")
    assert made.n_rows == 0
    assert (made.first_day, made.last_day) == (None, None)
    assert all(column.low is None and column.n_distinct == 0 for column in made.columns)


def test_numbers_that_are_none_count_as_missing(folder: Path) -> None:
    sql = "SELECT unnest([1.0, 'nan'::DOUBLE, 'inf'::DOUBLE, NULL]) AS x"
    (column,) = profile_of(folder, sql).columns
    assert (column.n_missing, column.low, column.high) == (3, 1.0, 1.0)
    assert histogram_of(folder, sql, "x") == Histogram(edges=(1.0, 1.0), counts=(1,), n_missing=3)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM splits",
        "SELECT activity_id, pace FROM splits",
        "SELECT activity_date, distance_m FROM activities",
        "SELECT s.*, a.activity_date FROM splits s JOIN activities a USING (activity_id)",
    ],
)
def test_days_are_local_and_both_included(folder: Path, sql: str) -> None:
    """Resolution 63. The runs start at 21:30 UTC: 6:30 of the next local day."""
    made = profile_of(folder, sql, since="2025-10-27", until="2025-10-28")
    assert (made.first_day, made.last_day) == ("2025-10-27", "2025-10-28")
    every = profile_of(folder, sql)
    assert made.n_rows == every.n_rows // 2
    assert (every.first_day, every.last_day) == ("2025-10-26", "2025-10-29")


def test_moments_with_a_zone_are_told_in_utc(folder: Path, tmp_path: Path) -> None:
    """Python has no table of zones of its own, and none is needed."""
    sql = "SELECT started_at AT TIME ZONE 'UTC' AS t, distance_m AS m FROM activities"
    moment, _ = profile_of(folder, sql).columns
    assert moment.type == "TIMESTAMP WITH TIME ZONE"
    assert (moment.low, moment.high) == ("2025-10-25T21:30:00+00:00", "2025-10-28T21:30:00+00:00")
    assert sum(histogram_of(folder, sql, "m", n_bins=2).counts) == 4
    assert exported(folder, sql, tmp_path / "moments.parquet") == 4
    with pytest.raises(QueryRefused, match="does not hold numbers"):
        histogram_of(folder, sql, "t")


@pytest.mark.parametrize("kind", ["parquet", "csv", "materialize"])
def test_moments_with_a_zone_are_written(folder: Path, tmp_path: Path, kind: str) -> None:
    job = Job(
        kind="materialize" if kind == "materialize" else "export",
        text="SELECT started_at AT TIME ZONE 'UTC' AS t FROM activities",
        folder=str(folder / "data"),
        target=str(tmp_path / "moments"),
        file_format="csv" if kind == "csv" else "parquet",
        max_rows=10,
        max_bytes=10_000_000,
    )
    assert run(job) == Written(n_rows=4, columns=(("t", "TIMESTAMP WITH TIME ZONE"),))


@pytest.mark.parametrize("day", ["5877642-06-25 (BC)", "9999-12-31"])
def test_days_beyond_the_calendar_of_python_are_told_as_text(folder: Path, day: str) -> None:
    outcome = profiled(folder, f"SELECT DATE '{day}' AS day")
    assert isinstance(outcome, Profile)
    assert outcome.first_day == outcome.last_day == day


def test_days_of_rows_without_day_or_activity_are_refused(folder: Path) -> None:
    """Resolution 63."""
    with pytest.raises(QueryRefused, match="neither activity_date nor activity_id"):
        profile_of(folder, "SELECT pace FROM splits", since="2025-10-27")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("n_bins", [1, 7, 20])
@pytest.mark.parametrize("column", ["heart_rate", "gct_ms"])
def test_a_histogram_says_what_numpy_says(folder: Path, column: str, n_bins: int) -> None:
    expected = values(folder, column)
    known = expected[np.isfinite(expected)]
    counts, edges = np.histogram(known, bins=n_bins)
    made = histogram_of(folder, "SELECT * FROM time_series_metrics", column, n_bins=n_bins)
    assert sum(made.counts) == len(known)
    assert made.n_missing == len(expected) - len(known)
    assert list(made.edges) == pytest.approx(edges.tolist())
    assert np.abs(np.array(made.counts) - counts).max() <= 0.005 * len(known)


def test_one_value_is_one_bin_and_none_is_none(folder: Path) -> None:
    made = histogram_of(folder, "SELECT 5 AS x FROM range(3)", "x")
    assert (made.edges, made.counts) == ((5.0, 5.0), (3,))
    empty = histogram_of(folder, "SELECT NULL::INT AS x FROM range(3)", "x")
    assert (empty.edges, empty.counts, empty.n_missing) == ((), (), 3)


@pytest.mark.parametrize("column", ["nope", "sport", "activity_date", 'x"; DROP TABLE splits; --'])
def test_a_column_that_is_none_of_numbers_is_refused(folder: Path, column: str) -> None:
    with pytest.raises(QueryRefused):
        histogram_of(folder, "SELECT * FROM activities", column)


def test_odd_names_of_columns_are_only_names(folder: Path) -> None:
    sql = 'SELECT range AS "a""b; DROP TABLE splits; --", range AS "平均 ペース" FROM range(4)'
    made = profile_of(folder, sql)
    assert [column.name for column in made.columns] == ['a"b; DROP TABLE splits; --', "平均 ペース"]
    assert histogram_of(folder, sql, "平均 ペース", n_bins=2).counts == (2, 2)


def test_a_query_runs_once(folder: Path) -> None:
    """Two passes over random values would disagree: the counts would not add up."""
    made = histogram_of(folder, "SELECT random() AS x FROM range(1000)", "x", n_bins=5)
    assert sum(made.counts) == 1000
    assert min(made.counts) > 0
