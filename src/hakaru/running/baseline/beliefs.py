"""What is believed about the noise of each metric before a runner has shown any?

Run-to-run and split-to-split spread: research running.md §2.5 and data.md §4 (within runner,
after speed). Drift: the yearly spread at which a 90-day memory pays, about what half-life gains
of 0.3-13 % on seven runners imply.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.stats.components import Components

DAYS_PER_YEAR = 365.25
DONOR_WIDENING = 1.15
"""The spread between runners comes from 15-26 file donors who are no sample of the population."""
RUN_PSEUDO_COUNT = 6.0
"""How many runs the believed spread between runs is worth where a metric says nothing else."""
SPLIT_PSEUDO_COUNT = 20.0
TYPICAL_SPLITS_PER_RUN = 8.0
PRIOR_SPEED_MIN_MPS = 1.8
PRIOR_SPEED_MAX_MPS = 4.4
"""Speeds of the recordings behind the priors."""


@dataclass(frozen=True, kw_only=True)
class Noise:
    """Relative SDs (0.02 = 2 %): between runs, between splits of a run, and of a year's drift.

    `pseudo_runs`: how many runs the spread between runs is worth. Few where runners differ much in
    it: the first intervals are wide, and own runs soon decide.
    """

    components: Components
    drift_sd_frac_per_year: float
    pseudo_runs: float = RUN_PSEUDO_COUNT

    @property
    def drift_var_per_day(self) -> float:
        """Variance that a random walk of the level gains per day, relative scale."""
        return self.drift_sd_frac_per_year**2 / DAYS_PER_YEAR


NOISE: dict[MetricName, Noise] = {
    "gct": Noise(
        components=Components(between_sd=0.024, within_sd=0.016),
        drift_sd_frac_per_year=0.02,
        pseudo_runs=4.0,
    ),
    "vo": Noise(
        components=Components(between_sd=0.036, within_sd=0.029),
        drift_sd_frac_per_year=0.03,
        pseudo_runs=2.0,
    ),
    "vr": Noise(
        components=Components(between_sd=0.036, within_sd=0.033),
        drift_sd_frac_per_year=0.03,
        pseudo_runs=2.0,
    ),
    "cadence": Noise(
        components=Components(between_sd=0.013, within_sd=0.010), drift_sd_frac_per_year=0.01
    ),
}


def noise_of(metric: MetricName) -> Noise:
    """The believed noise of a metric; of one that was never looked at, that of oscillation."""
    return NOISE.get(metric, NOISE["vo"])


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
