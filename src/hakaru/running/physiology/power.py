"""Powers and speeds of a run: how even, how costly, and how long they last.

"Normalised" power after Allen & Coggan (Training and Racing with a Power Meter, ch. 7).

The work of intervals, the main part of a tempo run, else everything: the rule of
`session.targets`. A session without the role it is judged by is described as a whole.

The two-parameter model: distance = critical speed x time + D' (Monod & Scherrer 1965, Ergonomics
8:329, for work; Hughson 1984 for running; Poole et al. 2016, Med Sci Sports Exerc 48:2320), which
holds for all-out efforts of about 2 to 30 minutes. Power obeys the same with W' in joules.

Few efforts out of training are all-out, and three of them leave no degree of freedom for an
interval. So the two numbers are weighed over a grid: an effort may fall short of what was possible
by a few percent but hardly exceed it, and D' (W') lies where other runners' does. The interval is
that of the weights, so that it is wide with one hard effort and narrows with each further one.

A share is asked of the main part alone: over a whole run with its warm-up and cool-down even a
perfect tempo run looks poor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, SeriesColumn
from hakaru.running.arithmetic import DeclineClass, decline_pct
from hakaru.running.session.model import (
    ALL_ROLES,
    POWER_BOUNDS,
    Segment,
    SegmentFigures,
    SessionInput,
    target_roles,
)
from hakaru.running.splits import Split, is_full
from hakaru.running.validity import BoolArray, Motion, inside_spans, read_motion, valid_column


@frozen
class Piece:
    """A repetition, or a split of the target part. None: not measured.

    `slope_pct` is the steeper of net grade and total climb and fall over distance.
    """

    start_elapsed_s: float
    end_elapsed_s: float
    running_s: float
    speed_mps: float | None
    cadence_spm: float | None
    step_length_cm: float | None
    gct_ms: float | None
    power_w: float | None
    slope_pct: float | None


@frozen
class Target:
    """The target part of a recording: its pieces, and which samples belong to it.

    `inside` is True for running samples of the target, shape (n_samples,).
    """

    motion: Motion
    inside: BoolArray
    pieces: tuple[Piece, ...]


def read_target(session: SessionInput) -> Target:
    """The part that speaks for the session."""
    motion = read_motion(session.recording.series, session.recording.pauses)
    segments = target_segments(session)
    spans_s = [(segment.start_elapsed_s, segment.end_elapsed_s) for segment in segments]
    return Target(
        motion=motion,
        inside=motion.running & inside_spans(motion, spans_s),
        pieces=_pieces(session),
    )


def target_segments(session: SessionInput) -> tuple[Segment, ...]:
    """The segments with a target role; all of them where there is none."""
    roles = target_roles(session.verdict.training_type)
    chosen = tuple(part for part in session.structure.segments if part.role in roles)
    return chosen or session.structure.segments


def target_column(session: SessionInput, target: Target, *, column: SeriesColumn) -> FloatArray:
    """A column with everything but believable values while running set to NaN."""
    return valid_column(session.recording.series, column, running=target.motion.running)


def target_mean(values: FloatArray, target: Target) -> float | None:
    """Time-weighted mean over the target part; None: nothing measured there."""
    measured = target.inside & np.isfinite(values)
    weight_s = target.motion.active_s[measured]
    if not weight_s.sum() > 0.0:
        return None
    return float(values[measured] @ weight_s / weight_s.sum())


def _pieces(session: SessionInput) -> tuple[Piece, ...]:
    """Repetitions where the target is work, else the full target splits."""
    roles = target_roles(session.verdict.training_type)
    if roles != ALL_ROLES and "work" in roles:
        works = [part for part in session.figures if part.role == "work"]
        if works:
            return tuple(map(_of_segment, works))
    return tuple(
        _of_split(split)
        for split in session.splits
        if split.is_target is not False and is_full(split)
    )


def _of_segment(part: SegmentFigures) -> Piece:
    return Piece(
        start_elapsed_s=part.start_elapsed_s,
        end_elapsed_s=part.end_elapsed_s,
        running_s=part.running_s,
        speed_mps=part.speed_mps,
        cadence_spm=part.cadence_spm,
        step_length_cm=part.step_length_cm,
        gct_ms=part.gct_ms,
        power_w=part.power_w,
        slope_pct=None if part.grade_pct is None else abs(part.grade_pct),
    )


def _of_split(split: Split) -> Piece:
    return Piece(
        start_elapsed_s=split.start_elapsed_s,
        end_elapsed_s=split.end_elapsed_s,
        running_s=split.running_s,
        speed_mps=split.speed_mps,
        cadence_spm=split.cadence_spm,
        step_length_cm=split.step_length_cm,
        gct_ms=split.gct_ms,
        power_w=split.power_w,
        slope_pct=_slope_pct(split),
    )


def _slope_pct(split: Split) -> float | None:
    if split.grade_pct is None or split.distance_m <= 0.0:
        return None
    gain_m, loss_m = split.elevation_gain_m, split.elevation_loss_m
    if gain_m is None or loss_m is None:
        return abs(split.grade_pct)
    return max(abs(split.grade_pct), PERCENT * (gain_m + loss_m) / split.distance_m)


SHORTEST_S, LONGEST_S = 120.0, 2400.0
"""Shorter efforts are sprints, longer ones are decided by more than the two numbers."""

INTERVAL = (0.1, 0.5, 0.9)
"""Ends and middle of the 80 % interval."""

_EXCESS_SD = 0.012
"""By how much a watch may overstate an effort (distance of 1 %, power of a pod)."""
_SHORTFALL_SD = 0.035
"""By how much the best effort of weeks of training falls short of what was possible."""
_NEAR_BEST = 0.94
"""An effort that lies further below what the best one predicts for its duration was easy."""
_SPREAD_MIN = 2.0
"""Longest over shortest duration, so that one number can be told from the other."""
_GRID, _RESERVES = 241, 61


@frozen
class ReservePrior:
    """What is known of D' (m) or W' (J) before any effort: median, SD of its logarithm, bounds."""

    middle_value: float
    log_sd: float
    low: float
    high: float


D_PRIME_M = ReservePrior(middle_value=180.0, log_sd=0.40, low=60.0, high=450.0)
"""100 to 300 m in most runners; bounds of what studies report."""
W_PRIME_J = ReservePrior(middle_value=13000.0, log_sd=0.45, low=3000.0, high=40000.0)
"""Running power meters give less than the 20 kJ of cyclists."""


@frozen
class Held:
    """The mean speed (m/s) or power (W) that was held for a time."""

    duration_s: float
    mean: float


@frozen
class CriticalFit:
    """Critical speed (m/s) with D' (m), or critical power (W) with W' (J), and 80 % bounds.

    `n_efforts` are those that decided: near the best one, of different durations.
    """

    value: float
    low: float
    high: float
    reserve_value: float
    reserve_low: float
    reserve_high: float
    n_efforts: int

    def held(self, duration_s: float) -> float:
        """The mean that can be held for so long, within the model's 2 to 30 minutes."""
        return self.value + self.reserve_value / duration_s


def fit_critical(efforts: Sequence[Held], prior: ReservePrior) -> CriticalFit | None:
    """Weigh critical speed or power by hard efforts.

    Args:
        efforts: of one runner within some weeks, any order; those outside 2-40 minutes are left
            out, and of near durations the best one counts.
        prior: `D_PRIME_M` or `W_PRIME_J`.

    Returns:
        None: fewer than two hard efforts whose durations differ by a factor of two.
    """
    chosen = _hard(_best_of_each(efforts), prior)
    if len(chosen) < 2 or chosen[-1].duration_s < _SPREAD_MIN * chosen[0].duration_s:
        return None
    return _weighed(tuple(chosen), prior)


def _best_of_each(efforts: Sequence[Held]) -> list[Held]:
    """The best of each duration (rounded to a fifth of its logarithm), shortest first."""
    of_duration: dict[float, Held] = {}
    for effort in efforts:
        known = of_duration.get(effort.duration_s)
        if known is None or effort.mean > known.mean:
            of_duration[effort.duration_s] = effort
    best: dict[int, Held] = {}
    for effort in of_duration.values():
        if SHORTEST_S <= effort.duration_s <= LONGEST_S and effort.mean > 0.0:
            place = round(5.0 * math.log(effort.duration_s))
            if place not in best or effort.mean > best[place].mean:
                best[place] = effort
    return sorted(best.values(), key=lambda effort: effort.duration_s)


def _hard(efforts: Sequence[Held], prior: ReservePrior) -> list[Held]:
    """Efforts close to what the best of them would allow, whatever usual reserve there is."""
    reserves = [prior.middle_value * math.exp(shift * prior.log_sd) for shift in (-1.0, 0.0, 1.0)]
    tops = [
        max((effort.mean - r / effort.duration_s for effort in efforts), default=0.0)
        for r in reserves
    ]

    def least(duration_s: float) -> float:
        return min(top + r / duration_s for top, r in zip(tops, reserves, strict=True))

    return [effort for effort in efforts if effort.mean >= _NEAR_BEST * least(effort.duration_s)]


@lru_cache(maxsize=64)  # the efforts that decide are the same from one run to the next
def _weighed(efforts: tuple[Held, ...], prior: ReservePrior) -> CriticalFit:
    means = np.array([effort.mean for effort in efforts])
    durations_s = np.array([effort.duration_s for effort in efforts])
    critical = np.linspace(0.75 * means.min(), 1.10 * means.max(), _GRID)
    reserve = np.geomspace(prior.low, prior.high, _RESERVES)
    able = critical[:, None, None] + reserve[None, :, None] / durations_s
    apart = np.log(means) - np.log(able)
    sd = np.where(apart > 0.0, _EXCESS_SD, _SHORTFALL_SD)
    log_weight = -0.5 * ((apart / sd) ** 2).sum(axis=2)
    log_weight -= 0.5 * (np.log(reserve / prior.middle_value) / prior.log_sd) ** 2
    weight = np.exp(log_weight - log_weight.max())
    low, middle, high = _quantiles(critical, weight.sum(axis=1))
    reserve_low, reserve_middle, reserve_high = _quantiles(reserve, weight.sum(axis=0))
    return CriticalFit(
        value=middle,
        low=low,
        high=high,
        reserve_value=reserve_middle,
        reserve_low=reserve_low,
        reserve_high=reserve_high,
        n_efforts=len(efforts),
    )


def _quantiles(values: FloatArray, weight: FloatArray) -> tuple[float, float, float]:
    """Lower end, middle and upper end of a weighted grid."""
    share = np.cumsum(weight) - 0.5 * weight
    low, middle, high = np.interp(INTERVAL, share / weight.sum(), values).tolist()
    return low, middle, high


HEART_RATE_MARGIN_BPM = 5.0
"""Within 5 bpm of threshold heart rate, both ends included (requirement T)."""

INTENSITY_LOW_FRAC, INTENSITY_HIGH_FRAC = 0.95, 1.05
"""Power and speed within 5 % of the threshold's, both ends included: T says so for power, and
power is close to proportional to speed on the level."""

HELD_EXCELLENT_PCT = 70.0
HELD_GOOD_PCT = 50.0
_TOLERANCE = 1e-9

ThresholdClass = Literal["excellent", "good", "low"]


@frozen
class ThresholdFigures:
    """How the target part relates to the threshold. None: not measured, or threshold not known.

    Shares are of the time in which the quantity was measured, 0..100. `above_threshold_s` counts
    the whole run, standing included as in zones; `target_above_threshold_s` the target part.
    """

    heart_rate_share_pct: float | None = None
    speed_share_pct: float | None = None
    power_share_pct: float | None = None
    held: ThresholdClass | None = None
    above_threshold_s: float | None = None
    target_above_threshold_s: float | None = None
    lt_heart_rate_stale: bool = False


def threshold_share_pct(
    heart_rate_bpm: FloatArray, weight_s: FloatArray, *, lt_heart_rate_bpm: float
) -> float | None:
    """Share of time with a heart rate within 5 bpm of the threshold's.

    Arrays have shape (n_samples,); NaN is not measured and counts on neither side.

    Returns:
        0..100, None: no time with a heart rate.
    """
    return _share_pct(
        heart_rate_bpm,
        weight_s,
        lt_heart_rate_bpm - HEART_RATE_MARGIN_BPM,
        lt_heart_rate_bpm + HEART_RATE_MARGIN_BPM,
    )


def relative_share_pct(
    values: FloatArray, weight_s: FloatArray, *, threshold: float
) -> float | None:
    """Share of time at 95..105 % of a threshold in the unit of the values: threshold speed (of
    grade-adjusted speed where slopes are known) or critical power. None: no time with a value."""
    return _share_pct(
        values, weight_s, INTENSITY_LOW_FRAC * threshold, INTENSITY_HIGH_FRAC * threshold
    )


def time_above_threshold_s(
    heart_rate_bpm: FloatArray, weight_s: FloatArray, *, lt_heart_rate_bpm: float
) -> float | None:
    """Time with a heart rate at the threshold's or above it: half-open like zones, so that it is
    the time in a zone that begins there. None: no time with a heart rate."""
    finite = np.isfinite(heart_rate_bpm)
    if not weight_s[finite].sum() > 0.0:
        return None
    return float(weight_s[finite & (heart_rate_bpm >= lt_heart_rate_bpm - _TOLERANCE)].sum())


def share_pct(inside_s: float, total_s: float) -> float:
    """A time in percent of another, > 0."""
    return PERCENT * inside_s / total_s


def threshold_class(held_pct: float) -> ThresholdClass:
    """More than 70 % is excellent, from 50 % good, below that low (requirement T)."""
    if held_pct > HELD_EXCELLENT_PCT + _TOLERANCE:
        return "excellent"
    return "good" if held_pct >= HELD_GOOD_PCT - _TOLERANCE else "low"


def _share_pct(values: FloatArray, weight_s: FloatArray, low: float, high: float) -> float | None:
    total_s = float(weight_s[np.isfinite(values)].sum())
    if not total_s > 0.0:
        return None
    return share_pct(_inside_s(values, weight_s, low, high), total_s)


def _inside_s(values: FloatArray, weight_s: FloatArray, low: float, high: float) -> float:
    inside = (values >= low - _TOLERANCE) & (values <= high + _TOLERANCE)
    return float(weight_s[inside].sum())


TRAILING_S = 30
_NORMALISING_EXPONENT = 4.0

SAME_SPEED_FRAC = 0.03
"""Powers are compared at speeds within 3 % of each other."""

DECLINE_EXCELLENT_PCT = 3.0
DECLINE_ACCEPTABLE_PCT = 5.0

ConsistencyKind = Literal["work", "main"]
ConsistencyClass = Literal["even", "uneven"]
Comparability = Literal["comparable", "speed_differs", "device_differs", "device_unknown"]

EVEN_CV_FRAC: Mapping[ConsistencyKind, float] = {"work": 0.03, "main": 0.05}
"""Standard deviation over mean below which power was even (requirement T): one SD, not a bound of
the deviations."""

ZoneTimes = tuple[float, float, float, float, float, float]


@frozen
class PowerFigures:
    """The power of the target part. None: not computable from what is known.

    `normalized_w` None below 30 s of power; `variability_factor` is normalised over mean power;
    `zone_s` time in zones 1..6 relative to critical power; `energy_*` and `running_effectiveness`
    as in `arithmetic.PowerCost`.
    """

    mean_w: float
    normalized_w: float | None
    variability_factor: float | None
    critical_power_share_pct: float | None
    cv_frac: float | None
    consistency: ConsistencyClass | None
    decline_pct: float | None
    decline: DeclineClass | None
    zone_s: ZoneTimes | None
    energy_j_per_km: float | None
    energy_j_per_kg_m: float | None
    running_effectiveness: float | None


@frozen
class PowerAtSpeed:
    """A mean power, the mean speed it went with, and the device that measured it (None: not
    known)."""

    power_w: float
    speed_mps: float
    device: str | None


def per_second(values: FloatArray, weight_s: FloatArray) -> FloatArray:
    """A series as one value per second of the time its samples stand for; NaN is left out.

    Arrays have shape (n_samples,); a sample lasts its `weight_s` and ends at its own time.
    """
    measured = np.isfinite(values) & (weight_s > 0.0)
    ends_s = np.cumsum(weight_s[measured])
    if ends_s.size == 0:
        return np.empty(0)
    middles_s = np.arange(0.5, ends_s[-1], 1.0)
    taken: FloatArray = values[measured][np.searchsorted(ends_s, middles_s)]
    return taken


def normalised_mean(per_second_values: FloatArray) -> float | None:
    """Fourth root of the mean fourth power of 30 s trailing means, from the 30th second on.

    In the unit of its values: normalised power, or of grade-adjusted speed. None: fewer than 30
    seconds.
    """
    if per_second_values.size < TRAILING_S:
        return None
    totals = np.cumsum(np.concatenate([np.zeros(1), per_second_values]))
    means = (totals[TRAILING_S:] - totals[:-TRAILING_S]) / TRAILING_S
    return quartic_mean(means, np.ones(means.shape))


def quartic_mean(values: FloatArray, weights: FloatArray) -> float:
    """Fourth root of the weighted mean fourth power; arrays of one shape, at least one value."""
    mean = np.average(values**_NORMALISING_EXPONENT, weights=weights)
    return float(mean ** (1.0 / _NORMALISING_EXPONENT))


def power_zone_times_s(
    power_w: FloatArray,
    weight_s: FloatArray,
    *,
    critical_power_w: float,
    bounds_frac: Sequence[float] = POWER_BOUNDS,
) -> ZoneTimes:
    """Time in power zones 1..6 relative to critical power (half-open, resolutions row 23)."""
    finite = np.isfinite(power_w)
    bounds_w = critical_power_w * (np.array(bounds_frac) - _TOLERANCE)
    zones = np.searchsorted(bounds_w, power_w[finite], side="right")
    first, second, third, fourth, fifth, sixth = np.bincount(
        zones, weights=weight_s[finite], minlength=len(bounds_frac) + 1
    ).tolist()
    return first, second, third, fourth, fifth, sixth


def power_consistency(cv_frac: float, kind: ConsistencyKind) -> ConsistencyClass:
    """Whether the variation of power stays below what its kind of session allows."""
    return "even" if cv_frac < EVEN_CV_FRAC[kind] - _TOLERANCE else "uneven"


def power_decline_class(fallen_pct: float) -> DeclineClass:
    """Power from first to last repetition: below 3 % excellent, up to 5 % acceptable (T)."""
    if fallen_pct < DECLINE_EXCELLENT_PCT - _TOLERANCE:
        return "excellent"
    return (
        "acceptable" if fallen_pct <= DECLINE_ACCEPTABLE_PCT + _TOLERANCE else "needs_improvement"
    )


def comparable(first: PowerAtSpeed, second: PowerAtSpeed) -> Comparability:
    """Whether two powers may be compared: one device, speeds within 3 % of the first."""
    if first.device is None or second.device is None:
        return "device_unknown"
    if first.device != second.device:
        return "device_differs"
    apart_frac = abs(second.speed_mps / first.speed_mps - 1.0)
    return "comparable" if apart_frac <= SAME_SPEED_FRAC + _TOLERANCE else "speed_differs"


def efficiency_change_pct(previous: PowerAtSpeed, current: PowerAtSpeed) -> float | None:
    """Power saved against a comparable run, in percent of the previous; negative: more power.

    None: the two may not be compared, see `comparable`.
    """
    if comparable(previous, current) != "comparable":
        return None
    return decline_pct(previous.power_w, current.power_w)
