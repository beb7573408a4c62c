"""What is known about the athlete on a day, and what the runner states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.units import pace_to_speed_mps, parse_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.flows.fitness import fitness_at
from hakaru.flows.past import read_past
from hakaru.running.athlete.known import Disagreement, wanted
from hakaru.running.athlete.model import ALWAYS, Athlete, AthleteFact, Gap, HeartRateZones, Quantity
from hakaru.running.physiology.oxygen import VO2_MAX_MAX, VO2_MAX_MIN, Standing
from hakaru.store.activities import local_day
from hakaru.store.athlete import StatedSex, state_fact
from hakaru.store.stale import EVER, StaleMark, mark_stale

_FARTHEST_EAST = timedelta(hours=14)

StatedQuantity = Literal[
    "heart_rate_max_bpm",
    "heart_rate_rest_bpm",
    "lt_heart_rate_bpm",
    "threshold_pace",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
    "weight_kg",
    "height_cm",
    "age_years",
    "sex",
]

_RANGES: dict[str, tuple[float, float]] = {
    "heart_rate_max_bpm": (100, 240),
    "heart_rate_rest_bpm": (25, 120),
    "lt_heart_rate_bpm": (80, 230),
    "critical_power_w": (50, 700),
    "vo2_max_ml_per_kg_min": (VO2_MAX_MIN, VO2_MAX_MAX),
    "weight_kg": (25, 250),
    "height_cm": (100, 230),
    "age_years": (5, 110),
}
"""What a person can have, wide."""


@dataclass(frozen=True, kw_only=True)
class AthleteResult:
    """The athlete on a day; what would help to know; where two figures contradict each other."""

    athlete: Athlete
    zones: HeartRateZones | None
    wanted: tuple[Quantity, ...]
    disagreement: Disagreement | None
    gaps: tuple[Gap, ...] = ()
    standing: Standing | None = None
    fitness_age_years: float | None = None


@dataclass(frozen=True, kw_only=True)
class StatedResult:
    """What was noted. `since` None: it holds for every day."""

    quantity: StatedQuantity
    value: str
    since: date | None


def get_athlete(context: Context, *, day: date | None) -> AthleteResult:
    """What is known on a day (None: today), each figure with its origin."""
    with context.store.read() as con:
        on = day or local_day(con, context.now())
        fitness = fitness_at(con, read_past(con, context.settings), on)
    return AthleteResult(
        athlete=fitness.athlete,
        zones=fitness.zones,
        wanted=wanted(fitness.athlete),
        disagreement=fitness.disagreement,
        gaps=fitness.gaps,
        standing=fitness.standing,
        fitness_age_years=fitness.fitness_age_years,
    )


def set_athlete(
    context: Context, *, quantity: StatedQuantity, value: str, since: date | None
) -> StatedResult:
    """Note what the runner says; it counts more than any watch or estimate. Sessions of the days
    that it holds for follow before they are shown.

    Raises:
        BadArgument: not a value a person can have.
    """
    fact = _fact(quantity, value.strip(), since or ALWAYS)
    with context.store.write() as con:
        state_fact(
            con,
            fact,
            user_id=context.settings.user_id,
            source=context.actor,
            now=context.now(),
        )
        mark_stale(con, [StaleMark(kind="session", since=_begin_of(fact.since))])
    return StatedResult(quantity=quantity, value=value.strip(), since=since)


def _begin_of(day: date) -> datetime:
    """A moment before every run of a local day, wherever it was run."""
    if day <= EVER.date():
        return EVER
    return datetime.combine(day, time(), tzinfo=UTC) - _FARTHEST_EAST


def _fact(quantity: StatedQuantity, text: str, since: date) -> AthleteFact | StatedSex:
    if quantity == "sex":
        if text not in ("female", "male"):
            raise BadArgument("sex", text, "female or male")
        return StatedSex(sex="female" if text == "female" else "male", since=since)
    try:
        if quantity == "threshold_pace":
            speed_mps = pace_to_speed_mps(parse_pace_s_per_km(text))
            return AthleteFact(quantity="threshold_speed_mps", value=speed_mps, since=since)
        number = float(text)
    except ValueError:
        raise BadArgument(quantity, text, "a number, or a pace like 4:35") from None
    low, high = _RANGES[quantity]
    if not low <= number <= high:
        raise BadArgument(quantity, text, f"between {low:g} and {high:g}")
    return AthleteFact(quantity=quantity, value=number, since=since)
