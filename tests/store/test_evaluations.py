from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from hakaru.core.errors import NotEvaluated, UnknownActivity
from hakaru.store.recordings import write_recordings
from hakaru.store.verdicts import (
    evaluation_columns,
    evaluations_of,
    read_evaluation,
    unevaluated_activities,
    write_evaluations,
    write_refusals,
)
from tests.store.factories import (
    make_evaluation,
    make_metric_verdict,
    make_runs,
    memory_store,
    superseded,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

UNRATED = make_metric_verdict(
    rated=False,
    unrated_reason="few_runs",
    n_runs=3,
    rank_pct=None,
    penalty=None,
    score=None,
    stars=None,
    needs_improvement=None,
)


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


@pytest.fixture
def ids(con: DuckDBPyConnection) -> list[int]:
    runs = make_runs(3, n_samples=5)
    write_recordings(con, runs)
    return [run.recording.activity_id for run in runs]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"balance": None, "sensor_coverage_frac": None},
        {"cadence_set_spm": 180.0, "new_sensor": True},
        {"metrics": {"gct": UNRATED}, "overall_score": None, "overall_stars": None},
        {"metrics": {"vr": make_metric_verdict("vr", notable="lower", extrapolated=True)}},
    ],
)
def test_a_verdict_reads_back_as_it_was_written(
    con: DuckDBPyConnection, ids: list[int], changes: dict[str, Any]
) -> None:
    evaluation = make_evaluation(ids[0], **changes)
    write_evaluations(con, [evaluation])
    assert read_evaluation(con, ids[0]) == evaluation


def test_a_new_verdict_supersedes_the_old_one_which_is_kept(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    old = make_evaluation(ids[0])
    new = make_evaluation(
        ids[0], overall_score=80.0, evaluated_at=old.evaluated_at + timedelta(days=1)
    )
    write_evaluations(con, [old, make_evaluation(ids[1])])
    write_evaluations(con, [new])
    assert read_evaluation(con, ids[0]) == new
    assert superseded(con, ids[0]) == (old,)
    assert superseded(con, ids[1]) == ()
    when = con.execute("SELECT superseded_at FROM form_evaluation_history").fetchall()[0]
    assert when == (new.evaluated_at.replace(tzinfo=None),)


def test_the_same_verdict_computed_later_is_not_a_new_one(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    first = make_evaluation(ids[0])
    write_evaluations(con, [first])
    later = dataclasses.replace(first, evaluated_at=first.evaluated_at + timedelta(days=9))
    write_evaluations(con, [later])
    assert read_evaluation(con, ids[0]) == first
    assert superseded(con, ids[0]) == ()


def test_verdicts_of_several_activities_come_in_one_query(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    evaluations = {activity_id: make_evaluation(activity_id) for activity_id in ids[:2]}
    write_evaluations(con, list(evaluations.values()))
    assert evaluations_of(con, ids) == evaluations


def test_why_there_is_no_verdict_is_told(con: DuckDBPyConnection, ids: list[int]) -> None:
    write_refusals(con, {ids[0]: "no contact time was recorded"})
    with pytest.raises(NotEvaluated, match="no contact time was recorded"):
        read_evaluation(con, ids[0])
    with pytest.raises(NotEvaluated, match=f"hakaru evaluate {ids[1]}"):
        read_evaluation(con, ids[1])
    with pytest.raises(UnknownActivity):
        read_evaluation(con, 1)


def test_a_verdict_ends_a_refusal_and_a_refusal_ends_a_verdict(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    write_refusals(con, {ids[0]: "too short"})
    write_evaluations(con, [make_evaluation(ids[0])])
    assert con.execute("SELECT count(*) FROM form_evaluation_refusals").fetchall()[0] == (0,)
    write_refusals(con, {ids[0]: "corrected: no form data"})
    with pytest.raises(NotEvaluated, match="corrected"):
        read_evaluation(con, ids[0])
    assert len(superseded(con, ids[0])) == 1


def test_runs_that_wait_for_a_verdict_are_listed_oldest_first(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    assert unevaluated_activities(con) == tuple(ids)
    write_evaluations(con, [make_evaluation(ids[1])])
    write_refusals(con, {ids[0]: "none"})
    assert unevaluated_activities(con) == (ids[2],)


def test_evaluation_columns_have_one_row_per_run_and_measured_metric(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    write_evaluations(con, [make_evaluation(ids[1]), make_evaluation(ids[0])])
    columns = evaluation_columns(con)
    assert columns["activity_id"].tolist() == [ids[0]] * 3 + [ids[1]] * 3
    assert columns["metric"].tolist() == ["cadence", "gct", "vo"] * 2
    assert columns["half_width_90"][1] == 276.0 - 261.5
    assert columns["z"][1] == -0.41
    assert columns["actual"].dtype == np.float64
    assert columns["started_at"].dtype == np.dtype("datetime64[us]")
    only = evaluation_columns(con, metric="gct", sensor_group="garmin-hrm")
    assert only["metric"].tolist() == ["gct", "gct"]
    assert len(evaluation_columns(con, sensor_group="stryd")["actual"]) == 0
    assert len(evaluation_columns(con, metric="vr")["actual"]) == 0


def test_the_columns_for_sql_follow_from_the_verdict(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    write_evaluations(con, [make_evaluation(ids[0])])
    row = con.execute(
        "SELECT gct_delta_pct, vo_delta_cm, vr_delta_pct, gct_star_rating, vo_stars, "
        "vo_star_rating, vr_star_rating, overall_star_rating FROM form_evaluations"
    ).fetchall()[0]
    assert row[:2] == (pytest.approx(100 * (258.0 - 261.5) / 261.5), pytest.approx(0.8))
    assert row[2:] == (None, "★★★★★", 4, "★★★★☆", None, "★★★★☆")


def test_a_run_that_is_not_rated_has_no_score_and_no_star_in_sql(
    con: DuckDBPyConnection, ids: list[int]
) -> None:
    unrated = make_evaluation(
        ids[0], metrics={"gct": UNRATED}, overall_score=None, overall_stars=None
    )
    write_evaluations(con, [unrated])
    row = con.execute(
        "SELECT overall_score, overall_stars, overall_star_rating, gct_score, gct_star_rating, "
        "gct_needs_improvement, gct_rated, gct_unrated_reason, n_runs, gct_ms_actual "
        "FROM form_evaluations"
    ).fetchall()[0]
    assert row == (None, None, None, None, None, None, False, "few_runs", 3, 258.0)


def test_every_measured_metric_is_a_row(con: DuckDBPyConnection, ids: list[int]) -> None:
    write_evaluations(con, [make_evaluation(ids[0])])
    rows = con.execute("SELECT metric, z, rated FROM metric_verdicts ORDER BY metric").fetchall()
    assert rows == [("cadence", -0.41, False), ("gct", -0.41, True), ("vo", -0.41, True)]
    minimum = con.execute("SELECT cadence_minimum, cadence_achieved FROM form_evaluations")
    assert minimum.fetchall() == [(170.0, True)]
