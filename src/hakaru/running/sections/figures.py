"""How does a figure become a fact, and how is it written: once, absent where not measured?

A fact holds the value itself, so that a text may say it with few or many digits; what is handed to
an author has the digits of the tables, so that a text that copies it agrees with them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from hakaru.core.units import format_duration, format_pace
from hakaru.guard.evidence import Fact


def figures(
    metric: str,
    values: Mapping[str, float | None],
    *,
    unit: str,
    scope: str = "",
) -> tuple[Fact, ...]:
    """The facts of one metric by role; None, NaN and infinity are left out."""
    return tuple(
        Fact(metric=metric, role=role, value=_stable(value), unit=unit, scope=scope)
        for role, value in values.items()
        if value is not None and math.isfinite(value)
    )


def shown(fact: Fact) -> str | float:
    """A value as tables write it: paces and times as such, whole numbers without a point."""
    if isinstance(fact.value, str):
        return fact.value
    if fact.unit == "s/km" and fact.role != "delta":
        return f"{format_pace(fact.value)}/km"
    if fact.unit == "s":
        return format_duration(fact.value)
    decimals = _DECIMALS.get(fact.unit, 0)
    value = round(fact.value, decimals) + 0.0
    return value if decimals and not value.is_integer() else int(value)


def _stable(value: float) -> float:
    """Without the last digits, which differ between machines; never a negative zero."""
    return round(value, _DIGITS) + 0.0


_DIGITS = 6
_DECIMALS: Mapping[str, int] = {"cm": 1, "%": 1, "km": 2, "score": 1, "m/s": 1}
