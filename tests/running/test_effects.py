"""Known conditions of a split, and what an expectation makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import Around, expect
from hakaru.running.effects import (
    EFFECTS,
    at_usual_speed,
    counted_warmth_c,
    days_back_share,
    split_conditions,
)
from hakaru.running.evaluate import evaluate_run
from hakaru.running.metrics import MetricName
from hakaru.running.splits import Split
from tests.running.factories import NOW, make_baseline, make_run, make_split

BARE: dict[str, Any] = {
    "temperature_c": None,
    "elevation_gain_m": None,
    "elevation_loss_m": None,
    "grade_pct": None,
}


def conditions(split: Split) -> dict[str, float]:
    return dict(zip(EFFECTS, split_conditions([split])[0].tolist(), strict=True))


def test_what_was_not_recorded_takes_nothing_out() -> None:
    hour = split_conditions([make_split(**BARE, running_s=3600.0)])
    known = dict(zip(EFFECTS, hour[0].tolist(), strict=True))
    assert known == {"heat": 0.0, "uphill": 0.0, "downhill": 0.0, "fatigue": pytest.approx(0.5)}
    assert at_usual_speed(hour, 3.0)[0, -1] == pytest.approx(0.0)
    assert (at_usual_speed(np.zeros((1, 4)), 3.0) == 0.0).all()


def test_time_on_the_feet_weighs_more_the_harder_it_was_from_the_start() -> None:
    def hours(*speeds_mps: float) -> float:
        kilometres = [
            make_split(
                n + 1,
                **BARE,
                speed_mps=speed_mps,
                running_s=600.0,
                start_elapsed_s=600.0 * n,
                end_elapsed_s=600.0 * (n + 1),
            )
            for n, speed_mps in enumerate(speeds_mps)
        ]
        return float(split_conditions(kilometres)[-1, -1])

    even = hours(3.0, 3.0, 3.0)
    assert even == pytest.approx(1500.0 / 3600.0)
    assert hours(3.3, 3.3, 3.3) == pytest.approx(even * 1.1**4)
    assert even < hours(3.6, 3.0, 3.0) < hours(3.6, 3.6, 3.0)


def test_climb_and_descent_count_beside_each_other_and_warmth_above_comfort_only() -> None:
    hilly = make_split(
        **BARE | {"elevation_gain_m": 12.0, "elevation_loss_m": 9.0, "temperature_c": 27.0},
        distance_m=1000.0,
    )
    assert conditions(hilly)["uphill"] == pytest.approx(1.2)
    assert conditions(hilly)["downhill"] == pytest.approx(0.9)
    assert conditions(hilly)["heat"] == pytest.approx(10.0)
    assert conditions(replace(hilly, temperature_c=5.0))["heat"] == 0.0


def test_a_net_grade_stands_in_where_no_climb_was_recorded() -> None:
    falling = make_split(**BARE | {"grade_pct": -1.5})
    assert (conditions(falling)["uphill"], conditions(falling)["downhill"]) == (0.0, 1.5)


def test_a_hot_run_is_expected_longer_by_who_is_longer_in_heat_and_not_without_a_temperature() -> (
    None
):
    baselines: dict[MetricName, MetricBaseline] = {
        "gct": make_baseline("gct", heat_frac_per_c=0.002, heat_var=1e-7)
    }

    def expected(split: Split) -> float:
        return evaluate_run(make_run(split), baselines, now=NOW).metrics["gct"].expected

    unknown, mild, hot = (
        expected(make_split(temperature_c=degrees)) for degrees in (None, 15.0, 30.0)
    )
    assert unknown == mild
    assert hot == pytest.approx(mild * np.exp(0.002 * 13.0))


def test_an_effect_that_is_not_sure_widens_the_interval_of_the_run_it_matters_to() -> None:
    baseline = make_baseline("gct", heat_var=4e-6)
    speed, seconds = np.full(4, 3.0), np.full(4, 300.0)
    hot = np.zeros((4, len(EFFECTS)))
    hot[:, EFFECTS.index("heat")] = 12.0
    mild = expect(baseline, speed, seconds)
    assert expect(baseline, speed, seconds, around=Around(conditions=hot)).half_width_90_frac > (
        mild.half_width_90_frac
    )


@given(st.floats(0.0, 400.0))
def test_the_effect_of_a_pause_fades(days: float) -> None:
    share = days_back_share(np.array([days, days + 1.0, -1.0, np.nan]))
    assert 1.0 >= share[0] > share[1] >= 0.0
    assert share[2] == share[3] == 0.0


@pytest.mark.parametrize(
    ("reading_c", "air_c", "counted_c"),
    [(27.0, None, 27.0), (27.0, 24.0, 27.0), (27.0, 4.0, 4.0), (2.0, 4.0, 2.0), (None, 4.0, None)],
)
def test_a_watch_that_the_arm_warmed_is_no_heat_in_cool_air(
    reading_c: float | None, air_c: float | None, counted_c: float | None
) -> None:
    assert counted_warmth_c(reading_c, air_c) == counted_c
