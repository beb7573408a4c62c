"""What has been learned, what it expects, and how runs lie around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import TABLE_BYTES, Columns, Rows, Versions, rounded
from hakaru.core.units import (
    PERCENT,
    SECONDS_PER_DAY,
    duration_s,
    pace_to_speed_mps,
    speed_to_pace_s_per_km,
)
from hakaru.flows.athlete import LEARNED, athlete_at, relation_at
from hakaru.flows.context import Context
from hakaru.flows.devices import usual_now
from hakaru.flows.drift import drift_now, residuals
from hakaru.flows.gather import personal_grade
from hakaru.flows.remembered import Past, past_of
from hakaru.flows.splits import EverySplit, every_split
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import Expectation, MetricBaseline, n_learned
from hakaru.running.baseline.predict import Around, curve, population_baseline
from hakaru.running.baseline.predict import expect_at as expect_at_speed
from hakaru.running.curves import Curve, personal_curves, shoe_curves
from hakaru.running.drift import DriftFinding
from hakaru.running.effects import stated_conditions
from hakaru.running.environment.grade import UNKNOWN_GRADE
from hakaru.running.environment.heat import fit_heat_slope
from hakaru.running.lessons import SplitColumns, TaughtRows, taught
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.running.report import (
    HistoryPoints,
    MetricCurve,
    MetricHistory,
    ResidualTrend,
    newest_points,
)
from hakaru.store.overview import n_baselines
from hakaru.store.recordings import (
    SensorChange,
    chosen_sensor,
    sensor_changes,
    sensor_groups,
    split_columns,
)
from hakaru.store.rows import AnyArray
from hakaru.store.verdicts import evaluation_columns, list_baselines

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


BASELINE_COLUMNS: Columns[MetricBaseline] = {
    "metric": None,
    "sensor_group": None,
    "version": None,
    "basis": None,
    "n_runs": None,
    "n_samples": None,
    "half_width_90_pct": lambda baseline: rounded(PERCENT * baseline.half_widths[2], 1),
    "speed_min_mps": 2,
    "speed_max_mps": 2,
    "window_end": lambda baseline: baseline.window_end and baseline.window_end.date(),
    "trained_at": lambda baseline: baseline.trained_at.isoformat(timespec="minutes"),
}
"""`version` null: not stored. `window_end` is the day (UTC) of the last run learned from."""


Arrays = Mapping[str, AnyArray]
_PICTURE_POINTS = 81
_MARGIN_MPS = 0.15
_SLOWEST_MPS = 1.7


def metric_curve(baseline: MetricBaseline, speeds_mps: FloatArray) -> MetricCurve:
    """The expectation for a typical run over the speeds given, with a margin on both sides."""
    finite = speeds_mps[np.isfinite(speeds_mps)]
    bounds = np.concatenate([finite, [baseline.speed_center_mps]])
    grid = np.linspace(
        max(float(bounds.min()) - _MARGIN_MPS, _SLOWEST_MPS),
        float(bounds.max()) + _MARGIN_MPS,
        _PICTURE_POINTS,
    )
    typical = curve(baseline, grid)
    personal = baseline.basis != "population"
    return MetricCurve(
        metric=baseline.metric,
        speed_mps=grid,
        expected=typical.value,
        low_50=typical.low_50,
        high_50=typical.high_50,
        low_90=typical.low_90,
        high_90=typical.high_90,
        basis=baseline.basis,
        trained_min_mps=baseline.speed_min_mps if personal else None,
        trained_max_mps=baseline.speed_max_mps if personal else None,
    )


def history_points(
    metric: MetricName, columns: Arrays, *, at: datetime, activity_id: int | None
) -> HistoryPoints:
    """The runner's own splits, as training sees them; `activity_id` marks this run's, None: none.

    `columns` are those of `split_columns` for one kind of sensor.
    """
    return every_history_points(
        taught(columns, (metric,)),
        (metric,),
        latest=latest_start(columns),
        at=at,
        activity_id=activity_id,
    )[metric]


def every_history_points(
    rows: TaughtRows,
    metrics: Sequence[MetricName],
    *,
    latest: datetime | None,
    at: datetime,
    activity_id: int | None,
) -> Mapping[MetricName, HistoryPoints]:
    """The same of several metrics; `latest`: when the last run began, None: there is none."""
    end = at if latest is None else max(at, latest)
    later_days = (end - at).total_seconds() / SECONDS_PER_DAY
    return {
        metric: HistoryPoints(
            metric=metric,
            speed_mps=samples.speed_mps,
            value=samples.value,
            age_days=samples.age_days - later_days,
            this_run=samples.run_id == (-1 if activity_id is None else activity_id),
        )
        for metric, samples in zip(metrics, rows.every_samples(metrics, now=end), strict=True)
    }


def latest_start(columns: Arrays) -> datetime | None:
    """When the last of some runs began; None: there is none."""
    started_at = columns["started_at"]
    return started_at.max().item().replace(tzinfo=UTC) if started_at.size else None


def judged_columns(context: Context, con: DuckDBPyConnection, sensor_group: str) -> Arrays:
    """The verdicts on every run of a sensor, as they are stored now: nobody who asks changes
    them."""
    return context.store.memo.of(
        ("judged_columns", sensor_group), lambda: evaluation_columns(con, sensor_group=sensor_group)
    )


def residual_trend(
    metric: MetricName,
    evaluations: Arrays,
    *,
    activity_id: int,
    findings: Sequence[DriftFinding] = (),
) -> ResidualTrend | None:
    """How the runs deviated over time, with lasting changes marked; None: nothing to show."""
    own = residuals(evaluations, metric)
    if not own.days:
        return None
    return ResidualTrend(
        metric=metric,
        days=own.days,
        delta_frac=own.delta_frac,
        half_width_90_frac=own.half_width_90_frac,
        this_run=own.activity_id == activity_id,
        drifts=tuple(finding for finding in findings if finding.metric == metric),
        activity_ids=tuple(own.activity_id.tolist()),
    )


_NO_RUN = -1
_POINTS = 1_000


@frozen
class FormView:
    """One kind of sensor (None: no run with form data is stored) among all that were worn.

    `history` has a curve where a metric was learned, and the deviations of all judged runs.
    `versions` are those that the next run will meet, learned from `n_learned` of the `n_runs` that
    were judged; `sensor_changes` are newest first.
    """

    sensor: str | None
    sensors: tuple[str, ...]
    history: Mapping[MetricName, MetricHistory]
    findings: tuple[DriftFinding, ...]
    versions: tuple[MetricBaseline, ...]
    n_runs: int
    n_learned: int = 0
    sensor_changes: tuple[SensorChange, ...] = ()


def view_form(context: Context, *, sensor: str | None, run: int | None = None) -> FormView:
    """Form with one kind of sensor (None: that of the latest run); the points of one run stand out.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor)
        sensors = sensor_groups(con)
        if group is None:
            return FormView(
                sensor=None, sensors=sensors, history={}, findings=(), versions=(), n_runs=0
            )
        current = usual_now(context, con, group)
        every = every_split(context, con)
        columns = every.measured_by(group)
        judged = judged_columns(context, con, group)
        changes = sensor_changes(con)
        findings = drift_now(context, con, group).findings
    activity_id = _NO_RUN if run is None else run
    points = every_history_points(
        every.taught_by(group),
        tuple(METRICS),
        latest=latest_start(columns),
        at=context.now(),
        activity_id=activity_id,
    )
    return FormView(
        sensor=group,
        sensors=sensors,
        history={
            metric: MetricHistory(
                curve=metric_curve(current[metric], columns["speed_mps"])
                if metric in current
                else None,
                points=newest_points(points[metric], n_max=_POINTS),
                trend=residual_trend(metric, judged, activity_id=activity_id, findings=findings),
            )
            for metric in METRICS
        },
        findings=findings[::-1],
        versions=tuple(current[metric] for metric in METRICS if metric in current),
        n_runs=len(set(judged["activity_id"].tolist())),
        n_learned=n_learned(current.values()),
        sensor_changes=changes,
    )


_CURVE_POINTS = 9
_HISTORY_POINTS = 20
_PICTURE_BYTES = 1200


@frozen
class BaselinesResult:
    """Stored versions, newest first; `n_versions` counts all of them, also those not listed.

    `curve` and `points` (the runner's own splits) are there when a plot was asked for.
    """

    baselines: tuple[MetricBaseline, ...]
    n_versions: int
    curve: MetricCurve | None
    points: HistoryPoints | None

    @property
    def shape(self) -> Mapping[str, object]:
        """One row per version, newest first, and of the picture for a reply a few points from end
        to end; `n_more` versions are not among the rows."""
        room_bytes = TABLE_BYTES if self.curve is None else TABLE_BYTES - _PICTURE_BYTES
        picture: dict[str, object] = {}
        if self.curve is not None:
            picture["curve"] = _curve(self.curve)
        if self.points is not None:
            picture["points"] = _points(self.points)
        return {
            "n_versions": self.n_versions,
            "baselines": Rows(
                self.baselines,
                columns=BASELINE_COLUMNS,
                within_bytes=room_bytes,
                left_out=("n_more", "n_versions"),
            ),
            **picture,
        }


@frozen
class ExpectResult:
    """What to expect at a pace with one kind of sensor; without one, what conditions cost.

    `too_far`: metrics of which the learned line says nothing a body shows at this speed.
    `conditions_stated`: warmth, slope, time or shoes were asked for. `curves`, where no pace was
    asked for: costs in pace are told at `pace_s_per_km`, the usual one.
    """

    pace_s_per_km: float
    speed_mps: float
    sensor_group: str
    expectations: tuple[Expectation, ...]
    too_far: tuple[MetricName, ...] = ()
    conditions_stated: bool = False
    curves: tuple[Curve, ...] = ()


def baselines(
    context: Context, *, sensor: str | None, plot: MetricName | None, limit: int
) -> BaselinesResult:
    """List versions (of one sensor, where named), or add the picture of a current one.

    Raises:
        BadArgument: the sensor is not one of the runner's, there is nothing to plot, or a limit
            below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, message("a whole number >= {low}", low=1))
    with context.store.read() as con:
        user_id = context.settings.user_id
        named = None if sensor is None else chosen_sensor(con, sensor)
        versions = list_baselines(con, user_id=user_id, sensor_group=named, limit=limit)
        n_versions = n_baselines(con, user_id=user_id, sensor_group=named)
        curve = points = None
        if plot is not None:
            group = chosen_sensor(con, sensor)
            current = {} if group is None else usual_now(context, con, group)
            if plot not in current:
                raise BadArgument("plot", plot, message("measured yet with this sensor"))
            columns = split_columns(con, sensor_group=group)
            curve = metric_curve(current[plot], columns["speed_mps"])
            points = history_points(plot, columns, at=context.now(), activity_id=None)
    return BaselinesResult(baselines=versions, n_versions=n_versions, curve=curve, points=points)


def expect_at(
    context: Context,
    *,
    pace: float | None = None,
    sensor: str | None = None,
    temperature: float | None = None,
    grade: float | None = None,
    after: str | None = None,
    shoe: str | None = None,
) -> ExpectResult:
    """What this runner would usually show at a pace (s/km), by the current baselines; without a
    pace what slopes, warmth, hours and shoes cost.

    `temperature` in °C, `grade` in % (below 0: downhill), `after` the time into the run, `shoe` the
    pair: each with this runner's own effect. None: comfortable, flat, half an hour, any. A metric
    that was never trained is answered by the population prior, and says so.

    Raises:
        BadArgument: the sensor or the pair is not one of the runner's, `after` is no duration, or
            conditions are named without a pace.
    """
    if pace is None:
        _refuse_conditions(temperature=temperature, grade=grade, after=after, shoe=shoe)
        return view_curves(context, sensor=sensor)
    speed_mps = pace_to_speed_mps(pace)
    now = context.now()
    with context.store.read() as con:
        group = chosen_sensor(con, sensor) or "garmin-unknown"
        current = usual_now(context, con, group)
    complete = {
        metric: current.get(metric) or population_baseline(metric, sensor_group=group, now=now)
        for metric in METRICS
    }
    around = Around(
        at=now,
        conditions=stated_conditions(
            speed_mps, temperature_c=temperature, grade_pct=grade, after_s=_after_s(after)
        ),
        shoe=_known_shoe(shoe, complete.values()),
    )
    answers = [
        expect_at_speed(baseline, speed_mps, around=around) for baseline in complete.values()
    ]
    return ExpectResult(
        pace_s_per_km=pace,
        speed_mps=speed_mps,
        sensor_group=group,
        expectations=tuple(answer for answer in answers if answer.plausible),
        too_far=tuple(answer.metric for answer in answers if not answer.plausible),
        conditions_stated=(temperature, grade, after, shoe) != (None, None, None, None),
    )


def _refuse_conditions(**named: object) -> None:
    name = next((name for name, value in named.items() if value is not None), None)
    if name is not None:
        raise BadArgument(name, named[name], message("named together with a pace"))


def view_curves(context: Context, *, sensor: str | None) -> ExpectResult:
    """What slopes, warmth, hours and shoes cost the runner, shoes with one kind of sensor (None:
    that of the latest run).

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor) or "garmin-unknown"
        current = usual_now(context, con, group)
        past, every = past_of(context, con), every_split(context, con)
        curves, speed_mps = read_curves(con, past, current, every=every, sensor_group=group)
    return ExpectResult(
        pace_s_per_km=speed_to_pace_s_per_km(speed_mps),
        speed_mps=speed_mps,
        sensor_group=group,
        expectations=(),
        curves=curves,
    )


def _after_s(after: str | None) -> float | None:
    try:
        return None if after is None else duration_s(after)
    except ValueError:
        raise BadArgument("after", after, message("a time like 60min, 1h30m or 1:30:00")) from None


def _known_shoe(shoe: str | None, baselines: Iterable[MetricBaseline]) -> str | None:
    """The pair as the baselines name it, however it was written."""
    if shoe is None:
        return None
    names = {name for baseline in baselines for name in baseline.shoes}
    matches = [name for name in names if name.casefold() == shoe.casefold()]
    if matches:
        return matches[0]
    wanted = (
        message("one of {names}", names=", ".join(sorted(names)))
        if names
        else message("a pair worn on three runs or more, beside another: none is known yet")
    )
    raise BadArgument("shoe", shoe, wanted)


def _curve(curve: MetricCurve) -> Mapping[str, object]:
    """The expectation at the speeds, in a reply at a few of them."""
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
        **{name: _spread(column, _CURVE_POINTS) for name, column in columns.items()},
    }


def _points(points: HistoryPoints) -> Mapping[str, object]:
    """The runner's own splits, in a reply a few of them."""
    columns = {
        "speed_mps": points.speed_mps,
        "value": points.value,
        "age_days": points.age_days,
    }
    n_points = points.value.size
    return {
        "n_points": n_points,
        **{name: _spread(column, _HISTORY_POINTS) for name, column in columns.items()},
        "n_more": Versions(short=max(0, n_points - _HISTORY_POINTS), whole=0),
    }


def _spread(column: FloatArray, most: int) -> Versions[list[float | None], list[float | None]]:
    """Every entry, in a reply at most so many, evenly spread from the first to the last."""
    entries = [rounded(float(entry), 2) for entry in column]
    places = np.linspace(0, column.size - 1, min(most, column.size)).round().astype(int)
    return Versions(short=[entries[place] for place in places], whole=entries)


def read_curves(
    con: DuckDBPyConnection,
    past: Past,
    baselines: Mapping[MetricName, MetricBaseline],
    *,
    every: EverySplit,
    sensor_group: str,
) -> tuple[tuple[Curve, ...], float]:
    """Every curve, known or not, and the speed at which costs in pace are told.

    `baselines` are the current ones of the sensor group, which know the shoes; `every`: the splits
    of every run.
    """
    columns = every.columns
    shoes = shoe_curves(baselines, n_runs=_runs_by_shoe(columns, sensor_group))
    if not past.sessions:
        return (*_NOTHING_KNOWN, *shoes), REFERENCE_SPEED_MPS
    last = past.sessions[-1]
    athlete = athlete_at(con, past, last.activity_date, last=last)
    near = every.between(last.started_at - LEARNED, last.started_at)
    relation = relation_at(near, athlete, this=last)
    usual_mps = _usual_speed_mps(columns) if relation is None else relation.reference_mps
    own = personal_curves(
        grade=personal_grade(columns, athlete),
        heat=fit_heat_slope(past.sessions, day=last.activity_date),
        relation=relation,
        usual_speed_mps=usual_mps,
    )
    return (*own, *shoes), usual_mps


_NOTHING_KNOWN = personal_curves(
    grade=UNKNOWN_GRADE,
    heat=fit_heat_slope((), day=date.min),
    relation=None,
    usual_speed_mps=REFERENCE_SPEED_MPS,
)


def _usual_speed_mps(columns: SplitColumns) -> float:
    speed_mps = np.asarray(columns["speed_mps"], dtype=np.float64)
    run = speed_mps[speed_mps > RUNNING_SPEED_MIN_MPS]
    return float(np.median(run)) if run.size else REFERENCE_SPEED_MPS


def _runs_by_shoe(columns: SplitColumns, sensor_group: str) -> Mapping[str, int]:
    """How many runs with this kind of sensor were run in each pair."""
    own = np.asarray(columns["sensor_group"], dtype=object) == sensor_group
    runs = dict(
        zip(
            np.asarray(columns["activity_id"])[own].tolist(),
            np.asarray(columns["gear"], dtype=object)[own].tolist(),
            strict=True,
        )
    )
    return Counter(gear for gear in runs.values() if gear)
