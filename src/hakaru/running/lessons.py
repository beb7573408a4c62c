"""What a runner's earlier splits teach at a moment, for learning a baseline and for judging."""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, surface_of
from hakaru.running.baseline.model import (
    ESTIMATOR_VERSION,
    BaselineSettings,
    FormSamples,
    MetricBaseline,
)
from hakaru.running.baseline.prepare import valid_rows
from hakaru.running.effects import EFFORT_COLUMNS, conditions_of, hours_at_reference
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, SCORED_METRICS, MetricName
from hakaru.running.splits import (
    FLAT_GRADE_PCT,
    FULL_DISTANCE_M,
    FULL_RUNNING_S,
    MIXED_SUMMARY_KINDS,
    REPETITION_RUNNING_S,
)
from hakaru.running.validity import BoolArray
from hakaru.running.verdict import FormEvaluation

USUAL_RUNS = 60
"""A balance trait is the median of so many runs before."""


@frozen
class PastRun:
    """One run. `sensor_group` None: without form; `left_pct` None: no balance was measured."""

    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    left_pct: float | None


class PastRuns:
    """Every measured run, oldest first, by kind of sensor, to see what came before a given run."""

    def __init__(self, runs: Sequence[PastRun]) -> None:
        self._first: dict[str | None, datetime] = {}
        self._starts: dict[str | None, list[datetime]] = defaultdict(list)
        self._left_pct: dict[str | None, list[float]] = defaultdict(list)
        for run in runs:
            self._first.setdefault(run.sensor_group, run.started_at)
            if run.left_pct is not None:
                self._starts[run.sensor_group].append(run.started_at)
                self._left_pct[run.sensor_group].append(run.left_pct)

    def usual_left_pct(self, run: PastRun) -> float | None:
        """Median left share of the latest earlier runs with the same kind of sensor."""
        end = bisect_left(self._starts[run.sensor_group], run.started_at)
        earlier = self._left_pct[run.sensor_group][max(0, end - USUAL_RUNS) : end]
        return float(np.median(earlier)) if earlier else None

    def known_elsewhere(self, run: PastRun) -> bool:
        """Whether an earlier run was measured with another kind of sensor."""
        return any(
            group != run.sensor_group and first < run.started_at
            for group, first in self._first.items()
        )


_LEVEL_STEP, _SLOPE_STEP, _DOUBT_STEP = 0.05, 0.04, 0.02


def baselines_for(
    versions: Sequence[MetricBaseline], started_at: datetime
) -> Mapping[MetricName, MetricBaseline]:
    """Per metric the newest version learned only from runs before `started_at`.

    Of versions with the same window the last counts. A metric without such a version is absent: a
    run is never judged by itself or its future.
    """
    chosen = {}
    for metric in METRICS:
        unseen = [
            version
            for version in versions
            if version.metric == metric
            and version.window_end is not None
            and version.window_end < started_at
        ]
        if unseen:
            chosen[metric] = max(unseen, key=_recency)
    return chosen


def _recency(version: MetricBaseline) -> tuple[datetime, int]:
    return version.window_end or version.trained_at, version.version or 0


def stepped(baselines: Mapping[MetricName, MetricBaseline]) -> Mapping[MetricName, MetricBaseline]:
    """The curves that the seconds of a run are compared with, in coarse steps.

    Seconds are moved to the level and the speed response of their own run anyway. In steps, the
    curves stay the same while a few runs more or less are known, and so does what was found.
    """
    return {metric: _stepped(baseline) for metric, baseline in baselines.items()}


def form_sha256(
    evaluation: FormEvaluation | None, baselines: Mapping[MetricName, MetricBaseline]
) -> str:
    """The same where a session would be derived the same: of what its rating takes of the verdict,
    and of the stepped curves."""
    improve = {} if evaluation is None else evaluation.metrics
    curves = stepped(baselines)
    parts = (
        [(metric, improve[metric].needs_improvement) for metric in sorted(improve)],
        [
            (metric, curves[metric].intercept, curves[metric].slope, curves[metric].slope_var)
            for metric in sorted(curves)
        ],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _stepped(baseline: MetricBaseline) -> MetricBaseline:
    power = baseline.model_type == "power"
    at = math.log(REFERENCE_SPEED_MPS) if power else REFERENCE_SPEED_MPS
    level = baseline.intercept + baseline.slope * at
    if power:
        level = _step(level, _LEVEL_STEP)
        slope, doubt = _step(baseline.slope, _SLOPE_STEP), math.sqrt(baseline.slope_var)
        return replace(
            baseline,
            intercept=level - slope * at,
            slope=slope,
            slope_var=_step(doubt, _DOUBT_STEP) ** 2,
        )
    if level <= 0.0:
        return baseline
    level = math.exp(_step(math.log(level), _LEVEL_STEP))
    slope = level * _step(baseline.slope / level * at, _SLOPE_STEP) / at
    doubt = _step(math.sqrt(baseline.slope_var) * at, _DOUBT_STEP) / at
    return replace(baseline, intercept=level - slope * at, slope=slope, slope_var=doubt**2)


def _step(value: float, step: float) -> float:
    return step * round(value / step)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MICROSECONDS_PER_SECOND = timedelta(seconds=1) / _MICROSECOND

SplitColumns = Mapping[str, NDArray[Any]]
"""One row per stored split: activity_id, started_at (datetime64, UTC), speed_mps, gct_ms, vo_cm,
vr_pct, cadence_spm, running_s, running_distance_m, grade_pct; NaN or masked where missing. And
kind; role, rep_index and is_target where the sessions were understood; temperature_c, distance_m,
elevation_gain_m, elevation_loss_m, start_elapsed_s and end_elapsed_s, the conditions; sensor_label,
gear and sub_sport, which name the unit of the sensor, the shoes and what was run on. A column left
out is missing."""


@frozen
class TaughtRows:
    """Rows that a baseline may learn from, ready for several metrics, shape (n_rows,) each.

    `value` has the metrics asked for, NaN where a row does not carry one.
    """

    value: Mapping[MetricName, FloatArray]
    started_at: NDArray[Any]
    speed_mps: FloatArray
    run_id: NDArray[np.int64]
    weight_s: FloatArray
    conditions: FloatArray
    unit: NDArray[np.object_]
    shoe: NDArray[np.object_]
    surface: NDArray[np.object_]

    def chosen(self, rows: slice | NDArray[np.intp]) -> TaughtRows:
        """Some of the rows."""
        return TaughtRows(
            value={metric: value[rows] for metric, value in self.value.items()},
            started_at=self.started_at[rows],
            speed_mps=self.speed_mps[rows],
            run_id=self.run_id[rows],
            weight_s=self.weight_s[rows],
            conditions=self.conditions[rows],
            unit=self.unit[rows],
            shoe=self.shoe[rows],
            surface=self.surface[rows],
        )

    def samples(self, metric: MetricName, *, now: datetime) -> FormSamples:
        """The samples of one metric, in the order of the rows; runs after `now` are left out."""
        return next(self.every_samples((metric,), now=now))

    def every_samples(
        self, metrics: Iterable[MetricName], *, now: datetime
    ) -> Iterator[FormSamples]:
        """The same of several metrics. Those that were measured in the same rows share them, so
        that they are fitted together."""
        age_days = days_before(now, self.started_at)
        known = age_days >= 0.0
        shared: dict[bytes, FormSamples] = {}
        for metric in metrics:
            value = self.value[metric]
            keep = np.isfinite(value) & known
            rows = slice(None) if keep.all() else np.flatnonzero(keep)
            samples = shared.setdefault(
                keep.tobytes(),
                FormSamples(
                    value=value[rows],
                    speed_mps=self.speed_mps[rows],
                    run_id=self.run_id[rows],
                    age_days=age_days[rows],
                    weight_s=self.weight_s[rows],
                    conditions=self.conditions[rows],
                    unit=self.unit[rows],
                    shoe=self.shoe[rows],
                    surface=self.surface[rows],
                ),
            )
            yield replace(samples, value=value[rows])


def taught(columns: SplitColumns, metrics: Iterable[MetricName]) -> TaughtRows:
    """The rows of some stored splits that a baseline may learn from, in their order.

    `columns` have all splits of their runs: how long a runner was on the feet is counted over
    those that nothing is learned from as well.
    """
    keep = training_rows(columns)
    run_id = np.asarray(columns["activity_id"], dtype=np.int64)
    effort = {name: _known_floats(columns, name) for name in EFFORT_COLUMNS}
    hours_h = hours_at_reference(run_id, effort)[keep]
    own = {name: column[keep] for name, column in columns.items()}
    return TaughtRows(
        value={metric: METRICS[metric].values_in(own) for metric in metrics},
        started_at=np.asarray(own["started_at"]),
        speed_mps=floats(own, "speed_mps"),
        run_id=run_id[keep],
        weight_s=floats(own, "running_s"),
        conditions=_conditions(own, hours_h),
        unit=_names(own, "sensor_label"),
        shoe=_names(own, "gear"),
        surface=_surfaces(own),
    )


def _conditions(columns: SplitColumns, hours_h: FloatArray) -> FloatArray:
    """What is known of the conditions of each row, of `effects.EFFECTS`."""
    return conditions_of(
        temperature_c=_known_floats(columns, "temperature_c"),
        gain_m=_known_floats(columns, "elevation_gain_m"),
        loss_m=_known_floats(columns, "elevation_loss_m"),
        distance_m=_known_floats(columns, "distance_m"),
        grade_pct=_known_floats(columns, "grade_pct"),
        hours_h=hours_h,
    )


def _names(columns: SplitColumns, column: str) -> NDArray[np.object_]:
    """What each row names, such as the unit that measured it; empty where nothing is named."""
    n_rows = len(columns["activity_id"])
    named = columns.get(column)
    names = np.empty(n_rows, dtype=object)
    names[:] = [""] * n_rows if named is None else [name or "" for name in named.tolist()]
    return names


def _surfaces(columns: SplitColumns) -> NDArray[np.object_]:
    """What each row was run on; empty where recordings were not asked for it."""
    named = _names(columns, "sub_sport")
    if "sub_sport" in columns:
        names = named.tolist()
        by_name = {name: surface_of(name or None) for name in set(names)}
        named[:] = [by_name[name] for name in names]
    return named


def _known_floats(columns: SplitColumns, name: str) -> FloatArray:
    """A column, or NaN for a column that was left out."""
    if name not in columns:
        return np.full(len(columns["activity_id"]), np.nan)
    return floats(columns, name)


def training_rows(columns: SplitColumns) -> BoolArray:
    """True for each row that `select_for_training` would take."""
    rows = counted_rows(columns)
    measured = np.zeros(rows.shape, dtype=np.bool_)
    for metric in SCORED_METRICS:
        measured |= np.isfinite(floats(columns, METRICS[metric].series_column))
    return rows & measured & level_rows(columns)


def level_rows(columns: SplitColumns) -> BoolArray:
    """False for averages that hide climbs, or nobody knows what: form is not read from them."""
    kinds = columns.get("kind")
    if kinds is None:
        return np.ones(len(columns["activity_id"]), dtype=np.bool_)
    return ~np.isin(np.asarray(kinds, dtype=object), list(MIXED_SUMMARY_KINDS))


def counted_rows(columns: SplitColumns) -> BoolArray:
    """True for each full, flat row with a speed that speaks for its session, form or no form."""
    running_s = floats(columns, "running_s")
    long_enough = floats(columns, "running_distance_m") >= FULL_DISTANCE_M
    full = np.where(
        _repetitions(columns),
        running_s >= REPETITION_RUNNING_S,
        long_enough & (running_s >= FULL_RUNNING_S),
    )
    grade_pct = floats(columns, "grade_pct")
    flat = np.isnan(grade_pct) | (np.abs(grade_pct) <= FLAT_GRADE_PCT)
    finite = np.isfinite(floats(columns, "speed_mps"))
    rows: BoolArray = finite & full & flat & _targets(columns)
    return rows


def _repetitions(columns: SplitColumns) -> BoolArray:
    """`selection.is_repetition` of each row."""
    n_rows = len(columns["activity_id"])
    if "role" not in columns or "rep_index" not in columns:
        return np.zeros(n_rows, dtype=np.bool_)
    roles = columns["role"]
    if type(roles) is not np.ndarray:
        roles = np.ma.filled(roles, "")
    work: BoolArray = np.asarray(roles) == "work"
    return work & np.isfinite(floats(columns, "rep_index"))


def _targets(columns: SplitColumns) -> BoolArray:
    """`selection.is_target` of each row: False only where it says so."""
    if "is_target" not in columns:
        return np.ones(len(columns["activity_id"]), dtype=np.bool_)
    targets: BoolArray = floats(columns, "is_target") != 0.0
    return targets


def floats(columns: SplitColumns, name: str) -> FloatArray:
    """A column as numbers, NaN where there is none."""
    if type(columns[name]) is np.ndarray:  # else numpy loads its masked arrays for nothing
        return columns[name].astype(np.float64)
    filled: FloatArray = np.ma.filled(np.ma.asarray(columns[name]).astype(np.float64), np.nan)
    return filled


def days_before(now: datetime, started_at: NDArray[Any]) -> FloatArray:
    """How many days before `now` runs began."""
    started_us = started_at.astype("datetime64[us]").astype(np.int64)
    age_us = (now - _EPOCH) // _MICROSECOND - started_us
    return age_us.astype(np.float64) / (_MICROSECONDS_PER_SECOND * SECONDS_PER_DAY)


MEMORY_HALF_LIVES = 4.0
"""Older runs weigh less than a sixteenth of the newest, and all of them together as much as six
in a hundred: they are not fitted, so that a fit costs the same in the tenth year."""


def memory_of(settings: BaselineSettings) -> timedelta:
    """How far before the newest run a fit reaches."""
    return timedelta(days=MEMORY_HALF_LIVES * settings.half_life_days)


@frozen
class Lesson:
    """What a sensor had shown before a moment, as far as it still weighs something."""

    sensor_group: str
    rows: TaughtRows

    @property
    def newest(self) -> datetime | None:
        """Start of the newest run, from which ages count: what is learned of the same runs is the
        same to its last digit, whenever that is. None: there is no run."""
        starts = self.rows.started_at
        if not starts.size:
            return None
        newest: datetime = starts.max().item().replace(tzinfo=UTC)
        return newest


@frozen
class SharedRows:
    """The rows of several metrics, as one of them has them."""

    samples: FormSamples

    @cached_property
    def content(self) -> bytes:
        """All that is in them but the value."""
        names = [field.name for field in fields(self.samples) if field.name != "value"]
        return b"".join(_bytes_of(getattr(self.samples, name)) for name in names)


@frozen
class Fit:
    """One fit to make, or made before: the same inputs give the same digest."""

    sensor_group: str
    metric: MetricName
    samples: FormSamples
    rows: SharedRows
    newest: datetime
    settings: BaselineSettings

    @property
    def window_end(self) -> datetime | None:
        """Start of the newest run with a running form value; None: there is none."""
        ages_days = self.samples.age_days[valid_rows(self.samples, self.metric)]
        return self.newest - timedelta(days=float(ages_days.min())) if ages_days.size else None

    @cached_property
    def inputs_sha256(self) -> str:
        """Of everything the fit depends on."""
        head = (
            ESTIMATOR_VERSION,
            self.sensor_group,
            self.metric,
            self.newest.isoformat(),
            self.settings.content,
        )
        digest = hashlib.sha256(repr(head).encode())
        digest.update(_bytes_of(self.samples.value))
        digest.update(self.rows.content)
        return digest.hexdigest()


def fit_together(
    fits: Sequence[Fit], *, user_id: str, trained_at: datetime
) -> tuple[MetricBaseline | None, ...]:
    """The baselines of several metrics of one lesson, in their order; None: no sample is a running
    form value."""
    if not fits:
        return ()
    estimator = import_module("hakaru.running.baseline.fit")  # few commands learn
    baselines: Mapping[MetricName, MetricBaseline] = estimator.fit_metrics(
        {fit.metric: fit.samples for fit in fits},
        sensor_group=fits[0].sensor_group,
        now=fits[0].newest,
        settings=fits[0].settings,
        user_id=user_id,
        trained_at=trained_at,
    )
    return tuple(
        None if baseline.basis == "population" else _marked(baseline, fits[0].settings)
        for baseline in (baselines[fit.metric] for fit in fits)
    )


def _marked(baseline: MetricBaseline, settings: BaselineSettings) -> MetricBaseline:
    """A baseline that still leans on another kind of sensor says so."""
    leans = baseline.basis == "shrunk" and baseline.metric in dict(settings.led)
    return replace(baseline, basis="bridged") if leans else baseline


def fits_of(
    lesson: Lesson, settings: BaselineSettings, metrics: Iterable[MetricName] = METRICS
) -> Iterator[Fit]:
    """A fit per metric that was measured with this sensor."""
    newest = lesson.newest
    if newest is None:
        return
    chosen = tuple(metrics)
    every = lesson.rows.every_samples(chosen, now=newest)
    rows: dict[int, SharedRows] = {}
    for metric, samples in zip(chosen, every, strict=True):
        if samples.value.size:
            yield Fit(
                sensor_group=lesson.sensor_group,
                metric=metric,
                samples=samples,
                rows=rows.setdefault(id(samples.run_id), SharedRows(samples=samples)),
                newest=newest,
                settings=settings,
            )


def _bytes_of(column: NDArray[Any] | None) -> bytes:
    """What is in a column: of names their letters, since an array of names holds addresses."""
    if column is None:
        return b""
    if column.dtype == np.object_:
        return "\0".join(column.tolist()).encode()
    return np.ascontiguousarray(column).tobytes()


def learn(
    lesson: Lesson, settings: BaselineSettings, *, user_id: str, trained_at: datetime
) -> Iterator[MetricBaseline]:
    """A baseline per metric that was measured with this sensor."""
    for baseline in learn_metrics(
        lesson, tuple(METRICS), settings, user_id=user_id, trained_at=trained_at
    ):
        if baseline is not None:
            yield baseline


def learn_metrics(
    lesson: Lesson,
    metrics: Sequence[MetricName],
    settings: BaselineSettings,
    *,
    user_id: str,
    trained_at: datetime,
) -> tuple[MetricBaseline | None, ...]:
    """The baselines of metrics that `fits_of` named; None: no sample is a running form value."""
    return fit_together(
        tuple(fits_of(lesson, settings, metrics)), user_id=user_id, trained_at=trained_at
    )


class SensorHistory:
    """The splits of one sensor, in order of time, to see what they had shown before any run.

    It needs the rows of every run since `memory_of(settings)` before the newest run that lies
    before the first moment asked for.
    """

    def __init__(
        self, sensor_group: str, columns: SplitColumns, *, settings: BaselineSettings
    ) -> None:
        self._sensor_group = sensor_group
        rows = taught(columns, METRICS)
        self._rows = rows.chosen(np.argsort(rows.started_at, kind="stable"))
        self._starts = self._rows.started_at
        self._memory = np.timedelta64(memory_of(settings))

    def before(self, moment: datetime | None) -> Lesson:
        """What runs that started before a moment teach; None: all of them."""
        end = self._starts.size
        if moment is not None:
            end = int(np.searchsorted(self._starts, _stamp(moment), side="left"))
        start = 0
        if end:
            oldest = self._starts[end - 1] - self._memory
            start = int(np.searchsorted(self._starts, oldest, side="left"))
        return Lesson(sensor_group=self._sensor_group, rows=self._rows.chosen(slice(start, end)))

    def every_lesson(self) -> Iterator[Lesson]:
        """One before each run but the first, and one after the last."""
        for start in np.unique(self._starts)[1:]:
            yield self.before(start.astype("datetime64[us]").item().replace(tzinfo=UTC))
        if self._starts.size:
            yield self.before(None)


def lessons_at(
    columns: SplitColumns, moment: datetime, *, settings: BaselineSettings
) -> Iterator[Lesson]:
    """One lesson per sensor: what it had shown before the moment."""
    for history in _histories(columns, settings).values():
        yield history.before(moment)


def every_lesson(columns: SplitColumns, *, settings: BaselineSettings) -> Iterator[Lesson]:
    """What each sensor had shown before each of its runs, and after the last."""
    for history in _histories(columns, settings).values():
        yield from history.every_lesson()


def _histories(columns: SplitColumns, settings: BaselineSettings) -> Mapping[str, SensorHistory]:
    groups = sorted({str(group) for group in columns["sensor_group"] if group is not None})
    return {
        group: SensorHistory(
            group, _rows(columns, columns["sensor_group"] == group), settings=settings
        )
        for group in groups
    }


def taught_rows(columns: SplitColumns) -> SplitColumns:
    """The rows that a baseline may learn from."""
    return _rows(columns, training_rows(columns))


def _rows(columns: SplitColumns, keep: NDArray[np.bool_]) -> SplitColumns:
    return {name: column[keep] for name, column in columns.items()}


def _stamp(moment: datetime) -> np.datetime64:
    return np.datetime64(moment.astimezone(UTC).replace(tzinfo=None), "us")
