"""A run in few figures: form, heart rate, and what the body could do at the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from hakaru.core.errors import NoFormData, NotEvaluated, NotRecorded
from hakaru.core.i18n import message
from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import HeartRateZone, Weather
from hakaru.running.athlete.known import heart_rate_zones
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.metrics import METRICS
from hakaru.running.physiology.oxygen import Standing, fitness_age_years, standing
from hakaru.running.session.model import LT_SHARES, SessionSummary, TypeVerdict
from hakaru.running.verdict import FormEvaluation
from hakaru.store.readers.base import BaseDBReader, Bounded, Content, Reference, Run, rounded
from hakaru.store.rows import build, first_row, select_list
from hakaru.store.sessions import read_session
from hakaru.store.verdicts import read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class HeartRateEfficiency(Bounded):
    """The kind of training with its evidence, and where the heart rate was.

    `shares_pct` of zones 1..5 (None: no heart rate or no zones), `shares_from` whose zones.
    """

    run: Run
    verdict: TypeVerdict
    summary: SessionSummary
    primary_zone: int | None
    shares_pct: tuple[float | None, ...]
    shares_from: Literal["watch", "hakaru"]

    @property
    def content(self) -> Content:
        """Type, evidence (code: value), zone shares, drift."""
        has_shares = any(share is not None for share in self.shares_pct)
        drift = self.summary.decoupling_pct
        beats_bpm = self.summary.target_heart_rate_bpm
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "training_type": self.verdict.training_type,
            "type_source": self.verdict.source,
            "type_confidence_frac": round(self.verdict.confidence_frac, 2),
            "evidence": {
                entry.code: rounded(entry.code, entry.value) for entry in self.verdict.evidence
            },
            "primary_zone": self.primary_zone,
            "zone_percentages": [rounded("pct", share) for share in self.shares_pct],
            "zones_from": self.shares_from if has_shares else None,
            "target_heart_rate_bpm": rounded("bpm", beats_bpm),
            "hr_drift_percentage": rounded("pct", drift),
            "vo2_utilisation_pct": rounded("pct", self.summary.vo2_utilisation_pct),
            "missing": [] if has_shares else ["heart_rate_zones"],
        }


@frozen
class ZoneTime:
    """One half-open zone [low_bpm, high_bpm); `high_bpm` None: open. Time None: not measured."""

    zone: int
    low_bpm: float
    high_bpm: float | None
    time_s: float | None
    share_pct: float | None


@frozen
class ZonesDetail(Bounded):
    """Time in each heart rate zone. `basis`: bounds and time of the watch, or bounds by threshold
    or maximum heart rate and time counted from the samples."""

    run: Run
    basis: Literal["watch", "lt_heart_rate", "heart_rate_max"]
    zones: tuple[ZoneTime, ...]

    @property
    def content(self) -> Content:
        """One row per zone."""
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "basis": self.basis,
            "columns": ["zone", "low_bpm", "high_bpm", "time_in_zone_s", "zone_percentage"],
            "zones": [
                [
                    zone.zone,
                    rounded("bpm", zone.low_bpm),
                    rounded("bpm", zone.high_bpm),
                    rounded("s", zone.time_s),
                    rounded("pct", zone.share_pct),
                ]
                for zone in self.zones
            ],
        }


class HeartRateReader(BaseDBReader):
    """The heart rate of a run."""

    def get_hr_efficiency_analysis(self, activity_id: Reference) -> HeartRateEfficiency:
        """The kind of training, why, and the shares of the heart rate zones.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
        """
        with self.reading(activity_id) as (con, run):
            analysis = read_session(con, run.activity_id)
            row = first_row(con, _EFFICIENCY, values=[run.activity_id]) or (None,) * 6
            from_watch = first_row(con, _WATCH_TIMES, values=[run.activity_id])
        return HeartRateEfficiency(
            run=run,
            verdict=analysis.verdict,
            summary=analysis.summary,
            primary_zone=row[0],
            shares_pct=tuple(row[1:]),
            shares_from="watch" if from_watch else "hakaru",
        )

    def get_heart_rate_zones_detail(
        self, activity_id: Reference, *, shares_frac: Sequence[float] = LT_SHARES
    ) -> ZonesDetail:
        """Bounds, time and share of each zone; `shares_frac` are the lower bounds that the runner
        set, relative to threshold heart rate.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the watch gave no zones, and the run was not looked at as a session yet.
            NotRecorded: no heart rate, or nothing that bounds zones.
        """
        with self.reading(activity_id) as (con, run):
            watch = con.execute(_WATCH_ZONES, [run.activity_id]).fetchall()
            if any(row[3] for row in watch):
                zones = tuple(build(ZoneTime, row) for row in watch)
                return ZonesDetail(run=run, basis="watch", zones=zones)
            return _counted_zones(con, run, watch, shares_frac)


_EFFICIENCY = (
    "SELECT primary_zone, zone1_percentage, zone2_percentage, zone3_percentage, zone4_percentage, "
    "zone5_percentage FROM hr_efficiency WHERE activity_id = ?"
)
_WATCH_TIMES = (
    "SELECT 1 FROM data.heart_rate_zones WHERE activity_id = ? HAVING sum(time_in_zone_s) > 0"
)
_WATCH_ZONES = (
    "SELECT zone_number, low_bpm, high_bpm, time_in_zone_s, zone_percentage FROM heart_rate_zones "
    "WHERE activity_id = ? ORDER BY zone_number"
)


def _counted_zones(
    con: DuckDBPyConnection,
    run: Run,
    watch: list[tuple[Any, ...]],
    shares_frac: Sequence[float],
) -> ZonesDetail:
    """Time as it was counted when the session was understood."""
    analysis = read_session(con, run.activity_id)
    bounds = [HeartRateZone(zone_number=row[0], low_bpm=row[1]) for row in watch]
    zones = heart_rate_zones(analysis.athlete, bounds, shares_frac=shares_frac)
    times = [getattr(analysis.summary, f"zone{number}_s") for number in range(1, 6)]
    if zones is None or all(time_s is None for time_s in times):
        raise NotRecorded(run.activity_id, message("a run with heart rate and known zones"))
    total_s = sum(times)
    return ZonesDetail(
        run=run,
        basis=zones.basis,
        zones=tuple(
            ZoneTime(
                zone=number,
                low_bpm=low_bpm,
                high_bpm=zones.low_bpm[number] if number < len(times) else None,
                time_s=time_s,
                share_pct=PERCENT * time_s / total_s if total_s > 0.0 else None,
            )
            for number, (low_bpm, time_s) in enumerate(zip(zones.low_bpm, times, strict=True), 1)
        ),
    )


@frozen
class WatchVo2Max:
    """What the watch said in this run. None: it did not."""

    vo2_max_ml_per_kg_min: float | None
    fitness_age_years: int | None


@frozen
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


@frozen
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
            raise NotRecorded(run.activity_id, message("a run with a known VO2max"))
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
            raise NotRecorded(run.activity_id, message("a run with a known threshold"))
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


_FORM_UNITS: Mapping[str, str] = {
    "gct": "ms",
    "vo": "cm",
    "vr": "pct",
    "cadence": "spm",
    "step_length": "cm",
}
_FORM_STATISTICS = ("avg", "min", "max", "sd")


@frozen
class FormSummary(Bounded):
    """Plain form figures over the splits of a run, and the stored verdict on them.

    `figures` maps columns of the view `form_efficiency` to values, None where not measured.
    `evaluation` None: no verdict, and `not_evaluated` says why.
    """

    run: Run
    n_splits: int
    figures: Mapping[str, float | None]
    evaluation: FormEvaluation | None
    not_evaluated: str | None

    @property
    def content(self) -> Content:
        """One row per metric: mean (by running time), extremes and SD over splits."""
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "n_measured": self.n_splits,
            "columns": ["metric", *_FORM_STATISTICS],
            "metrics": [
                [
                    f"{name}_{unit}",
                    *(self._figure(name, statistic, unit) for statistic in _FORM_STATISTICS),
                ]
                for name, unit in _FORM_UNITS.items()
                if self.figures[f"{name}_avg_{unit}"] is not None
            ],
            "verdict": self._verdict(),
        }

    def _figure(self, name: str, statistic: str, unit: str) -> object:
        column = f"{name}_{statistic}_{unit}"
        return rounded(column, self.figures[column])

    def _verdict(self) -> Mapping[str, object]:
        evaluation = self.evaluation
        if evaluation is None:
            return {"missing": self.not_evaluated}
        return {
            "overall_score": rounded("overall_score", evaluation.overall_score),
            "overall_stars": evaluation.overall_stars,
            "n_judged_splits": evaluation.n_splits,
            "columns": [
                "metric",
                "expected",
                "delta_pct",
                "z",
                "rank_pct",
                "stars",
                "needs_improvement",
            ],
            "metrics": [
                [
                    f"{name}_{_FORM_UNITS[name]}",
                    rounded(f"{name}_{_FORM_UNITS[name]}", verdict.expected),
                    round(PERCENT * verdict.delta_frac, 1),
                    round(verdict.z, 2),
                    None if verdict.rank_pct is None else round(verdict.rank_pct),
                    verdict.stars,
                    verdict.needs_improvement,
                ]
                for name, verdict in evaluation.metrics.items()
                if METRICS[name].scored
            ],
        }


_AIR_SOURCES: Mapping[str | None, str] = {
    None: "weather_service",
    "file": "weather_file",
    "watch": "watch_less_bias",
}


@frozen
class WeatherDetail(Bounded):
    """Weather at the start as a service reported it (None: it did not), and what the session was
    judged by."""

    run: Run
    weather: Weather | None
    summary: SessionSummary | None

    @property
    def content(self) -> Content:
        """What is known; what is not is named in `missing`."""
        reported = {} if self.weather is None else dict(vars(self.weather))
        origin = reported.pop("origin", None)
        reported.pop("wrist_c", None)
        content: dict[str, Any] = {
            name: reading for name, reading in reported.items() if reading is not None
        }
        if self.summary is not None:
            for name in ("temperature_c", "relative_humidity_pct", "wind_speed_mps"):
                value = getattr(self.summary, name)
                if value is not None:
                    content.setdefault(name, value)
            content |= {"headwind_mps": self.summary.headwind_mps, "terrain": self.summary.terrain}
        wanted = ("temperature_c", "relative_humidity_pct", "wind_speed_mps", "headwind_mps")
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "source": "sensor" if self.weather is None else _AIR_SOURCES[origin],
            **{
                name: rounded(name, reading)
                for name, reading in content.items()
                if reading is not None
            },
            "missing": [name for name in wanted if content.get(name) is None],
        }


class AggregateReader(BaseDBReader):
    """Figures of a whole run."""

    def get_form_efficiency_summary(self, activity_id: Reference) -> FormSummary:
        """Form over the run, with its verdict.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NoFormData: nothing about form was measured.
        """
        columns = [f"{n}_{s}_{u}" for n, u in _FORM_UNITS.items() for s in _FORM_STATISTICS]
        with self.reading(activity_id) as (con, run):
            row = first_row(
                con,
                f"SELECT (SELECT count(*) FROM data.splits s WHERE s.activity_id = f.activity_id "
                f"AND coverage_frac > 0), {', '.join(columns)} FROM form_efficiency f "
                "WHERE activity_id = ?",
                values=[run.activity_id],
            )
            if row is None:
                raise NoFormData(message("activity {activity_id}", activity_id=run.activity_id))
            evaluation, reason = _evaluation(con, run.activity_id)
        return FormSummary(
            run=run,
            n_splits=row[0],
            figures=dict(zip(columns, row[1:], strict=True)),
            evaluation=evaluation,
            not_evaluated=reason,
        )

    def get_weather_data(self, activity_id: Reference) -> WeatherDetail:
        """Weather of a run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: neither a service nor a sensor said anything.
        """
        with self.reading(activity_id) as (con, run):
            row = first_row(
                con,
                f"SELECT {select_list(Weather)} FROM weather WHERE activity_id = ?",
                values=[run.activity_id],
            )
            summary = _summary(con, run.activity_id)
        weather = None if row is None else build(Weather, row)
        measured = summary is not None and summary.temperature_c is not None
        if weather is None and not measured:
            raise NotRecorded(run.activity_id, message("a run with weather"))
        return WeatherDetail(run=run, weather=weather, summary=summary)


def _evaluation(
    con: DuckDBPyConnection, activity_id: int
) -> tuple[FormEvaluation | None, str | None]:
    try:
        return read_evaluation(con, activity_id), None
    except NotEvaluated as error:
        return None, error.reason


def _summary(con: DuckDBPyConnection, activity_id: int) -> SessionSummary | None:
    row = first_row(
        con,
        f"SELECT {select_list(SessionSummary)} FROM data.sessions WHERE activity_id = ?",
        values=[activity_id],
    )
    return None if row is None else build(SessionSummary, row)
