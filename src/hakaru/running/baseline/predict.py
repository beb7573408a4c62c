"""What this runner would usually show at a speed, or a runner who has shown nothing yet."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.records import frozen
from hakaru.running.baseline.model import (
    COVERAGES,
    ESTIMATOR_VERSION,
    PRIOR_SPEED_MAX_MPS,
    PRIOR_SPEED_MIN_MPS,
    TYPICAL_SPLITS_PER_RUN,
    BaselineSettings,
    Basis,
    Expectation,
    MetricBaseline,
    NamedEffect,
    components_of,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.regression import ModelType
from hakaru.running.effects import (
    EFFECTS,
    RETURN_PAUSE_DAYS,
    Cause,
    EffectPrior,
    at_usual_speed,
    days_back_share,
    drift_waves,
    effect_priors,
)
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.stats.robust import TUKEY_CUT, FloatArray, student_half_width


class _NothingLearned(TypedDict):
    """The fields of a baseline that say where and from what it was learned."""

    basis: Basis
    n_samples: int
    n_runs: int
    n_runs_effective: float
    splits_per_run: float
    drift_var_per_day: float
    level_slope_cov: float
    speed_center_mps: float
    speed_min_mps: float
    speed_max_mps: float
    half_life_days: float
    window_start: None
    window_end: None
    code_version: str


_NOTHING_LEARNED = _NothingLearned(
    basis="population",
    n_samples=0,
    n_runs=0,
    n_runs_effective=0.0,
    splits_per_run=TYPICAL_SPLITS_PER_RUN,
    drift_var_per_day=0.0,
    level_slope_cov=0.0,
    speed_center_mps=REFERENCE_SPEED_MPS,
    speed_min_mps=PRIOR_SPEED_MIN_MPS,
    speed_max_mps=PRIOR_SPEED_MAX_MPS,
    half_life_days=BaselineSettings().half_life_days,
    window_start=None,
    window_end=None,
    code_version=ESTIMATOR_VERSION,
)


def population_baseline(
    metric: MetricName,
    *,
    sensor_group: str,
    now: datetime,
    user_id: str = "default",
    condition_group: str = "default",
) -> MetricBaseline:
    """The population prior of a sensor group as a baseline, wide and honest about it."""
    prior, components = line_prior(metric, sensor_group), components_of(metric)
    effects = effect_priors(metric)
    heat, uphill, downhill, fatigue = effects.conditions
    level_var = prior.level_sd**2
    return MetricBaseline(
        metric=metric,
        sensor_group=sensor_group,
        user_id=user_id,
        condition_group=condition_group,
        model_type="power",
        intercept=intercept_at_zero("power", level=prior.level, slope=prior.slope),
        slope=prior.slope,
        **_NOTHING_LEARNED,
        rmse=METRICS[metric].prior(sensor_group).level_at_ref
        * math.hypot(components.split_sd, prior.level_sd),
        run_sd_frac=components.between_sd,
        split_sd_frac=components.within_sd,
        half_widths=_half_widths(metric, level_var),
        level_var=level_var,
        slope_var=prior.slope_sd**2,
        trained_at=now,
        heat_frac_per_c=heat.mean,
        heat_var=heat.sd**2,
        uphill_frac_per_pct=uphill.mean,
        uphill_var=uphill.sd**2,
        downhill_frac_per_pct=downhill.mean,
        downhill_var=downhill.sd**2,
        fatigue_frac_per_hour=fatigue.mean,
        fatigue_var=fatigue.sd**2,
        return_var=effects.after_pause.sd**2,
    )


def _half_widths(metric: MetricName, level_var: float) -> tuple[float, float, float]:
    """Prior predictive of a typical run at the reference speed, relative."""
    noise_var = components_of(metric).mean_sd(TYPICAL_SPLITS_PER_RUN) ** 2
    degrees = spread_degrees(noise_of(metric).pseudo_runs, noise_var=noise_var, doubt_var=level_var)
    center_sd = math.sqrt(noise_var + level_var)
    low, middle, high = (center_sd * student_half_width(c, degrees) for c in COVERAGES)
    return low, middle, high


def spread_degrees(degrees: float, *, noise_var: float, doubt_var: float) -> float:
    """Degrees of freedom of a sum of an estimated and a known variance (Satterthwaite 1946)."""
    return degrees * ((noise_var + doubt_var) / noise_var) ** 2 if noise_var > 0 else math.inf


def intercept_at_zero(model_type: ModelType, *, level: float, slope: float) -> float:
    """The intercept of ln y = a + b ln v, or y = a + b v, from the level at the reference speed."""
    at_zero = math.log(REFERENCE_SPEED_MPS) if model_type == "power" else REFERENCE_SPEED_MPS
    return level - slope * at_zero


SOUND_SPLIT_SDS = TUKEY_CUT
"""A split this many within-run SDs from its run's median is a sensor fault, not form: the cut
beyond which training gives it no weight."""
SPEED_MARGIN_FRAC = 0.03
"""Speeds so little beyond the learned ones are not outside: splits of one pace differ as much."""


@frozen
class Around:
    """What is known around the splits of a run.

    `at` says when it took place; None: at the end of the training window. `conditions` are those of
    the splits (`running.effects`), shape (n_splits, 4); None: nothing is known of them, and nothing
    taken out. `sensor_label` names the unit of the sensor, `shoe` the pair of shoes, `surface` what
    was run on; None: not known, taken for the usual.
    """

    at: datetime | None = None
    conditions: FloatArray | None = None
    sensor_label: str | None = None
    shoe: str | None = None
    surface: str | None = None


NOTHING_AROUND = Around()


@frozen
class Curve:
    """The expected value at each speed with the 50 % and 90 % intervals of a typical run, metric
    units."""

    speed_mps: FloatArray
    value: FloatArray
    low_50: FloatArray
    high_50: FloatArray
    low_90: FloatArray
    high_90: FloatArray


def expect(
    baseline: MetricBaseline,
    speed_mps: FloatArray,
    weight_s: FloatArray,
    *,
    around: Around = NOTHING_AROUND,
) -> Expectation:
    """What the mean over these splits should be: sum(t g(v)) / sum t.

    The interval is that of the mean of exactly these splits: day effect, their own noise, doubt
    about the curve at their speeds and about a unit of the sensor that it was not learnt from, and
    drift since the newest run learnt from. For a typical run at one speed use `expect_at`.

    Arrays have shape (n_splits,), speeds > 0, weights (seconds of running) >= 0 and not all zero.
    """
    share = weight_s / weight_s.sum()
    return _expect(baseline, speed_mps, share, n_splits=1.0 / float(share @ share), around=around)


def expect_at(
    baseline: MetricBaseline, speed_mps: float, *, around: Around = NOTHING_AROUND
) -> Expectation:
    """The same for a run of typical length at one steady speed: "at 4:30 you would show ...";
    `around` has one row of conditions."""
    return _expect(
        baseline,
        np.array([speed_mps]),
        np.ones(1),
        n_splits=baseline.splits_per_run,
        around=around,
    )


def curve(baseline: MetricBaseline, speed_mps: FloatArray) -> Curve:
    """Expected values and limits of a typical run over many speeds, for plots: what `expect_at`
    says of each."""
    value = expected_values(baseline, speed_mps)
    doubt_var = _doubt_var(baseline, _offset(baseline, speed_mps), value)
    stretch = _stretch(baseline, doubt_var, None)
    low_50, high_50 = _limits(value, baseline.half_widths[0] * stretch)
    low_90, high_90 = _limits(value, baseline.half_widths[2] * stretch)
    return Curve(
        speed_mps=speed_mps,
        value=value,
        low_50=low_50,
        high_50=high_50,
        low_90=low_90,
        high_90=high_90,
    )


def expected_values(baseline: MetricBaseline, speed_mps: FloatArray) -> FloatArray:
    """The curve itself without any condition, in the metric's unit."""
    if baseline.model_type == "linear":
        line = baseline.intercept + baseline.slope * speed_mps
        return np.maximum(line, METRICS[baseline.metric].valid_min)
    return np.exp(baseline.intercept + baseline.slope * np.log(speed_mps))


def log_expected_values(baseline: MetricBaseline, log_speed_mps: FloatArray) -> FloatArray:
    """The natural logarithm of the same, over that of speed in m/s."""
    if baseline.model_type == "linear":
        return np.log(expected_values(baseline, np.exp(log_speed_mps)))
    return baseline.intercept + baseline.slope * log_speed_mps


@frozen
class Influence:
    """What one thing around a run does to an expectation: natural logarithms, with the standard
    deviation of the doubt that is left. `exposure_value` is how much of it there was: degrees above
    comfort, metres up or down per 100 m, hours beyond the usual, m/s of speed, what is left of a
    pause; 1 for `name`, the pair of shoes or the unit of the sensor."""

    cause: Cause
    exposure_value: float
    log_share: float
    sd_share: float
    name: str = ""


def influences(
    baseline: MetricBaseline,
    speed_mps: FloatArray,
    weight_s: FloatArray,
    *,
    around: Around = NOTHING_AROUND,
) -> tuple[Influence, ...]:
    """What leads from the value at the learned speeds' centre, without any condition, to what
    `expect` expects of these splits. Their shares add up to exactly that; a cause that was not
    there is left out.
    """
    share = weight_s / weight_s.sum()
    known = _around_splits(baseline, speed_mps, share, around)
    moved = np.exp(known.effects + known.level_effect_frac)
    expected = share @ (expected_values(baseline, speed_mps) * moved)
    center = expected_values(baseline, np.array([baseline.speed_center_mps]))[0]
    others = math.fsum(influence.log_share for influence in known.influences)
    pace = Influence(
        cause="pace",
        exposure_value=float(share @ speed_mps) - baseline.speed_center_mps,
        log_share=math.log(expected / center) - others,
        sd_share=abs(float(share @ _offset(baseline, speed_mps))) * math.sqrt(baseline.slope_var),
    )
    return (pace, *(each for each in known.influences if each.sd_share > 0.0))


def sound_splits(
    baseline: MetricBaseline, value: FloatArray, *, speed_mps: FloatArray
) -> NDArray[np.bool_]:
    """Which splits of one run to judge: False for gross outliers from the run's own median.

    The rule that training applies. A run that deviates as a whole keeps all its splits, and so
    does a run of fewer than three or without a clear majority.
    """
    everything = np.ones(value.size, dtype=np.bool_)
    if value.size < 3:
        return everything
    ratio = value / expected_values(baseline, speed_mps)
    deviation = np.abs(ratio / np.median(ratio) - 1.0)
    sound: NDArray[np.bool_] = deviation <= SOUND_SPLIT_SDS * baseline.split_sd_frac
    return sound if 2 * np.count_nonzero(sound) > value.size else everything


def _expect(
    baseline: MetricBaseline,
    speed_mps: FloatArray,
    share: FloatArray,
    *,
    n_splits: float,
    around: Around,
) -> Expectation:
    """The expectation of a run of `n_splits` effective splits with these shares of speed."""
    known = _around_splits(baseline, speed_mps, share, around)
    usual = expected_values(baseline, speed_mps) * math.exp(known.level_effect_frac)
    bare, value = share @ usual, share @ (usual * np.exp(known.effects))
    doubt_var = _doubt_var(baseline, share @ _offset(baseline, speed_mps), value)
    doubt_var = doubt_var + math.fsum(each.sd_share**2 for each in known.influences)
    doubt_var = doubt_var + baseline.drift_var_per_day * _days_since(baseline, around.at)
    stretch = _stretch(baseline, doubt_var, n_splits)
    intervals = tuple(_limits(value, width * stretch) for width in baseline.half_widths)
    fifty, eighty, ninety = ((float(low), float(high)) for low, high in intervals)
    return Expectation(
        metric=baseline.metric,
        value=float(value),
        intervals=(fifty, eighty, ninety),
        basis=baseline.basis,
        n_runs=baseline.n_runs,
        sensor_group=baseline.sensor_group,
        extrapolated=beyond_speeds(baseline, speed_mps),
        baseline_version=baseline.version,
        conditions_frac=float(value / bare) - 1.0,
    )


@frozen
class _AroundSplits:
    """What is around some splits: what it does to each of them, relative, and each cause alone over
    all of them. The unit of the sensor and the drift until the newest run are no conditions of
    the run: they stand apart."""

    effects: FloatArray
    level_effect_frac: float
    influences: tuple[Influence, ...]


def _around_splits(
    baseline: MetricBaseline, speed_mps: FloatArray, share: FloatArray, around: Around
) -> _AroundSplits:
    conditions = np.zeros((speed_mps.size, len(EFFECTS)))
    if around.conditions is not None:
        conditions = at_usual_speed(around.conditions, baseline.speed_center_mps)
    back = _back_share(baseline, around.at)
    priors = effect_priors(baseline.metric)
    shoe = _named_effect(baseline.shoes, around.shoe, priors.shoe)
    surface = _named_effect(baseline.surfaces, around.surface, priors.surface)
    unit = _unit_effect(baseline, around.sensor_label)
    drift, drift_var = _drift(baseline, _days_until(baseline, around.at))
    learned: list[tuple[Cause, float, float, float, str]] = [
        *zip(
            EFFECTS,
            (share @ conditions).tolist(),
            baseline.effects.tolist(),
            baseline.effect_vars.tolist(),
            [""] * len(EFFECTS),
            strict=True,
        ),
        ("pause", back, baseline.return_frac, baseline.return_var, ""),
        ("shoe", 1.0, shoe.mean, shoe.var, around.shoe or ""),
        ("surface", 1.0, surface.mean, surface.var, around.surface or ""),
        ("sensor", 1.0, unit.mean, unit.var, around.sensor_label or ""),
        ("season", 1.0, drift, drift_var, ""),
    ]
    return _AroundSplits(
        effects=conditions @ baseline.effects
        + (back * baseline.return_frac + shoe.mean + surface.mean),
        level_effect_frac=unit.mean + drift,
        influences=tuple(
            Influence(
                cause=cause,
                exposure_value=amount,
                log_share=amount * per_unit,
                sd_share=abs(amount) * math.sqrt(var),
                name=name,
            )
            for cause, amount, per_unit, var, name in learned
        ),
    )


def beyond_speeds(baseline: MetricBaseline, speed_mps: FloatArray) -> bool:
    """Whether a speed lies clearly outside those learned; the population's are nobody's own."""
    outside = (speed_mps < baseline.speed_min_mps * (1.0 - SPEED_MARGIN_FRAC)) | (
        speed_mps > baseline.speed_max_mps * (1.0 + SPEED_MARGIN_FRAC)
    )
    return bool(outside.any()) and baseline.basis != "population"


def _back_share(baseline: MetricBaseline, at: datetime | None) -> float:
    """How much of the effect of a pause a run shows: the one that ended before it, if any."""
    if at is None or baseline.window_end is None:
        return 0.0
    if _days_since(baseline, at) >= RETURN_PAUSE_DAYS:
        return 1.0
    if baseline.returned_at is None:
        return 0.0
    days_back = max((at - baseline.returned_at).total_seconds() / SECONDS_PER_DAY, 0.0)
    return float(days_back_share(np.array([days_back]))[0])


def _unit_effect(baseline: MetricBaseline, sensor_label: str | None) -> NamedEffect:
    """What a unit of the sensor shows beside the one whose level was learnt, and the doubt about
    it: that of any unit for a new one, nothing where either is not known."""
    if not sensor_label or baseline.sensor_label in (None, sensor_label):
        return NamedEffect(0.0, 0.0)
    unknown = NamedEffect(0.0, effect_priors(baseline.metric).other_unit.sd ** 2)
    return baseline.units.get(sensor_label, unknown)


def _drift(baseline: MetricBaseline, days_back: float) -> tuple[float, float]:
    """How far the level was from today's so many days before the newest run, relative, and the
    variance of that; 0 where it is not known."""
    if not baseline.drift_json or days_back <= 0.0:
        return 0.0, 0.0
    window_days, sizes, upper = json.loads(baseline.drift_json)
    covariance = np.zeros((len(sizes), len(sizes)))
    rows, columns = np.triu_indices(len(sizes))
    covariance[rows, columns] = covariance[columns, rows] = upper
    waves = drift_waves(np.array([days_back]), window_days)[:, 0]
    return float(waves @ np.array(sizes)), float(waves @ covariance @ waves)


def _named_effect(
    learned: Mapping[str, NamedEffect], name: str | None, prior: EffectPrior
) -> NamedEffect:
    """What a pair of shoes or a surface does, and the doubt about it: that of any for a new one,
    nothing where it is not known which it was or none are told apart."""
    if not name or not learned:
        return NamedEffect(0.0, 0.0)
    return learned.get(name, NamedEffect(0.0, prior.sd**2))


def _offset(baseline: MetricBaseline, speed_mps: FloatArray) -> FloatArray:
    """Distance of each speed from the centre of the trained speeds, on the model's axis."""
    if baseline.model_type == "power":
        return np.log(speed_mps / baseline.speed_center_mps)
    return speed_mps - baseline.speed_center_mps


def _doubt_var(baseline: MetricBaseline, offset: FloatArray, value: FloatArray) -> FloatArray:
    """Relative variance of the curve itself at an offset from the centre."""
    variance: FloatArray = (
        baseline.level_var
        + 2.0 * baseline.level_slope_cov * offset
        + baseline.slope_var * offset * offset
    )
    if baseline.model_type == "power":
        return variance
    center = baseline.intercept + baseline.slope * baseline.speed_center_mps
    return variance * np.square(center / value)


def _stretch(baseline: MetricBaseline, doubt_var: FloatArray, n_splits: float | None) -> FloatArray:
    """SD of this prediction over the SD for which the half-widths were learnt (None: typical)."""
    run_var, split_var = baseline.run_sd_frac**2, baseline.split_sd_frac**2
    learnt = run_var + split_var / baseline.splits_per_run + baseline.level_var
    here = run_var + split_var / (n_splits or baseline.splits_per_run) + doubt_var
    return np.sqrt(here / learnt)


def _limits(value: FloatArray, half_width: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Lower and upper limit, symmetric for ratios: value / e^w .. value e^w."""
    return value * np.exp(-half_width), value * np.exp(half_width)


def _days_until(baseline: MetricBaseline, at: datetime | None) -> float:
    """Days from a run of the past to the newest run learnt from; 0 for later ones."""
    if at is None or baseline.window_end is None:
        return 0.0
    return max((baseline.window_end - at).total_seconds() / SECONDS_PER_DAY, 0.0)


def _days_since(baseline: MetricBaseline, at: datetime | None) -> float:
    """Days from the newest run learnt from to the run judged; 0 for earlier runs."""
    if at is None or baseline.window_end is None:
        return 0.0
    return max((at - baseline.window_end).total_seconds() / SECONDS_PER_DAY, 0.0)
