"""What is believed about the noise of each metric before a runner has shown any?

Run-to-run and split-to-split spread: research running.md §2.5 and data.md §4 (within runner,
after speed). Drift: the yearly spread at which a 90-day memory pays, about what half-life gains
of 0.3-13 % on seven runners imply.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName, Noise
from hakaru.stats.robust import Components

DONOR_WIDENING = 1.15
"""The spread between runners comes from 15-26 file donors who are no sample of the population."""
RUN_PSEUDO_COUNT = 6.0
"""How many runs the believed spread between runs is worth where a metric says nothing else."""
SPLIT_PSEUDO_COUNT = 20.0
TYPICAL_SPLITS_PER_RUN = 8.0
PRIOR_SPEED_MIN_MPS = 1.8
PRIOR_SPEED_MAX_MPS = 4.4
"""Speeds of the recordings behind the priors."""


NOISE: Mapping[MetricName, Noise] = {name: metric.noise for name, metric in METRICS.items()}
"""The noise that each row of the metrics table believes in."""


def noise_of(metric: MetricName) -> Noise:
    """The believed noise of a metric; of one that was never looked at, that of oscillation."""
    return NOISE.get(metric, NOISE["vo"])


def components_of(metric: MetricName) -> Components:
    """The spreads between runs and between splits that are believed in."""
    noise = noise_of(metric)
    return Components(between_sd=noise.between_sd, within_sd=noise.within_sd)


@dataclass(frozen=True, kw_only=True)
class LinePrior:
    """Normal prior of a line in working units: level at the reference speed and slope.

    Power law: ln(value) and exponent. Linear: metric units and units per m/s.
    """

    level: float
    slope: float
    level_sd: float
    slope_sd: float


def line_prior(metric: MetricName, sensor_group: str) -> LinePrior:
    """The population's power law for a metric on a kind of sensor; of a metric that is believed to
    be a straight line, the power law that touches it at the reference speed."""
    row = METRICS[metric]
    prior = row.prior(sensor_group)
    straight = row.model_type == "linear"
    to_exponent = REFERENCE_SPEED_MPS / prior.level_at_ref if straight else 1.0
    return LinePrior(
        level=math.log(prior.level_at_ref),
        slope=prior.slope * to_exponent,
        level_sd=prior.level_sd_frac * DONOR_WIDENING,
        slope_sd=prior.slope_sd * to_exponent,
    )


def straight_prior(metric: MetricName, sensor_group: str) -> LinePrior:
    """The same as a straight line in speed, touching the power law at the reference speed."""
    power = line_prior(metric, sensor_group)
    value = math.exp(power.level)
    return LinePrior(
        level=value,
        slope=power.slope * value / REFERENCE_SPEED_MPS,
        level_sd=power.level_sd * value,
        slope_sd=power.slope_sd * value / REFERENCE_SPEED_MPS,
    )
