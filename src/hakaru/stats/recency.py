"""How much does an old observation still count, and how many fresh ones are they all worth?"""

from __future__ import annotations

import numpy as np

from hakaru.stats.line import FloatArray


def recency_weights(age_days: FloatArray, half_life_days: float) -> FloatArray:
    """2^(-age / half-life): 1 today, 0.5 after one half-life. An infinite half-life gives 1."""
    if not half_life_days > 0:
        raise ValueError(f"a half-life is > 0 days, got {half_life_days!r}")
    return np.exp2(-age_days / half_life_days)


def effective_count(weight: FloatArray) -> float:
    """Kish's effective sample size (sum w)^2 / sum w^2; 0.0 where nothing has weight."""
    total = float(weight.sum())
    return total * total / float(weight @ weight) if total > 0 else 0.0
