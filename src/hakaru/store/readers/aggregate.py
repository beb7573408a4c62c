"""What does one run amount to in form, and in which weather was it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hakaru.core.errors import NoFormData, NotEvaluated, NotRecorded
from hakaru.core.units import PERCENT
from hakaru.running.activity import Weather
from hakaru.running.metrics import METRICS
from hakaru.running.session.model import SessionSummary
from hakaru.running.verdict import FormEvaluation
from hakaru.store.evaluations import read_evaluation
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Bounded, Content, rounded
from hakaru.store.rows import build, first_row, select_list

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FORM_UNITS: Mapping[str, str] = {
    "gct": "ms",
    "vo": "cm",
    "vr": "pct",
    "cadence": "spm",
    "step_length": "cm",
}
_FORM_STATISTICS = ("avg", "min", "max", "sd")


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class WeatherDetail(Bounded):
    """Weather at the start as a service reported it (None: it did not), and what the session was
    judged by."""

    run: Run
    weather: Weather | None
    summary: SessionSummary | None

    @property
    def content(self) -> Content:
        """What is known; what is not is named in `missing`."""
        reported = {} if self.weather is None else vars(self.weather)
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
            "source": "sensor" if self.weather is None else "weather_service",
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
                raise NoFormData(f"activity {run.activity_id}")
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
            raise NotRecorded(run.activity_id, "a run with weather")
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
