"""Which facts of a run does a page show? Finished strings; unknown ones are left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from hakaru.core.units import format_duration
from hakaru.render.numbers import km_text, pace_text
from hakaru.render.words import word
from hakaru.running.report import ReportFacts
from hakaru.running.wording import Lang, fixed

_ALL_RUN_FRAC = 0.98
"""Where so much of the timer time was run, what was measured while running is the same."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One fact of the run: what it is called and how it reads. Not escaped."""

    label: str
    value: str


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
    """Day, wall clock, distance and time, where known."""
    distance_m, elapsed_s = facts.distance_m, facts.elapsed_s
    texts = [
        started_text(facts, lang),
        f"{km_text(distance_m)} km" if distance_m else None,
        None if elapsed_s is None else format_duration(elapsed_s),
    ]
    return " · ".join(text for text in texts if text)


def fact_rows(facts: ReportFacts, lang: Lang) -> tuple[Fact, ...]:
    """Figures of the run that are known, in a fixed order; unknown ones are left out."""
    keyed_values = [
        ("distance", f"{km_text(facts.distance_m)} km" if facts.distance_m else None),
        ("timer", None if facts.timer_s is None else format_duration(facts.timer_s)),
        ("pace", f"{pace_text(facts.speed_mps)}/km" if facts.speed_mps else None),
        ("heart_rate", _heart_rate(facts, lang)),
        ("cadence", _unit(facts.cadence_spm, "spm")),
        ("power", _unit(facts.power_w, "W")),
        ("elapsed", _elapsed(facts)),
        ("while_running", _while_running(facts)),
        ("climb", _climb(facts)),
        ("weather", _weather(facts, lang)),
        ("totals_from", _basis(facts, lang)),
    ]
    return tuple(Fact(label=word(key, lang), value=value) for key, value in keyed_values if value)


def equipment_rows(facts: ReportFacts, lang: Lang) -> tuple[Fact, ...]:
    """Watch, sensor and shoes as the recording names them (text from outside: escape it)."""
    keyed_values = [
        ("device", facts.device_label),
        ("sensor_name", facts.sensor_label),
        ("gear", facts.gear),
    ]
    return tuple(Fact(label=word(key, lang), value=value) for key, value in keyed_values if value)


def _elapsed(facts: ReportFacts) -> str | None:
    """Time from start to end; None where it is the timer's."""
    if facts.elapsed_s is None:
        return None
    elapsed = format_duration(facts.elapsed_s)
    stopped = facts.timer_s is None or format_duration(facts.timer_s) != elapsed
    return elapsed if stopped else None


def _while_running(facts: ReportFacts) -> str | None:
    """'14.20 km, 56:10, 3:57/km, 154 bpm': standing and walking left out, all four alike; None
    where that was hardly any of the time."""
    distance_m, time_s = facts.running_distance_m, facts.running_s
    speed_mps = facts.running_speed_mps
    if distance_m is None or time_s is None or not speed_mps or facts.timer_s is None:
        return None
    if time_s >= _ALL_RUN_FRAC * facts.timer_s:
        return None
    parts = [f"{km_text(distance_m)} km", format_duration(time_s), f"{pace_text(speed_mps)}/km"]
    if facts.running_heart_rate_bpm is not None:
        parts.append(f"{fixed(facts.running_heart_rate_bpm, 0)} bpm")
    return ", ".join(parts)


def _basis(facts: ReportFacts, lang: Lang) -> str | None:
    """Where the totals are from; None where they are the watch's own."""
    if facts.totals_basis is None or facts.totals_basis == "watch":
        return None
    return word(f"totals_{facts.totals_basis}", lang)


def _unit(value: float | None, unit: str) -> str | None:
    return None if value is None else f"{fixed(value, 0)} {unit}"


def _heart_rate(facts: ReportFacts, lang: Lang) -> str | None:
    if facts.heart_rate_avg_bpm is None:
        return None
    average = f"{fixed(facts.heart_rate_avg_bpm, 0)} bpm"
    if facts.heart_rate_max_bpm is None:
        return average
    maximum = fixed(facts.heart_rate_max_bpm, 0)
    return word("heart_rate_max", lang, value=average, max=maximum)


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
        parts.append(word("humidity", lang, value=fixed(facts.relative_humidity_pct, 0)))
    if facts.wind_speed_mps is not None:
        parts.append(word("wind", lang, value=fixed(facts.wind_speed_mps, 1)))
    return ", ".join(parts) or None
