"""How many beats does a degree cost this runner, going by the runner's own runs?

Heart rate of steady runs against temperature at equal speed and date: HR = a + b ln v + c day +
s max(T, 10 C), one point per run, Huber weights, errors that allow for unequal scatter. Below 10 C
(the cool end of the best air temperatures for racing, Mantzios 2021) the air is taken not to
matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.session.model import TrainingType
from hakaru.running.session.summary import SessionSummary
from hakaru.stats.robust import HUBER_CUT, huber_weights, mad_scale, student_half_width

HeatReason = Literal["too_few_runs", "temperatures_too_alike"]

STEADY_TYPES: frozenset[TrainingType] = frozenset(
    {"recovery", "low_moderate", "aerobic_base", "long_run"}
)
RUNS_MIN = 20
SPREAD_MIN_C = 8.0
"""Between the tenth and the ninetieth percentile of temperatures, those below 10 C taken as 10."""

INDIFFERENT_BELOW_C = 10.0
N_COEFFICIENTS = 4
_ITERATIONS = 30


@dataclass(frozen=True, kw_only=True)
class HeatSlope:
    """Beats per minute that one degree above 10 C adds at equal speed, with its intervals.

    Consecutive warm days and a change of shape over a season can look like heat: the intervals
    hold for runs that are independent once speed and date are accounted for.
    """

    slope_bpm_per_c: float
    interval_80_bpm_per_c: tuple[float, float]
    interval_90_bpm_per_c: tuple[float, float]
    n_runs: int
    spread_c: float

    @property
    def is_clear(self) -> bool:
        """Whether the 90 % interval lies on one side of zero."""
        low, high = self.interval_90_bpm_per_c
        return low > 0.0 or high < 0.0

    def added_bpm(self, temperature_c: float) -> tuple[float, float]:
        """Beats that a temperature adds over 10 C or cooler: the 80 % interval."""
        above_c = max(temperature_c - INDIFFERENT_BELOW_C, 0.0)
        low, high = self.interval_80_bpm_per_c
        return low * above_c, high * above_c


@dataclass(frozen=True, kw_only=True)
class HeatAnswer:
    """The slope, or why there is none; `n_runs` usable runs, `spread_c` None without any."""

    slope: HeatSlope | None
    reason: HeatReason | None
    n_runs: int
    spread_c: float | None


def fit_heat_slope(history: Sequence[SessionSummary], *, day: date) -> HeatAnswer:
    """The runner's own heat slope from the steady runs up to `day`.

    Needs 20 runs with temperature from a weather service, heart rate and speed, and 8 C between
    cool and warm ones.
    """
    rows = [
        row for session in history if session.activity_date <= day and (row := _row(session, day))
    ]
    if not rows:
        return HeatAnswer(slope=None, reason="too_few_runs", n_runs=0, spread_c=None)
    heart_rate_bpm, log_speed, warm_c, age_days = np.array(rows, dtype=np.float64).T
    spread_c = float(np.diff(np.quantile(warm_c, [0.1, 0.9]))[0])
    if len(rows) < RUNS_MIN:
        return HeatAnswer(slope=None, reason="too_few_runs", n_runs=len(rows), spread_c=spread_c)
    if spread_c < SPREAD_MIN_C - 1e-9:
        return HeatAnswer(
            slope=None, reason="temperatures_too_alike", n_runs=len(rows), spread_c=spread_c
        )
    slope, error = _slope_and_error(heart_rate_bpm, (warm_c, log_speed, age_days))
    half_80, half_90 = (
        error * student_half_width(coverage, len(rows) - N_COEFFICIENTS) for coverage in (0.8, 0.9)
    )
    fitted = HeatSlope(
        slope_bpm_per_c=slope,
        interval_80_bpm_per_c=(slope - half_80, slope + half_80),
        interval_90_bpm_per_c=(slope - half_90, slope + half_90),
        n_runs=len(rows),
        spread_c=spread_c,
    )
    return HeatAnswer(slope=fitted, reason=None, n_runs=len(rows), spread_c=spread_c)


def _row(session: SessionSummary, day: date) -> tuple[float, float, float, float] | None:
    """Heart rate, ln speed, temperature from 10 C up and age in days; None: something missing."""
    speed_mps = session.target_grade_adjusted_speed_mps or session.target_speed_mps
    if session.training_type not in STEADY_TYPES or not speed_mps:
        return None
    if session.temperature_c is None or session.target_heart_rate_bpm is None:
        return None
    return (
        session.target_heart_rate_bpm,
        float(np.log(speed_mps)),
        max(session.temperature_c, INDIFFERENT_BELOW_C),
        float((day - session.activity_date).days),
    )


def _slope_and_error(y: FloatArray, columns: Sequence[FloatArray]) -> tuple[float, float]:
    """Huber regression on columns: coefficient of the first and its standard error.

    Errors as an M-estimate's (Huber 1981, ch. 7): what lies beyond the cut adds to the scatter, but
    not to the information; leverage as in HC3. Columns that do not vary are left out by the
    pseudo-inverse.
    """
    scaled = [(column - column.mean()) / (column.std() or 1.0) for column in columns]
    design = np.column_stack([*scaled, np.ones_like(y)])
    weight = np.ones_like(y)
    inside = np.ones_like(y)
    for _ in range(_ITERATIONS):
        residual = y - design @ _coefficients(design, weight, y)
        scale = mad_scale(residual)
        if not scale > 0.0:
            break
        weight = huber_weights(residual / scale)
        inside = (np.abs(residual) <= HUBER_CUT * scale).astype(np.float64)
    coefficients = _coefficients(design, weight, y)
    bread = np.linalg.pinv(design.T @ (inside[:, None] * design))
    leverage = np.einsum("ij,jk,ik->i", design, bread, design).clip(max=0.9)
    score = weight * (y - design @ coefficients) / (1.0 - leverage)
    error = np.sqrt(np.square(design @ bread[0]) @ np.square(score))
    spread = columns[0].std()
    return float(coefficients[0] / spread), float(error / spread)


def _coefficients(design: FloatArray, weight: FloatArray, y: FloatArray) -> FloatArray:
    weighted = weight[:, None] * design
    return np.linalg.pinv(design.T @ weighted) @ (weighted.T @ y)
