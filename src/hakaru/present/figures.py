"""Figures as they are written: paces, lengths, days, signs, with the width a terminal needs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, in_context, length_unit, lengths_of, say
from hakaru.core.quantity import figure, worded
from hakaru.core.units import (
    PERCENT,
    SECONDS_PER_MINUTE,
    format_duration,
    speed_to_pace_s_per_km,
)
from hakaru.guard.cleaning import clean
from hakaru.present.document import Fact
from hakaru.running.metrics import METRICS
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.core.i18n import Lang
    from hakaru.core.quantity import Kind
    from hakaru.running.report import ReportFacts
    from hakaru.running.session.model import SessionSummary
    from hakaru.running.verdict import MetricVerdict

_INLINE_SPECIAL = re.compile(r"([\\`*_\[\]|~#$:@>]|(?<=www)\.)", re.IGNORECASE)
_LEADING_SPECIAL = re.compile(r"^(\d*)([-+.)=])(?=\s|$)")


def markdown(text: str) -> str:
    """Cleaned text in which no character has a meaning in Markdown or HTML, links included."""
    escaped = _LEADING_SPECIAL.sub(r"\1\\\2", _INLINE_SPECIAL.sub(r"\\\1", clean(text)))
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def width_columns(text: str) -> int:
    """Columns a terminal needs: wide and full-width characters take two, combining marks none.

    Ambiguous characters (stars, ±) count as one, as terminals do by default.
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Text filled with spaces to a width; `right` aligns it to the right."""
    space = " " * max(0, columns - width_columns(text))
    return space + text if right else text + space


def cut(text: str, columns: int) -> str:
    """Text of at most that many columns, an ellipsis standing for what was cut."""
    if width_columns(text) <= columns:
        return text
    shortened, used = "", 0
    for character in text:
        used += _columns(character)
        if used > columns - 1:
            break
        shortened += character
    return shortened + "…"


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


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


def distance_text(distance_m: float | None, lang: Lang, *, decimals: int = 2) -> str:
    """10,023 m as '10.02 km', '6.23 mi' or '10.02 km (6.23 mi)'; a dash where it is not known."""
    if distance_m is None:
        return NO_VALUE
    return worded("distance", (distance_m,), lengths_of(lang), decimals=decimals)


def distance_figure(distance_m: float, lang: Lang, *, decimals: int = 2) -> str:
    """The figure alone, where `length_unit` stands elsewhere."""
    return figure("distance", distance_m, length_unit(lang), decimals=decimals)


def pace_text(speed_mps: float | None, lang: Lang) -> str:
    """A speed as '4:30/km'; a dash where nobody moved."""
    return pace_s_text(speed_to_pace_s_per_km(speed_mps), lang) if speed_mps else NO_VALUE


def pace_s_text(pace_s_per_km: float, lang: Lang) -> str:
    """The same of a pace in s/km."""
    return worded("pace", (pace_s_per_km,), lengths_of(lang))


def pace_figure(speed_mps: float | None, lang: Lang) -> str:
    """A speed as '4:30', where the unit stands elsewhere."""
    return pace_s_figure(speed_to_pace_s_per_km(speed_mps), lang) if speed_mps else NO_VALUE


def pace_s_figure(pace_s_per_km: float, lang: Lang) -> str:
    """The same of a pace in s/km."""
    return figure("pace", pace_s_per_km, length_unit(lang))


def pace_change_figure(change_s_per_km: float, lang: Lang) -> str:
    """A difference of paces in whole seconds, where the unit stands elsewhere."""
    return figure("pace_change", change_s_per_km, length_unit(lang))


def quantity_span(kind: Kind, low: float, high: float, lang: Lang, *, decimals: int = 2) -> str:
    """'4:23〜4:46/km', in English '4:23–4:46/km': of m or s/km, the unit once."""
    return worded(kind, (low, high), lengths_of(lang), decimals=decimals, dash=_dash(lang))


def _dash(lang: Lang) -> str:
    return "〜" if lang == "ja" else "–"


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


def sum_time_text(seconds: float, lang: Lang) -> str:
    """Time of several runs, to the minute: '58 min', '245 h 34 min'."""
    hours, minutes = divmod(round(seconds / SECONDS_PER_MINUTE), 60)
    if not hours:
        return say("{n} min", lang, n=minutes)
    return say("{hours} h {n} min", lang, hours=grouped_text(str(hours)), n=f"{minutes:02d}")


_FIVE_DIGITS = re.compile(r"\d{5,}")


def grouped_text(text: str) -> str:
    """'11,564.3 km': from five digits on."""
    return _FIVE_DIGITS.sub(lambda match: f"{int(match[0]):,}", text)


def clock_text(elapsed_s: float) -> str:
    """A moment of a run: '12:30', '1:02:30'."""
    return format_duration(elapsed_s)


def span_text(low: str, high: str, *, lang: Lang) -> str:
    """'4:23〜4:46/km', in English '4:23–4:46/km': the unit once, where both ends have the same."""
    unit = _UNIT_AT_END.search(high)
    if unit is not None and low.endswith(unit.group()):
        low = low.removesuffix(unit.group())
    return f"{low}{_dash(lang)}{high}"


_ALL_RUN_FRAC = 0.98
"""Where so much of the timer time was run, what was measured while running is the same."""


def day_text(day: date, lang: Lang) -> str:
    """'2025-10-25（土）', in English '2025-10-25 (Sat)'."""
    if lang == "ja":
        return f"{day.isoformat()}（{'月火水木金土日'[day.weekday()]}）"
    return f"{day.isoformat()} ({('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')[day.weekday()]})"


def started_text(facts: ReportFacts, lang: Lang) -> str:
    """Local day and wall clock of the start."""
    clock = f"{facts.started_at.hour}:{facts.started_at.minute:02d}"
    return f"{day_text(facts.day, lang)} {clock}"


def when_line(facts: ReportFacts, lang: Lang) -> str:
    """Day, wall clock, distance and the time of the timer, where known; what of it is in a file
    that is cut off."""
    distance_m, timer_s = facts.distance_m, facts.timer_s
    texts = [
        started_text(facts, lang),
        distance_text(distance_m, lang) if distance_m else None,
        None if timer_s is None else format_duration(timer_s),
        _cut_off(facts, lang),
    ]
    return " · ".join(text for text in texts if text)


def fact_rows(facts: ReportFacts, lang: Lang) -> tuple[Fact, ...]:
    """Figures of the run that are known, in a fixed order; unknown ones are left out."""
    keyed_values = [
        (N_("Distance"), distance_text(facts.distance_m, lang) if facts.distance_m else None),
        (
            in_context("timer", "Time"),
            None if facts.timer_s is None else format_duration(facts.timer_s),
        ),
        (N_("Cut off"), _cut_off(facts, lang)),
        (N_("Pace"), pace_text(facts.speed_mps, lang) if facts.speed_mps else None),
        (N_("Heart rate"), _heart_rate(facts, lang)),
        (N_("Cadence"), _unit(facts.cadence_spm, "spm")),
        (N_("Power"), _unit(facts.power_w, "W")),
        (N_("Elapsed"), _elapsed(facts)),
        (N_("While running"), _while_running(facts, lang)),
        (in_context("climb", "Climb"), _climb(facts)),
        (N_("Weather"), _weather(facts, lang)),
        (N_("Totals"), _basis(facts, lang)),
    ]
    return tuple(
        Fact(label=say(label, lang), value=value) for label, value in keyed_values if value
    )


def equipment_rows(facts: ReportFacts, lang: Lang) -> tuple[Fact, ...]:
    """Watch, sensor and shoes as the recording names them (text from outside: escape it)."""
    keyed_values = [
        (N_("Watch"), facts.device_label),
        (N_("Sensor name"), facts.sensor_label),
        (N_("Shoes"), facts.gear),
    ]
    return tuple(
        Fact(label=say(label, lang), value=value) for label, value in keyed_values if value
    )


def cut_off_text(run: ReportFacts | SessionSummary, lang: Lang) -> str:
    """What of a run a file holds that is cut off, and what is of that part; '': all is there."""
    if run.recorded_until_s is None:
        return ""
    return say(
        "The file is cut off: it holds the first {time} ({distance}) of this run. Session, splits "
        "and form are of that part; the totals are of the whole run, as the watch states them.",
        lang,
        time=format_duration(run.recorded_until_s),
        distance=distance_text(run.recorded_distance_m, lang),
    )


def fragment_text(lang: Lang) -> str:
    """What becomes of a recording that is too short."""
    return say(
        "Too short: a recording with less than 5 minutes of running is listed, and its distance "
        "and time add up, but it is not counted as a run, nor classified or rated.",
        lang,
    )


def _cut_off(facts: ReportFacts, lang: Lang) -> str | None:
    if facts.recorded_until_s is None:
        return None
    return say(
        "the file holds only the first {time} ({distance})",
        lang,
        time=format_duration(facts.recorded_until_s),
        distance=distance_text(facts.recorded_distance_m, lang),
    )


def _elapsed(facts: ReportFacts) -> str | None:
    """Time from start to end; None where it is the timer's."""
    if facts.elapsed_s is None:
        return None
    elapsed = format_duration(facts.elapsed_s)
    stopped = facts.timer_s is None or format_duration(facts.timer_s) != elapsed
    return elapsed if stopped else None


def _while_running(facts: ReportFacts, lang: Lang) -> str | None:
    """'14.20 km, 56:10, 3:57/km, 154 bpm': standing and walking left out, all four alike; None
    where that was hardly any of the time."""
    distance_m, time_s = facts.running_distance_m, facts.running_s
    speed_mps = facts.running_speed_mps
    if distance_m is None or time_s is None or not speed_mps or facts.timer_s is None:
        return None
    if time_s >= _ALL_RUN_FRAC * facts.timer_s:
        return None
    parts = [
        distance_text(distance_m, lang), format_duration(time_s), pace_text(speed_mps, lang)
    ]  # fmt: skip
    if facts.running_heart_rate_bpm is not None:
        parts.append(f"{fixed(facts.running_heart_rate_bpm, 0)} bpm")
    return ", ".join(parts)


TOTALS: Mapping[str, str] = {
    "computed": N_("computed over the recording (the file states none)"),
    "list": N_("as stated in the list of activities"),
}
"""Where the totals of a run are from, where they are not the watch's."""


def _basis(facts: ReportFacts, lang: Lang) -> str | None:
    """Where the totals are from; None where they are the watch's own."""
    if facts.totals_basis is None or facts.totals_basis == "watch":
        return None
    return say(TOTALS[facts.totals_basis], lang)


def _unit(value: float | None, unit: str) -> str | None:
    return None if value is None else f"{fixed(value, 0)} {unit}"


def _heart_rate(facts: ReportFacts, lang: Lang) -> str | None:
    if facts.heart_rate_avg_bpm is None:
        return None
    average = f"{fixed(facts.heart_rate_avg_bpm, 0)} bpm"
    if facts.heart_rate_max_bpm is None:
        return average
    maximum = fixed(facts.heart_rate_max_bpm, 0)
    return say("{value} (max {max})", lang, value=average, max=maximum)


def _climb(facts: ReportFacts) -> str | None:
    gain_m, loss_m = facts.elevation_gain_m, facts.elevation_loss_m
    if gain_m is None:
        return None
    return f"+{fixed(gain_m, 0)} m" + ("" if loss_m is None else f" / -{fixed(loss_m, 0)} m")


def _weather(facts: ReportFacts, lang: Lang) -> str | None:
    parts = []
    if facts.temperature_c is not None:
        parts.append(f"{fixed(facts.temperature_c, 0)} °C")
    if facts.relative_humidity_pct is not None:
        parts.append(say("humidity {value}%", lang, value=fixed(facts.relative_humidity_pct, 0)))
    if facts.wind_speed_mps is not None:
        parts.append(say("wind {value} m/s", lang, value=fixed(facts.wind_speed_mps, 1)))
    return ", ".join(parts) or None


def minute_text(at: datetime) -> str:
    """A moment as '2026-03-01 18:04', by the clock of this machine."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def lasting(seconds: float, lang: Lang) -> str:
    """6,600 s as '1時間50分', 1,140 s as '19分', 40 s as '40秒'."""
    if round(seconds) < SECONDS_PER_MINUTE:
        return say("{s} s", lang, s=round(seconds))
    hours, rest = divmod(round(seconds / SECONDS_PER_MINUTE), 60)
    if not hours:
        return say("{min} min", lang, min=rest)
    return say("{h} h {min} min", lang, h=hours, min=rest)
