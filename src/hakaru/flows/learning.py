"""Learn many baselines: in this process, or in several where a long history is judged anew."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from hakaru.flows.parallel import end_with_parent
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.lessons import Lesson, learn_metrics
from hakaru.running.metrics import MetricName

_PARALLEL_FROM_RUNS = 300
"""Fewer runs are judged sooner than processes start."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """The metrics of one lesson that nothing was learned of yet."""

    lesson: Lesson
    metrics: tuple[MetricName, ...]


Learned = Sequence[MetricBaseline | None]


@dataclass(frozen=True, kw_only=True)
class Learner:
    """Learns tasks. `pool`: processes that take part; None: this one alone."""

    pool: ProcessPoolExecutor | None = None

    def learn(
        self,
        tasks: Sequence[Task],
        *,
        settings: BaselineSettings,
        user_id: str,
        trained_at: datetime,
    ) -> list[Learned]:
        """The baselines of each task, in its order of metrics; None: no sample is a form value."""
        work = partial(_learn, settings=settings, user_id=user_id, trained_at=trained_at)
        if self.pool is not None and len(tasks) > 1:
            try:
                return list(self.pool.map(work, tasks, chunksize=2))
            except BrokenProcessPool:  # ended for want of memory, perhaps: one process needs less
                pass
        return [work(task) for task in tasks]


HERE = Learner()


@contextmanager
def learner_for(n_runs: int, *, workers: int) -> Iterator[Learner]:
    """Whoever learns best for so many runs to judge, with up to `workers` processes."""
    if workers == 1 or n_runs < _PARALLEL_FROM_RUNS:
        yield HERE
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent) as pool:
        yield Learner(pool=pool)


def _learn(
    task: Task, *, settings: BaselineSettings, user_id: str, trained_at: datetime
) -> Learned:
    return learn_metrics(
        task.lesson, task.metrics, settings, user_id=user_id, trained_at=trained_at
    )
