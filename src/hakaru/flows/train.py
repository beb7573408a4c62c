"""What was learned of how this runner usually runs. It follows every run: nothing is left to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.flows.baseline_rows import BASELINE_COLUMNS, baseline_rows
from hakaru.flows.brevity import TABLE_BYTES
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.lessons import learn, lessons_at, taught_rows
from hakaru.store.recordings import sensor_groups, split_columns
from hakaru.store.verdicts import current_baselines


@dataclass(frozen=True, kw_only=True)
class TrainResult:
    """The versions that hold now, one per sensor and metric; `stored` False: a comparison only.

    `n_new` and `monthly` are 0: what there was to learn was learned when the runs came in.
    """

    baselines: tuple[MetricBaseline, ...]
    stored: bool
    n_new: int = 0
    monthly: int = 0

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per sensor and metric; `n_more` of the newest versions are not among them."""
        return self._shaped(TABLE_BYTES)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every row."""
        return self._shaped(None)

    def _shaped(self, within_bytes: int | None) -> Mapping[str, object]:
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


def train(
    context: Context,
    *,
    method: Literal["direct", "inverse"],
    history: bool,  # noqa: ARG001  # a name of the requirements: every run has its own version
) -> TrainResult:
    """What holds now, or for comparison what the inverse method makes of every run so far.

    Nobody needs to train: learning follows every run, and a run is judged by those before it.
    """
    refresh(context)
    if method == "inverse":
        return TrainResult(baselines=_compared(context), stored=False)
    user_id = context.settings.user_id
    with context.store.read() as con:
        baselines = tuple(
            baseline
            for group in sensor_groups(con)
            for baseline in current_baselines(con, group, user_id=user_id).values()
        )
    return TrainResult(baselines=baselines, stored=True)


def _compared(context: Context) -> tuple[MetricBaseline, ...]:
    settings = BaselineSettings(half_life_days=context.settings.half_life_days, method="inverse")
    now = context.now()
    with context.store.read() as con:
        columns = taught_rows(split_columns(con))
    return tuple(
        baseline
        for lesson in lessons_at(columns, now, settings=settings)
        for baseline in learn(lesson, settings, user_id=context.settings.user_id, trained_at=now)
    )
