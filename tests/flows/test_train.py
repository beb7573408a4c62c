"""Learning: versions are added, and nothing that was said before changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.flows.baselines import baselines
from hakaru.flows.context import Context
from hakaru.flows.train import train
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.lessons import learn, lessons_at, taught_rows
from hakaru.running.metrics import METRICS
from hakaru.sources.simulated.season import write_season
from hakaru.store.splits import split_columns
from tests.flows.factories import (
    NOW,
    SEASON,
    at,
    content,
    stored_runs,
    take_in,
    verdicts,
    versions,
    with_settings,
)

VERDICTS = ("form_evaluations", "form_evaluation_history")


def numbers(context: Context, metric: str = "gct") -> list[int | None]:
    return [one.version for one in reversed(versions(context)) if one.metric == metric]


def test_training_lays_one_version_per_metric_learned_from_every_run(untrained: Context) -> None:
    result = train(untrained, method="direct", history=False)
    assert result.stored
    assert {one.metric for one in result.baselines} == set(METRICS)
    for one in result.baselines:
        assert one.version == 1
        assert one.n_runs == SEASON.n_runs
        assert one.basis in {"personal", "shrunk"}
        assert one.trained_at == NOW
        assert one.sensor_group == "garmin-hrm"
    latest = stored_runs(untrained)[-1]
    assert {one.window_end for one in result.baselines} == {latest.started_at}


def test_every_sensor_of_the_history_learns_from_its_own_runs(
    context: Context, tmp_path: Path
) -> None:
    write_season(tmp_path, replace(SEASON, weeks=4, sensor_change_week=1))
    take_in(context, tmp_path)
    train(context, method="direct", history=False)
    learned = {(one.sensor_group, one.metric): one.n_runs for one in versions(context)}
    worn = Counter(run.sensor_group for run in stored_runs(context))
    assert worn == {"garmin-hrm": 2, "garmin-wrist": 6}
    assert learned == {(group, metric): n for group, n in worn.items() for metric in METRICS}


def test_training_after_a_new_run_appends_and_keeps_the_old_versions(
    context: Context, season: Path
) -> None:
    *earlier, latest = sorted(season.glob("*.fit"))
    take_in(context, *earlier)
    train(context, method="direct", history=False)
    before = versions(context)
    take_in(context, latest)
    again = train(at(context, NOW + timedelta(days=1)), method="direct", history=False)
    assert again.n_new == len(again.baselines) == len(METRICS)
    assert numbers(context) == [1, 2]
    assert set(before) <= set(versions(context))


@pytest.mark.parametrize("history", [False, True])
def test_training_on_unchanged_data_changes_nothing(untrained: Context, history: bool) -> None:
    first = train(untrained, method="direct", history=history)
    before = untrained.store.path.read_bytes()
    for days in (0.001, 1, 100):
        later = at(untrained, NOW + timedelta(days=days))
        again = train(later, method="direct", history=history)
        assert (again.n_new, again.monthly) == (0, 0)
        assert again.baselines == first.baselines
        assert untrained.store.path.read_bytes() == before


def test_what_is_learned_is_the_same_to_its_last_digit_on_any_day(untrained: Context) -> None:
    with untrained.store.read() as con:
        columns = taught_rows(split_columns(con))
    settings = BaselineSettings(half_life_days=untrained.settings.half_life_days)
    learned = [
        [
            replace(one, trained_at=NOW)
            for lesson in lessons_at(columns, NOW + timedelta(days=days), settings=settings)
            for one in learn(lesson, settings, user_id="default", trained_at=NOW)
        ]
        for days in (0, 1 / 3, 7, 1234.567)
    ]
    assert learned[0]
    assert all(other == learned[0] for other in learned[1:])


def test_with_another_half_life_the_same_runs_are_learned_from_anew(trained: Context) -> None:
    again = train(with_settings(trained, half_life_days=20.0), method="direct", history=False)
    assert again.n_new == len(METRICS)
    assert numbers(trained) == [1, 2]


def test_months_laid_later_do_not_stand_before_what_holds_now(trained: Context) -> None:
    held = {one.metric: one.window_end for one in versions(trained)}
    laid = train(trained, method="direct", history=True)
    assert laid.monthly > 0
    newest = {
        one.metric: one for one in sorted(versions(trained), key=lambda one: one.version or 0)
    }
    assert {metric: one.window_end for metric, one in newest.items()} == held


def test_training_changes_no_verdict(untrained: Context) -> None:
    before = content(untrained, VERDICTS)
    train(untrained, method="direct", history=True)
    assert content(untrained, VERDICTS) == before


def test_a_run_after_the_training_is_judged_by_what_was_learned(
    context: Context, season: Path
) -> None:
    *earlier, latest = sorted(season.glob("*.fit"))
    take_in(context, *earlier)
    train(context, method="direct", history=False)
    take_in(context, latest)
    verdict = verdicts(context)[stored_runs(context)[-1].activity_id]
    assert {one.baseline_version for one in verdict.metrics.values()} == {1}
    assert {one.basis for one in verdict.metrics.values()} <= {"personal", "shrunk"}
    assert {one.n_runs for one in verdict.metrics.values()} == {SEASON.n_runs - 1}


def test_the_inverse_method_is_compared_and_never_stored(untrained: Context) -> None:
    result = train(untrained, method="inverse", history=False)
    assert not result.stored
    assert {one.metric for one in result.baselines if one.method == "inverse"} == {"gct"}
    assert all(one.version is None for one in result.baselines)
    assert versions(untrained) == ()


def test_history_lays_a_version_for_each_past_month(untrained: Context) -> None:
    result = train(untrained, method="direct", history=True)
    past = [one for one in versions(untrained) if one not in result.baselines]
    assert result.monthly == len(past) > 0
    runs = stored_runs(untrained)
    ends = {one.window_end for one in past if one.metric == "gct"}
    assert ends <= {run.started_at for run in runs[:-1]}
    assert len(ends) <= len({run.activity_date.replace(day=1) for run in runs})


def test_laying_the_history_again_lays_nothing_twice(untrained: Context) -> None:
    first = train(untrained, method="direct", history=True)
    again = train(untrained, method="direct", history=True)
    assert first.monthly > 0
    assert again.monthly == 0


def test_a_month_with_few_runs_before_it_gets_no_version(context: Context, season: Path) -> None:
    take_in(context, *sorted(season.glob("*.fit"))[:4])
    assert train(context, method="direct", history=True).monthly == 0


def test_there_is_nothing_to_learn_from_nothing(context: Context) -> None:
    result = train(context, method="direct", history=True)
    assert result.baselines == ()
    assert versions(context) == ()


def test_runs_that_outweigh_nothing_any_more_are_not_fitted(context: Context, season: Path) -> None:
    take_in(context, season)
    settings = replace(context.settings, half_life_days=1.0)
    short = replace(context, settings=settings)
    result = train(short, method="direct", history=False)
    assert {one.half_life_days for one in result.baselines} == {1.0}
    assert all(one.n_runs < SEASON.n_runs for one in result.baselines)


def test_versions_are_listed_newest_first_and_counted(trained: Context) -> None:
    other = with_settings(at(trained, NOW + timedelta(days=1)), half_life_days=20.0)
    train(other, method="direct", history=False)
    listed = baselines(trained, sensor=None, plot=None, limit=3)
    assert listed.n_versions == 2 * len(METRICS)
    assert len(listed.baselines) == 3
    assert {one.version for one in listed.baselines} == {2}
    assert listed.curve is None
    assert listed.points is None


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
