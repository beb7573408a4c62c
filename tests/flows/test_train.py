"""Learning follows every run: what was learned is shown, and nothing is left to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.flows.baselines import baselines
from hakaru.flows.context import Context
from hakaru.flows.evaluate import train
from hakaru.present.form import trained_document
from hakaru.running.baseline.model import BaselineSettings
from hakaru.running.lessons import learn, lessons_at
from hakaru.running.metrics import METRICS
from hakaru.store.recordings import split_columns
from tests.documents import lines_of
from tests.flows.factories import (
    NOW,
    SEASON,
    at,
    content,
    stored_runs,
    take_in,
    versions,
    with_settings,
)
from tests.simulated import write_season

VERDICTS = ("form_evaluations", "form_evaluation_history")


def test_what_holds_was_learned_from_every_run_as_it_came_in(untrained: Context) -> None:
    result = train(untrained, method="direct", history=False)
    assert result.stored
    assert (result.n_new, result.monthly) == (0, 0)
    assert {baseline.metric for baseline in result.baselines} == set(METRICS)
    latest = stored_runs(untrained)[-1]
    for baseline in result.baselines:
        assert baseline.n_runs == SEASON.n_runs
        assert baseline.basis in {"personal", "shrunk"}
        assert baseline.window_end == latest.started_at
        assert baseline.sensor_group == "garmin-hrm"


def test_every_sensor_of_the_history_learns_from_its_own_runs(
    context: Context, tmp_path: Path
) -> None:
    write_season(tmp_path, replace(SEASON, weeks=4, sensor_change_week=1))
    take_in(context, tmp_path)
    learned = {
        (baseline.sensor_group, baseline.metric): baseline.n_runs
        for baseline in train(context, method="direct", history=False).baselines
    }
    worn = Counter(run.sensor_group for run in stored_runs(context))
    assert worn == {"garmin-hrm": 2, "garmin-wrist": 6}
    assert learned == {(group, metric): n for group, n in worn.items() for metric in METRICS}


@pytest.mark.parametrize("history", [False, True])
def test_nothing_is_left_to_do(untrained: Context, history: bool) -> None:
    first = train(untrained, method="direct", history=history)
    before = untrained.store.path.read_bytes()
    for days in (0.001, 1, 100):
        later = at(untrained, NOW + timedelta(days=days))
        assert train(later, method="direct", history=history) == first
        assert untrained.store.path.read_bytes() == before
    english, japanese = (lines_of(trained_document(first, lang)) for lang in ("en", "ja"))
    assert english[-1].startswith("Nothing is left to do")
    assert japanese[-1].startswith("することは残っていません")


def test_what_is_learned_is_the_same_to_its_last_digit_on_any_day(untrained: Context) -> None:
    with untrained.store.read() as con:
        columns = split_columns(con)
    settings = BaselineSettings(half_life_days=untrained.settings.half_life_days)
    learned = [
        [
            replace(baseline, trained_at=NOW)
            for lesson in lessons_at(columns, NOW + timedelta(days=days), settings=settings)
            for baseline in learn(lesson, settings, user_id="default", trained_at=NOW)
        ]
        for days in (0, 1 / 3, 7, 1234.567)
    ]
    assert learned[0]
    assert all(other == learned[0] for other in learned[1:])


def test_with_another_half_life_the_same_runs_are_learned_from_anew(untrained: Context) -> None:
    other = with_settings(untrained, half_life_days=20.0)
    train(other, method="direct", history=False)
    assert {version.half_life_days for version in versions(untrained)} == {20.0}


def test_training_changes_no_verdict(untrained: Context) -> None:
    before = content(untrained, VERDICTS)
    train(untrained, method="direct", history=True)
    assert content(untrained, VERDICTS) == before


def test_the_inverse_method_is_compared_and_never_stored(untrained: Context) -> None:
    before = versions(untrained)
    result = train(untrained, method="inverse", history=False)
    assert not result.stored
    assert {baseline.metric for baseline in result.baselines if baseline.method == "inverse"} == {
        "gct"
    }
    assert all(baseline.version is None for baseline in result.baselines)
    assert versions(untrained) == before


def test_there_is_nothing_to_learn_from_nothing(context: Context) -> None:
    result = train(context, method="direct", history=True)
    assert result.baselines == ()
    assert versions(context) == ()


@pytest.mark.soak
def test_runs_that_outweigh_nothing_any_more_are_not_fitted(context: Context, season: Path) -> None:
    take_in(context, season)
    settings = replace(context.settings, half_life_days=1.0)
    short = replace(context, settings=settings)
    result = train(short, method="direct", history=False)
    assert {baseline.half_life_days for baseline in result.baselines} == {1.0}
    assert all(baseline.n_runs < SEASON.n_runs for baseline in result.baselines)


def test_versions_are_listed_newest_first_and_counted(trained: Context) -> None:
    listed = baselines(trained, sensor=None, plot=None, limit=3)
    assert listed.n_versions == SEASON.n_runs * len(METRICS)
    assert len(listed.baselines) == 3
    assert {baseline.n_runs for baseline in listed.baselines} == {SEASON.n_runs}
    assert listed.curve is None
    assert listed.points is None


def test_versions_of_a_sensor_are_counted_beyond_those_that_are_shown(trained: Context) -> None:
    everything = baselines(trained, sensor=None, plot=None, limit=10_000).baselines
    listed = baselines(trained, sensor="garmin-hrm", plot=None, limit=3)
    assert listed.baselines == everything[:3]
    assert listed.n_versions == len(everything)
    assert {version.sensor_group for version in everything} == {"garmin-hrm"}


def test_a_runner_of_another_name_sees_the_own_curve(untrained: Context) -> None:
    own = with_settings(untrained, user_id="hanako")
    train(own, method="direct", history=False)
    plotted = baselines(own, sensor=None, plot="gct", limit=20)
    assert plotted.curve is not None
    assert plotted.curve.basis != "population"


def test_a_plot_shows_the_curve_and_the_own_splits(trained: Context) -> None:
    plotted = baselines(trained, sensor="garmin-hrm", plot="vo", limit=20)
    assert plotted.curve is not None
    assert plotted.points is not None
    assert plotted.curve.metric == "vo"
    assert plotted.points.value.size > 0
    assert (plotted.curve.low_90 < plotted.curve.expected).all()
    assert not plotted.points.this_run.any()
