"""How many standard deviations hold 50, 80 or 90 % of a bell curve with uncertain width?"""

from __future__ import annotations

import math

_NORMAL = {0.5: 0.6744897501960817, 0.8: 1.2815515655446004, 0.9: 1.6448536269514722}
_MIN_DEGREES = 3.0


def normal_half_width(coverage: float) -> float:
    """Half-width of the central interval of a standard normal; coverage 0.5, 0.8 or 0.9."""
    return _NORMAL[coverage]


def student_half_width(coverage: float, degrees: float) -> float:
    """The same for Student's t (Cornish-Fisher series, within 1 % from 4 degrees of freedom up).

    Fewer than 3 degrees are treated as 3; `inf` gives the normal.
    """
    z = _NORMAL[coverage]
    if math.isinf(degrees):
        return z
    v = max(degrees, _MIN_DEGREES)
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return z + first / v + second / v**2 + third / v**3
