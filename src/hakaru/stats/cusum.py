"""When did a series of standardised values leave zero for good?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.stats.line import FloatArray

Side = Literal["higher", "lower"]


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """One alarm: raised at `index`, after a climb that began at `start_index` (both 0-based).

    `mean_z` is the mean of the values from start to alarm, the size of the shift in standard
    deviations (signed; an over-estimate on average, since the alarm selects large values).
    """

    index: int
    start_index: int
    side: Side
    mean_z: float


@dataclass(frozen=True, kw_only=True)
class CusumRule:
    """When to raise an alarm, in SD.

    `slack` is half the smallest shift worth finding, >= 0; `threshold` the sum beyond the slack
    that raises an alarm, > 0. An alarm needs at least `values_min` values beyond the slack, the
    last one among them, and each counts at most `cap`: one wild value is no lasting change.
    """

    slack: float
    threshold: float
    values_min: int = 1
    cap: float = math.inf


def two_sided_cusum(z: FloatArray, rule: CusumRule) -> tuple[Alarm, ...]:
    """Page's CUSUM on both sides (Page 1954), restarted from zero after each alarm.

    Args:
        z: in time order, shape (n,); NaN is skipped.
        rule: when to raise an alarm.
    """
    alarms: list[Alarm] = []
    sums = {"higher": 0.0, "lower": 0.0}
    starts = {"higher": 0, "lower": 0}
    climbs = {"higher": 0, "lower": 0}
    signs: tuple[tuple[Side, float], ...] = (("higher", 1.0), ("lower", -1.0))
    for index, value in enumerate(z.tolist()):
        if math.isnan(value):
            continue
        for side, sign in signs:
            if sums[side] == 0.0:
                starts[side], climbs[side] = index, 0
            climbs[side] += sign * value > rule.slack
            sums[side] = max(0.0, sums[side] + min(sign * value, rule.cap) - rule.slack)
        for side, sign in signs:
            lasting = climbs[side] >= rule.values_min and sign * value > rule.slack
            if sums[side] > rule.threshold and lasting:
                alarms.append(_alarm(z, index, starts[side], side))
                sums = {"higher": 0.0, "lower": 0.0}
                break
    return tuple(alarms)


def _alarm(z: FloatArray, index: int, start_index: int, side: Side) -> Alarm:
    """The alarm with its mean over the values present since the climb began."""
    climb = z[start_index : index + 1]
    return Alarm(
        index=index,
        start_index=start_index,
        side=side,
        mean_z=float(np.nanmean(climb)),
    )
