"""What conditions cost a runner: told from what is learned elsewhere, or what it takes to know."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from hakaru.core.i18n import Lang
from hakaru.present.causes import curves_parts
from hakaru.present.document import Document
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.curves import Curve, CurveName, Measure, personal_curves, shoe_curves
from hakaru.running.effort_relation import EffortRelation
from hakaru.running.environment.grade import PersonalGrade
from hakaru.running.environment.heat import HeatAnswer, HeatSlope
from tests.documents import text_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
GRADE = PersonalGrade(exponent=1.0, interval=(0.8, 1.2), n_runs=12, basis="personal")
SLOPE = HeatSlope(
    slope_bpm_per_c=0.6,
    interval_80_bpm_per_c=(0.4, 0.8),
    interval_90_bpm_per_c=(0.35, 0.85),
    n_runs=40,
    spread_c=14.0,
)
HEAT = HeatAnswer(slope=SLOPE, reason=None, n_runs=40, spread_c=14.0)
RELATION = EffortRelation(
    reference_mps=3.2,
    level_bpm=145.0,
    slope_bpm_per_mps=32.0,
    drift_bpm_per_h=4.0,
    half_width_bpm=5.0,
    low_mps=2.6,
    high_mps=4.0,
    n_runs=30,
    n_stretches=200,
    slope_sd_bpm_per_mps=2.0,
    drift_sd_bpm_per_h=1.0,
    n_long_runs=9,
)
NOTHING: dict[str, Any] = {
    "grade": PersonalGrade(
        exponent=1.0, interval=(math.nan, math.nan), n_runs=2, basis="published"
    ),
    "heat": HeatAnswer(slope=None, reason="too_few_runs", n_runs=4, spread_c=6.0),
    "relation": None,
}


def curves(**changes: Any) -> dict[tuple[CurveName, Measure], Curve]:
    known: dict[str, Any] = {"grade": GRADE, "heat": HEAT, "relation": RELATION} | changes
    made = personal_curves(usual_speed_mps=3.2, **known)
    return {(curve.curve, curve.measure): curve for curve in made}


def ends(curve: Curve) -> tuple[float, float, float]:
    assert curve.low is not None
    assert curve.value is not None
    assert curve.high is not None
    return curve.low, curve.value, curve.high


def test_a_published_slope_costs_what_minetti_measured() -> None:
    """3 % up costs 17.4 % more than the flat: of 312.5 s/km that is 54 s."""
    low, value, high = ends(curves()["uphill", "pace"])
    assert value == pytest.approx(54.4, abs=0.5)
    assert low < value < high
    assert ends(curves()["downhill", "pace"])[1] < 0.0


def test_the_interval_of_a_slope_is_the_80_percent_of_its_own_90() -> None:
    low, value, high = ends(curves()["uphill", "pace"])
    widest = ends(curves(grade=replace(GRADE, interval=(0.6, 1.4)))["uphill", "pace"])
    assert high - low == pytest.approx(0.5 * (widest[2] - widest[0]), rel=0.05)
    factor = 1.174**1.2 - 1.0
    assert high - value < 312.5 * factor - value


def test_a_degree_costs_seconds_by_the_beats_that_a_speed_costs() -> None:
    """0.6 bpm at 32 bpm per m/s are 0.019 m/s, at 3.2 m/s 1.8 s/km."""
    assert ends(curves()["heat", "heart_rate"]) == (0.4, 0.6, 0.8)
    low, value, high = ends(curves()["heat", "pace"])
    assert value == pytest.approx(0.6 / 32.0 * 312.5 / 3.2, rel=1e-9)
    assert low < 0.4 / 0.6 * value
    assert high > 0.8 / 0.6 * value
    assert curves()["heat", "pace"].n_runs == 40


def test_an_hour_costs_beats_and_seconds_with_the_runs_that_were_long_behind_it() -> None:
    curve = curves()["fatigue", "heart_rate"]
    assert ends(curve) == pytest.approx((4.0 - 1.2816, 4.0, 4.0 + 1.2816), abs=1e-3)
    assert curve.n_runs == 9
    assert ends(curves()["fatigue", "pace"])[1] == pytest.approx(4.0 / 32.0 * 312.5 / 3.2)


def test_what_is_not_known_says_what_it_takes_and_how_far_it_is() -> None:
    for curve in curves(**NOTHING).values():
        assert (curve.value, curve.low, curve.high) == (None, None, None)
        assert curve.needs
    told = curves(**NOTHING)
    assert told["uphill", "pace"].needs == ("5 runs with heart rate that go up and down (2 so far)")
    assert "(4 so far)" in str(told["heat", "pace"].needs)
    alike = HeatAnswer(slope=None, reason="temperatures_too_alike", n_runs=30, spread_c=5.0)
    assert "8 °C apart (5 so far)" in str(curves(heat=alike)["heat", "pace"].needs)
    few = replace(RELATION, n_long_runs=2)
    assert "(2 in the last half year)" in str(curves(relation=few)["fatigue", "pace"].needs)


def test_beats_are_known_without_the_relation_that_seconds_need() -> None:
    told = curves(relation=None)
    assert told["heat", "heart_rate"].value == 0.6
    assert told["heat", "pace"].value is None


def baseline(**changes: Any) -> Any:
    worn = json.dumps({"Swift": [0.01, 1e-5], "Soft": [-0.01, 1e-5]})
    made = population_baseline("gct", sensor_group="garmin-hrm", now=NOW)
    return replace(made, shoes_json=worn, **changes)


def test_shoes_differ_by_what_the_baseline_of_form_knows_of_them() -> None:
    soft, swift = shoe_curves({"gct": baseline()}, n_runs={"Swift": 12, "Soft": 20})
    assert (soft.name, soft.n_runs, swift.name, swift.n_runs) == ("Soft", 20, "Swift", 12)
    low, value, high = ends(swift)
    assert 0.0 < low < value < high
    assert ends(soft)[1] == pytest.approx(-value)


def test_shoes_worn_one_after_another_are_not_told_apart() -> None:
    pairs = shoe_curves({"gct": baseline(confounded="shoe+season")}, n_runs={})
    assert {pair.value for pair in pairs} == {None}
    assert all("by turns" in str(pair.needs) for pair in pairs)
    (none,) = shoe_curves({}, n_runs={})
    assert "two pairs" in str(none.needs)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_table_has_the_known_ones_and_the_sentences_the_others(lang: Lang) -> None:
    every = (*personal_curves(usual_speed_mps=3.2, grade=GRADE, heat=HEAT, relation=RELATION),)
    known = text_of(Document(parts=curves_parts(every, 312.5, lang)))
    for figure in ("+54", "+0.6 bpm", "+0.4 … +0.8", "+4.0 bpm", "5:12/km", "40", "12"):
        assert figure in known
    unknown = personal_curves(usual_speed_mps=3.2, **NOTHING)
    text = text_of(Document(parts=curves_parts(unknown, 312.5, lang)))
    assert text.count("まだ分かりません" if lang == "ja" else "not known yet") == 3
    assert "bpm" not in text
