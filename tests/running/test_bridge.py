"""What a sensor lets expect of another kind: the own level, moved, with the doubt about it."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hakaru.running.baseline.model import BaselineSettings, MetricBaseline, line_prior
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.devices import Pair, bridge_between, kind_offset
from hakaru.running.metrics import REFERENCE_SPEED_MPS, MetricName

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def own(*, log_above: float, n_runs: int = 30, group: str = "garmin-hrm") -> MetricBaseline:
    """A well known runner whose contact time lies so far above that of runners in general."""
    anybody = population_baseline("gct", sensor_group=group, now=NOW)
    return replace(
        anybody,
        basis="personal",
        n_runs=n_runs,
        n_runs_effective=float(n_runs),
        intercept=anybody.intercept + log_above,
        level_var=0.004**2,
        window_end=NOW - timedelta(days=3),
    )


def level(baseline: MetricBaseline) -> float:
    """ln of the value at the reference speed."""
    return baseline.intercept + baseline.slope * math.log(REFERENCE_SPEED_MPS)


def test_most_of_what_is_the_runners_own_is_carried_over() -> None:
    bridge = bridge_between({"gct": own(log_above=0.10)}, "garmin-wrist", at=NOW)
    assert bridge is not None
    assert bridge.source == "garmin-hrm"
    led = bridge.baselines["gct"]
    above = level(led) - line_prior("gct", "garmin-wrist").level
    assert 0.07 < above < 0.10
    assert led.basis == "bridged"
    assert led.n_runs == 0


@pytest.mark.parametrize("group", ["garmin-wrist", "stryd", "coros"])
def test_it_is_never_more_doubtful_than_the_population(group: str) -> None:
    bridge = bridge_between({"gct": own(log_above=0.0)}, group, at=NOW)
    assert bridge is not None
    led, anybody = (
        bridge.baselines["gct"],
        population_baseline("gct", sensor_group=group, now=NOW),
    )
    assert led.level_var < anybody.level_var
    assert led.half_widths[2] < anybody.half_widths[2]
    assert led.slope_var == anybody.slope_var, "slopes are not carried over"


def test_another_maker_is_more_doubtful_than_another_kind() -> None:
    assert (
        kind_offset("gct", "garmin-hrm", "stryd")[1]
        > kind_offset("gct", "garmin-hrm", "garmin-wrist")[1]
    )


def test_files_with_both_move_and_narrow_it() -> None:
    old: dict[MetricName, MetricBaseline] = {"gct": own(log_above=0.02)}
    pairs: dict[MetricName, Pair] = {"gct": Pair(ratio_ln=-0.06, n_runs=4)}
    with_both = bridge_between(old, "stryd", at=NOW, pairs=pairs)
    without = bridge_between(old, "stryd", at=NOW)
    assert with_both is not None
    assert without is not None
    seen = level(old["gct"]) - 0.06
    assert abs(level(with_both.baselines["gct"]) - seen) < 0.005
    assert with_both.baselines["gct"].level_var < without.baselines["gct"].level_var


def test_a_sensor_of_few_runs_leads_nowhere() -> None:
    assert bridge_between({"gct": own(log_above=0.0, n_runs=4)}, "stryd", at=NOW) is None
    assert bridge_between({}, "stryd", at=NOW) is None


def test_the_longer_ago_the_more_doubt() -> None:
    old = replace(own(log_above=0.05), drift_var_per_day=0.02**2 / 365.0)
    soon, late = (
        bridge_between({"gct": old}, "garmin-wrist", at=NOW + timedelta(days=days))
        for days in (0, 700)
    )
    assert soon is not None
    assert late is not None
    assert late.baselines["gct"].level_var > soon.baselines["gct"].level_var


def test_a_new_sensor_is_learned_from_what_was_carried_over() -> None:
    bridge = bridge_between({"gct": own(log_above=0.10)}, "garmin-wrist", at=NOW)
    assert bridge is not None
    settings = bridge.learning(BaselineSettings())
    line = settings.line("gct", "garmin-wrist")
    assert line.level == pytest.approx(level(bridge.baselines["gct"]))
    assert line.level_sd == pytest.approx(math.sqrt(bridge.baselines["gct"].level_var))
    assert settings.line("vo", "garmin-wrist") == line_prior("vo", "garmin-wrist")
