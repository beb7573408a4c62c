"""How long did attention last, in words that nobody takes for a time of day?"""

from __future__ import annotations

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.wording import Lang
from hakaru.surfaces.web.words import page_text

_SECONDS_PER_MINUTE = 60


def lasting(seconds: float, lang: Lang) -> str:
    """6,600 s as '1時間50分', 1,140 s as '19分', 40 s as '40秒'."""
    if round(seconds) < _SECONDS_PER_MINUTE:
        return page_text("lasted_s", lang, s=round(seconds))
    minutes = round(seconds / _SECONDS_PER_MINUTE)
    hours, rest = divmod(minutes, int(SECONDS_PER_HOUR) // _SECONDS_PER_MINUTE)
    if not hours:
        return page_text("lasted_min", lang, min=rest)
    return page_text("lasted_h_min", lang, h=hours, min=rest)
