"""Learn baselines, and judge stored runs, each by the runs of its sensor before it.

A run is judged by a version of its own moment. One that was learned from the same inputs before
is taken as it is, so that nothing is fitted twice; the version that the next run will meet is laid
with the newest one, which makes it one fit per metric for a new run.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING

from hakaru.core.errors import NoFormData
from hakaru.core.i18n import message
from hakaru.flows.context import Settings
from hakaru.flows.devices import bridge_to
from hakaru.flows.isolate import isolate
from hakaru.records import frozen
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.devices import Bridge
from hakaru.running.evaluate import RANKED_RUNS_MAX, RunToJudge, evaluate_run, with_deviations
from hakaru.running.lessons import (
    Fit,
    Lesson,
    PastRun,
    SensorHistory,
    SplitColumns,
    fit_together,
    fits_of,
    form_sha256,
    memory_of,
)
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.sources.engines import end_with_parent
from hakaru.store.history import (
    SensorRuns,
    runs_from,
    runs_named,
    sensor_runs,
    sensor_splits,
    start_after,
    to_judge,
)
from hakaru.store.recordings import where
from hakaru.store.stale import NOBODY, form_digests, outdate_sessions
from hakaru.store.verdicts import (
    LaidVersion,
    UsedVersions,
    add_versions,
    earlier_deviations,
    forget_versions,
    last_versions,
    learned_versions,
    write_evaluations,
    write_refusals,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_PARALLEL_FROM_RUNS = 300
"""Fewer runs are judged sooner than processes start."""
_AGES_ARE_ROUNDED = timedelta(seconds=1)
"""When a version ends is known by an age in days."""


@frozen
class Task:
    """The metrics of one lesson that nothing was learned of yet."""

    fits: tuple[Fit, ...]


Learned = Sequence[MetricBaseline | None]


@frozen
class Learner:
    """Learns tasks. `pool`: processes that take part; None: this one alone."""

    pool: ProcessPoolExecutor | None = None

    def learn(self, tasks: Sequence[Task], *, user_id: str, trained_at: datetime) -> list[Learned]:
        """The baselines of each task, in its order of metrics; None: no sample is a form value."""
        work = partial(_learn, user_id=user_id, trained_at=trained_at)
        if self.pool is None or len(tasks) < 2:
            return [work(task) for task in tasks]
        futures = _submitted(self.pool, work, tasks)
        return [
            _learned_by(future, partial(work, task))
            for future, task in zip(futures, tasks, strict=True)
        ]


def _submitted(
    pool: ProcessPoolExecutor, work: Callable[[Task], Learned], tasks: Sequence[Task]
) -> Sequence[Future[Learned] | None]:
    """What others begin from the end, while this process begins with the first; None: the pool
    takes no work."""
    try:
        return [pool.submit(work, task) for task in reversed(tasks)][::-1]
    except (BrokenProcessPool, RuntimeError):
        return [None] * len(tasks)


def _learned_by(future: Future[Learned] | None, here: Callable[[], Learned]) -> Learned:
    """What another process has begun, else what this one finds."""
    if future is None or future.cancel():
        return here()
    try:
        return future.result()
    except BrokenProcessPool:  # ended for want of memory, perhaps: one process needs less
        return here()


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


def _learn(task: Task, *, user_id: str, trained_at: datetime) -> Learned:
    return fit_together(task.fits, user_id=user_id, trained_at=trained_at)


Known = Mapping[MetricName, MetricBaseline]


@frozen
class Judged:
    """The verdicts, why the other runs have none (activity id to sentence), and what was known of
    the runner before each run."""

    evaluations: tuple[FormEvaluation, ...] = ()
    refused: Mapping[int, str] = field(default_factory=dict)
    known: Mapping[int, Known] = field(default_factory=dict)


@frozen
class JudgedStretch:
    """A stretch of a sensor's runs, judged in order. `next_start`: where it goes on; None: that
    was the last."""

    judged: Judged
    next_start: datetime | None


def judge_and_store(
    con: DuckDBPyConnection,
    activity_ids: Sequence[int],
    *,
    settings: Settings,
    now: datetime,
    new: bool = False,
    learner: Learner = HERE,
) -> Judged:
    """Judge a set of stored runs and make the verdicts current; those that change move to the
    history. `new`: they just came in, and there is none."""
    runs = runs_named(con, activity_ids)
    parts = [_without_sensor([run for run in runs if run.sensor_group is None])]
    measured = sorted(
        (run for run in runs if run.sensor_group is not None),
        key=lambda run: (str(run.sensor_group), run.started_at, run.activity_id),
    )
    for _, own in groupby(measured, key=lambda run: run.sensor_group):
        parts.append(_judge_in_order(con, list(own), settings=settings, now=now, learner=learner))
    judged = _together(parts)
    _store(con, judged, new=new)
    return judged


def judge_stretch(
    con: DuckDBPyConnection,
    sensor_group: str,
    since: datetime,
    *,
    limit: int,
    settings: Settings,
    now: datetime,
    learner: Learner = HERE,
) -> JudgedStretch:
    """Judge the next runs of a sensor from a moment on, and forget the versions of that time that
    nothing is judged by any more."""
    runs = runs_from(con, sensor_group, since, limit=limit)
    if not runs:
        _lay_standing(con, sensor_group, since, settings=settings, now=now)
        return JudgedStretch(judged=Judged(), next_start=None)
    judged = _judge_in_order(con, runs, settings=settings, now=now, forget=True, learner=learner)
    _store(con, judged)
    return JudgedStretch(
        judged=judged, next_start=start_after(con, sensor_group, runs[-1].started_at)
    )


def outdate_judged(con: DuckDBPyConnection, judged: Judged, *, owner: str = NOBODY) -> None:
    """Mark the sessions that were derived with another verdict or other curves."""
    verdicts = {evaluation.activity_id: evaluation for evaluation in judged.evaluations}
    before = form_digests(con, list(judged.known))
    outdated = [
        activity_id
        for activity_id, baselines in judged.known.items()
        if activity_id in before
        and before[activity_id] != form_sha256(verdicts.get(activity_id), baselines)
    ]
    outdate_sessions(con, outdated, owner=owner)


def _judge_in_order(
    con: DuckDBPyConnection,
    runs: Sequence[PastRun],
    *,
    settings: Settings,
    now: datetime,
    forget: bool = False,
    learner: Learner = HERE,
) -> Judged:
    """Runs of one sensor, oldest first. `forget`: none between the first and the last is left out,
    so that other versions of that time are of no use."""
    group, last = str(runs[0].sensor_group), runs[-1].started_at
    every_run = sensor_runs(con, group)
    first, end = every_run.before(runs[0].started_at), every_run.until(last)
    to_the_end = end == every_run.activity_id.size
    columns, history = _history(con, every_run, first, end, settings=settings)
    bridge = _bridge(con, every_run, settings)
    versions = _Versions(con, group, settings=settings, now=now, learner=learner, bridge=bridge)
    moments = [*(run.started_at for run in runs), *([None] if to_the_end else [])]
    baselines = versions.lay([history.before(moment) for moment in moments])
    learned = every_run.activity_id[every_run.is_learned]
    ids = every_run.activity_id[:first][every_run.is_learned[:first]]
    earlier_z = earlier_deviations(con, ids, limit=RANKED_RUNS_MAX)
    parts = []
    waiting = to_judge(con, runs, every_run=every_run, columns=columns)
    for run, before in zip(waiting, baselines, strict=False):
        ready = replace(run, earlier_z=earlier_z)
        judged = _judged(ready, before, settings, now=now, bridge=bridge)
        parts.append(judged)
        for evaluation in judged.evaluations if run.activity_id in learned else ():
            earlier_z = with_deviations(earlier_z, evaluation)
    versions.store()
    if forget:
        versions.forget_others(until=None if to_the_end else last)
    return _together(parts)


def _judged(
    run: RunToJudge,
    baselines: Known,
    settings: Settings,
    *,
    now: datetime,
    bridge: Bridge | None = None,
) -> Judged:
    outcome = isolate(
        partial(
            evaluate_run,
            run,
            baselines if bridge is None else {**bridge.baselines, **baselines},
            now=now,
            cadence_minimum_spm=settings.cadence_minimum_spm,
        ),
        item=message("activity {activity_id}", activity_id=run.activity_id),
    )
    before = {run.activity_id: baselines}
    if outcome.value is None:
        return Judged(refused={run.activity_id: str(outcome.error)}, known=before)
    return Judged(evaluations=(outcome.value,), known=before)


def _lay_standing(
    con: DuckDBPyConnection,
    sensor_group: str,
    since: datetime,
    *,
    settings: Settings,
    now: datetime,
) -> None:
    """What is known now, where no run started since a moment."""
    every_run = sensor_runs(con, sensor_group)
    bridge = _bridge(con, every_run, settings)
    versions = _Versions(con, sensor_group, settings=settings, now=now, bridge=bridge)
    first, end = every_run.before(since), every_run.activity_id.size
    _, history = _history(con, every_run, first, end, settings=settings)
    versions.lay([history.before(None)])
    versions.store()
    versions.forget_others(until=None)


def _history(
    con: DuckDBPyConnection, runs: SensorRuns, first: int, end: int, *, settings: Settings
) -> tuple[SplitColumns, SensorHistory]:
    """The splits that weigh something for the runs from one place up to another, and theirs."""
    learning = _learning(settings)
    since = runs.since(first, memory=memory_of(learning))
    columns = sensor_splits(con, runs, since, end)
    taught = where(columns, runs.is_learned[columns["place"]])
    return columns, SensorHistory(runs.sensor_group, taught, settings=learning)


def _bridge(con: DuckDBPyConnection, runs: SensorRuns, settings: Settings) -> Bridge | None:
    """What the kind of sensor worn before lets expect; None: there was none."""
    if runs.elsewhere_since is None or not runs.activity_id.size:
        return None
    return bridge_to(con, runs.sensor_group, user_id=settings.user_id)


def _learning(settings: Settings) -> BaselineSettings:
    return BaselineSettings(half_life_days=settings.half_life_days)


class _Versions:
    """The versions of one sensor that a stretch of its runs is judged by: those that were learned
    from the same inputs before, and those that are learned now."""

    def __init__(
        self,
        con: DuckDBPyConnection,
        sensor_group: str,
        *,
        settings: Settings,
        now: datetime,
        learner: Learner = HERE,
        bridge: Bridge | None = None,
    ) -> None:
        learning = _learning(settings)
        self._learning = learning if bridge is None else bridge.learning(learning)
        self._con, self._sensor_group = con, sensor_group
        self._settings, self._now, self._learner = settings, now, learner
        self._last = last_versions(con, sensor_group, user_id=settings.user_id)
        self._laid: dict[str, MetricBaseline] = {}
        self._new: list[LaidVersion] = []
        self._first: Known = {}
        self._used: dict[MetricName, set[int]] = {metric: set() for metric in METRICS}

    def lay(self, lessons: Sequence[Lesson]) -> list[Known]:
        """What is known after each lesson, in order of time."""
        fits = [list(fits_of(lesson, self._learning)) for lesson in lessons]
        self._laid |= self._laid_before([own for own in fits if own])
        learned = self._learn(fits)
        baselines = [self._known(own, learned) for own in fits]
        self._first = baselines[0]
        return baselines

    def _laid_before(self, fits: Sequence[Sequence[Fit]]) -> Mapping[str, MetricBaseline]:
        """The versions that were learned from the same inputs before. None ends before those of
        the first lesson do."""
        if not fits:
            return {}
        ends = [fit.window_end for fit in fits[0] if fit.window_end is not None]
        return learned_versions(
            self._con,
            self._sensor_group,
            user_id=self._settings.user_id,
            digests={fit.inputs_sha256 for own in fits for fit in own},
            since=min(ends, default=fits[0][0].newest) - _AGES_ARE_ROUNDED,
            until=fits[-1][0].newest,
        )

    def _learn(self, fits: Sequence[Sequence[Fit]]) -> Mapping[str, MetricBaseline | None]:
        """What has to be learned now, by the digest of its inputs."""
        missing = [[fit for fit in own if fit.inputs_sha256 not in self._laid] for own in fits]
        learned = self._learner.learn(
            [Task(fits=tuple(own)) for own in missing if own],
            user_id=self._settings.user_id,
            trained_at=self._now,
        )
        digests = (fit.inputs_sha256 for own in missing for fit in own)
        return dict(zip(digests, chain.from_iterable(learned), strict=True))

    def store(self) -> None:
        """Keep what was learned now."""
        add_versions(self._con, self._new)

    def forget_others(self, *, until: datetime | None) -> None:
        """Remove what else was learned from runs between the first lesson's newest and a moment."""
        first = {metric: known.window_end for metric, known in self._first.items()}
        forget_versions(
            self._con,
            self._sensor_group,
            {
                metric: UsedVersions(since=first.get(metric), numbers=used)
                for metric, used in self._used.items()
            },
            user_id=self._settings.user_id,
            until=until,
        )

    def _known(self, fits: Sequence[Fit], learned: Mapping[str, MetricBaseline | None]) -> Known:
        baselines: dict[MetricName, MetricBaseline] = {}
        for fit in fits:
            digest = fit.inputs_sha256
            baseline = self._laid.get(digest) or self._numbered(digest, learned[digest])
            if baseline is not None:
                baselines[fit.metric] = baseline
                self._used[fit.metric].add(baseline.version or 0)
        return baselines

    def _numbered(self, digest: str, baseline: MetricBaseline | None) -> MetricBaseline | None:
        if baseline is None:
            return None
        version = self._last.get(baseline.metric, 0) + 1
        self._last[baseline.metric] = version
        numbered = replace(baseline, version=version)
        self._laid[digest] = numbered
        self._new.append(LaidVersion(baseline=numbered, inputs_sha256=digest))
        return numbered


def _without_sensor(runs: Sequence[PastRun]) -> Judged:
    return Judged(
        refused={
            run.activity_id: str(
                NoFormData(message("activity {activity_id}", activity_id=run.activity_id))
            )
            for run in runs
        }
    )


def _together(parts: Iterable[Judged]) -> Judged:
    every = list(parts)
    return Judged(
        evaluations=tuple(evaluation for part in every for evaluation in part.evaluations),
        refused={key: reason for part in every for key, reason in part.refused.items()},
        known={key: baselines for part in every for key, baselines in part.known.items()},
    )


def _store(con: DuckDBPyConnection, judged: Judged, *, new: bool = False) -> None:
    if judged.evaluations:
        write_evaluations(con, judged.evaluations, new=new)
    if judged.refused:
        write_refusals(con, judged.refused, new=new)
