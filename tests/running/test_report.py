"""What a report gathers, and what it leaves out."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument
from hakaru.running.report import (
    HISTORY_POINTS_MAX,
    REPORT_SERIES,
    SERIES_POINTS_MAX,
    TREND_DAYS,
    MetricHistory,
)
from hakaru.stats.series import group_means
from tests.present.factories import (
    DAY,
    expected,
    make_evaluation,
    make_facts,
    make_history,
    make_report,
    make_series,
    make_splits,
)


def test_a_verdict_on_another_run_is_refused() -> None:
    with pytest.raises(BadArgument, match="evaluation = 5 is not about 20790040925"):
        make_report(evaluation=make_evaluation(activity_id=5))


def test_series_of_different_lengths_are_refused() -> None:
    series = make_series() | {"heart_rate_bpm": np.ones(3)}
    with pytest.raises(BadArgument, match="columns of one length"):
        make_report(series=series)


def test_coordinates_never_enter_a_report() -> None:
    series = make_series() | {"latitude_deg": np.ones(3365), "longitude_deg": np.ones(3365)}
    assert set(make_report(series=series).series) == set(REPORT_SERIES)


def test_a_long_run_is_thinned_and_a_short_one_kept() -> None:
    assert len(make_report(series=make_series(20_000)).series["elapsed_s"]) <= SERIES_POINTS_MAX
    short = make_series(300)
    assert np.array_equal(make_report(series=short).series["gct_ms"], short["gct_ms"])


def test_a_run_without_samples_or_verdict_is_a_report_too() -> None:
    report = make_report(evaluation=None, series={}, splits=(), history={})
    assert report.evaluation is None
    assert not report.series


def test_splits_get_the_contact_time_the_curve_expects_at_their_speed() -> None:
    for line in make_report().splits:
        assert line.split.speed_mps is not None
        assert line.split.gct_ms is not None
        usual_ms = float(expected("gct", np.array([line.split.speed_mps]))[0])
        assert line.expected_gct_ms == pytest.approx(usual_ms, abs=0.1)
        assert line.gct_delta_frac == pytest.approx(line.split.gct_ms / usual_ms - 1, abs=1e-3)


def test_a_split_without_speed_or_off_the_curve_expects_nothing() -> None:
    slow, stopped, *_ = make_splits()
    object.__setattr__(slow, "speed_mps", 0.9)
    object.__setattr__(stopped, "speed_mps", None)
    lines = make_report(splits=(slow, stopped)).splits
    assert [line.expected_gct_ms for line in lines] == [None, None]
    assert [line.gct_delta_frac for line in lines] == [None, None]


def test_without_a_curve_no_split_has_an_expectation() -> None:
    assert all(line.expected_gct_ms is None for line in make_report(history={}).splits)


def test_history_keeps_this_run_and_the_newest_splits() -> None:
    points = make_report(history={"gct": make_history("gct", n_runs=300)}).history["gct"].points
    assert points is not None
    assert len(points.value) == HISTORY_POINTS_MAX
    assert np.count_nonzero(points.this_run) == 8
    assert points.age_days.max() < 230


def test_the_trend_reaches_back_a_little_over_a_year() -> None:
    trend = make_report(history={"gct": make_history("gct", n_runs=400)}).history["gct"].trend
    assert trend is not None
    assert min(trend.days) >= DAY - timedelta(days=TREND_DAYS)
    assert len(trend.days) == len(trend.delta_frac) == len(trend.half_width_90_frac)
    assert trend.this_run[-1]


def test_a_metric_may_come_without_surroundings() -> None:
    report = make_report(history={"vo": MetricHistory()}, facts=make_facts(title=None))
    assert report.history["vo"] == MetricHistory()


@given(
    st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), min_size=1, max_size=300),
    st.integers(1, 60),
)
def test_group_means_stay_within_the_values_and_the_limit(values: list[float], n_max: int) -> None:
    column = np.array(values)
    thinned = group_means({"a": column}, n_max)["a"]
    assert len(thinned) <= max(n_max, 1)
    finite, kept = column[np.isfinite(column)], thinned[np.isfinite(thinned)]
    assert (finite.size == 0) == (kept.size == 0)
    if kept.size:
        assert kept.min() >= finite.min() - 1e-6
        assert kept.max() <= finite.max() + 1e-6


def test_group_means_of_equal_groups_keep_the_mean() -> None:
    column = np.arange(1000.0)
    assert group_means({"a": column}, 100)["a"].mean() == pytest.approx(column.mean())


@pytest.mark.parametrize(
    ("columns", "n_max"),
    [({"a": np.ones(3), "b": np.ones(4)}, 2), ({"a": np.ones(3)}, 0)],
)
def test_group_means_refuse_what_has_no_meaning(columns: dict[str, object], n_max: int) -> None:
    with pytest.raises(ValueError, match="one length"):
        group_means(columns, n_max)  # type: ignore[arg-type]
