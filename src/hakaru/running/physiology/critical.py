"""How fast (or with what power) can this runner go on for long, and what is there above it?

The two-parameter model: distance = critical speed x time + D' (Monod & Scherrer 1965, Ergonomics
8:329, for work; Hughson 1984 for running; Poole et al. 2016, Med Sci Sports Exerc 48:2320), which
holds for all-out efforts of about 2 to 30 minutes. Power obeys the same with W' in joules.

Few efforts out of training are all-out, and three of them leave no degree of freedom for an
interval. So the two numbers are weighed over a grid: an effort may fall short of what was possible
by a few percent but hardly exceed it, and D' (W') lies where other runners' does. The interval is
that of the weights, so that it is wide with one hard effort and narrows with each further one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray

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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class Held:
    """The mean speed (m/s) or power (W) that was held for a time."""

    duration_s: float
    mean: float


@dataclass(frozen=True, kw_only=True)
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
    return _weighed(chosen, prior)


def _best_of_each(efforts: Sequence[Held]) -> list[Held]:
    """The best of each duration (rounded to a fifth of its logarithm), shortest first."""
    best: dict[int, Held] = {}
    for effort in efforts:
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


def _weighed(efforts: Sequence[Held], prior: ReservePrior) -> CriticalFit:
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
