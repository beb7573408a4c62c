"""How does readiness for a race read?"""

from __future__ import annotations

from hakaru.render.facts import Fact, day_text
from hakaru.render.numbers import pace_text, signed
from hakaru.render.terminal_athlete import race_name
from hakaru.render.words import say
from hakaru.render.words_ready import READY
from hakaru.running.readiness import Missing, Readiness
from hakaru.running.wording import Lang, fixed
from hakaru.units import METRES_PER_KM, format_duration


def ready_head(found: Readiness, lang: Lang) -> str:
    """Which race, when, and as of which day."""
    key = "head" if found.days_left > 0 else "head_today"
    return say(
        READY[key],
        lang,
        race=race_name(found.distance_m, lang),
        race_day=day_text(found.race_day, lang),
        days=str(found.days_left),
        day=day_text(found.day, lang),
    )


def ready_rows(found: Readiness, lang: Lang) -> tuple[Fact, ...]:
    """Time with its range, volume, long runs, regularity, load; what is not known is left out."""
    volume = found.volume
    named: list[tuple[str, str | None]] = [
        *_time(found, lang),
        (
            "week",
            say(
                READY["week_value"],
                lang,
                week=_km(volume.week_m),
                recent=_km(volume.recent_week_m),
                usual=_km(found.usual_week_m),
            ),
        ),
        ("long", _longest(found, lang)),
        (
            "long_runs",
            say(
                READY["long_runs_value"],
                lang,
                n=str(volume.n_long_runs),
                from_km=_km(volume.long_from_m),
            ),
        ),
        ("runs", fixed(volume.runs_per_week, 1)),
        ("load", _load(found, lang)),
    ]
    return tuple(Fact(label=say(READY[key], lang), value=text) for key, text in named if text)


def missing_texts(found: Readiness, lang: Lang) -> tuple[str, ...]:
    """What is missing, one sentence each; what nobody needs to do is not said."""
    return tuple(_missing(one, found, lang) for one in found.missing)


def state_text(found: Readiness, lang: Lang) -> str | None:
    """Whether what is missing can be made up in time; None: nothing is missing or known."""
    if found.state in ("in_time", "short_of_time"):
        return say(READY[found.state], lang)
    return None


def _time(found: Readiness, lang: Lang) -> list[tuple[str, str | None]]:
    race = found.prediction
    if race is None:
        return []
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    time = format_duration(race.time_s)
    return [
        ("time", say(READY["time_value"], lang, time=time, low=low, high=high)),
        ("pace", f"{pace_text(race.distance_m / race.time_s)}/km"),
    ]


def _longest(found: Readiness, lang: Lang) -> str | None:
    volume = found.volume
    if volume.longest_on is None:
        return None
    return say(
        READY["long_value"],
        lang,
        longest=_km(volume.longest_m),
        on=volume.longest_on.isoformat(),
        usual=_km(found.usual_long_m),
    )


def _load(found: Readiness, lang: Lang) -> str | None:
    if found.chronic_score is None:
        return None
    chronic = fixed(found.chronic_score, 0)
    if found.load_trend is None or found.chronic_change_score is None:
        return say(READY["load_short"], lang, chronic=chronic)
    return say(
        READY["load_value"],
        lang,
        chronic=chronic,
        change=signed(found.chronic_change_score, 0),
        trend=say(READY[found.load_trend], lang),
    )


def _missing(one: Missing, found: Readiness, lang: Lang) -> str:
    key = "long_runs_few" if one.code == "long_runs" else one.code
    return say(
        READY[key],
        lang,
        value=_amount(one, one.value),
        usual=_amount(one, one.usual_value),
        weeks="" if one.weeks is None else str(one.weeks),
        from_km=_km(found.volume.long_from_m),
    )


def _amount(one: Missing, value: float | None) -> str:
    if value is None:
        return ""
    if one.code in ("volume", "longest_run"):
        return _km(value)
    return fixed(value, 1 if one.code == "runs_a_week" and value % 1.0 else 0)


def _km(distance_m: float) -> str:
    """Whole kilometres from 10 km on, as nobody plans finer."""
    km = distance_m / METRES_PER_KM
    return f"{fixed(km, 0 if km >= 10.0 else 1)} km"
