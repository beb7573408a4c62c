"""Kinds of sensors are never mixed, and a new one says that it is new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.flows.baselines import baselines, expect_at, view_form
from hakaru.flows.context import Context
from hakaru.flows.drift import drift
from hakaru.flows.evaluate import train
from hakaru.running.metrics import METRICS
from tests.flows.factories import SEASON, make_context, stored_runs, take_in, verdicts, versions
from tests.simulated import write_season

CHANGING = replace(SEASON, weeks=6, sensor_change_week=4, seed=12)
N_BEFORE = 4 * CHANGING.runs_per_week


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Four weeks on a chest strap, training, then two weeks on the wrist, not trained on."""
    files = write_season(tmp_path_factory.mktemp("changing"), CHANGING)
    context = make_context(tmp_path_factory.mktemp("changed"))
    take_in(context, *files[:N_BEFORE])
    train(context, method="direct", history=False)
    take_in(context, *files[N_BEFORE:])
    yield context
    context.store.close()


def test_a_new_sensor_starts_from_the_prior_and_says_so(changed: Context) -> None:
    by_run = verdicts(changed)
    for position, run in enumerate(stored_runs(changed)):
        verdict = by_run[run.activity_id]
        is_first = position in {0, N_BEFORE}
        assert verdict.sensor_group == ("garmin-wrist" if position >= N_BEFORE else "garmin-hrm")
        assert verdict.new_sensor == (position == N_BEFORE)
        learned = {metric.baseline_version is not None for metric in verdict.metrics.values()}
        assert learned == {not is_first}


def test_no_sensor_is_pooled_with_another(changed: Context, tmp_path: Path) -> None:
    train(changed, method="direct", history=True)
    expected = {"garmin-hrm": N_BEFORE, "garmin-wrist": CHANGING.n_runs - N_BEFORE}
    current = {
        (version.sensor_group, version.metric): version for version in reversed(versions(changed))
    }
    assert set(current) == {(group, metric) for group in expected for metric in METRICS}
    for (group, _), baseline in current.items():
        assert baseline.n_runs <= expected[group]
    assert {current[group, "gct"].n_runs for group in expected} == set(expected.values())


def test_the_day_of_the_change_is_told(changed: Context) -> None:
    (change,) = view_form(changed, sensor=None).sensor_changes
    assert (change.before, change.after) == ("garmin-hrm", "garmin-wrist")
    assert change.day == stored_runs(changed)[N_BEFORE].activity_date


def test_without_a_name_the_sensor_of_the_latest_run_answers(changed: Context) -> None:
    assert expect_at(changed, pace=300.0, sensor=None).sensor_group == "garmin-wrist"
    assert expect_at(changed, pace=300.0, sensor="garmin-hrm").sensor_group == "garmin-hrm"
    assert drift(changed, sensor=None, since=None).sensor_group == "garmin-wrist"


def test_a_sensor_never_worn_is_refused_with_the_known_ones(changed: Context) -> None:
    with pytest.raises(BadArgument, match="garmin-wrist, garmin-hrm"):
        expect_at(changed, pace=300.0, sensor="stryd")
    with pytest.raises(BadArgument, match="garmin-hrm"):
        drift(changed, sensor="stryd", since=None)
    with pytest.raises(BadArgument, match="garmin-hrm"):
        baselines(changed, sensor="stryd", plot=None, limit=5)


def test_versions_can_be_listed_for_one_sensor(changed: Context) -> None:
    listed = baselines(changed, sensor="garmin-hrm", plot=None, limit=100)
    assert {baseline.sensor_group for baseline in listed.baselines} == {"garmin-hrm"}
    assert listed.n_versions == len(listed.baselines)
