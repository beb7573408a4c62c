"""How are figures written that no verdict text holds? (`running.wording` writes the others.)"""

from __future__ import annotations

import re

from hakaru.core.units import (
    METRES_PER_KM,
    PERCENT,
    format_duration,
    format_pace,
    speed_to_pace_s_per_km,
)
from hakaru.running.metrics import METRICS
from hakaru.running.verdict import MetricVerdict
from hakaru.running.wording import Lang, fixed

NO_VALUE = "-"
_UNIT_AT_END = re.compile(r"(?<=\d)[^\d]+$")


def signed(value: float, decimals: int) -> str:
    """The same with its sign, '+' included; zero carries none."""
    text = fixed(value, decimals)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"


def delta_text(verdict: MetricVerdict) -> str:
    """Deviation in the form the requirements show: percent for GCT and VR, cm for VO."""
    if verdict.metric == "vo":
        return signed(verdict.delta, METRICS["vo"].decimals + 1) + METRICS["vo"].unit
    return percent_text(verdict.delta_frac)


def percent_text(delta_frac: float) -> str:
    """0.0134 as '+1.3%'."""
    return signed(delta_frac * PERCENT, 1) + "%"


def score_text(score: float) -> str:
    """92.34 as '92.3/100'."""
    return f"{fixed(score, 1)}/100"


def pace_text(speed_mps: float) -> str:
    """Speed as '4:30'."""
    return format_pace(speed_to_pace_s_per_km(speed_mps))


def km_text(distance_m: float) -> str:
    """10,023 m as '10.02'."""
    return fixed(distance_m / METRES_PER_KM, 2)


def pct_text(share_pct: float, decimals: int = 0) -> str:
    """65.2 as '65%'."""
    return f"{fixed(share_pct, decimals)}%"


def share_text(share_frac: float) -> str:
    """0.652 as '65%'."""
    return pct_text(share_frac * PERCENT)


def unit_text(value: float, unit: str, *, decimals: int = 0) -> str:
    """168.2, 'bpm' as '168 bpm'."""
    return f"{fixed(value, decimals)} {unit}"


def variation_text(variation_frac: float) -> str:
    """A coefficient of variation: 0.0213 as '2.1%', as the criteria of a session show it."""
    return pct_text(PERCENT * variation_frac, 1)


def clock_text(elapsed_s: float) -> str:
    """A moment of a run: '12:30', '1:02:30'."""
    return format_duration(elapsed_s)


def span_text(low: str, high: str, *, lang: Lang) -> str:
    """'4:23〜4:46/km', in English '4:23–4:46/km': the unit once, where both ends have the same."""
    unit = _UNIT_AT_END.search(high)
    if unit is not None and low.endswith(unit.group()):
        low = low.removesuffix(unit.group())
    return f"{low}{'〜' if lang == 'ja' else '–'}{high}"
