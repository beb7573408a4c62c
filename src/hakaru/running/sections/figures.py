"""How does a figure become a fact: rounded once, absent where it was not measured?"""

from __future__ import annotations

import math
from collections.abc import Mapping

from hakaru.guard.evidence import Fact


def figures(
    metric: str,
    values: Mapping[str, float | None],
    *,
    unit: str,
    scope: str = "",
    decimals: int = 1,
) -> tuple[Fact, ...]:
    """The facts of one metric by role; None, NaN and infinity are left out."""
    return tuple(
        Fact(metric=metric, role=role, value=_rounded(value, decimals), unit=unit, scope=scope)
        for role, value in values.items()
        if value is not None and math.isfinite(value)
    )


def _rounded(value: float, decimals: int) -> float:
    """Never a negative zero."""
    return round(value, decimals) + 0.0
