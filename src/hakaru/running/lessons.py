"""What is there to learn from a runner's splits, now and at the start of each past month?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.metrics import METRICS
from hakaru.running.samples import SplitColumns, form_samples, training_rows

_HISTORY_RUNS_MIN = 5
"""A past month gets a version once this many runs lie before it."""
_MEMORY_HALF_LIVES = 12.0
"""Older runs weigh less than 1/4000 of the newest: they are not fitted."""
_SAME_WINDOW = timedelta(seconds=1)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One fit to make: what a sensor had shown before a moment."""

    sensor_group: str
    moment: datetime
    columns: SplitColumns

    @property
    def newest(self) -> datetime:
        """Start of the newest run, from which ages count: what is learned of the same runs is the
        same to its last digit, whenever that is."""
        starts = self.columns["started_at"]
        if not starts.size:
            return self.moment
        newest: datetime = starts.max().item().replace(tzinfo=UTC)
        return newest


def learn(
    lesson: Lesson, settings: BaselineSettings, *, user_id: str, trained_at: datetime
) -> Iterator[MetricBaseline]:
    """A baseline per metric that was measured with this sensor."""
    for metric in METRICS:
        samples = form_samples(lesson.columns, metric, now=lesson.newest)
        if samples.value.size == 0:
            continue
        baseline = fit_metric(
            samples,
            metric,
            sensor_group=lesson.sensor_group,
            now=lesson.newest,
            settings=settings,
            user_id=user_id,
        )
        if baseline.basis != "population":
            yield replace(baseline, trained_at=trained_at)


def lessons_at(
    columns: SplitColumns, moment: datetime, *, settings: BaselineSettings
) -> Iterator[Lesson]:
    """One lesson per sensor: what it had shown before the moment."""
    for group in sorted({str(one) for one in columns["sensor_group"] if one is not None}):
        yield _lesson(columns, group, moment, settings)


def _lesson(
    columns: SplitColumns, sensor_group: str, moment: datetime, settings: BaselineSettings
) -> Lesson:
    """The rows of one sensor before a moment that still weigh something."""
    own = (columns["sensor_group"] == sensor_group) & (columns["started_at"] < _stamp(moment))
    if own.any():
        memory = timedelta(days=_MEMORY_HALF_LIVES * settings.half_life_days)
        newest = columns["started_at"][own].max()
        own &= columns["started_at"] >= newest - np.timedelta64(memory)
    return Lesson(sensor_group=sensor_group, moment=moment, columns=_rows(columns, own))


def past_lessons(
    columns: SplitColumns, stored: Sequence[MetricBaseline], *, settings: BaselineSettings
) -> list[Lesson]:
    """A lesson for the start of each month after which a sensor was worn, unless it was learnt."""
    lessons = []
    for group in sorted({str(one) for one in columns["sensor_group"] if one is not None}):
        starts = np.unique(columns["started_at"][columns["sensor_group"] == group])
        ends = [one.window_end for one in stored if one.sensor_group == group and one.window_end]
        for moment in _month_starts(starts):
            earlier = starts[starts < _stamp(moment)]
            if earlier.size < _HISTORY_RUNS_MIN:
                continue
            newest = earlier.max().item().replace(tzinfo=UTC)
            if all(abs(end - newest) > _SAME_WINDOW for end in ends):
                lessons.append(_lesson(columns, group, moment, settings))
                ends.append(newest)
    return lessons


def _month_starts(starts: NDArray[Any]) -> Iterator[datetime]:
    """The first moment (UTC) of every month in which a run took place."""
    for month in np.unique(starts.astype("datetime64[M]")):
        first = month.astype("datetime64[D]").item()
        yield datetime(first.year, first.month, 1, tzinfo=UTC)


def taught_rows(columns: SplitColumns) -> SplitColumns:
    """The rows that a baseline may learn from."""
    return _rows(columns, training_rows(columns))


def _rows(columns: SplitColumns, keep: NDArray[np.bool_]) -> SplitColumns:
    return {name: column[keep] for name, column in columns.items()}


def _stamp(moment: datetime) -> np.datetime64:
    return np.datetime64(moment.astimezone(UTC).replace(tzinfo=None), "us")
