"""Learn what this runner usually shows: a new baseline version where there is anything new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    `n_new` of them were learned now; the others stood before, and nothing was learned that they do
    not say. `monthly` counts versions laid for the starts of past months.
    """

    baselines: tuple[MetricBaseline, ...]
    n_new: int
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
            "n_new": self.n_new,
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
    if method != "direct":
        return TrainResult(baselines=tuple(latest), n_new=0, monthly=0, stored=False)
    kept, n_new = _keep(context, latest, monthly=monthly, stored=stored)
    return TrainResult(baselines=kept, n_new=n_new, monthly=len(monthly), stored=True)


def _keep(
    context: Context,
    latest: Sequence[MetricBaseline],
    *,
    monthly: Sequence[MetricBaseline],
    stored: Sequence[MetricBaseline],
) -> tuple[tuple[MetricBaseline, ...], int]:
    """The newest versions as they are stored, and how many of them had to be.

    One that says what the newest stored one says is not stored again, unless a version of a past
    month would come to stand behind it.
    """
    known = {_subject(one): one for one in sorted(stored, key=lambda one: one.version or 0)}
    overtaken = {_subject(one) for one in monthly}
    new = [
        one
        for one in latest
        if _subject(one) in overtaken or not _says_the_same(one, known.get(_subject(one)))
    ]
    if new or monthly:
        with context.store.write() as con:
            versions = append_baselines(con, [*monthly, *new])[len(monthly) :]
        numbered = zip(new, versions, strict=True)
        known |= {_subject(one): replace(one, version=number) for one, number in numbered}
    return tuple(known[_subject(one)] for one in latest), len(new)


def _subject(baseline: MetricBaseline) -> tuple[str, str, str]:
    return baseline.condition_group, baseline.sensor_group, baseline.metric


def _says_the_same(one: MetricBaseline, other: MetricBaseline | None) -> bool:
    """Whether two versions differ in nothing but their number, their day and the program."""
    if other is None:
        return False
    names = {"version": None, "trained_at": one.trained_at, "code_version": one.code_version}
    return replace(other, **names) == replace(one, version=None)  # type: ignore[arg-type]
