"""What has been learned, and what does it expect at a pace?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.pictures import history_points, metric_curve
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.baseline.population import population_baseline
from hakaru.running.baseline.predict import expect_at as expect_at_speed
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import HistoryPoints, MetricCurve
from hakaru.store.baselines import current_baselines, list_baselines
from hakaru.store.splits import split_columns
from hakaru.units import pace_to_speed_mps


@dataclass(frozen=True, kw_only=True)
class BaselinesResult:
    """Stored versions, newest first; `n_versions` counts all of them, also those not listed.

    `curve` and `points` (the runner's own splits) are there when a plot was asked for.
    """

    baselines: tuple[MetricBaseline, ...]
    n_versions: int
    curve: MetricCurve | None
    points: HistoryPoints | None


@dataclass(frozen=True, kw_only=True)
class ExpectResult:
    """What to expect at a pace with one kind of sensor (None: no run with a sensor is stored)."""

    pace_s_per_km: float
    speed_mps: float
    sensor_group: str
    expectations: tuple[Expectation, ...]


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
        versions = list_baselines(con, user_id=context.settings.user_id)
        if sensor is not None:
            group = chosen_sensor(con, sensor)
            versions = tuple(one for one in versions if one.sensor_group == group)
        curve = points = None
        if plot is not None:
            group = chosen_sensor(con, sensor)
            current = {} if group is None else current_baselines(con, group)
            if plot not in current:
                raise BadArgument("plot", plot, "trained yet; run `hakaru train` first")
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
    expectations = tuple(
        expect_at_speed(
            current.get(metric) or population_baseline(metric, sensor_group=group, now=now),
            speed_mps,
            at=now,
        )
        for metric in METRICS
    )
    return ExpectResult(
        pace_s_per_km=pace, speed_mps=speed_mps, sensor_group=group, expectations=expectations
    )
