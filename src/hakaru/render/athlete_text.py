"""How do the athlete's figures read, with where they come from and what is still to be asked?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import format_pace, speed_to_pace_s_per_km
from hakaru.render.facts import Fact
from hakaru.render.numbers import pace_text, pct_text, span_text, unit_text
from hakaru.render.words import say
from hakaru.render.words_athlete import ATHLETE, METHODS, QUANTITIES, SETTABLE
from hakaru.render.words_physiology import PHYSIOLOGY, VO2_CATEGORIES, VO2_PERCENTILES
from hakaru.running.athlete.known import Disagreement
from hakaru.running.athlete.model import ALWAYS, Athlete, Gap, Known, Quantity
from hakaru.running.physiology.power import CriticalFit
from hakaru.running.readiness import Fitness
from hakaru.running.wording import Lang, fixed

USED: tuple[Quantity, ...] = (
    "heart_rate_max_bpm",
    "lt_heart_rate_bpm",
    "threshold_speed_mps",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
)
"""What ratings rest on, and a page shows."""

_UNITS: dict[Quantity, tuple[str, int]] = {
    "heart_rate_max_bpm": ("bpm", 0),
    "heart_rate_rest_bpm": ("bpm", 0),
    "lt_heart_rate_bpm": ("bpm", 0),
    "critical_power_w": ("W", 0),
    "vo2_max_ml_per_kg_min": ("ml/kg/min", 1),
    "weight_kg": ("kg", 1),
    "height_cm": ("cm", 0),
}


def quantity_name(quantity: Quantity, lang: Lang) -> str:
    """'閾値心拍', 'Threshold pace'."""
    return say(QUANTITIES[quantity], lang)


def quantity_value(quantity: Quantity, value: float, *, lang: Lang) -> str:
    """A value in the unit people use: a threshold speed as a pace."""
    if quantity == "threshold_speed_mps":
        return f"{format_pace(speed_to_pace_s_per_km(value))}/km"
    if quantity == "age_years":
        return say(ATHLETE["years"], lang, value=fixed(value, 0))
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def known_text(quantity: Quantity, known: Known, *, lang: Lang) -> str:
    """'168 bpm（時計の値、2026-11-01）': value, origin, day or range, whether it is stale."""
    value = quantity_value(quantity, known.value, lang=lang)
    return say(ATHLETE["known"], lang, value=value, origin=origin_text(quantity, known, lang=lang))


def origin_text(quantity: Quantity, known: Known, *, lang: Lang, bounded: bool = True) -> str:
    """Who says so or how it was estimated; `bounded` False: without the range."""
    method = known.method if known.method in METHODS else "estimated"
    origin = say(METHODS[method], lang)
    if known.on is not None and known.on > ALWAYS:
        origin = say(ATHLETE["dated"], lang, origin=origin, on=known.on.isoformat())
    if bounded and known.low is not None and known.high is not None:
        ends = [quantity_value(quantity, end, lang=lang) for end in (known.low, known.high)]
        low, high = reversed(ends) if quantity == "threshold_speed_mps" else ends
        span = span_text(low, high, lang=lang)
        origin = say(ATHLETE["bounded"], lang, origin=origin, span=span)
    return say(ATHLETE["stale"], lang, origin=origin) if known.stale else origin


def athlete_rows(
    athlete: Athlete, lang: Lang, *, used: Sequence[Quantity] = USED
) -> tuple[Fact, ...]:
    """Every figure of `used` that is known, with its origin."""
    return tuple(
        Fact(
            label=quantity_name(quantity, lang),
            value=known_text(quantity, athlete.known[quantity], lang=lang),
        )
        for quantity in used
        if quantity in athlete.known
    )


def wanted_texts(athlete: Athlete, lang: Lang, *, wanted: Sequence[Quantity]) -> tuple[str, ...]:
    """What the runner could state to make ratings surer, and how."""
    return tuple(ask_text(quantity, athlete.known.get(quantity), lang=lang) for quantity in wanted)


def disagreement_text(disagreement: Disagreement, lang: Lang) -> str:
    """Where the watch's threshold and VO2max contradict each other: both, and which looks stale."""
    stale = say(ATHLETE["stale_unknown"], lang)
    if disagreement.stale is not None:
        stale = say(ATHLETE["stale_one"], lang, name=quantity_name(disagreement.stale, lang))
    vo2_max = quantity_value("vo2_max_ml_per_kg_min", disagreement.vo2_max_ml_per_kg_min, lang=lang)
    return say(
        ATHLETE["disagreement"],
        lang,
        stated=quantity_value("threshold_speed_mps", disagreement.stated_mps, lang=lang),
        implied=quantity_value("threshold_speed_mps", disagreement.implied_mps, lang=lang),
        vo2_max=vo2_max,
        difference=pct_text(abs(disagreement.difference_pct), 1),
        stale=stale,
    )


def gap_text(gap: Gap, lang: Lang) -> str:
    """Two sources of one quantity, their figures, and how far apart."""
    return say(
        ATHLETE["gap"],
        lang,
        name=quantity_name(gap.quantity, lang),
        believed=quantity_value(gap.quantity, gap.believed.value, lang=lang),
        believed_by=origin_text(gap.quantity, gap.believed, lang=lang, bounded=False),
        other=quantity_value(gap.quantity, gap.other.value, lang=lang),
        other_by=origin_text(gap.quantity, gap.other, lang=lang, bounded=False),
        difference=pct_text(abs(gap.difference_pct), 0),
    )


def fitness_rows(fitness: Fitness, lang: Lang) -> tuple[Fact, ...]:
    """Critical speed with D', where VO2max stands, fitness age; what is not known is left out."""
    named: list[tuple[str, str | None]] = [
        ("critical_speed", _critical_speed(fitness.critical_speed, lang)),
        ("vo2_standing", _standing(fitness, lang)),
        ("fitness_age", fitness_age_text(fitness.fitness_age_years, lang)),
    ]
    return tuple(Fact(label=say(PHYSIOLOGY[key], lang), value=text) for key, text in named if text)


def _critical_speed(fit: CriticalFit | None, lang: Lang) -> str | None:
    """'4:05/km (80% range 3:58–4:12), 180 m above it'."""
    if fit is None:
        return None
    return say(
        PHYSIOLOGY["critical_speed_value"],
        lang,
        pace=pace_text(fit.value),
        low=pace_text(fit.low),
        high=pace_text(fit.high),
        reserve=unit_text(fit.reserve_value, "m"),
    )


def _standing(fitness: Fitness, lang: Lang) -> str | None:
    """Category and percentile; why they are not known where VO2max is."""
    if fitness.standing is not None:
        return say(
            PHYSIOLOGY["classed"],
            lang,
            value=say(VO2_CATEGORIES[fitness.standing.category], lang),
            klass=say(VO2_PERCENTILES[fitness.standing.percentile], lang),
        )
    if "vo2_max_ml_per_kg_min" not in fitness.athlete.known:
        return None
    return say(PHYSIOLOGY["standing_unknown"], lang)


def fitness_age_text(years: float | None, lang: Lang) -> str | None:
    """'25歳くらい': by T's rule; None: age or sex is not known."""
    return None if years is None else say(PHYSIOLOGY["fitness_years"], lang, years=fixed(years, 0))


def ask_text(quantity: Quantity, known: Known | None, *, lang: Lang) -> str:
    """One sentence that asks for a figure: missing, stale or a wide estimate."""
    key = "ask_missing" if known is None else "ask_stale" if known.stale else "ask_wide"
    value = "" if known is None else quantity_value(quantity, known.value, lang=lang)
    name, example = quantity_name(quantity, lang), SETTABLE[quantity]
    return say(ATHLETE[key], lang, name=name, value=value, example=example)
