"""What a runner's splits teach at a moment: the runs of one sensor that started before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import FormSamples, MetricBaseline
from hakaru.running.baseline.settings import ESTIMATOR_VERSION, BaselineSettings
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.samples import SplitColumns, TaughtRows, taught, training_rows

MEMORY_HALF_LIVES = 4.0
"""Older runs weigh less than a sixteenth of the newest, and all of them together as much as six
in a hundred: they are not fitted, so that a fit costs the same in the tenth year."""


def memory_of(settings: BaselineSettings) -> timedelta:
    """How far before the newest run a fit reaches."""
    return timedelta(days=MEMORY_HALF_LIVES * settings.half_life_days)


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class Fit:
    """One fit to make, or made before: the same inputs give the same digest."""

    sensor_group: str
    metric: MetricName
    samples: FormSamples
    newest: datetime
    settings: BaselineSettings

    @cached_property
    def inputs_sha256(self) -> str:
        """Of everything the fit depends on."""
        head = (
            ESTIMATOR_VERSION,
            self.sensor_group,
            self.metric,
            self.newest.isoformat(),
            sorted(asdict(self.settings).items()),
        )
        digest = hashlib.sha256(repr(head).encode())
        for field in fields(self.samples):
            digest.update(_bytes_of(getattr(self.samples, field.name)))
        return digest.hexdigest()

    def make(self, *, user_id: str, trained_at: datetime) -> MetricBaseline | None:
        """The baseline. None: no sample is a running form value."""
        baseline = fit_metric(
            self.samples,
            self.metric,
            sensor_group=self.sensor_group,
            now=self.newest,
            settings=self.settings,
            user_id=user_id,
        )
        return None if baseline.basis == "population" else replace(baseline, trained_at=trained_at)


def fits_of(
    lesson: Lesson, settings: BaselineSettings, metrics: Iterable[MetricName] = METRICS
) -> Iterator[Fit]:
    """A fit per metric that was measured with this sensor."""
    newest = lesson.newest
    if newest is None:
        return
    for metric in metrics:
        samples = lesson.rows.samples(metric, now=newest)
        if samples.value.size:
            yield Fit(
                sensor_group=lesson.sensor_group,
                metric=metric,
                samples=samples,
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
    for fit in fits_of(lesson, settings):
        baseline = fit.make(user_id=user_id, trained_at=trained_at)
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
    return tuple(
        fit.make(user_id=user_id, trained_at=trained_at)
        for fit in fits_of(lesson, settings, metrics)
    )


class SensorHistory:
    """The splits of one sensor, in order of time: what had they shown before any run?

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
