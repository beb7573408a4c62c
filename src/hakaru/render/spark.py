"""How does a curve look where only text can be shown?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hakaru.render.numbers import pace_text
from hakaru.render.plot import paced_speeds
from hakaru.render.svg import FloatArray
from hakaru.render.words import word
from hakaru.running.wording import Lang, fixed
from hakaru.stats.series import group_means

_BARS = "▁▂▃▄▅▆▇█"
_COLUMNS = 60


def sparks(series: Mapping[str, FloatArray], lang: Lang) -> str:
    """Pace (higher is faster) and heart rate as lines of bars with their range; '' without."""
    columns = ("speed_mps", "heart_rate_bpm")
    chosen = {name: series[name] for name in ("elapsed_s", *columns) if name in series}
    if "elapsed_s" not in chosen:
        return ""
    thin = group_means(chosen, _COLUMNS)
    lines = []
    if "speed_mps" in thin:
        lines.append(_line(thin["speed_mps"], word("pace_unit", lang), pace=True))
    if "heart_rate_bpm" in thin:
        lines.append(_line(thin["heart_rate_bpm"], word("heart_rate_unit", lang), pace=False))
    return "\n".join(line for line in lines if line)


def _line(values: FloatArray, name: str, *, pace: bool) -> str:
    shaping = paced_speeds(values) if pace else values[np.isfinite(values)]
    if shaping.size < 2:
        return ""
    low, high = (float(bound) for bound in np.quantile(shaping, (0.05, 1.0)))
    if pace and low <= 0.0:
        return ""
    room = high - low if high > low else 1.0
    steps = [
        " "
        if not np.isfinite(value)
        else _BARS[max(0, round((value - low) / room * (len(_BARS) - 1)))]
        for value in values
    ]
    ends = [pace_text(bound) if pace else fixed(bound, 0) for bound in (low, high)]
    return f"{''.join(steps)}  {name} {ends[0]} – {ends[1]}"
