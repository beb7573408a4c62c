"""Which VO2max and thresholds did the runner have at a run: from whom, and how old are they?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.core.errors import NotRecorded
from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.physiology.oxygen import Standing, fitness_age_years, standing
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Bounded, Content, rounded
from hakaru.store.rows import first_row
from hakaru.store.sessions import read_session


@dataclass(frozen=True, kw_only=True)
class WatchVo2Max:
    """What the watch said in this run. None: it did not."""

    vo2_max_ml_per_kg_min: float | None
    fitness_age_years: int | None


@dataclass(frozen=True, kw_only=True)
class Vo2MaxData(Bounded):
    """VO2max at the date of a run. `standing` None: age or sex is not known."""

    run: Run
    known: Known
    standing: Standing | None
    watch: WatchVo2Max | None
    fitness_age_years: float | None = None

    @property
    def content(self) -> Content:
        """The value, its source and age, and its place among runners of that age."""
        rank = self.standing
        watch = self.watch
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "vo2_max_ml_per_kg_min": round(self.known.value, 1),
            **_source(self.known, self.run),
            "category": None if rank is None else rank.category,
            "percentile": None if rank is None else rank.percentile,
            **({} if rank is None else {"fitness_age": self._fitness_age()}),
            **({} if watch is None else _said(watch)),
            "missing": ["age_or_sex"] if rank is None else [],
        }

    def _fitness_age(self) -> int | None:
        years = self.fitness_age_years
        return None if years is None else round(years)


@dataclass(frozen=True, kw_only=True)
class LactateThresholdData(Bounded):
    """Thresholds at the date of a run; a quantity nobody knows is absent from `known`."""

    run: Run
    known: Mapping[Quantity, Known]

    @property
    def content(self) -> Content:
        """Heart rate, pace and power, each with its source and age."""
        thresholds: dict[str, object] = {}
        for quantity, name in _THRESHOLDS.items():
            known_value = self.known.get(quantity)
            if known_value is not None:
                value = (
                    _as_pace(known_value.value)
                    if quantity == "threshold_speed_mps"
                    else known_value.value
                )
                thresholds[name] = {
                    "value": rounded(name, value),
                    **_source(known_value, self.run, quantity),
                }
        missing = [name for name in _THRESHOLDS.values() if name not in thresholds]
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            **thresholds,
            "missing": missing,
        }


_THRESHOLDS: Mapping[Quantity, str] = {
    "lt_heart_rate_bpm": "lt_heart_rate_bpm",
    "threshold_speed_mps": "threshold_pace_s_per_km",
    "critical_power_w": "critical_power_w",
}


class BodyReader(BaseDBReader):
    """The runner at the date of a run."""

    def get_vo2_max_data(self, activity_id: Reference) -> Vo2MaxData:
        """VO2max as the session was judged by.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
            NotRecorded: no VO2max was known then.
        """
        run, athlete, watch = self._athlete(activity_id)
        vo2_max = athlete.known.get("vo2_max_ml_per_kg_min")
        if vo2_max is None:
            raise NotRecorded(run.activity_id, "a run with a known VO2max")
        age_years, sex = athlete.value("age_years"), athlete.sex
        return Vo2MaxData(
            run=run,
            known=vo2_max,
            standing=standing(vo2_max.value, age_years=age_years, sex=sex),
            watch=watch,
            fitness_age_years=fitness_age_years(vo2_max.value, age_years=age_years, sex=sex),
        )

    def get_lactate_threshold_data(self, activity_id: Reference) -> LactateThresholdData:
        """Threshold heart rate, pace and power as the session was judged by.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
            NotRecorded: no threshold was known then.
        """
        run, athlete, _ = self._athlete(activity_id)
        known_values = {name: athlete.known[name] for name in _THRESHOLDS if name in athlete.known}
        if not known_values:
            raise NotRecorded(run.activity_id, "a run with a known threshold")
        return LactateThresholdData(run=run, known=known_values)

    def _athlete(self, activity: Reference) -> tuple[Run, Athlete, WatchVo2Max | None]:
        with self.reading(activity) as (con, run):
            athlete = read_session(con, run.activity_id).athlete
            row = first_row(
                con,
                "SELECT precise_value, fitness_age FROM vo2_max WHERE activity_id = ? "
                "AND (precise_value IS NOT NULL OR fitness_age IS NOT NULL)",
                values=[run.activity_id],
            )
        if row is None:
            return run, athlete, None
        watch = WatchVo2Max(vo2_max_ml_per_kg_min=row[0], fitness_age_years=row[1])
        return run, athlete, watch


def _source(known: Known, run: Run, quantity: Quantity | None = None) -> dict[str, object]:
    """Who says so, since when, and how sure; a pace has its faster end first.

    The age is negative where the estimate rests on later runs as well: among the first runs of a
    history there are no earlier ones.
    """
    content: dict[str, object] = {
        "origin": known.origin,
        "method": known.method,
        "measured_on": None if known.on is None else known.on.isoformat(),
        "age_days": None if known.on is None else (run.day - known.on).days,
        "stale": known.stale,
    }
    if known.low is None or known.high is None:
        return content
    bounds = [known.low, known.high]
    if quantity == "threshold_speed_mps":
        bounds = [_as_pace(known.high), _as_pace(known.low)]
    return content | {"interval_80": [round(bound, 1) for bound in bounds]}


def _said(watch: WatchVo2Max) -> dict[str, object]:
    named = {
        "watch_precise_value": rounded("min", watch.vo2_max_ml_per_kg_min),
        "watch_fitness_age": watch.fitness_age_years,
    }
    return {name: value for name, value in named.items() if value is not None}


def _as_pace(speed_mps: float) -> float:
    return speed_to_pace_s_per_km(speed_mps)
