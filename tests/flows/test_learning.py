"""Do several processes learn what one does, and does one go on where they are ended?"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from datetime import UTC, datetime

from hakaru.flows.judge import HERE, Learned, Learner, Task, learner_for
from hakaru.running.baseline.model import BaselineSettings
from hakaru.running.lessons import SensorHistory, fits_of
from tests.running.test_lessons import make_columns

SETTINGS = BaselineSettings()
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def make_tasks() -> list[Task]:
    history = SensorHistory("garmin-hrm", make_columns("strap"), settings=SETTINGS)
    lessons = list(history.every_lesson())
    return [Task(fits=tuple(fits_of(lesson, SETTINGS))) for lesson in lessons]


def learn(learner: Learner) -> list[Learned]:
    return learner.learn(make_tasks(), user_id="default", trained_at=NOW)


def test_processes_learn_what_one_process_learns() -> None:
    alone = learn(HERE)
    with learner_for(10_000, workers=2) as learner:
        assert learner.pool is not None
        assert learn(learner) == alone
    assert len(alone) == 10 and all(baseline is not None for own in alone for baseline in own)


def test_few_runs_are_learned_without_another_process() -> None:
    with learner_for(10, workers=2) as learner:
        assert learner.pool is None
    with learner_for(10_000, workers=1) as learner:
        assert learner.pool is None


def test_where_the_processes_are_ended_this_one_goes_on() -> None:
    with ProcessPoolExecutor(1) as pool:
        with suppress(BrokenProcessPool):
            pool.submit(os._exit, 1).result()
        assert learn(Learner(pool=pool)) == learn(HERE)
