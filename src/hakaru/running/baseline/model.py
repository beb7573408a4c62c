"""A learned baseline, with the settings and the beliefs it was learned with.

Run-to-run and split-to-split spread: research running.md §2.5 and data.md §4 (within runner,
after speed). Drift: the yearly spread at which a 90-day memory pays, about what half-life gains
of 0.3-13 % on seven runners imply.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName, Noise
from hakaru.stats.robust import Components

ESTIMATOR_VERSION = "5"
"""Raised whenever the same samples would give another baseline."""
LEARNING_VERSION = "3"
"""Raised whenever the same runs would be learned from otherwise: which rows, how far back, what is
known around them."""


@frozen
class BaselineSettings:
    """How to learn. The switches exist to measure what each part earns.

    `half_life_days`: a run this much older than the newest counts half. `use_prior` False: the
    data alone decide. `use_run_effect` False: splits of a run count as independent.
    `use_decay` False: all history weighs the same. `method` "inverse" is the requirements' recipe
    (speed regressed on contact time), for comparison only, and concerns power laws.
    `allow_population` False: no valid sample raises `NoFormData` instead of answering with the
    population prior. `led` stands in the place of what is believed of runners in general: what
    another kind of sensor lets expect of a metric (`running.bridge`).
    """

    half_life_days: float = 90.0
    use_prior: bool = True
    use_run_effect: bool = True
    use_decay: bool = True
    method: Literal["direct", "inverse"] = "direct"
    allow_population: bool = True
    led: tuple[tuple[MetricName, Led], ...] = ()

    @cached_property
    def content(self) -> list[tuple[str, object]]:
        """Every setting by name."""
        return sorted(asdict(self).items())

    def line(self, metric: MetricName, sensor_group: str) -> LinePrior:
        """What is believed of a metric on a kind of sensor."""
        led = dict(self.led).get(metric)
        return line_prior(metric, sensor_group) if led is None else led.line

    def spreads(self, metric: MetricName) -> tuple[Components, float]:
        """The spreads that are believed in, and how many runs that belief is worth."""
        led = dict(self.led).get(metric)
        if led is None:
            return components_of(metric), noise_of(metric).pseudo_runs
        return Components(between_sd=led.run_sd, within_sd=led.split_sd), led.pseudo_runs


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


@frozen
class LinePrior:
    """Normal prior of a line in working units: level at a speed and slope.

    Power law: ln(value) and exponent. Linear: metric units and units per m/s.
    """

    level: float
    slope: float
    level_sd: float
    slope_sd: float
    at_mps: float = REFERENCE_SPEED_MPS


@frozen
class Led:
    """What another kind of sensor lets expect: the line, the relative spreads between runs and
    between splits, and how many runs that is worth."""

    line: LinePrior
    run_sd: float
    split_sd: float
    pseudo_runs: float


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


Basis = Literal["personal", "shrunk", "bridged", "population"]
"""Where an expectation comes from: mostly the runner's own history, a mixture in which the prior
still weighs noticeably, the runner's own history with another kind of sensor, or the population
prior alone."""

COVERAGES: tuple[float, float, float] = (0.5, 0.8, 0.9)


@frozen
class FormSamples:
    """What a fit sees: one row per selected split, arrays of shape (n_samples,).

    `value` is in the metric's unit; `run_id` groups the splits of one run; `age_days` counts back
    from the moment of training (>= 0); `weight_s` is running time. `conditions` has a column per
    condition of `running.effects.EFFECTS`, 0 where it is not known (None: nothing is known);
    `unit` names the very sensor that measured, `shoe` the pair that was worn, `surface` what was
    run on, empty for an unknown one (None: none is known).
    """

    value: NDArray[np.float64]
    speed_mps: NDArray[np.float64]
    run_id: NDArray[np.int64]
    age_days: NDArray[np.float64]
    weight_s: NDArray[np.float64]
    conditions: NDArray[np.float64] | None = None
    unit: NDArray[np.object_] | None = None
    shoe: NDArray[np.object_] | None = None
    surface: NDArray[np.object_] | None = None


class NamedEffect(NamedTuple):
    """What one pair of shoes, surface or unit of a sensor does, relative, against the mean of all
    (the newest unit), with the variance of that; from how many runs; and the variance of its
    difference from the one with most runs."""

    mean: float
    var: float
    n_runs: int = 0
    contrast_var: float = 0.0


def _named_effects(stored: str) -> Mapping[str, NamedEffect]:
    return {name: NamedEffect(*values) for name, values in json.loads(stored).items()}


@frozen
class MetricBaseline:
    """One baseline: ln y = intercept + slope ln v plus the effects of known conditions (power), or
    y = intercept + slope v (linear, learned by earlier versions of the program).

    `rmse` is in the metric's unit. `half_widths` are the 50/80/90 % half-widths of a *run's* mean
    around its expectation, relative to the expectation (0.03 = 3 %), from the runner's own
    out-of-sample residuals blended with the prior; they hold at the centre of the trained speeds
    for a run of `splits_per_run` splits at `window_end`, and `level_var`, `slope_var`,
    `level_slope_cov` (relative scale, around `speed_center_mps`) widen them elsewhere,
    `drift_var_per_day` (relative) later. `version` is None until stored. `speed_*` in m/s.

    The effects are relative changes: `heat_frac_per_c` above comfort, `uphill_` and
    `downhill_frac_per_pct` per metre of climb and descent in 100 m, `fatigue_frac_per_hour` on the
    feet, `return_frac` on the first run after a pause, which was on `returned_at` (None: no pause
    is remembered). Each has the variance that is left of the doubt about it. `sensor_label` names
    the unit of the sensor whose level it is, that of the newest run; None: not known. `shoes_json`
    has for each pair that was worn often enough its difference from the mean of all, the variance
    of that, the number of runs, and the variance of its difference from the pair worn most
    (`shoes`, `usual_shoe`); `surfaces_json` the same of what was run on, `units_json` of each other
    unit of the sensor, against that of the newest run. `confounded` names what cannot be told
    apart: "heat+season,shoe+sensor". `cause_runs_json` counts the runs that each cause was there;
    `drift_json` is how the level came to be what it is: the days of `effects.drift_waves`, their
    sizes and the upper triangle of their covariance.
    """

    metric: MetricName
    sensor_group: str
    user_id: str = "default"
    condition_group: str = "default"
    model_type: Literal["power", "linear"]
    method: Literal["direct", "inverse"] = "direct"
    intercept: float
    slope: float
    basis: Basis
    n_samples: int
    n_runs: int
    n_runs_effective: float
    rmse: float
    run_sd_frac: float
    split_sd_frac: float
    splits_per_run: float
    drift_var_per_day: float
    half_widths: tuple[float, float, float]
    level_var: float
    slope_var: float
    level_slope_cov: float
    speed_center_mps: float
    speed_min_mps: float
    speed_max_mps: float
    half_life_days: float
    window_start: datetime | None
    window_end: datetime | None
    trained_at: datetime
    code_version: str
    version: int | None = None
    heat_frac_per_c: float = 0.0
    heat_var: float = 0.0
    uphill_frac_per_pct: float = 0.0
    uphill_var: float = 0.0
    downhill_frac_per_pct: float = 0.0
    downhill_var: float = 0.0
    fatigue_frac_per_hour: float = 0.0
    fatigue_var: float = 0.0
    return_frac: float = 0.0
    return_var: float = 0.0
    returned_at: datetime | None = None
    sensor_label: str | None = None
    shoes_json: str = "{}"
    confounded: str = ""
    units_json: str = "{}"
    surfaces_json: str = "{}"
    cause_runs_json: str = "{}"
    drift_json: str = ""

    @property
    def confounded_pairs(self) -> tuple[tuple[str, str], ...]:
        """What these runs cannot tell apart: pairs of `effects.Cause`, or one and "season"."""
        pairs = (pair.split("+") for pair in self.confounded.split(",") if pair)
        return tuple((first, second) for first, second in pairs)

    @cached_property
    def shoes(self) -> Mapping[str, NamedEffect]:
        """Per pair of shoes its relative difference from the mean of all."""
        return _named_effects(self.shoes_json)

    @cached_property
    def surfaces(self) -> Mapping[str, NamedEffect]:
        """The same of what was run on."""
        return _named_effects(self.surfaces_json)

    @cached_property
    def units(self) -> Mapping[str, NamedEffect]:
        """Per other unit of the sensor its relative difference from that of the newest run."""
        return _named_effects(self.units_json)

    @cached_property
    def cause_runs(self) -> Mapping[str, int]:
        """In how many runs each cause was there: what is known of it comes from them."""
        counted: Mapping[str, int] = json.loads(self.cause_runs_json)
        return counted

    @property
    def effects(self) -> NDArray[np.float64]:
        """Relative change per unit of each condition, in the order of `EFFECTS`."""
        return np.array(
            [
                self.heat_frac_per_c,
                self.uphill_frac_per_pct,
                self.downhill_frac_per_pct,
                self.fatigue_frac_per_hour,
            ]
        )

    @property
    def effect_vars(self) -> NDArray[np.float64]:
        """The variance of each of them."""
        return np.array([self.heat_var, self.uphill_var, self.downhill_var, self.fatigue_var])

    @property
    def coef_d(self) -> float | None:
        """Exponent of v = c * GCT^d as the requirements store it (1/b); None for linear models."""
        return 1.0 / self.slope if self.model_type == "power" else None

    @property
    def coef_alpha(self) -> float:
        """ln c of v = c * GCT^d (-a/b) for a power law, the intercept for a linear model."""
        return -self.intercept / self.slope if self.model_type == "power" else self.intercept


@frozen
class Expectation:
    """What the runner would usually show, with personal prediction intervals for a run's mean.

    `intervals` holds (low, high) for 50, 80 and 90 %, in the metric's unit. `extrapolated` when any
    speed asked for lies outside the trained range (always False for the population prior, which
    was not trained on this runner). `conditions_frac` is how much of the value is due to warmth,
    slopes, time on the feet, a pause and shoes (0.01: 1 % of what it would be without).
    """

    metric: MetricName
    value: float
    intervals: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    basis: Basis
    n_runs: int
    sensor_group: str
    extrapolated: bool
    baseline_version: int | None
    conditions_frac: float = 0.0

    @property
    def conditions_delta(self) -> float:
        """What conditions change in the value, in the metric's unit."""
        return self.value * self.conditions_frac / (1.0 + self.conditions_frac)

    @property
    def plausible(self) -> bool:
        """Whether a body shows such a value: far from the learned speeds a line leaves those."""
        row = METRICS[self.metric]
        return row.valid_min <= self.value <= row.valid_max

    @property
    def half_width_90_frac(self) -> float:
        """Half-width of the 90 % interval relative to the expected value, on its wider side.

        Intervals are symmetric for ratios, so the upper side is a little wider.
        """
        low, high = self.intervals[2]
        return max(high - self.value, self.value - low) / self.value


def n_learned(baselines: Iterable[MetricBaseline]) -> int:
    """From how many runs one kind of sensor was learned: those of the scored metric that most runs
    taught, as everywhere (a verdict's `n_runs` counts the same of the runs before it)."""
    return max(
        (baseline.n_runs for baseline in baselines if METRICS[baseline.metric].scored), default=0
    )
