"""The SQL that the requirements write down runs as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest

from hakaru.running.metrics import METRICS
from hakaru.store.recordings import write_recordings
from hakaru.store.verdicts import write_evaluations
from tests.store.factories import (
    START,
    lay_baselines,
    make_baseline,
    make_evaluation,
    make_full_recording,
    make_run,
    memory_store,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ACTIVITY_ID = 20790040925


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        _fill(con)
        yield con


def _fill(con: DuckDBPyConnection) -> None:
    recording = make_full_recording()
    run = make_run(n_samples=700)
    write_recordings(
        con,
        [
            run,
            type(run)(recording=recording, splits=run.splits, totals=run.totals),
        ],
    )
    for day in range(2):
        lay_baselines(
            con,
            make_baseline(trained_at=START + timedelta(days=day), slope=-0.4 - day / 10),
            make_baseline(metric="vo", model_type="linear", intercept=6.6, slope=0.8),
            version=day + 1,
        )
    write_evaluations(con, [make_evaluation(ACTIVITY_ID)])


def test_the_evaluator_reads_a_run(con: DuckDBPyConnection) -> None:
    row = con.execute(
        """
        SELECT
            AVG(ground_contact_time_ms) as gct_ms,
            AVG(vertical_oscillation_cm) as vo_cm,
            AVG(vertical_ratio_pct) as vr_pct,
            AVG(avg_running_cadence_spm) as cadence,
            AVG(1000.0 / pace_seconds_per_km) as speed_mps
        FROM splits
        WHERE activity_id = ?
    """,
        [ACTIVITY_ID],
    ).fetchall()[0]
    assert row == pytest.approx((240.5, 9.1, 8.4, 176.0, 990.0 / 290.0))


def test_the_predictor_finds_the_newest_baseline_in_the_first_row(con: DuckDBPyConnection) -> None:
    alpha, d, low, high = con.execute(
        """
        SELECT coef_alpha, coef_d, speed_range_min, speed_range_max
        FROM form_baselines
        WHERE user_id = ? AND condition_group = ? AND metric = 'gct'
    """,
        ["default", "default"],
    ).fetchall()[0]
    newest = make_baseline(slope=-0.5)
    assert (low, high) == (2.2, 4.4)
    assert np.exp((np.log(3.0) - alpha) / d) == pytest.approx(np.exp(5.9) * 3.0**newest.slope)
    assert con.execute(
        """
        SELECT coef_a, coef_b
        FROM form_baselines
        WHERE user_id = ? AND condition_group = ? AND metric = 'vo'
    """,
        ["default", "default"],
    ).fetchall()[0] == (6.6, 0.8)


def test_the_tool_reads_an_evaluation(con: DuckDBPyConnection) -> None:
    row = con.execute(
        """
        SELECT
            gct_ms_expected, gct_ms_actual, gct_delta_pct,
            gct_star_rating, gct_score, gct_needs_improvement, gct_evaluation_text,
            vo_cm_expected, vo_cm_actual, vo_delta_cm,
            vo_star_rating, vo_score, vo_needs_improvement, vo_evaluation_text,
            vr_pct_expected, vr_pct_actual, vr_delta_pct,
            vr_star_rating, vr_score, vr_needs_improvement, vr_evaluation_text,
            cadence_actual, cadence_minimum, cadence_achieved,
            overall_score, overall_star_rating
        FROM form_evaluations
        WHERE activity_id = ?
    """,
        [ACTIVITY_ID],
    ).fetchall()[0]
    assert row[:2] == (261.5, 258.0)
    assert row[-2:] == (94.0, "★★★★☆")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM form_baselines",
        "SELECT activity_id, overall_score, overall_star_rating FROM form_evaluations "
        "ORDER BY activity_id DESC LIMIT 5",
        "SELECT eval_id, gct_penalty, vo_penalty, vr_penalty, evaluated_at FROM form_evaluations",
        "SELECT baseline_id, model_type, n_samples, rmse, trained_at FROM form_baselines",
    ],
)
def test_the_checks_of_the_requirements_find_rows(con: DuckDBPyConnection, query: str) -> None:
    assert con.execute(query).fetchall()


def test_a_time_range_is_asked_for_in_elapsed_seconds(con: DuckDBPyConnection) -> None:
    fetched = con.execute(
        f"""SELECT * FROM time_series_metrics
              WHERE activity_id = {ACTIVITY_ID}
              AND timestamp BETWEEN 300 AND 600"""
    ).fetchnumpy()
    assert fetched["timestamp"].tolist() == [float(second) for second in range(300, 600)]
    assert fetched["pace"] == pytest.approx(1000.0 / fetched["speed_mps"])


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        (
            "splits",
            "pace, pace_seconds_per_km, cadence, avg_running_cadence_spm, stride_length, "
            "heart_rate, power, normalized_power, intensity_type, ground_contact_time_ms, "
            "vertical_oscillation_cm, vertical_ratio_pct, gct_ms, vo_cm, vr_pct",
        ),
        ("time_series_metrics", "timestamp, pace, heart_rate, cadence, power, gct_ms"),
        ("vo2_max", "precise_value, category, fitness_age"),
        ("lactate_threshold", "heart_rate, speed_mps, functional_threshold_power"),
        ("hr_efficiency", "training_type"),
    ],
)
def test_every_spelling_is_selectable(con: DuckDBPyConnection, table: str, columns: str) -> None:
    rows = con.execute(f"SELECT {columns} FROM {table} WHERE activity_id = ?", [ACTIVITY_ID])
    assert rows.fetchall()


def test_work_is_filtered_by_intensity_type(con: DuckDBPyConnection) -> None:
    query = "SELECT count(*) FROM splits WHERE intensity_type = 'active' AND activity_id = ?"
    assert con.execute(query, [ACTIVITY_ID]).fetchall() == [(2,)]


def test_a_stride_times_the_cadence_is_the_speed(con: DuckDBPyConnection) -> None:
    cadence_spm, stride_cm = con.execute("SELECT cadence, stride_length FROM splits").fetchall()[0]
    assert cadence_spm * stride_cm / 100.0 / 60.0 == pytest.approx(3.29, abs=0.2)


def test_the_columns_that_metrics_name_exist(con: DuckDBPyConnection) -> None:
    for metric in METRICS.values():
        columns = ", ".join(metric.inputs or (metric.series_column,))
        con.execute(f"SELECT {columns} FROM splits").fetchall()
        con.execute(f"SELECT {columns} FROM time_series_metrics").fetchall()
    named = "ground_contact_time_ms, vertical_oscillation_cm, vertical_ratio_pct"
    con.execute(f"SELECT {named}, avg_running_cadence_spm FROM splits").fetchall()
    actual = "gct_ms_actual, vo_cm_actual, vr_pct_actual, cadence_actual, gct_ms_expected"
    con.execute(f"SELECT {actual} FROM form_evaluations").fetchall()


def test_form_efficiency_shows_plain_figures(con: DuckDBPyConnection) -> None:
    row = con.execute(
        "SELECT gct_avg_ms, gct_min_ms, gct_max_ms, gct_sd_ms FROM form_efficiency "
        "WHERE activity_id = ?",
        [ACTIVITY_ID],
    ).fetchall()[0]
    assert row == pytest.approx((240.5, 240.0, 241.0, 0.5**0.5))


def test_views_cannot_be_written_by_mistake(con: DuckDBPyConnection) -> None:
    with pytest.raises(duckdb.Error, match="base table"):
        con.execute("DELETE FROM splits")
