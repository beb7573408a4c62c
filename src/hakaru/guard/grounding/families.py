"""Is a role of the evidence about what was measured, expected, wanted, or about a difference?"""

from __future__ import annotations

from functools import lru_cache

DIFFERENCES = ("delta", "difference", "deviation", "change", "shift", "diff", "trend", "drift")
_FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("delta", DIFFERENCES),
    ("actual", ("actual", "measured", "mean", "avg", "average", "value", "total", "observed")),
    ("expected", ("expected", "usual", "predicted", "baseline", "typical", "normal")),
    ("target", ("target", "goal", "minimum", "plan")),
    ("low", ("low",)),
    ("high", ("high", "upper")),
    ("max", ("max", "peak")),
    ("min", ("min",)),
    ("previous", ("previous", "last", "prior")),
)


@lru_cache(maxsize=256)
def family_of(role: str) -> str:
    """Measured, expected, target ... of a fact's role; "" for one that no word is about."""
    for family, beginnings in _FAMILIES:
        if role.startswith(beginnings):
            return family
    return ""
