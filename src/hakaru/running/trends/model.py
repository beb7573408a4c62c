"""What is a trend, and what does it take to call two windows of time different?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.running.metrics import MetricName

TrendMetric = MetricName | Literal["heart_rate", "power", "running_effectiveness"]
"""What is followed at a fixed speed: the form metrics, heart rate (aerobic fitness), power and
running effectiveness, v / (P / m)."""

ChangeDirection = Literal["higher", "lower", "none"]
"""`none`: the interval contains no change, which is not proof that there is none."""

Meaning = Literal["favourable", "unfavourable", "neutral", "unchanged"]
"""Which side of the metric a change lies on; `neutral` for a metric without a better side."""

POINT_COVERAGE = 0.90
CHANGE_COVERAGE = 0.993
"""The verdicts on all seven metrics read together then err in 5 % of cases at most (Bonferroni)."""


@dataclass(frozen=True, kw_only=True)
class TrendSamples:
    """One metric of one runner on one sensor: one row per split, arrays of shape (n_samples,).

    `value` is in the metric's unit; `day` the local day of the run (datetime64[D]); `run_id` groups
    the splits of one run; `weight_s` is running time. `cadence_spm` None: not read.

    >>> import numpy as np
    >>> from hakaru import api
    >>> samples = api.TrendSamples(
    ...     value=np.array([262.0, 264.0, 259.0]), speed_mps=np.array([3.1, 3.0, 3.2]),
    ...     run_id=np.array([1, 1, 2]), weight_s=np.array([322.0, 333.0, 312.0]),
    ...     day=np.array(["2026-03-01", "2026-03-01", "2026-03-03"], dtype="datetime64[D]"),
    ... )
    >>> np.unique(samples.run_id).size
    2
    """

    value: NDArray[np.float64]
    speed_mps: NDArray[np.float64]
    run_id: NDArray[np.int64]
    day: NDArray[np.datetime64]
    weight_s: NDArray[np.float64]
    cadence_spm: NDArray[np.float64] | None = None


@dataclass(frozen=True, kw_only=True)
class TrendPoint:
    """The value at the reference speed in one calendar month, with its 90 % interval, in the
    metric's unit. `extrapolated`: the reference speed was not run in that month."""

    month: date
    n_runs: int
    n_samples: int
    value: float
    low: float
    high: float
    extrapolated: bool


@dataclass(frozen=True, kw_only=True)
class Trend:
    """The points of the months that have runs, in order. A month without runs has no point."""

    metric: TrendMetric
    reference_speed_mps: float
    points: tuple[TrendPoint, ...]


@dataclass(frozen=True, kw_only=True)
class Window:
    """One of two windows that were compared; `value` at the reference speed in the metric's unit,
    with its 90 % interval. Days are the first and last run in it."""

    first_day: date
    last_day: date
    n_runs: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class WindowChange:
    """Later minus earlier over earlier, at the reference speed, with the interval that decides.

    `changed` is True only if the interval (`CHANGE_COVERAGE`) excludes 0; `extrapolated`: one of
    the windows holds no running at the reference speed.
    """

    metric: TrendMetric
    reference_speed_mps: float
    earlier: Window
    later: Window
    delta_frac: float
    low_frac: float
    high_frac: float
    changed: bool
    direction: ChangeDirection
    meaning: Meaning
    extrapolated: bool

    @property
    def delta(self) -> float:
        """Later minus earlier in the metric's unit."""
        return self.later.value - self.earlier.value
