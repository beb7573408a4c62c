"""On which scale is a metric a straight line with errors of one relative size?

Power law: ln(value) against ln(speed). Linear: both sides divided by the fitted value, so that a
residual is a fraction of the expectation and a run shifts all its splits by one fraction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.running.metrics import REFERENCE_SPEED_MPS
from hakaru.stats.robust import FloatArray

ModelType = Literal["power", "linear"]
_LOWEST_SHARE = 0.2


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Samples on the working scale. Runs are numbered 0..n_runs-1 in time order.

    `weight` is about 1 per split (more for longer ones); `run_weight` the recency of each run.
    """

    model_type: ModelType
    value: FloatArray
    x: FloatArray
    weight: FloatArray
    run_index: NDArray[np.intp]
    run_weight: FloatArray


@dataclass(frozen=True, kw_only=True)
class Design:
    """y = c0 level + c1 slope + relative error, shape (n,) each."""

    c0: FloatArray
    c1: FloatArray
    y: FloatArray

    def residual(self, level: float, slope: float) -> FloatArray:
        """Relative deviation of each sample from the line."""
        return self.y - level * self.c0 - slope * self.c1


def speed_axis(model_type: ModelType, speed_mps: FloatArray) -> FloatArray:
    """Speed on the working scale: 0 at the reference speed."""
    if model_type == "power":
        return np.log(speed_mps / REFERENCE_SPEED_MPS)
    return speed_mps - REFERENCE_SPEED_MPS


def make_design(rows: Rows, *, level: float, slope: float) -> Design:
    """The design around a line; a linear model takes its relative scale from that line."""
    if rows.model_type == "power":
        return Design(c0=np.ones_like(rows.x), c1=rows.x, y=np.log(rows.value))
    scale = np.maximum(level + slope * rows.x, _LOWEST_SHARE * abs(level))
    return Design(c0=1.0 / scale, c1=rows.x / scale, y=rows.value / scale)
