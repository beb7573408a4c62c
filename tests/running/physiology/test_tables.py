"""Tables of facts: VO2max by age and sex, a maker's gauges, what matters for which type."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import Sex
from hakaru.running.physiology import figures as gauges
from hakaru.running.physiology import figures as importance
from hakaru.running.physiology import oxygen as vo2max
from hakaru.running.session.model import TrainingType

sexes = st.sampled_from(get_args(Sex))
values = st.floats(15.0, 80.0)
ages = st.floats(15.0, 90.0)
_ORDER = get_args(vo2max.Vo2Category)


def test_every_age_and_sex_has_a_category_without_holes() -> None:
    """Resolutions row 30: 42-43 (men of 35) and 37-38 (women) belong somewhere."""
    cases: list[tuple[Sex, float, str]] = [
        ("male", 34.99, "low"),
        ("male", 42.5, "average"),
        ("male", 43.0, "good"),
        ("male", 51.0, "good"),
        ("male", 51.01, "excellent"),
        ("female", 37.5, "average"),
        ("female", 38.0, "good"),
        ("female", 45.01, "excellent"),
    ]
    for sex, value, expected in cases:
        assert vo2max.vo2_category(value, age_years=35.0, sex=sex) == expected


@pytest.mark.parametrize(
    ("sex", "age_years", "good_from"),
    [
        ("male", 24.5, 44.42),
        ("male", 54.5, 38.15),
        ("female", 64.5, 30.32),
        ("female", 90.0, 28.48),
    ],
)
def test_a_category_means_the_same_rank_at_every_age(
    sex: Sex, age_years: float, good_from: float
) -> None:
    """Bounds of age 35 times the middle of that age's row over that of 35, by hand."""
    for value, expected in ((good_from - 0.02, "average"), (good_from + 0.02, "good")):
        assert vo2max.vo2_category(value, age_years=age_years, sex=sex) == expected


@given(values, ages, sexes)
def test_more_oxygen_or_more_years_never_lower_the_category(
    value: float, age_years: float, sex: Sex
) -> None:
    here = _ORDER.index(vo2max.vo2_category(value, age_years=age_years, sex=sex))
    fitter = _ORDER.index(vo2max.vo2_category(value + 1.0, age_years=age_years, sex=sex))
    older = _ORDER.index(vo2max.vo2_category(value, age_years=age_years + 5.0, sex=sex))
    assert fitter >= here
    assert older >= here


def test_percentiles_rise_within_a_row_and_fall_with_age() -> None:
    for rows in vo2max.PERCENTILES.values():
        assert all(list(row) == sorted(set(row)) for row in rows)
        for column in zip(*rows, strict=True):
            assert list(column) == sorted(column, reverse=True)


def test_the_row_of_the_table_changes_with_the_decade() -> None:
    assert vo2max.vo2_percentile(45.0, age_years=29.9, sex="male") == "40_to_60"
    assert vo2max.vo2_percentile(45.0, age_years=30.0, sex="male") == "60_to_80"
    assert vo2max.vo2_percentile(47.0, age_years=39.9, sex="male") == "60_to_80"
    assert vo2max.vo2_percentile(47.0, age_years=40.0, sex="male") == "80_to_95"
    assert vo2max.vo2_percentile(20.0, age_years=95.0, sex="female") == "below_40"


def test_without_age_or_sex_there_is_no_category() -> None:
    assert vo2max.standing(50.0, age_years=None, sex="male") is None
    assert vo2max.standing(50.0, age_years=40.0, sex=None) is None


def test_the_typical_gain_is_computed() -> None:
    assert vo2max.typical_gain_ml_per_kg_min(52.3) == pytest.approx((53.346, 53.869))


def test_a_gauge_knows_only_the_sensors_it_is_about() -> None:
    means: dict[gauges.GaugeMetric, float | None] = {
        "gct_ms": 250.0,
        "vo_cm": 8.0,
        "vr_pct": None,
        "cadence_spm": 180.0,
    }
    found = {reading.metric: reading.zone for reading in gauges.gauge_readings(means, "garmin-hrm")}
    assert found == {"gct_ms": "green", "vo_cm": "blue", "cadence_spm": "blue"}
    pod = gauges.gauge_readings(means, "garmin-pod")
    assert {reading.metric for reading in pod} == {"gct_ms", "cadence_spm"}
    assert gauges.gauge_readings(means, "stryd") == ()
    assert gauges.gauge_readings(means, None) == ()


@pytest.mark.parametrize(
    ("metric", "value", "zone"),
    [
        ("vr_pct", 6.09, "purple"),
        ("vr_pct", 6.1, "blue"),
        ("vr_pct", 10.2, "red"),
        ("cadence_spm", 186.0, "purple"),
        ("cadence_spm", 185.0, "blue"),
        ("cadence_spm", 163.0, "green"),
        ("cadence_spm", 151.0, "orange"),
        ("cadence_spm", 150.0, "red"),
    ],
)
def test_gauges_change_colour_at_their_edges(
    metric: gauges.GaugeMetric, value: float, zone: str
) -> None:
    assert gauges.gauge_zone(metric, value) == zone


@given(st.floats(0.0, 10.0))
def test_balance_does_not_care_for_the_side(off_pct: float) -> None:
    left, right = gauges.balance_band(50.0 + off_pct), gauges.balance_band(50.0 - off_pct)
    assert left == right or min(abs(off_pct - cut) for cut in gauges.BALANCE_CUTS_PCT) < 1e-8


def test_every_type_has_an_importance_but_the_unknown_one() -> None:
    """Resolutions row 76: the table decides what a report shows; long runs count as base runs."""
    for topic in importance.IMPORTANCE:
        for training_type in get_args(TrainingType):
            grade = importance.importance(topic, training_type)
            assert (grade is None) == (training_type == "unknown")
        assert importance.importance(topic, "long_run") == importance.importance(
            topic, "aerobic_base"
        )
    assert importance.topics_shown("recovery") == ()
    assert importance.topics_shown("tempo_threshold") == ("threshold", "power", "vo2_max")
    assert importance.topics_shown("interval") == ("power", "vo2_max", "threshold")
    assert set(importance.topics_shown("unknown")) == set(importance.IMPORTANCE)


def test_a_ml_more_is_a_year_less_of_fitness_age() -> None:
    """Requirement T: 1 ml/kg/min is about a year, counted from the middle of age and sex."""
    middle = (40.5 + 44.0) / 2.0
    at_middle = vo2max.fitness_age_years(middle, age_years=34.5, sex="male")
    assert at_middle == pytest.approx(34.5)
    assert vo2max.fitness_age_years(middle + 5.0, age_years=34.5, sex="male") == pytest.approx(29.5)
    assert vo2max.fitness_age_years(85.0, age_years=34.5, sex="male") == 20.0
    assert vo2max.fitness_age_years(15.0, age_years=70.0, sex="female") == 80.0
    assert vo2max.fitness_age_years(50.0, age_years=None, sex="male") is None
    assert vo2max.fitness_age_years(50.0, age_years=40.0, sex=None) is None
