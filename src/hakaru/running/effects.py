"""Known conditions of a split that move form: heat, the road's rise and fall, time on the feet.

Each is a column of a runner's own regression with a prior from research, so that what a condition
explains is neither called form nor noise. A missing condition takes nothing out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import MetricName
from hakaru.running.splits import Split

COMFORT_C: Final = 17.0
"""Up to here warmth is no burden: the upper end of the air temperatures of the fastest races."""
USUAL_ELAPSED_H: Final = 0.5
"""A line without conditions is that of the middle of an hour's run."""
RETURN_PAUSE_DAYS: Final = 21.0
RETURN_FADES_DAYS: Final = 15.0
_STEEPEST_PCT: Final = 15.0
_HOTTEST_C: Final = 45.0
_LONGEST_H: Final = 4.0
_HARDNESS: Final = (0.7, 1.4)
_HARDNESS_POWER: Final = 4.0

Cause = Literal["pace", "heat", "uphill", "downhill", "fatigue", "pause", "shoe", "sensor"]
"""What moves the form of a run away from that of an ordinary one."""

EFFECTS: Final[tuple[Cause, ...]] = ("heat", "uphill", "downhill", "fatigue")
"""The columns of conditions: degrees above comfort, metres up and down per 100 m, hours on the
feet beyond `USUAL_ELAPSED_H`."""


@dataclass(frozen=True, kw_only=True)
class EffectPrior:
    """Mean and SD between runners of a relative change per unit (0.002 = 0.2 %)."""

    mean: float
    sd: float


@dataclass(frozen=True, kw_only=True)
class EffectPriors:
    """What is believed about every condition of one metric, in the order of `EFFECTS`; of the
    first days back after a pause; of another unit of the same kind of sensor; and of a pair of
    shoes against the others."""

    conditions: tuple[EffectPrior, EffectPrior, EffectPrior, EffectPrior]
    after_pause: EffectPrior
    other_unit: EffectPrior
    shoe: EffectPrior


def _priors(
    *,
    heat: tuple[float, float],
    uphill: tuple[float, float],
    downhill: tuple[float, float],
    fatigue: tuple[float, float],
    after_pause_sd: float,
    other_unit_sd: float,
    shoe_sd: float,
) -> EffectPriors:
    conditions = tuple(
        EffectPrior(mean=mean, sd=sd) for mean, sd in (heat, uphill, downhill, fatigue)
    )
    return EffectPriors(
        conditions=(conditions[0], conditions[1], conditions[2], conditions[3]),
        after_pause=EffectPrior(mean=0.0, sd=after_pause_sd),
        other_unit=EffectPrior(mean=0.0, sd=other_unit_sd),
        shoe=EffectPrior(mean=0.0, sd=shoe_sd),
    )


_NOT_COUNTED: Final = (0.0, 1e-6)
"""A condition that did not make expectations better on any of the seasons it was tried on."""

_BOUNCE = _priors(
    heat=_NOT_COUNTED,
    uphill=(-0.009, 0.008),
    downhill=(0.004, 0.006),
    fatigue=_NOT_COUNTED,
    after_pause_sd=0.010,
    other_unit_sd=0.06,
    shoe_sd=0.012,
)
_PRIORS: dict[MetricName, EffectPriors] = {
    "gct": _priors(
        heat=(0.0, 0.0015),
        uphill=(0.002, 0.003),
        downhill=(-0.0006, 0.003),
        fatigue=(0.0, 0.010),
        after_pause_sd=0.010,
        other_unit_sd=0.04,
        shoe_sd=0.010,
    ),
    "cadence": _priors(
        heat=_NOT_COUNTED,
        uphill=(0.0, 0.002),
        downhill=(0.0, 0.002),
        fatigue=_NOT_COUNTED,
        after_pause_sd=0.005,
        other_unit_sd=0.005,
        shoe_sd=0.004,
    ),
}
"""Slopes: 30-s windows of 18 recordings (research data.md §5), no effect on contact time that is
surely not zero. Fatigue: speed-adjusted drift over a run, median +0.2 % an hour, quartiles -0.6 and
+2.9 (the same). Heat: measured for speed only; that of contact time is left to the runner's own
runs. A bend of the line in ln speed was tried and widened intervals more than it moved
expectations; so did heat and fatigue on oscillation and ratio. Other units: devices of one kind
differ by some percent. Shoes: assumed, of the size of what soft and firm
ones are said to differ by; no source of ours has runs of one runner in several pairs."""


def effect_priors(metric: MetricName) -> EffectPriors:
    """What is believed of a metric; of one that was never looked at, what is of oscillation."""
    return _PRIORS.get(metric, _BOUNCE)


def conditions_of(
    *,
    temperature_c: FloatArray,
    gain_m: FloatArray,
    loss_m: FloatArray,
    distance_m: FloatArray,
    grade_pct: FloatArray,
    elapsed_s: FloatArray,
) -> FloatArray:
    """The conditions of splits, shape (n_splits, 4), from columns with NaN for 'not recorded'.

    Rise and fall come from climb and descent, else from the net grade; `elapsed_s` is the middle
    of the split.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        up_pct = np.where(np.isfinite(gain_m), 100.0 * gain_m / distance_m, grade_pct)
        down_pct = np.where(np.isfinite(loss_m), 100.0 * loss_m / distance_m, -grade_pct)
    columns = (
        np.clip(temperature_c - COMFORT_C, 0.0, _HOTTEST_C - COMFORT_C),
        np.clip(up_pct, 0.0, _STEEPEST_PCT),
        np.clip(down_pct, 0.0, _STEEPEST_PCT),
        np.clip(elapsed_s / SECONDS_PER_HOUR, 0.0, _LONGEST_H) - USUAL_ELAPSED_H,
    )
    stacked: FloatArray = np.nan_to_num(np.stack(columns, axis=1), nan=0.0, posinf=0.0, neginf=0.0)
    return stacked


def at_intensity(conditions: FloatArray, speed_mps: FloatArray, center_mps: float) -> FloatArray:
    """The conditions with time on the feet counted by how hard it was: an hour more at the usual
    speed is an hour, one 10 % faster counts nearly half as much again (the fourth power, as in
    Coggan's normalised power)."""
    hardness = np.clip(speed_mps / center_mps, *_HARDNESS) ** _HARDNESS_POWER
    counted = conditions.copy()
    counted[:, -1] *= hardness
    return counted


def split_conditions(splits: Sequence[Split]) -> FloatArray:
    """The conditions of a run's splits, shape (n_splits, 4)."""

    def column(name: str) -> FloatArray:
        values = [getattr(split, name) for split in splits]
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)

    return conditions_of(
        temperature_c=column("temperature_c"),
        gain_m=column("elevation_gain_m"),
        loss_m=column("elevation_loss_m"),
        distance_m=column("distance_m"),
        grade_pct=column("grade_pct"),
        elapsed_s=0.5 * (column("start_elapsed_s") + column("end_elapsed_s")),
    )


def days_back_share(days_since_return: FloatArray) -> FloatArray:
    """How much of the effect of a pause is left so many days after the first run, 1 falling to 0;
    0 before it (negative days) and where there was no pause (NaN)."""
    with np.errstate(invalid="ignore"):
        back = days_since_return >= 0.0
    share = np.exp(-np.where(back, days_since_return, 0.0) / RETURN_FADES_DAYS)
    return np.where(back, share, 0.0)
