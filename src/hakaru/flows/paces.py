"""Which paces, zones and race times follow from what is known about the athlete on a day?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from hakaru.flows.context import Context
from hakaru.flows.past import Past, read_past
from hakaru.running.athlete.known import Disagreement, disagreement
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.athlete.zones import heart_rate_zones
from hakaru.running.physiology.daniels import TrainingSpeed, training_speeds, vo2_max_of_threshold
from hakaru.running.physiology.races import RacePrediction, performances, predict_races
from hakaru.store.activities import local_day
from hakaru.store.athlete import watch_zones


@dataclass(frozen=True, kw_only=True)
class PacesResult:
    """Speeds per intensity from VO2max and, where it is known, from the threshold: both, because
    they may disagree. Race predictions carry a range."""

    athlete: Athlete
    from_vo2_max: tuple[TrainingSpeed, ...]
    from_threshold: tuple[TrainingSpeed, ...]
    disagreement: Disagreement | None
    zones: HeartRateZones | None
    races: tuple[RacePrediction, ...]


def get_paces(context: Context, *, day: date | None) -> PacesResult:
    """Paces as of a day (None: today)."""
    return paces_by(context, None, day=day)


def paces_by(context: Context, past: Past | None, *, day: date | None) -> PacesResult:
    """The same by what was read of the runner before; None: read now."""
    with context.store.read() as con:
        on = day or local_day(con, context.now())
        past = past or read_past(con, context.settings)
        watched = watch_zones(con, until=on)
    athlete = past.athlete_on(on)
    vo2_max = athlete.value("vo2_max_ml_per_kg_min")
    threshold_mps = athlete.value("threshold_speed_mps")
    efforts = [(run.day, run.efforts) for run in past.runs if run.day <= on]
    return PacesResult(
        athlete=athlete,
        from_vo2_max=() if vo2_max is None else training_speeds(vo2_max),
        from_threshold=()
        if threshold_mps is None
        else training_speeds(vo2_max_of_threshold(threshold_mps)),
        disagreement=disagreement(athlete),
        zones=heart_rate_zones(athlete, watched),
        races=predict_races(performances(efforts, day=on)),
    )
