"""How do the totals of a run read in one line? The watch's own, all of one basis."""

from __future__ import annotations

from hakaru.core.units import format_duration
from hakaru.render.numbers import km_text, pace_text, unit_text
from hakaru.render.words import word
from hakaru.running.session.model import SessionSummary
from hakaru.running.wording import Lang


def totals_line(summary: SessionSummary, lang: Lang) -> str:
    """'15.02 km · 2:12:42 · 8:50/km · 126 bpm · 229 W'; '' where nothing is known.

    The time from start to end stands behind where it differs from the timer's, and whose totals
    they are where they are not the watch's.
    """
    texts = [
        None if summary.distance_m is None else f"{km_text(summary.distance_m)} km",
        None if summary.timer_s is None else format_duration(summary.timer_s),
        f"{pace_text(summary.speed_mps)}/km" if summary.speed_mps else None,
        None if summary.heart_rate_bpm is None else unit_text(summary.heart_rate_bpm, "bpm"),
        None if summary.power_w is None else unit_text(summary.power_w, "W"),
        _elapsed(summary, lang),
    ]
    line = " · ".join(text for text in texts if text is not None)
    if line and summary.totals_basis not in (None, "watch"):
        line += f" ({word(f'totals_{summary.totals_basis}', lang)})"
    return line


def _elapsed(summary: SessionSummary, lang: Lang) -> str | None:
    if summary.elapsed_s is None or summary.timer_s is None:
        return None
    elapsed = format_duration(summary.elapsed_s)
    if elapsed == format_duration(summary.timer_s):
        return None
    return f"{word('elapsed', lang)} {elapsed}"
