"""Every operation on an empty data folder: an empty answer or one clear sentence."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, RequestError, UnknownActivity
from hakaru.flows.baselines import baselines, expect_at
from hakaru.flows.context import Context
from hakaru.flows.drift import drift
from hakaru.flows.evaluate import evaluate, reevaluate, train
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.report import report
from hakaru.flows.simulate import simulate
from hakaru.flows.status import activities, latest_evaluated, status


def test_nothing_is_listed(context: Context) -> None:
    assert activities(context, since=None, until=None, limit=20).activities == ()
    assert baselines(context, sensor=None, plot=None, limit=20).n_versions == 0
    assert latest_evaluated(context) is None


def test_status_says_that_nothing_is_there(context: Context) -> None:
    found = status(context)
    assert found.summary.n_activities == found.summary.n_samples == 0
    assert found.summary.first_date is found.summary.trained_at is None
    assert found.learned == ()
    assert not found.is_older


def test_nothing_is_judged_or_learned(context: Context) -> None:
    assert evaluate(context, activity=None, all=True).evaluated == 0
    assert reevaluate(context, since=None, until=None).evaluated == 0
    assert train(context, method="direct", history=True).baselines == ()
    assert train(context, method="inverse", history=False).baselines == ()


def test_the_population_answers_what_to_expect(context: Context) -> None:
    result = expect_at(context, pace=270.0, sensor=None)
    assert {expectation.basis for expectation in result.expectations} == {"population"}


def test_there_is_no_drift_of_nothing(context: Context) -> None:
    result = drift(context, sensor=None, since=date(2025, 1, 1))
    assert result.sensor_group is None
    assert result.findings == ()


def test_a_run_that_is_not_there_is_unknown(context: Context) -> None:
    with pytest.raises(UnknownActivity, match="hakaru activities"):
        evaluate(context, activity="2025-01-01", all=False)
    with pytest.raises(UnknownActivity):
        get_form_evaluations(context, activity_id="1", detail=True)
    with pytest.raises(UnknownActivity):
        report(context, activity="1", out=None)


def test_there_is_no_sensor_and_nothing_to_plot(context: Context) -> None:
    with pytest.raises(BadArgument, match="none stored"):
        expect_at(context, pace=270.0, sensor="garmin-hrm")
    with pytest.raises(RequestError, match="not measured yet"):
        baselines(context, sensor=None, plot="gct", limit=20)


def test_a_season_can_be_simulated(context: Context, tmp_path: Path) -> None:
    result = simulate(
        context, folder=tmp_path / "new", weeks=1, runs_per_week=1, seed=3, start=date(2025, 1, 6)
    )
    assert [path.name for path in result.files] == ["2025-01-11-long.fit"]
    dated = simulate(
        context, folder=tmp_path / "to-today", weeks=1, runs_per_week=1, seed=3, start=None
    )
    assert dated.files[0].name.startswith("2025-05-31")
