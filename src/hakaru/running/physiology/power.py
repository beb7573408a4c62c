"""What do the powers of a run say: how even, how costly, how much less towards the end?

"Normalised" power after Allen & Coggan (Training and Racing with a Power Meter, ch. 7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import DeclineClass, decline_pct
from hakaru.running.session.settings import POWER_BOUNDS

TRAILING_S = 30
_NORMALISING_EXPONENT = 4.0

SAME_SPEED_FRAC = 0.03
"""Powers are compared at speeds within 3 % of each other (resolutions row 24)."""

DECLINE_EXCELLENT_PCT = 3.0
DECLINE_ACCEPTABLE_PCT = 5.0
_TOLERANCE = 1e-9

ConsistencyKind = Literal["work", "main"]
ConsistencyClass = Literal["even", "uneven"]
Comparability = Literal["comparable", "speed_differs", "device_differs", "device_unknown"]

EVEN_CV_FRAC: Mapping[ConsistencyKind, float] = {"work": 0.03, "main": 0.05}
"""Standard deviation over mean below which power was even (requirement T): one SD, not a bound of
the deviations (resolutions row 23)."""

ZoneTimes = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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

    In the unit of its values: power, or grade-adjusted speed. None: fewer than 30 seconds.
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


def normalised_power_w(power_w: FloatArray) -> float | None:
    """Normalised power of one value per second. None: fewer than 30 seconds."""
    return normalised_mean(power_w)


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
