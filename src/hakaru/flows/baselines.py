"""What has been learned, and what does it expect at a pace?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.units import pace_to_speed_mps
from hakaru.flows.baseline_rows import BASELINE_COLUMNS, baseline_rows
from hakaru.flows.brevity import TABLE_BYTES, rounded
from hakaru.flows.context import Context
from hakaru.flows.pictures import history_points, metric_curve
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.baseline.predict import expect_at as expect_at_speed
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import HistoryPoints, MetricCurve
from hakaru.store.recordings import split_columns
from hakaru.store.verdicts import current_baselines, list_baselines

_CURVE_POINTS = 9
_HISTORY_POINTS = 20
_PICTURE_BYTES = 1200


@dataclass(frozen=True, kw_only=True)
class BaselinesResult:
    """Stored versions, newest first; `n_versions` counts all of them, also those not listed.

    `curve` and `points` (the runner's own splits) are there when a plot was asked for.
    """

    baselines: tuple[MetricBaseline, ...]
    n_versions: int
    curve: MetricCurve | None
    points: HistoryPoints | None

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per version, newest first, and a few points of the picture from end to end;
        `n_more` versions are not among the rows."""
        room_bytes = TABLE_BYTES if self.curve is None else TABLE_BYTES - _PICTURE_BYTES
        return self._told(room_bytes, curve_points=_CURVE_POINTS, points=_HISTORY_POINTS)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every version that was asked for and every point."""
        return self._told(None, curve_points=None, points=None)

    def _told(
        self, within_bytes: int | None, *, curve_points: int | None, points: int | None
    ) -> Mapping[str, object]:
        rows = baseline_rows(self.baselines, within_bytes=within_bytes)
        picture: dict[str, object] = {}
        if self.curve is not None:
            picture["curve"] = _curve(self.curve, curve_points)
        if self.points is not None:
            picture["points"] = _points(self.points, points)
        return {
            "n_versions": self.n_versions,
            "columns": BASELINE_COLUMNS,
            "baselines": rows,
            "n_more": self.n_versions - len(rows),
            **picture,
        }


@dataclass(frozen=True, kw_only=True)
class ExpectResult:
    """What to expect at a pace with one kind of sensor.

    `too_far`: metrics of which the learned line says nothing a body shows at this speed.
    """

    pace_s_per_km: float
    speed_mps: float
    sensor_group: str
    expectations: tuple[Expectation, ...]
    too_far: tuple[MetricName, ...] = ()


def baselines(
    context: Context, *, sensor: str | None, plot: MetricName | None, limit: int
) -> BaselinesResult:
    """List versions (of one sensor, where named), or add the picture of a current one.

    Raises:
        BadArgument: the sensor is not one of the runner's, there is nothing to plot, or a limit
            below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, "a whole number >= 1")
    with context.store.read() as con:
        user_id = context.settings.user_id
        versions = list_baselines(con, user_id=user_id)
        if sensor is not None:
            group = chosen_sensor(con, sensor)
            versions = tuple(version for version in versions if version.sensor_group == group)
        curve = points = None
        if plot is not None:
            group = chosen_sensor(con, sensor)
            current = {} if group is None else current_baselines(con, group, user_id=user_id)
            if plot not in current:
                raise BadArgument("plot", plot, "measured yet with this sensor")
            columns = split_columns(con, sensor_group=group)
            curve = metric_curve(current[plot], columns["speed_mps"])
            points = history_points(plot, columns, at=context.now(), activity_id=None)
    return BaselinesResult(
        baselines=versions[:limit], n_versions=len(versions), curve=curve, points=points
    )


def expect_at(context: Context, *, pace: float, sensor: str | None) -> ExpectResult:
    """What this runner would usually show at a pace (s/km), by the current baselines.

    A metric that was never trained is answered by the population prior, and says so.

    Raises:
        BadArgument: the sensor is not one of the runner's.
    """
    speed_mps = pace_to_speed_mps(pace)
    now = context.now()
    with context.store.read() as con:
        group = chosen_sensor(con, sensor) or "garmin-unknown"
        current = current_baselines(con, group, user_id=context.settings.user_id)
    answers = [
        expect_at_speed(
            current.get(metric) or population_baseline(metric, sensor_group=group, now=now),
            speed_mps,
            at=now,
        )
        for metric in METRICS
    ]
    return ExpectResult(
        pace_s_per_km=pace,
        speed_mps=speed_mps,
        sensor_group=group,
        expectations=tuple(answer for answer in answers if answer.plausible),
        too_far=tuple(answer.metric for answer in answers if not answer.plausible),
    )


def _curve(curve: MetricCurve, most: int | None) -> Mapping[str, object]:
    """The expectation at a few speeds."""
    columns = {
        "speed_mps": curve.speed_mps,
        "expected": curve.expected,
        "low_50": curve.low_50,
        "high_50": curve.high_50,
        "low_90": curve.low_90,
        "high_90": curve.high_90,
    }
    return {
        "metric": curve.metric,
        "unit": METRICS[curve.metric].unit,
        "basis": curve.basis,
        "trained_min_mps": rounded(curve.trained_min_mps, 2),
        "trained_max_mps": rounded(curve.trained_max_mps, 2),
        **{name: _spread(column, most) for name, column in columns.items()},
    }


def _points(points: HistoryPoints, most: int | None) -> Mapping[str, object]:
    """A few of the runner's own splits."""
    columns = {
        "speed_mps": points.speed_mps,
        "value": points.value,
        "age_days": points.age_days,
    }
    shown = {name: _spread(column, most) for name, column in columns.items()}
    n_points = points.value.size
    return {"n_points": n_points, **shown, "n_more": n_points - len(shown["value"])}


def _spread(column: FloatArray, most: int | None) -> Sequence[float | None]:
    """At most so many entries, evenly spread from the first to the last."""
    n = column.size if most is None else min(most, column.size)
    places = np.linspace(0, column.size - 1, n).round().astype(int)
    return [rounded(float(sample), 2) for sample in column[places]]
