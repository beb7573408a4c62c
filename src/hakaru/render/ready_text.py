"""How does readiness for a race read?"""

from __future__ import annotations

from hakaru.core.units import METRES_PER_KM, format_duration
from hakaru.render.facts import Fact, day_text
from hakaru.render.numbers import pace_text, signed
from hakaru.render.terminal_athlete import race_name
from hakaru.render.words import say
from hakaru.render.words_ready import READY
from hakaru.running.readiness import Missing, Readiness
from hakaru.running.wording import Lang, fixed


def ready_head(readiness: Readiness, lang: Lang) -> str:
    """Which race, when, and as of which day."""
    key = "head" if readiness.days_left > 0 else "head_today"
    return say(
        READY[key],
        lang,
        race=race_name(readiness.distance_m, lang),
        race_day=day_text(readiness.race_day, lang),
        days=str(readiness.days_left),
        day=day_text(readiness.day, lang),
    )


def ready_rows(readiness: Readiness, lang: Lang) -> tuple[Fact, ...]:
    """Time with its range, volume, long runs, regularity, load; what is not known is left out."""
    volume = readiness.volume
    named: list[tuple[str, str | None]] = [
        *_time(readiness, lang),
        (
            "week",
            say(
                READY["week_value"],
                lang,
                week=_km(volume.week_m),
                recent=_km(volume.recent_week_m),
                usual=_km(readiness.usual_week_m),
            ),
        ),
        ("long", _longest(readiness, lang)),
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
        ("load", _load(readiness, lang)),
    ]
    return tuple(Fact(label=say(READY[key], lang), value=text) for key, text in named if text)


def missing_texts(readiness: Readiness, lang: Lang) -> tuple[str, ...]:
    """What is missing, one sentence each; what nobody needs to do is not said."""
    return tuple(_missing(missing, readiness, lang) for missing in readiness.missing)


def state_text(readiness: Readiness, lang: Lang) -> str | None:
    """Whether what is missing can be made up in time; None: nothing is missing or known."""
    if readiness.state in ("in_time", "short_of_time"):
        return say(READY[readiness.state], lang)
    return None


def _time(readiness: Readiness, lang: Lang) -> list[tuple[str, str | None]]:
    race = readiness.prediction
    if race is None:
        return []
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    time = format_duration(race.time_s)
    return [
        ("time", say(READY["time_value"], lang, time=time, low=low, high=high)),
        ("pace", f"{pace_text(race.distance_m / race.time_s)}/km"),
    ]


def _longest(readiness: Readiness, lang: Lang) -> str | None:
    volume = readiness.volume
    if volume.longest_on is None:
        return None
    return say(
        READY["long_value"],
        lang,
        longest=_km(volume.longest_m),
        on=volume.longest_on.isoformat(),
        usual=_km(readiness.usual_long_m),
    )


def _load(readiness: Readiness, lang: Lang) -> str | None:
    if readiness.chronic_score is None:
        return None
    chronic = fixed(readiness.chronic_score, 0)
    if readiness.load_trend is None or readiness.chronic_change_score is None:
        return say(READY["load_short"], lang, chronic=chronic)
    return say(
        READY["load_value"],
        lang,
        chronic=chronic,
        change=signed(readiness.chronic_change_score, 0),
        trend=say(READY[readiness.load_trend], lang),
    )


def _missing(missing: Missing, readiness: Readiness, lang: Lang) -> str:
    key = "long_runs_few" if missing.code == "long_runs" else missing.code
    return say(
        READY[key],
        lang,
        value=_amount(missing, missing.value),
        usual=_amount(missing, missing.usual_value),
        weeks="" if missing.weeks is None else str(missing.weeks),
        from_km=_km(readiness.volume.long_from_m),
    )


def _amount(missing: Missing, value: float | None) -> str:
    if value is None:
        return ""
    if missing.code in ("volume", "longest_run"):
        return _km(value)
    return fixed(value, 1 if missing.code == "runs_a_week" and value % 1.0 else 0)


def _km(distance_m: float) -> str:
    """Whole kilometres from 10 km on, as nobody plans finer."""
    km = distance_m / METRES_PER_KM
    return f"{fixed(km, 0 if km >= 10.0 else 1)} km"
