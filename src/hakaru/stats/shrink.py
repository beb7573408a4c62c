"""What is left of an estimate once a prior belief has had its say?"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Shrunk:
    """Posterior mean and SD of a normal quantity; `prior_share` is the prior's share of the
    precision, 0 (ignored) .. 1 (decides alone)."""

    value: float
    sd: float
    prior_share: float


def shrink(estimate: float, se: float, *, prior_mean: float, prior_sd: float) -> Shrunk:
    """Precision-weighted mean of an estimate and a normal prior (Gelman et al., BDA3, ch. 2).

    Both standard errors are > 0; an infinite `se` leaves the prior alone.
    """
    if not (se > 0 and prior_sd > 0):
        raise ValueError(f"standard errors are > 0, got {se!r} and {prior_sd!r}")
    own, prior = 1.0 / (se * se), 1.0 / (prior_sd * prior_sd)
    total = own + prior
    value = (own * estimate + prior * prior_mean) / total if own > 0 else prior_mean
    return Shrunk(value=value, sd=math.sqrt(1.0 / total), prior_share=prior / total)
