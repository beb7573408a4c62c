"""Months at one pace, and what moved lately."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from hakaru.catalog.operations import operation_of_command
from hakaru.core.errors import BadArgument
from hakaru.core.plain import as_plain
from hakaru.core.units import pace_to_speed_mps
from hakaru.flows.context import Context
from hakaru.flows.trends import TREND_METRICS, TrendsResult, analyze_performance_trends
from hakaru.present.terminal import document_text
from hakaru.present.trends import trends_document
from hakaru.running.metrics import METRICS
from hakaru.running.trends import TrendMetric
from tests.flows.factories import make_context, run_sql
from tests.flows.session_seasons import copy_of, heart_rate_files, mixed_files, repeat, sessions


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Half a year of the same two weeks, shared by the tests that only read it."""
    with copy_of(mixed_files(), tmp_path_factory.mktemp("months")) as made:
        repeat(made, 13)
        yield made


@pytest.fixture
def own(months: Context, tmp_path: Path) -> Iterator[Context]:
    """A copy of it, to be changed."""
    months.store.close()
    shutil.copytree(months.data_folder, tmp_path / "own")
    made = make_context(tmp_path / "own")
    yield made
    made.store.close()


def trends(
    context: Context,
    *,
    metric: TrendMetric | None = None,
    pace: float | None = None,
    sensor: str | None = None,
    since: date | None = None,
) -> TrendsResult:
    return analyze_performance_trends(context, metric=metric, pace=pace, sensor=sensor, since=since)


def names(result: TrendsResult) -> tuple[str, ...]:
    return tuple(metric.trend.metric for metric in result.metrics)


def test_every_metric_is_followed_at_the_usual_speed(months: Context) -> None:
    result = trends(months)
    assert names(result) == TREND_METRICS
    assert result.sensor_group == "garmin-hrm"
    assert result.reference_speeds_mps is not None
    slow_mps, usual_mps, fast_mps = result.reference_speeds_mps
    assert slow_mps <= usual_mps <= fast_mps
    assert result.reference_speed_mps == usual_mps
    assert {session.quantity for session in result.sessions} >= {"threshold_speed", "vo2_max"}


def test_two_weeks_repeated_have_not_changed(months: Context) -> None:
    for metric in trends(months).metrics:
        assert metric.change is not None, metric.trend.metric
        assert not metric.change.changed, metric.trend.metric


def test_contact_times_that_grew_for_two_months_have_changed(own: Context) -> None:
    newest = sessions(own)[-1].activity_date
    run_sql(
        own,
        "UPDATE data.splits SET gct_ms = 1.08 * gct_ms WHERE activity_id IN "
        "(SELECT activity_id FROM activities WHERE activity_date > ?)",
        [newest - timedelta(days=56)],
    )
    (metric,) = trends(own, metric="gct").metrics
    assert metric.change is not None
    assert metric.change.changed
    assert metric.change.delta_frac == pytest.approx(0.08, abs=0.02)


def test_every_metric_that_is_followed_can_be_asked_for_by_its_name() -> None:
    operation = operation_of_command("trends")
    (metric,) = [param for param in operation.params if param.name == "metric"]
    assert tuple(metric.choices) == TREND_METRICS


@pytest.mark.parametrize("metric", TREND_METRICS)
def test_one_metric_can_be_asked_for(months: Context, metric: TrendMetric) -> None:
    result = trends(months, metric=metric)
    assert names(result) == (metric,)
    assert result.sessions == ()


def test_a_pace_can_be_named(months: Context) -> None:
    usual, slow = trends(months, metric="gct"), trends(months, metric="gct", pace=400.0)
    assert slow.reference_speed_mps == pytest.approx(pace_to_speed_mps(400.0))
    assert slow.reference_speeds_mps == usual.reference_speeds_mps
    assert slow.metrics[0].trend.points[-1].value > usual.metrics[0].trend.points[-1].value
    assert as_plain(slow)["reference_pace_s_per_km"] == pytest.approx(400.0)


def test_runs_before_a_day_can_be_left_out(months: Context) -> None:
    since = sessions(months)[-1].activity_date - timedelta(days=40)
    every, recent = trends(months, metric="gct"), trends(months, metric="gct", since=since)
    (all_points,) = [metric.trend.points for metric in every.metrics]
    (points,) = [metric.trend.points for metric in recent.metrics]
    assert points[0].month >= since.replace(day=1)
    assert sum(point.n_runs for point in points) < sum(point.n_runs for point in all_points)
    assert trends(months, since=date(2099, 1, 1)).metrics == ()


def test_form_is_followed_over_two_years_unless_an_earlier_day_is_named(own: Context) -> None:
    first = sessions(own)[0].activity_date
    run_sql(
        own,
        "UPDATE activities SET activity_date = activity_date - 800, "
        "started_at = started_at - INTERVAL 800 DAY WHERE activity_date < ?",
        [first + timedelta(days=60)],
    )
    (shown,) = trends(own, metric="gct").metrics
    (every,) = trends(own, metric="gct", since=first - timedelta(days=800)).metrics
    assert every.trend.points[0].month == (first - timedelta(days=800)).replace(day=1)
    assert shown.trend.points[0].month >= (first + timedelta(days=60)).replace(day=1)
    assert shown.trend.points[-1].month == every.trend.points[-1].month


def test_a_sensor_can_be_named_and_has_to_be_known(months: Context) -> None:
    assert trends(months, sensor="garmin-hrm") == trends(months)
    for unknown in ("stryd", "nose"):
        with pytest.raises(BadArgument, match="garmin-hrm"):
            trends(months, sensor=unknown)


def test_the_other_sensor_has_a_form_of_its_own_but_the_same_heart(own: Context) -> None:
    run_sql(
        own,
        "UPDATE activities SET sensor_group = 'garmin-wrist' "
        "WHERE activity_date < (SELECT max(activity_date) - 60 FROM activities)",
    )
    runs = {
        (group, metric.trend.metric): sum(point.n_runs for point in metric.trend.points)
        for group in ("garmin-hrm", "garmin-wrist")
        for metric in trends(own, sensor=group).metrics
    }
    assert runs["garmin-hrm", "gct"] < runs["garmin-wrist", "gct"]
    assert runs["garmin-hrm", "heart_rate"] == runs["garmin-wrist", "heart_rate"]


def test_nothing_moved_in_an_empty_store(context: Context) -> None:
    result = trends(context)
    assert (result.sensor_group, result.metrics, result.sessions) == (None, (), ())
    assert as_plain(result)["reference_pace_s_per_km"] is None
    with pytest.raises(BadArgument, match="none stored"):
        trends(context, sensor="garmin-hrm")


def test_without_form_metrics_whole_sessions_are_followed(tmp_path: Path) -> None:
    with copy_of(heart_rate_files(), tmp_path) as context:
        result = trends(context)
        assert result.sensor_group is None
        assert {session.quantity for session in result.sessions} >= {"threshold_speed", "vo2_max"}


@pytest.mark.parametrize("pace", [120.0, 60.0, 1500.0])
def test_a_pace_that_nobody_ran_has_no_impossible_value(months: Context, pace: float) -> None:
    result = trends(months, pace=pace)
    for metric in result.metrics:
        values = [value for point in metric.trend.points for value in (point.value, point.low)]
        assert all(0.0 < value < 2000.0 for value in values)
        if metric.change is not None:
            assert -1.0 < metric.change.low_frac <= metric.change.high_frac
    texts = (
        document_text(trends_document(result, "en")),
        json.dumps(as_plain(result)),
        json.dumps(as_plain(result, whole=True)),
    )
    assert not any("nan" in text.lower() for text in texts)


def test_even_months_have_no_recent_trend_and_say_how_sure(months: Context) -> None:
    recent = {metric.trend.metric: metric.recent for metric in trends(months).metrics}
    assert {metric for metric, trend in recent.items() if trend is not None} == set(METRICS)
    for trend in recent.values():
        assert trend is None or trend.low_frac < trend.delta_frac < trend.high_frac
