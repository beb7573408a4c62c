"""The runner's fitness on a day, computed once: every page, reply and report reads it here.

Threshold, VO2max, zones, paces and race times of one day come from one athlete and one set of
efforts, so that no two of them can contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.activity import HeartRateZone
from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.estimates import FITNESS_WINDOW_DAYS, believable, fit_critical_power
from hakaru.running.athlete.known import (
    Disagreement,
    disagreement,
    is_reliable,
    reliable_value,
)
from hakaru.running.athlete.model import Athlete, HeartRateZones, Known
from hakaru.running.athlete.reconcile import Gap, gaps
from hakaru.running.athlete.threshold_speed import hard_speeds
from hakaru.running.athlete.zones import heart_rate_zones, power_bounds_w
from hakaru.running.physiology.critical import D_PRIME_M, CriticalFit, fit_critical
from hakaru.running.physiology.daniels import (
    TrainingSpeed,
    training_speeds,
    vo2_max_of_threshold,
)
from hakaru.running.physiology.races import (
    RACE_DISTANCES_M,
    RacePrediction,
    performances,
    predict_races,
)
from hakaru.running.physiology.vo2max import Standing, fitness_age_years, standing

DatedEfforts = Sequence[tuple[date, tuple[Effort, ...]]]


@dataclass(frozen=True, kw_only=True)
class Fitness:
    """What is known on `athlete.day` and what follows from it.

    Speeds per intensity come from VO2max and from threshold: both, because they may disagree.
    `gaps` and `disagreement` say where sources contradict each other. `critical_speed` (m/s, D' in
    m) and `critical_power` (W, W' in J) are None where nobody ran hard within 120 days. `power_w`
    are the lower bounds of power zones 2 to 6, None without critical power. `standing` and
    `fitness_age_years` None: age or sex is not known, or no VO2max is.
    """

    athlete: Athlete
    zones: HeartRateZones | None
    from_vo2_max: tuple[TrainingSpeed, ...]
    from_threshold: tuple[TrainingSpeed, ...]
    disagreement: Disagreement | None
    gaps: tuple[Gap, ...]
    critical_speed: CriticalFit | None
    critical_power: CriticalFit | None
    power_w: tuple[float, ...] | None
    races: tuple[RacePrediction, ...]
    standing: Standing | None
    fitness_age_years: float | None

    @property
    def reply(self) -> Mapping[str, object]:
        """The same in few bytes: rows with their columns named once; speeds as paces."""
        zones = self.zones
        return {
            "day": self.athlete.day,
            "athlete": self._sources(),
            "paces": {
                "columns": ["intensity", "slow_s_per_km", "fast_s_per_km"],
                "from_vo2_max": _paces(self.from_vo2_max),
                "from_threshold": _paces(self.from_threshold),
            },
            "critical_speed": _critical_speed(self.critical_speed),
            "zones": {
                "from_bpm": None if zones is None else [round(low) for low in zones.low_bpm],
                "basis": None if zones is None else zones.basis,
                "power_from_w": None
                if self.power_w is None
                else [round(low) for low in self.power_w],
            },
            "races": {
                "columns": ["distance_m", "time_s", "low_s", "high_s", "reach"],
                "rows": [race_row(race) for race in self.races],
            },
        }

    def _sources(self) -> Mapping[str, object]:
        contradiction, years = self.disagreement, self.fitness_age_years
        return {
            "columns": ["quantity", *_KNOWN_COLUMNS],
            "known": [
                [name, *_row(known_value)] for name, known_value in self.athlete.known.items()
            ],
            "other_sources": [
                [name, *_row(view)]
                for name, views in self.athlete.sources.items()
                for view in views[:_SOURCES_SHOWN]
            ],
            "disagreements": [
                [gap.quantity, gap.believed.method, gap.other.method, round(gap.difference_pct, 1)]
                for gap in self.gaps
            ],
            "threshold_against_vo2_max_pct": None
            if contradiction is None
            else round(contradiction.difference_pct, 1),
            "vo2_max_category": None if self.standing is None else self.standing.category,
            "fitness_age_years": None if years is None else round(years),
        }


_KNOWN_COLUMNS = ("value", "origin", "method", "on", "low", "high", "stale")
_SOURCES_SHOWN = 3
"""The most trusted of a quantity; the session's tables have every one."""


def race_row(race: RacePrediction) -> list[object]:
    """Distance, time, range, and whether it is far beyond what was run."""
    times_s = (race.time_s, race.low_s, race.high_s)
    return [race.distance_m, *(round(time_s) for time_s in times_s), race.reach]


def _row(known: Known) -> list[object]:
    low, high = (None if bound is None else _short(bound) for bound in (known.low, known.high))
    return [_short(known.value), known.origin, known.method, known.on, low, high, known.stale]


def _critical_speed(speed: CriticalFit | None) -> Mapping[str, object] | None:
    if speed is None:
        return None
    return {
        "pace_s_per_km": _pace(speed.value),
        "interval_80": [_pace(speed.high), _pace(speed.low)],
        "d_prime_m": round(speed.reserve_value),
    }


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _pace(speed_mps: float) -> float:
    return round(speed_to_pace_s_per_km(speed_mps), 1)


def _paces(speeds: Sequence[TrainingSpeed]) -> list[list[object]]:
    return [[speed.intensity, _pace(speed.low_mps), _pace(speed.high_mps)] for speed in speeds]


def fitness_of(
    athlete: Athlete, efforts: DatedEfforts, watch_zones: Sequence[HeartRateZone] = ()
) -> Fitness:
    """Everything that follows from an athlete and the best efforts up to that day."""
    vo2_max = athlete.value("vo2_max_ml_per_kg_min")
    threshold_mps = athlete.value("threshold_speed_mps")
    recent = recent_efforts(efforts, day=athlete.day)
    critical_w = reliable_value(athlete, "critical_power_w")
    age_years, sex = athlete.value("age_years"), athlete.sex
    return Fitness(
        athlete=athlete,
        zones=heart_rate_zones(athlete, watch_zones),
        from_vo2_max=() if vo2_max is None else training_speeds(vo2_max),
        from_threshold=()
        if threshold_mps is None
        else training_speeds(vo2_max_of_threshold(threshold_mps)),
        disagreement=disagreement(athlete),
        gaps=gaps(athlete),
        critical_speed=fit_critical(
            hard_speeds(recent, athlete.known.get("lt_heart_rate_bpm")), D_PRIME_M
        ),
        critical_power=fit_critical_power(recent),
        power_w=None if critical_w is None else power_bounds_w(critical_w),
        races=race_times(athlete, recent),
        standing=None if vo2_max is None else standing(vo2_max, age_years=age_years, sex=sex),
        fitness_age_years=None
        if vo2_max is None
        else fitness_age_years(vo2_max, age_years=age_years, sex=sex),
    )


def recent_efforts(efforts: DatedEfforts, *, day: date) -> DatedEfforts:
    """Those of runs within 120 days up to a day that a human can have run."""
    return [
        (on, run_efforts)
        for on, run_efforts in believable(efforts)
        if 0 <= (day - on).days <= FITNESS_WINDOW_DAYS
    ]


def race_times(
    athlete: Athlete,
    efforts: DatedEfforts,
    *,
    distances_m: Sequence[float] = RACE_DISTANCES_M,
    days_ahead: int = 0,
) -> tuple[RacePrediction, ...]:
    """Race times by the efforts of the last months and threshold speed, where it is no wide guess
    and not itself what a watch's VO2max implies."""
    lengths_m = [
        effort.speed_mps * effort.duration_s
        for _, run_efforts in efforts
        for effort in run_efforts
        if effort.speed_mps is not None
    ]
    return predict_races(
        performances(efforts, day=athlete.day),
        distances_m=distances_m,
        threshold=_race_threshold(athlete),
        longest_m=max(lengths_m, default=None),
        days_ahead=days_ahead,
        pause_days=min(((athlete.day - on).days for on, _ in efforts), default=0),
    )


def _race_threshold(athlete: Athlete) -> Known | None:
    threshold = athlete.known.get("threshold_speed_mps")
    if (
        threshold is None
        or threshold.stale
        or threshold.method == "vo2_max"
        or not is_reliable(threshold)
    ):
        return None
    return threshold
