"""The runner's relation of heart rate and pace.

Heart rate of steady stretches against level speed (Minetti 2002), minutes run and warmth, one
robust line whose newer runs count more. Within a run stretches share the form of the day, so that a
long run does not outvote three short ones. What a few runs at one speed cannot say is filled by
weak priors: heart rate above rest grows in proportion to speed (Swain & Leutholtz 1997: shares of
heart rate reserve and of oxygen reserve agree), it drifts up by some beats an hour (Coyle &
Gonzalez-Alonso 2001), and warmth adds some.
"""

from __future__ import annotations

import math
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import METRES_PER_KM, PERCENT, SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.environment.grade import level_speed_mps
from hakaru.running.lessons import SplitColumns, days_before, floats
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS
from hakaru.running.splits import MOSTLY_RUN_FRAC, SUMMARY_KINDS
from hakaru.running.validity import BoolArray, within_window
from hakaru.stats.robust import (
    effective_count,
    huber_weights,
    mad_scale,
    median,
    normal_half_width,
    recency_weights,
    weighted_conformal_quantile,
)

LEARNED_DAYS = 180.0
HALF_LIFE_DAYS = 60.0
RUNS_MIN = 3
STRETCHES_MIN = 8
"""Fewer say nothing about a relation: then only one of both is suggested."""

COVERAGE_FRAC = 0.8

LONG_H = 1.0
"""Stretches from here on say how heart rate drifts."""

SETTLED_S = 240.0
"""Heart rate follows effort with a time constant of 30-60 s: from here on a run is settled."""
STRETCH_MIN_S = 150.0
WORK_MIN_S = 300.0
"""A repetition shorter than this is mostly a heart on its way."""
CHANGED_MIN_S = 480.0
"""After a change of role a stretch counts only if it is long beside the time to settle."""
SUMMARY_MIN_S = 1200.0
"""The average of a whole run holds its first minutes; of a long one they are a small part."""
GRADE_MAX_PCT = 4.0
STANDING_MAX_FRAC = 0.1
_ROLLING_MAX_M_PER_KM = 60.0
_BLOCK_S = 1800.0

WARM_FROM_C = 15.0
_DRIFT_PRIOR = (4.0, 4.0)
_WARMTH_PRIOR = (0.5, 0.4)
_ROLLING_PRIOR = (0.08, 0.1)
"""Mean and sd: beats per hour, per degree above `WARM_FROM_C`, per metre of climb and descent
together in a kilometre: what goes up and down costs more than its mean slope."""
_SLOPE_PRIOR_SHARE = 0.10
_REST_BPM = 55.0
_DAY_SHARE = 0.5
"""Of the scatter, what a run's stretches have in common."""
_LENGTH_MOST = 3.0
_BEND_WIDTH_FRAC = 0.05
_BEND_PRIOR_RUNS = 3.0
_INVERSE_STEPS = 4
_ABOVE_REST_MIN_BPM = 30.0
_SLOPE_MIN_SHARE = 0.3
_WARMTH_COLUMN = 3
_HALF_WIDTH_MIN_BPM = 3.0
_SD_START_BPM = 5.0
_ITERATIONS = 15
_BEYOND_FRAC = 0.04
"""How far outside the speeds of the runner the line is still believed."""
_NOW_DAYS = 14.0


@frozen
class SteadyStretches:
    """Stretches in which heart rate had settled, shape (n_stretches,) each.

    `level_mps` is the level speed of equal cost, `after_h` the middle of the stretch in hours from
    the start, `temperature_c` NaN where nobody measured it, `rolling_m_per_km` climb and descent
    together beside what the net slope accounts for, `block_id` that of half an hour of one role.
    """

    run_id: NDArray[np.int64]
    block_id: NDArray[np.int64]
    age_days: FloatArray
    level_mps: FloatArray
    heart_rate_bpm: FloatArray
    after_h: FloatArray
    temperature_c: FloatArray
    rolling_m_per_km: FloatArray
    weight_s: FloatArray


@frozen
class Bend:
    """Where a runner's heart leaves the line: what blocks at a speed lay above it, and how much
    of a run each of them is worth (0..1)."""

    speed_mps: float
    above_bpm: float
    worth_frac: float


@frozen
class EffortRelation:
    """Heart rate at a level speed: `level_bpm` at `reference_mps`, `slope_bpm_per_mps`, and
    `drift_bpm_per_h` for each hour run, on days as warm as the last two weeks. `bends` correct it
    near speeds that were run often: many hearts rise less towards their maximum.

    `*_sd_*` are the doubts about slope and drift that are left; `n_long_runs` are runs with
    stretches beyond an hour, from which drift is seen.

    80 % of settled stretches lie within `half_width_bpm` of the line. `low_mps` and `high_mps`
    bound the speeds that the runner holds; beyond them nothing is said. `ceiling_bpm` None: the
    maximum is not known.
    """

    reference_mps: float
    level_bpm: float
    slope_bpm_per_mps: float
    drift_bpm_per_h: float
    half_width_bpm: float
    low_mps: float
    high_mps: float
    n_runs: int
    n_stretches: int
    ceiling_bpm: float | None = None
    bends: tuple[Bend, ...] = ()
    slope_sd_bpm_per_mps: float = 0.0
    drift_sd_bpm_per_h: float = 0.0
    n_long_runs: int = 0

    def heart_rate_bpm(self, speed_mps: float, *, after_h: float = 0.5) -> float:
        """The middle of the heart rates at a level speed, so many hours into a run."""
        beats = (
            self.level_bpm
            + self.slope_bpm_per_mps * (speed_mps - self.reference_mps)
            + self.drift_bpm_per_h * after_h
            + self._bend_bpm(speed_mps)
        )
        return beats if self.ceiling_bpm is None else min(beats, self.ceiling_bpm)

    def speed_mps(self, heart_rate_bpm: float, *, after_h: float = 0.5) -> float:
        """The level speed at which this heart rate is the middle; may lie outside the range."""
        above = heart_rate_bpm - self.level_bpm - self.drift_bpm_per_h * after_h
        speed = self.reference_mps
        for _ in range(_INVERSE_STEPS):
            speed = self.reference_mps + (above - self._bend_bpm(speed)) / self.slope_bpm_per_mps
        return speed

    def _bend_bpm(self, speed_mps: float) -> float:
        """Mean distance from the line of what was run near a speed, as far as runs support it."""
        width_mps = _BEND_WIDTH_FRAC * self.reference_mps
        total, worth = 0.0, _BEND_PRIOR_RUNS
        for bend in self.bends:
            near = bend.worth_frac * math.exp(
                -0.5 * ((speed_mps - bend.speed_mps) / width_mps) ** 2
            )
            total, worth = total + near * bend.above_bpm, worth + near
        return total / worth

    def covers(self, speed_mps: float) -> bool:
        """Whether the runner runs at such speeds, or nearly."""
        slowest, fastest = self.low_mps * (1.0 - _BEYOND_FRAC), self.high_mps * (1.0 + _BEYOND_FRAC)
        return slowest <= speed_mps <= fastest


def steady_stretches(columns: SplitColumns, *, now: datetime) -> SteadyStretches:
    """The settled stretches of the last months among stored splits, in their order."""
    age_days = days_before(now, np.asarray(columns["started_at"]))
    running_s, grade_pct = floats(columns, "running_s"), floats(columns, "grade_pct")
    grade_frac = np.where(np.isnan(grade_pct), 0.0, grade_pct) / PERCENT
    speed_mps = floats(columns, "speed_mps")
    start_s, end_s = floats(columns, "start_elapsed_s"), floats(columns, "end_elapsed_s")
    keep = _settled(columns, start_s=start_s, end_s=end_s, running_s=running_s)
    keep &= (age_days >= 0.0) & (age_days <= LEARNED_DAYS)
    keep &= np.abs(grade_frac) * PERCENT <= GRADE_MAX_PCT
    heart_rate_bpm = floats(columns, "heart_rate_bpm")
    keep &= within_window(heart_rate_bpm, "heart_rate_bpm")
    keep &= speed_mps > RUNNING_SPEED_MIN_MPS
    return SteadyStretches(
        run_id=np.asarray(columns["activity_id"], dtype=np.int64)[keep],
        block_id=_blocks(columns, (start_s + end_s) / 2.0)[keep],
        age_days=age_days[keep],
        level_mps=level_speed_mps(speed_mps, grade_frac)[keep],
        heart_rate_bpm=heart_rate_bpm[keep],
        after_h=((start_s + end_s) / 2.0)[keep] / SECONDS_PER_HOUR,
        temperature_c=floats(columns, "temperature_c")[keep],
        rolling_m_per_km=_rolling_m_per_km(columns, grade_pct)[keep],
        weight_s=running_s[keep],
    )


def fit_relation(
    stretches: SteadyStretches,
    *,
    heart_rate_rest_bpm: float | None = None,
    heart_rate_max_bpm: float | None = None,
) -> EffortRelation | None:
    """The relation of this runner; None: fewer than three runs or eight stretches."""
    n_runs = len(set(stretches.run_id.tolist()))
    if n_runs < RUNS_MIN or stretches.run_id.size < STRETCHES_MIN:
        return None
    blocks = _blocked(stretches)
    weight = _weights(blocks)
    reference_mps = float(np.average(blocks.level_mps, weights=weight))
    rest_bpm = _REST_BPM if heart_rate_rest_bpm is None else heart_rate_rest_bpm
    mean_bpm = float(np.average(blocks.heart_rate_bpm, weights=weight))
    slope = max(mean_bpm - rest_bpm, _ABOVE_REST_MIN_BPM) / reference_mps
    priors = np.array([(0.0, np.inf), (slope, _SLOPE_PRIOR_SHARE * slope)])
    priors = np.vstack([priors, _DRIFT_PRIOR, _WARMTH_PRIOR, _ROLLING_PRIOR])
    usual_c = _usual_c(blocks)
    answer, sd, error_bpm = _ridge(
        _design(blocks, reference_mps, usual_c),
        blocks.heart_rate_bpm,
        weight=weight,
        priors=priors,
        run_id=blocks.run_id,
    )
    residual = stretches.heart_rate_bpm - _design(stretches, reference_mps, usual_c) @ answer
    own_weight = _weights(stretches)
    low_mps, high_mps = _weighted_quantiles(stretches.level_mps, own_weight, (0.03, 0.97))
    warm_c = _design(blocks, reference_mps, usual_c)[:, _WARMTH_COLUMN]
    return EffortRelation(
        reference_mps=reference_mps,
        level_bpm=float(answer[0] + answer[_WARMTH_COLUMN] * _warmth_now(blocks, warm_c)),
        slope_bpm_per_mps=float(max(answer[1], _SLOPE_MIN_SHARE * slope)),
        drift_bpm_per_h=float(answer[2]),
        half_width_bpm=_half_width(residual, own_weight, error_bpm),
        low_mps=low_mps,
        high_mps=high_mps,
        n_runs=n_runs,
        n_stretches=int(stretches.run_id.size),
        ceiling_bpm=heart_rate_max_bpm,
        bends=_bends(blocks, _design(blocks, reference_mps, usual_c) @ answer, weight),
        slope_sd_bpm_per_mps=float(sd[1]),
        drift_sd_bpm_per_h=float(sd[2]),
        n_long_runs=len(set(stretches.run_id[stretches.after_h > LONG_H].tolist())),
    )


def _bends(blocks: SteadyStretches, line_bpm: FloatArray, weight: FloatArray) -> tuple[Bend, ...]:
    """What each block lay above the line, single wild ones held back."""
    above = blocks.heart_rate_bpm - line_bpm
    scale = max(mad_scale(above, weight), 1.0)
    above = np.clip(above, -2.0 * scale, 2.0 * scale)
    worth = weight / weight.max()
    rows = zip(blocks.level_mps.tolist(), above.tolist(), worth.tolist(), strict=True)
    return tuple(
        Bend(speed_mps=speed, above_bpm=beats, worth_frac=worth_frac)
        for speed, beats, worth_frac in rows
    )


def _design(stretches: SteadyStretches, reference_mps: float, usual_c: float) -> FloatArray:
    """One column for each coefficient: level, speed, hours run, warmth, rolling ground."""
    finite = np.isfinite(stretches.temperature_c)
    temperature_c = np.where(finite, stretches.temperature_c, usual_c)
    return np.column_stack(
        [
            np.ones_like(stretches.level_mps),
            stretches.level_mps - reference_mps,
            stretches.after_h,
            np.maximum(temperature_c - WARM_FROM_C, 0.0),
            stretches.rolling_m_per_km,
        ]
    )


def _settled(
    columns: SplitColumns, *, start_s: FloatArray, end_s: FloatArray, running_s: FloatArray
) -> BoolArray:
    """Run throughout, long enough, after the first minutes, not on the way from another effort."""
    kinds = np.asarray(columns["kind"], dtype=object)
    roles = np.asarray(columns["role"], dtype=object)
    run_id = np.asarray(columns["activity_id"], dtype=np.int64)
    summary = np.isin(kinds, list(SUMMARY_KINDS))
    mostly = running_s >= np.where(summary, MOSTLY_RUN_FRAC, 1.0 - STANDING_MAX_FRAC) * (
        end_s - start_s
    )
    first = np.ones(run_id.shape, dtype=np.bool_)
    first[1:] = (run_id[1:] != run_id[:-1]) | (roles[1:] != roles[:-1])
    least_s = np.where(roles == "work", WORK_MIN_S, STRETCH_MIN_S)
    least_s = np.where(first & (start_s > 0.0), np.maximum(least_s, CHANGED_MIN_S), least_s)
    settled = (start_s >= SETTLED_S) | (first & (running_s >= CHANGED_MIN_S))
    settled &= (running_s >= least_s) & ~np.isin(roles, ["recovery", "cooldown"])
    counted: BoolArray = mostly & np.where(summary, running_s >= SUMMARY_MIN_S, settled)
    return counted


def _blocks(columns: SplitColumns, middle_s: FloatArray) -> NDArray[np.int64]:
    roles = np.array([str(role or "") for role in columns["role"]])
    keys = (
        np.unique(np.asarray(columns["activity_id"], dtype=np.int64), return_inverse=True)[1],
        np.unique(roles, return_inverse=True)[1],
        np.nan_to_num(middle_s // _BLOCK_S).astype(np.int64),
    )
    changed = np.ones(middle_s.shape, dtype=np.bool_)
    changed[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return np.cumsum(changed)


def _blocked(stretches: SteadyStretches) -> SteadyStretches:
    """One row for each block: the mean of its stretches.

    Slopes and corners move the speed of one kilometre more than its heart rate, which would make
    the line too flat; over half an hour they even out.
    """
    _, block = np.unique(stretches.block_id, return_inverse=True)
    first = np.unique(block, return_index=True)[1]

    def means(values: FloatArray) -> FloatArray:
        finite = np.isfinite(values)
        share = np.where(finite, stretches.weight_s, 0.0)
        total = np.bincount(block, weights=share)
        summed = np.bincount(block, weights=share * np.where(finite, values, 0.0))
        with np.errstate(invalid="ignore"):
            return np.asarray(summed / np.where(total > 0.0, total, np.nan))

    return SteadyStretches(
        run_id=stretches.run_id[first],
        block_id=stretches.block_id[first],
        age_days=stretches.age_days[first],
        level_mps=means(stretches.level_mps),
        heart_rate_bpm=means(stretches.heart_rate_bpm),
        after_h=means(stretches.after_h),
        temperature_c=means(stretches.temperature_c),
        rolling_m_per_km=means(stretches.rolling_m_per_km),
        weight_s=np.bincount(block, weights=stretches.weight_s).astype(np.float64),
    )


def _rolling_m_per_km(columns: SplitColumns, grade_pct: FloatArray) -> FloatArray:
    """Climb and descent without the net rise, per kilometre; 0 where altitude is not known."""
    gain_m, loss_m = (floats(columns, f"elevation_{way}_m") for way in ("gain", "loss"))
    distance_m = floats(columns, "distance_m")
    with np.errstate(invalid="ignore", divide="ignore"):
        both = (gain_m + loss_m) / distance_m * METRES_PER_KM
        beside = both - np.abs(grade_pct) / PERCENT * METRES_PER_KM
    return np.where(np.isfinite(beside), np.clip(beside, 0.0, _ROLLING_MAX_M_PER_KM), 0.0)


def _weights(stretches: SteadyStretches) -> FloatArray:
    """Recency times length, each run counted as the independent stretches it is worth."""
    _, run = np.unique(stretches.run_id, return_inverse=True)
    worth = 1.0 / (1.0 + (np.bincount(run).astype(np.float64) - 1.0) * _DAY_SHARE)
    length = np.minimum(stretches.weight_s / median(stretches.weight_s), _LENGTH_MOST)
    weight: FloatArray = recency_weights(stretches.age_days, HALF_LIFE_DAYS) * worth[run] * length
    return weight


def _usual_c(stretches: SteadyStretches) -> float:
    """What stands for a temperature that nobody measured; `WARM_FROM_C` where none is known."""
    finite_c = stretches.temperature_c[np.isfinite(stretches.temperature_c)]
    return median(finite_c) if finite_c.size else WARM_FROM_C


def _warmth_now(stretches: SteadyStretches, warm_c: FloatArray) -> float:
    """Of the last two weeks with runs: the next days are as they are."""
    newest = stretches.age_days <= float(stretches.age_days.min()) + _NOW_DAYS
    return median(warm_c[newest])


def _ridge(
    design: FloatArray,
    beats: FloatArray,
    *,
    weight: FloatArray,
    priors: FloatArray,
    run_id: NDArray[np.int64],
) -> tuple[FloatArray, FloatArray, float]:
    """Coefficients with the SD that is left of each, and how unsure the level is (1 SD), by Huber's
    weights."""
    mean, sd = priors[:, 0], priors[:, 1]
    scale, robust = _SD_START_BPM, np.ones_like(beats)
    answer, precision = np.zeros(mean.size), np.eye(mean.size)
    for _ in range(_ITERATIONS):
        weighted = (weight * robust)[:, None] * design
        precision = design.T @ weighted + np.diag(np.square(scale / sd))
        answer = np.linalg.solve(precision, weighted.T @ beats + np.square(scale / sd) * mean)
        residual = beats - design @ answer
        scale = max(mad_scale(residual, weight), 1.0)
        robust = huber_weights(residual / scale)
    scores = (weight * robust * residual)[:, None] * design
    sd = _left_sd(scores, precision, believed=scale**2 / sd, run_id=run_id)
    return answer, sd, scale / float(np.sqrt(max(effective_count(weight * robust), 1.0)))


def _left_sd(
    scores: FloatArray, precision: FloatArray, *, believed: FloatArray, run_id: NDArray[np.int64]
) -> FloatArray:
    """What is not known of each coefficient: runs vary as a whole (their stretches share the day),
    so that scores are summed by run (Liang & Zeger 1986); beside them the priors' own doubt."""
    _, run = np.unique(run_id, return_inverse=True)
    by_run = np.stack([np.bincount(run, weights=column) for column in scores.T])
    n_runs = by_run.shape[1]
    few = n_runs / max(n_runs - 1.0, 1.0)
    inverse = np.linalg.inv(precision)
    meat = few * by_run @ by_run.T + np.diag(np.square(believed))
    return np.sqrt(np.diag(inverse @ meat @ inverse))


def _half_width(residual: FloatArray, weight: FloatArray, error_bpm: float) -> float:
    """Of the interval that holds 80 % of stretches, with what is not known of its middle."""
    share = weight / weight.max()
    held = weighted_conformal_quantile(np.abs(residual), share, alpha=1.0 - COVERAGE_FRAC)
    if not np.isfinite(held):
        held = float(np.abs(residual).max())
    unsure = normal_half_width(COVERAGE_FRAC) * error_bpm
    return max(float(np.hypot(held, unsure)), _HALF_WIDTH_MIN_BPM)


def _weighted_quantiles(
    values: FloatArray, weight: FloatArray, shares: tuple[float, float]
) -> tuple[float, float]:
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum()
    low, high = np.minimum(np.searchsorted(reached, shares), values.size - 1)
    return float(values[order][low]), float(values[order][high])
