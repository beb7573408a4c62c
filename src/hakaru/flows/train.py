"""Learn what this runner usually shows: one new baseline version per sensor and metric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hakaru.flows.baseline_rows import BASELINE_COLUMNS, baseline_rows
from hakaru.flows.brevity import TABLE_BYTES
from hakaru.flows.context import Context
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.lessons import learn, lessons_at, past_lessons, taught_rows
from hakaru.store.baselines import append_baselines, list_baselines
from hakaru.store.splits import split_columns


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
    columns = taught_rows(columns)
    past = (
        past_lessons(columns, stored, settings=settings) if history and method == "direct" else []
    )
    lessons = [*past, *lessons_at(columns, now, settings=settings)]
    fitted: list[tuple[MetricBaseline, ...]] = []
    context.progress.begin("training", len(lessons))
    for lesson in lessons:
        fitted.append(
            tuple(learn(lesson, settings, user_id=context.settings.user_id, trained_at=now))
        )
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
