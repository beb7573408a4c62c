"""Learn what this runner usually shows: one new baseline version per sensor and metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.flows.baseline_rows import BASELINE_COLUMNS, baseline_rows
from hakaru.flows.brevity import TABLE_BYTES
from hakaru.flows.context import Context
from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.metrics import METRICS
from hakaru.running.samples import SplitColumns, form_samples, training_rows
from hakaru.store.baselines import append_baselines, list_baselines
from hakaru.store.splits import split_columns

_HISTORY_RUNS_MIN = 5
"""A past month gets a version once this many runs lie before it."""
_MEMORY_HALF_LIVES = 12.0
"""Older runs weigh less than 1/4000 of the newest: they are not fitted."""
_SAME_WINDOW = timedelta(seconds=1)


@dataclass(frozen=True, kw_only=True)
class TrainResult:
    """The newest versions, one per sensor and metric; `stored` False: a comparison only.

    `monthly` counts versions laid for the starts of past months.
    """

    baselines: tuple[MetricBaseline, ...]
    monthly: int
    stored: bool

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per sensor and metric; `n_more` of the newest versions are not among them."""
        return self._told(TABLE_BYTES)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every row."""
        return self._told(None)

    def _told(self, within_bytes: int | None) -> Mapping[str, object]:
        rows = baseline_rows(self.baselines, within_bytes=within_bytes)
        return {
            "stored": self.stored,
            "n_baselines": len(self.baselines),
            "monthly": self.monthly,
            "columns": BASELINE_COLUMNS,
            "baselines": rows,
            "n_more": len(self.baselines) - len(rows),
        }


@dataclass(frozen=True, kw_only=True)
class _Lesson:
    """One fit to make: what a sensor had shown before a moment."""

    sensor_group: str
    moment: datetime
    columns: SplitColumns


def train(context: Context, *, method: Literal["direct", "inverse"], history: bool) -> TrainResult:
    """Fit every sensor with form data; store new versions unless it is a comparison.

    `history` also lays, for each past month that has none, the version a runner would have had at
    its start, so that old runs are judged by what was known before them.
    """
    now = context.now()
    settings = BaselineSettings(half_life_days=context.settings.half_life_days, method=method)
    with context.store.read() as con:
        columns = split_columns(con)
        stored = list_baselines(con, user_id=context.settings.user_id)
    columns = _rows(columns, training_rows(columns))
    past = _past_lessons(columns, stored, settings) if history and method == "direct" else []
    lessons = [*past, *_lessons_at(columns, now, settings)]
    fitted: list[tuple[MetricBaseline, ...]] = []
    context.progress.begin("training", len(lessons))
    for lesson in lessons:
        fitted.append(tuple(_fit(lesson, settings, context.settings.user_id, trained_at=now)))
        context.progress.advance()
    context.progress.end()
    monthly = [baseline for group in fitted[: len(past)] for baseline in group]
    latest = [baseline for group in fitted[len(past) :] for baseline in group]
    if method == "direct" and latest:
        with context.store.write() as con:
            versions = append_baselines(con, [*monthly, *latest])[len(monthly) :]
        latest = [
            replace(one, version=number) for one, number in zip(latest, versions, strict=True)
        ]
    return TrainResult(baselines=tuple(latest), monthly=len(monthly), stored=method == "direct")


def _fit(
    lesson: _Lesson, settings: BaselineSettings, user_id: str, *, trained_at: datetime
) -> Iterator[MetricBaseline]:
    """A baseline per metric that was measured with this sensor."""
    for metric in METRICS:
        samples = form_samples(lesson.columns, metric, now=lesson.moment)
        if samples.value.size == 0:
            continue
        baseline = fit_metric(
            samples,
            metric,
            sensor_group=lesson.sensor_group,
            now=lesson.moment,
            settings=settings,
            user_id=user_id,
        )
        if baseline.basis != "population":
            yield replace(baseline, trained_at=trained_at)


def _lessons_at(
    columns: SplitColumns, moment: datetime, settings: BaselineSettings
) -> Iterator[_Lesson]:
    for group in sorted({str(one) for one in columns["sensor_group"] if one is not None}):
        yield _lesson(columns, group, moment, settings)


def _lesson(
    columns: SplitColumns, sensor_group: str, moment: datetime, settings: BaselineSettings
) -> _Lesson:
    """The rows of one sensor before a moment that still weigh something."""
    own = (columns["sensor_group"] == sensor_group) & (columns["started_at"] < _stamp(moment))
    if own.any():
        memory = timedelta(days=_MEMORY_HALF_LIVES * settings.half_life_days)
        newest = columns["started_at"][own].max()
        own &= columns["started_at"] >= newest - np.timedelta64(memory)
    return _Lesson(sensor_group=sensor_group, moment=moment, columns=_rows(columns, own))


def _past_lessons(
    columns: SplitColumns, stored: Sequence[MetricBaseline], settings: BaselineSettings
) -> list[_Lesson]:
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


def _rows(columns: SplitColumns, keep: NDArray[np.bool_]) -> SplitColumns:
    return {name: column[keep] for name, column in columns.items()}


def _stamp(moment: datetime) -> np.datetime64:
    return np.datetime64(moment.astimezone(UTC).replace(tzinfo=None), "us")
