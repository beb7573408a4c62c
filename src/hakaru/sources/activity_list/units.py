"""Does an activity list count in kilometres or miles, in centimetres or inches?

Nothing in the file says so. Steps per minute times step length is the speed, and the ratio times
the step is the oscillation: whichever unit makes these true is the unit (miles show 1.6 for 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.core.units import (
    CM_PER_INCH,
    METRES_PER_FOOT,
    METRES_PER_KM,
    METRES_PER_MILE,
    MM_PER_CM,
    SECONDS_PER_MINUTE,
)
from hakaru.running.activity import FloatArray

_AGREEMENT_FRAC = 0.12
"""Median over the file; single runs leave 0.97-1.03 where they stood at lights."""
_LENGTHS = (METRES_PER_KM, METRES_PER_MILE)
_OSCILLATIONS_CM = (1.0, CM_PER_INCH, 1 / MM_PER_CM)


@dataclass(frozen=True, kw_only=True)
class ListUnits:
    """`distance_m` is metres per unit of distance and pace, `climb_m` per unit of height, `vo_cm`
    centimetres per unit of oscillation; None: the file does not tell."""

    distance_m: float | None
    climb_m: float | None
    vo_cm: float | None
    inferred: bool = False


@dataclass(frozen=True, kw_only=True)
class RunFigures:
    """What one run states, in the file's units; NaN where missing. `step_m` in metres."""

    distance: float
    time_s: float
    cadence_spm: float
    step_m: float
    vr_pct: float
    vo: float


def units_of(runs: Sequence[RunFigures], *, likely_metric: bool) -> ListUnits:
    """The units that the runs agree with.

    Args:
        runs: every run of the file.
        likely_metric: what language and number style suggest; used, and marked as inferred, only
            where no run states cadence, step and distance.
    """
    table = np.array(
        [
            (run.distance, run.time_s, run.cadence_spm, run.step_m, run.vr_pct, run.vo)
            for run in runs
        ],
        dtype=float,
    ).reshape(len(runs), 6)
    distance, time_s, cadence_spm, step_m, vr_pct, vo = np.where(table > 0, table, np.nan).T
    speed_mps = cadence_spm * step_m / SECONDS_PER_MINUTE
    length_m, tested = _nearest(speed_mps * time_s / distance, _LENGTHS)
    inferred = length_m is None and not tested and likely_metric
    if inferred:
        length_m = METRES_PER_KM
    vo_cm, _ = _nearest(vr_pct * step_m / vo, _OSCILLATIONS_CM)
    climb_m = {METRES_PER_KM: 1.0, METRES_PER_MILE: METRES_PER_FOOT}.get(length_m or 0.0)
    return ListUnits(distance_m=length_m, climb_m=climb_m, vo_cm=vo_cm, inferred=inferred)


def _nearest(ratios: FloatArray, factors: tuple[float, ...]) -> tuple[float | None, bool]:
    """The factor that the median ratio agrees with, and whether there was any ratio."""
    finite = ratios[np.isfinite(ratios)]
    if not finite.size:
        return None, False
    median = float(np.median(finite))
    near = [factor for factor in factors if abs(median / factor - 1) <= _AGREEMENT_FRAC]
    return (near[0] if near else None), True
