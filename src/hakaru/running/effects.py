"""Known conditions of a split that move form: heat, the road's rise and fall, time on the feet.

Each is a column of a runner's own regression with a prior from research, so that what a condition
explains is neither called form nor noise. A missing condition takes nothing out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import REFERENCE_SPEED_MPS, MetricName
from hakaru.running.splits import Split
from hakaru.running.validity import SPEED_MAX_MPS

COMFORT_C: Final = 17.0
"""Up to here warmth is no burden: the upper end of the air temperatures of the fastest races."""
USUAL_ELAPSED_H: Final = 0.5
"""A line without conditions is that of the middle of an hour's run."""
DRIFT_WAVES: Final = 4
COUNTED_SDS: Final = 2.0
"""An effect that is not so many times its own doubt is not said to be there."""
RETURN_PAUSE_DAYS: Final = 21.0
RETURN_FADES_DAYS: Final = 15.0
_STEEPEST_PCT: Final = 15.0
_HOTTEST_C: Final = 45.0
_LONGEST_H: Final = 4.0

Cause = Literal[
    "pace", "heat", "uphill", "downhill", "fatigue", "pause", "shoe", "surface", "sensor", "season"
]
"""What moves the form of a run away from that of an ordinary one; `season` is the slow drift of the
level between then and the newest run, whatever its reason: time of year, training, age."""

EFFECTS: Final[tuple[Cause, ...]] = ("heat", "uphill", "downhill", "fatigue")
"""The columns of conditions: degrees above comfort, metres up and down per 100 m, and hours on the
feet as if run at `REFERENCE_SPEED_MPS` (`hours_at_reference`; 0: not known)."""


FORM_DOUBT_FRAC: Final = (0.3, 0.07, 0.1, 0.25)
"""By such a part may the effect of each of `EFFECTS` be another one because it has another form:
nobody knows the runner's own comfort, a watch's climb of a kilometre is off by a metre, and time on
the feet is counted by a power of speed that is a convention, without what slopes cost."""


def is_sure(cause: Cause, size: float, sd: float) -> bool:
    """Whether an effect is twice the doubt about it; of warmth without the doubt about the own
    comfort, which makes it larger or smaller, and nothing of nothing."""
    form_frac = FORM_DOUBT_FRAC[0] if cause == "heat" else 0.0
    return size**2 > COUNTED_SDS**2 * (sd**2 - (form_frac * size) ** 2)


@frozen
class EffectPrior:
    """Mean and SD between runners of a relative change per unit (0.002 = 0.2 %)."""

    mean: float
    sd: float


@frozen
class EffectPriors:
    """What is believed about every condition of one metric, in the order of `EFFECTS`; of the
    first days back after a pause; of another unit of the same kind of sensor; and of a pair of
    shoes against the others."""

    conditions: tuple[EffectPrior, EffectPrior, EffectPrior, EffectPrior]
    after_pause: EffectPrior
    other_unit: EffectPrior
    shoe: EffectPrior
    surface: EffectPrior


def _priors(
    *,
    heat: tuple[float, float],
    uphill: tuple[float, float],
    downhill: tuple[float, float],
    fatigue: tuple[float, float],
    after_pause_sd: float,
    labels_sd: tuple[float, float, float],
) -> EffectPriors:
    """`labels_sd` are those of another unit of the sensor, a pair of shoes, a surface."""
    unit_sd, shoe_sd, surface_sd = labels_sd
    conditions = tuple(
        EffectPrior(mean=mean, sd=sd) for mean, sd in (heat, uphill, downhill, fatigue)
    )
    return EffectPriors(
        conditions=(conditions[0], conditions[1], conditions[2], conditions[3]),
        after_pause=EffectPrior(mean=0.0, sd=after_pause_sd),
        other_unit=EffectPrior(mean=0.0, sd=unit_sd),
        shoe=EffectPrior(mean=0.0, sd=shoe_sd),
        surface=EffectPrior(mean=0.0, sd=surface_sd),
    )


_BOUNCE = _priors(
    heat=(0.0, 0.001),
    uphill=(-0.009, 0.010),
    downhill=(0.004, 0.005),
    fatigue=(0.0, 0.012),
    after_pause_sd=0.010,
    labels_sd=(0.058, 0.012, 0.015),
)
_PRIORS: dict[MetricName, EffectPriors] = {
    "gct": _priors(
        heat=(0.0, 0.0025),
        uphill=(0.002, 0.004),
        downhill=(-0.0006, 0.003),
        fatigue=(0.0, 0.012),
        after_pause_sd=0.012,
        labels_sd=(0.035, 0.008, 0.010),
    ),
    "cadence": _priors(
        heat=(0.0, 0.0005),
        uphill=(0.0, 0.0025),
        downhill=(0.0, 0.0015),
        fatigue=(0.0, 0.005),
        after_pause_sd=0.005,
        labels_sd=(0.005, 0.003, 0.004),
    ),
}
"""Slopes: 30-s windows of 18 recordings (research data.md §5), no effect on contact time that is
surely not zero. Fatigue: speed-adjusted drift over a run, median +0.2 % an hour, quartiles -0.6 and
+2.9 (the same). Heat: measured for speed only; that of form is left to the runner's own runs, so
wide that some tenths of a percent a degree are nothing unheard of. A bend of the line in ln speed
was tried and widened intervals more than it moved expectations. Other units: devices of one kind
differ by some percent. Shoes: assumed, of the size of what soft and firm ones are said to differ
by; no source of ours has runs of one runner in several pairs."""


def effect_priors(metric: MetricName) -> EffectPriors:
    """What is believed of a metric; of one that was never looked at, what is of oscillation."""
    return _PRIORS.get(metric, _BOUNCE)


def counted_warmth_c(reading_c: float | None, air_c: float | None) -> float | None:
    """The warmth a split counts with: what the watch read on the wrist. Where the air is known to
    be no warmer than `COMFORT_C` it is the air at most: an arm or a sleeve warms a watch, and
    nobody runs in heat then. None: not read."""
    if reading_c is None or air_c is None or not is_cool(air_c):
        return reading_c
    return min(reading_c, air_c)


def is_cool(air_c: float | None) -> bool:
    """Whether the air is known to be so cool that nothing is owed to warmth."""
    return air_c is not None and air_c <= COMFORT_C


def conditions_of(
    *,
    temperature_c: FloatArray,
    gain_m: FloatArray,
    loss_m: FloatArray,
    distance_m: FloatArray,
    grade_pct: FloatArray,
    hours_h: FloatArray,
) -> FloatArray:
    """The conditions of splits, shape (n_splits, 4), from columns with NaN for 'not recorded'.

    Rise and fall come from climb and descent, else from the net grade; `hours_h` is that of
    `hours_at_reference`.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        up_pct = np.where(np.isfinite(gain_m), 100.0 * gain_m / distance_m, grade_pct)
        down_pct = np.where(np.isfinite(loss_m), 100.0 * loss_m / distance_m, -grade_pct)
    columns = (
        np.clip(temperature_c - COMFORT_C, 0.0, _HOTTEST_C - COMFORT_C),
        np.clip(up_pct, 0.0, _STEEPEST_PCT),
        np.clip(down_pct, 0.0, _STEEPEST_PCT),
        np.maximum(hours_h, 0.0),
    )
    stacked: FloatArray = np.nan_to_num(np.stack(columns, axis=1), nan=0.0, posinf=0.0, neginf=0.0)
    return stacked


EFFORT_COLUMNS: Final = (
    "start_elapsed_s",
    "end_elapsed_s",
    "distance_m",
    "running_s",
    "running_distance_m",
    "speed_mps",
)
"""What of every split of a run `hours_at_reference` counts."""


def hours_at_reference(run_id: NDArray[np.int64], columns: Mapping[str, FloatArray]) -> FloatArray:
    """Hours on the feet until the middle of each split, shape (n_splits,), counted by how hard they
    were: as many at `REFERENCE_SPEED_MPS` weigh the same. NaN where the times are not known.

    The sum of seconds times the fourth power of speed, as in Coggan's normalised power, over all
    splits of the run until then and half of the split itself: an hour 10 % faster weighs nearly
    half as much again, standing nothing, and a pause neither tires nor rests. Rows of `columns`
    (`EFFORT_COLUMNS`) are all splits of the runs, warm-up, recoveries and walks among them; what
    comes later in a run changes nothing.
    """
    start_s, end_s = columns["start_elapsed_s"], columns["end_elapsed_s"]
    order = np.lexsort((start_s, run_id))
    effort_s = _seconds_at_reference(columns)[order]
    first = np.flatnonzero(np.diff(run_id[order], prepend=run_id[order[:1]] - 1))
    hours_h = np.empty_like(effort_s)
    hours_h[order] = _sums_within(effort_s, first) - 0.5 * effort_s
    return np.where(np.isfinite(end_s - start_s), hours_h / SECONDS_PER_HOUR, np.nan)


def _sums_within(values: FloatArray, first: NDArray[np.intp]) -> FloatArray:
    """The running sum of each run by itself, the same whatever stands before it; `first` are the
    places where runs begin."""
    counts = np.diff(np.append(first, values.size))
    sums = values.copy()
    for place in range(1, int(counts.max(initial=0))):  # that split of every run at once
        rows = first[counts > place] + place
        sums[rows] += sums[rows - 1]
    return sums


def _seconds_at_reference(columns: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds at `REFERENCE_SPEED_MPS` that weigh as much as each split; unknown ones nothing.

    What was not run of it (walked, stood, or not recorded while the distance went on) weighs by its
    own speed, no harder than what was run: nobody runs as fast as a position jumps or a bus goes.
    """
    running_s, speed_mps = columns["running_s"], columns["speed_mps"]
    rest_s = np.maximum(columns["end_elapsed_s"] - columns["start_elapsed_s"] - running_s, 0.0)
    rest_m = np.maximum(columns["distance_m"] - columns["running_distance_m"], 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rest_mps = np.minimum(
            rest_m / rest_s, np.where(np.isfinite(speed_mps), speed_mps, REFERENCE_SPEED_MPS)
        )
    return _weighed(running_s, speed_mps) + _weighed(rest_s, rest_mps)


def _weighed(lasting_s: FloatArray, speed_mps: FloatArray) -> FloatArray:
    possible_mps = np.clip(speed_mps, 0.0, SPEED_MAX_MPS)
    weighed: FloatArray = lasting_s * (possible_mps / REFERENCE_SPEED_MPS) ** 4
    return np.nan_to_num(weighed, nan=0.0)


def at_usual_speed(conditions: FloatArray, center_mps: float) -> FloatArray:
    """The conditions with hours on the feet as if run at the runner's own usual speed, beyond
    `USUAL_ELAPSED_H`."""
    counted = conditions.copy()
    hours_h = conditions[:, -1]
    own_h = np.minimum(hours_h * (REFERENCE_SPEED_MPS / center_mps) ** 4, _LONGEST_H)
    counted[:, -1] = np.where(hours_h > 0.0, own_h - USUAL_ELAPSED_H, 0.0)
    return counted


def split_conditions(splits: Sequence[Split]) -> FloatArray:
    """The conditions of all splits of one run, shape (n_splits, 4): those that are judged are
    chosen from them, since time on the feet is that of the whole run."""

    def column(name: str) -> FloatArray:
        values = [getattr(split, name) for split in splits]
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)

    return conditions_of(
        temperature_c=column("temperature_c"),
        gain_m=column("elevation_gain_m"),
        loss_m=column("elevation_loss_m"),
        distance_m=column("distance_m"),
        grade_pct=column("grade_pct"),
        hours_h=hours_at_reference(
            np.zeros(len(splits), dtype=np.int64), {name: column(name) for name in EFFORT_COLUMNS}
        ),
    )


def stated_conditions(
    speed_mps: float,
    *,
    temperature_c: float | None,
    grade_pct: float | None,
    after_s: float | None,
) -> FloatArray:
    """Conditions that somebody names for one steady speed, shape (1, 4); None: not named."""
    hours_h = (after_s or 0.0) / SECONDS_PER_HOUR * (speed_mps / REFERENCE_SPEED_MPS) ** 4
    unknown = np.array([np.nan])
    return conditions_of(
        temperature_c=unknown if temperature_c is None else np.array([temperature_c]),
        gain_m=unknown,
        loss_m=unknown,
        distance_m=unknown,
        grade_pct=unknown if grade_pct is None else np.array([grade_pct]),
        hours_h=np.array([hours_h]),
    )


def drift_waves(back_days: FloatArray, window_days: float) -> FloatArray:
    """A slow drift so many days back from the newest run, where it is 0: the first waves of a
    Brownian motion over a window (Karhunen and Loeve), shape (DRIFT_WAVES, n)."""
    share = np.clip(back_days / max(window_days, 1.0), 0.0, 1.0)
    half_waves = np.arange(DRIFT_WAVES, dtype=np.float64) + 0.5
    waves: FloatArray = np.sin(np.pi * np.outer(half_waves, share))
    return waves


def drift_wave_sds(drift_var_per_day: float, window_days: float) -> FloatArray:
    """What is believed of the size of each of these waves."""
    half_waves = np.arange(DRIFT_WAVES, dtype=np.float64) + 0.5
    whole = math.sqrt(2.0 * max(window_days, 1.0) * drift_var_per_day)
    sds: FloatArray = whole / (np.pi * half_waves)
    return sds


def days_back_share(days_since_return: FloatArray) -> FloatArray:
    """How much of the effect of a pause is left so many days after the first run, 1 falling to 0;
    0 before it (negative days) and where there was no pause (NaN)."""
    with np.errstate(invalid="ignore"):
        back = days_since_return >= 0.0
    share = np.exp(-np.where(back, days_since_return, 0.0) / RETURN_FADES_DAYS)
    return np.where(back, share, 0.0)
