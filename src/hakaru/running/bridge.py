"""From the sensor a runner wore to another kind: what the new one is expected to show.

The level of the new sensor is believed to be the runner's own level with the old one, moved by what
such kinds usually differ by, with the spread of that difference between runners. It stands in the
place of the population's level wherever the new sensor's own runs do not say more yet. Slopes are
not carried over: those of one runner on two kinds differ by as much as the prior is wide.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.running.baseline.model import (
    COVERAGES,
    BaselineSettings,
    Led,
    LinePrior,
    MetricBaseline,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.predict import population_baseline, spread_degrees
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.running.verdict import RATED_RUNS_MIN
from hakaru.stats.robust import student_half_width

BOTH_IN_ONE_FILE_SD: Final = 0.020
"""How much that difference varies from file to file of one runner."""
NOISE_CARRIED_FRAC: Final = 0.5
"""How much a run with the old sensor says of the spread from run to run with the new one: days are
the runner's, but each kind has noise of its own."""


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two kinds of sensor in the same files: the mean of ln(new / old) over `n_runs`."""

    ratio_ln: float
    n_runs: int


@dataclass(frozen=True, kw_only=True)
class Bridge:
    """What is expected of a new kind of sensor before its first run. `source` is the kind it leads
    from; `n_runs_effective` of its baselines counts runs with that one."""

    source: str
    baselines: Mapping[MetricName, MetricBaseline]

    @property
    def sha256(self) -> str:
        """The same where it leads to the same."""
        return hashlib.sha256(repr(sorted(self.baselines.items())).encode()).hexdigest()

    def learning(self, settings: BaselineSettings) -> BaselineSettings:
        """The same settings for the new sensor."""
        led = tuple((metric, _led_by(own)) for metric, own in sorted(self.baselines.items()))
        return replace(settings, led=led)


def bridge_between(
    old: Mapping[MetricName, MetricBaseline],
    sensor_group: str,
    *,
    at: datetime,
    pairs: Mapping[MetricName, Pair] | None = None,
) -> Bridge | None:
    """The way to a kind of sensor first worn at a moment; None: too little was known before.

    `old` is what was known of one kind of sensor before. `pairs` are files that hold both.
    """
    led = {
        metric: _led(baseline, sensor_group, at=at, pair=(pairs or {}).get(metric))
        for metric, baseline in old.items()
        if baseline.n_runs >= RATED_RUNS_MIN and baseline.model_type == "power"
    }
    if not led:
        return None
    (source,) = {baseline.sensor_group for baseline in old.values()}
    return Bridge(source=source, baselines=led)


def kind_offset(metric: MetricName, old_group: str, new_group: str) -> tuple[float, float]:
    """By how much one kind usually reads beside another, as ln(new / old) at the reference speed,
    and how much that varies between runners.

    Two makers: contact time of a Garmin strap against a Stryd pod in one file, -35 to +26 ms by
    runner (research data.md §5), and -6.4, +0.9, -5.1 % in three files of ours, oscillation -13.9,
    -27.7, -18.0 % there. Kinds of one maker: no pairs, about as units of a kind
    (`effects.other_unit`). Cadence is hardly a matter of the sensor.
    """
    kinds = METRICS[metric].kinds_sd_frac
    sd = kinds.same_maker if _maker(old_group) == _maker(new_group) else kinds.other_maker
    mean = line_prior(metric, new_group).level - line_prior(metric, old_group).level
    return mean, sd


def _maker(sensor_group: str) -> str:
    return sensor_group.partition("-")[0]


def _led(
    own: MetricBaseline, sensor_group: str, *, at: datetime, pair: Pair | None
) -> MetricBaseline:
    """The own curve, led over to another kind of sensor."""
    metric, center_x = own.metric, math.log(own.speed_center_mps)
    mean, var = _level(own, sensor_group, at=at)
    if pair is not None and pair.n_runs:
        seen = own.intercept + own.slope * center_x + pair.ratio_ln
        seen_var = _own_var(own, at) + BOTH_IN_ONE_FILE_SD**2 / pair.n_runs
        mean = (mean / var + seen / seen_var) / (1.0 / var + 1.0 / seen_var)
        var = 1.0 / (1.0 / var + 1.0 / seen_var)
    slope = line_prior(metric, sensor_group).slope
    noise_var = own.run_sd_frac**2 + own.split_sd_frac**2 / own.splits_per_run
    degrees = spread_degrees(
        noise_of(metric).pseudo_runs + NOISE_CARRIED_FRAC * own.n_runs_effective,
        noise_var=noise_var,
        doubt_var=var,
    )
    center_sd = math.sqrt(noise_var + var)
    low, middle, high = (center_sd * student_half_width(c, degrees) for c in COVERAGES)
    return replace(
        population_baseline(metric, sensor_group=sensor_group, now=at),
        basis="bridged",
        intercept=mean - slope * center_x,
        half_widths=(low, middle, high),
        run_sd_frac=own.run_sd_frac,
        split_sd_frac=own.split_sd_frac,
        splits_per_run=own.splits_per_run,
        n_runs_effective=own.n_runs_effective,
        level_var=var,
        speed_center_mps=own.speed_center_mps,
        speed_min_mps=own.speed_min_mps,
        speed_max_mps=own.speed_max_mps,
        heat_frac_per_c=own.heat_frac_per_c,
        heat_var=own.heat_var,
        uphill_frac_per_pct=own.uphill_frac_per_pct,
        uphill_var=own.uphill_var,
        downhill_frac_per_pct=own.downhill_frac_per_pct,
        downhill_var=own.downhill_var,
        fatigue_frac_per_hour=own.fatigue_frac_per_hour,
        fatigue_var=own.fatigue_var,
        user_id=own.user_id,
    )


def _own_var(own: MetricBaseline, at: datetime) -> float:
    """What is left of the doubt about the level with the old sensor at a moment."""
    if own.window_end is None:
        return own.level_var
    days = max((at - own.window_end).total_seconds() / SECONDS_PER_DAY, 0.0)
    return own.level_var + own.drift_var_per_day * days


def _level(own: MetricBaseline, sensor_group: str, *, at: datetime) -> tuple[float, float]:
    """Level of the new sensor at the centre of the speeds that were run with the old one, and the
    variance of the doubt about it.

    Levels of one runner on two kinds are as alike as the spread of their difference says: with that
    of each kind between runners it gives their covariance.
    """
    metric, center_x = own.metric, math.log(own.speed_center_mps)
    offset = center_x - math.log(REFERENCE_SPEED_MPS)
    old, new = line_prior(metric, own.sensor_group), line_prior(metric, sensor_group)
    old_var = old.level_sd**2 + (offset * old.slope_sd) ** 2
    new_var = new.level_sd**2 + (offset * new.slope_sd) ** 2
    _, between_sd = kind_offset(metric, own.sensor_group, sensor_group)
    both = max(0.0, 0.5 * (old_var + new_var - between_sd**2))
    both = min(both, math.sqrt(old_var * new_var))
    share = both / (old_var + _own_var(own, at))
    deviation = own.intercept + own.slope * center_x - (old.level + old.slope * offset)
    return new.level + new.slope * offset + share * deviation, new_var - share * both


def _led_by(bridged: MetricBaseline) -> Led:
    at_mps = bridged.speed_center_mps
    return Led(
        line=LinePrior(
            level=bridged.intercept + bridged.slope * math.log(at_mps),
            slope=bridged.slope,
            level_sd=math.sqrt(bridged.level_var),
            slope_sd=math.sqrt(bridged.slope_var),
            at_mps=at_mps,
        ),
        run_sd=bridged.run_sd_frac,
        split_sd=bridged.split_sd_frac,
        pseudo_runs=noise_of(bridged.metric).pseudo_runs
        + NOISE_CARRIED_FRAC * bridged.n_runs_effective,
    )
