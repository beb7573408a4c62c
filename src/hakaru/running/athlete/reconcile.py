"""Several views of one quantity: which figure do they make together, and where do they disagree?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hakaru.core.units import PERCENT
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.stats.robust import normal_half_width

STATED_SD_FRAC = 0.03
"""What a watch's own figure errs by, where it states no bounds."""

GAP_PCT = 5.0
"""Two figures of one quantity within this agree: each errs by a few percent."""

RECONCILED: tuple[Quantity, ...] = (
    "threshold_speed_mps",
    "vo2_max_ml_per_kg_min",
    "critical_power_w",
    "lt_heart_rate_bpm",
)
"""Quantities of which a watch has a figure and runs give another. Heart rates are compared in bpm:
see `gaps`."""

_HEART_RATE_GAP_PCT = 3.0
_NARROW_FRAC = 0.20
_NO_WITNESS = frozenset(
    {"lower_bound", "share_of_20_min", "share_of_max", "vo2_max", "threshold_speed"}
)
_HALF = normal_half_width(0.8)


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Two sources of one quantity that contradict each other. `difference_pct` is `other` minus
    `believed`, of `believed`."""

    quantity: Quantity
    believed: Known
    other: Known
    difference_pct: float


def reconcile(views: Sequence[Known], *, lowest_value: float = 0.0) -> Known | None:
    """One figure from independent views, each weighted by its own width.

    Where views lie further apart than their widths allow, the interval widens by as much (Birge
    ratio). `lowest_value`: what an effort has proved; a figure below it is lifted to it.

    Returns:
        The view itself where there is one; None: there is none.
    """
    if not views:
        return None
    if len(views) == 1:
        return _lifted(views[0], lowest_value)
    sds = [log_sd(view) for view in views]
    weights = [sd**-2 for sd in sds]
    logs = [math.log(view.value) for view in views]
    middle = sum(w * x for w, x in zip(weights, logs, strict=True)) / sum(weights)
    chi2 = sum(w * (x - middle) ** 2 for w, x in zip(weights, logs, strict=True))
    birge = max(1.0, math.sqrt(chi2 / (len(views) - 1)))
    sd = birge / math.sqrt(sum(weights))
    known_days = [view.on for view in views if view.on is not None]
    reconciled = Known(
        value=math.exp(middle),
        origin="estimated",
        method="reconciled",
        on=max(known_days, default=None),
        low=math.exp(middle - _HALF * sd),
        high=math.exp(middle + _HALF * sd),
    )
    return _lifted(reconciled, lowest_value)


def _lifted(known_value: Known, lowest_value: float) -> Known:
    if known_value.value >= lowest_value:
        return known_value
    high = lowest_value if known_value.high is None else max(known_value.high, 1.03 * lowest_value)
    return replace(known_value, value=lowest_value, low=lowest_value, high=high)


def log_sd(known_value: Known) -> float:
    """SD of the logarithm of a value, from its 80 % bounds; at least half of a watch's own."""
    if known_value.low is None or known_value.high is None or not known_value.low > 0.0:
        return STATED_SD_FRAC
    return max(math.log(known_value.high / known_value.low) / (2.0 * _HALF), STATED_SD_FRAC / 2.0)


def gaps(athlete: Athlete) -> tuple[Gap, ...]:
    """Where another source contradicts the figure that is believed, one per quantity, the widest
    first.

    A contradiction is more than 5 % (3 % of a heart rate) and outside the bounds of both. What only
    bounds a quantity from below contradicts nothing, nor does what was derived from the other of
    threshold speed and VO2max: `known.disagreement` says that.
    """
    all_gaps = []
    for quantity in RECONCILED:
        believed = athlete.known.get(quantity)
        if believed is None:
            continue
        apart = [
            gap
            for other in athlete.sources.get(quantity, ())
            if (gap := _gap(quantity, believed, other)) is not None
        ]
        all_gaps += apart[:1]
    return tuple(sorted(all_gaps, key=lambda gap: -abs(gap.difference_pct)))


def _gap(quantity: Quantity, believed: Known, other: Known) -> Gap | None:
    if {believed.method, other.method} & _NO_WITNESS or not _is_narrow(other):
        return None
    difference_pct = PERCENT * (other.value / believed.value - 1.0)
    limit = _HEART_RATE_GAP_PCT if quantity == "lt_heart_rate_bpm" else GAP_PCT
    if abs(difference_pct) <= limit:
        return None
    if holds(believed, other.value) or holds(other, believed.value):
        return None
    return Gap(quantity=quantity, believed=believed, other=other, difference_pct=difference_pct)


def _is_narrow(known: Known) -> bool:
    if known.low is None or known.high is None:
        return True
    return known.high - known.low <= _NARROW_FRAC * known.value


def holds(known: Known, value: float) -> bool:
    """Whether the bounds of an estimate hold a value; False where it has none."""
    if known.low is None or known.high is None:
        return False
    return known.low <= value <= known.high
