"""Understand runs as sessions: while they come in, and again when more is known."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from hakaru.flows.context import Context, Settings
from hakaru.flows.judge import judge_and_store
from hakaru.flows.past import Past
from hakaru.flows.place import prepare
from hakaru.running.activity import Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.baseline.history import baselines_for
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.session.analyse import analyse
from hakaru.running.session.anatomy import Anatomy
from hakaru.running.session.model import SessionInput
from hakaru.running.session.performance import phase_performances
from hakaru.running.session.summary import SessionSummary
from hakaru.running.session.understand import RunnerThen, understand
from hakaru.store.anomalies import write_anomalies
from hakaru.store.athlete import PastRun
from hakaru.store.baselines import versions_of
from hakaru.store.database import transaction
from hakaru.store.owners import is_gone
from hakaru.store.readers.performance import write_performance_trends
from hakaru.store.recordings import read_recording, rewrite_derived, write_recordings
from hakaru.store.sessions import write_sessions
from hakaru.store.stored_run import StoredRun
from hakaru.store.unsettled import (
    UnsettledRun,
    mark_unsettled,
    note_understood,
    settled,
    take_over_runs,
    unsettled_runs,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TURN_S = 0.06
"""A turn at the store ends with the run that is being stored when so much time has passed."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What one run left behind: what it says about the athlete, its figures, the runner it was
    understood with, and whether its form got a verdict."""

    run: PastRun
    summary: SessionSummary
    runner: RunnerThen
    evaluated: bool


@dataclass(frozen=True, kw_only=True)
class Understanding:
    """What is needed to understand runs one after the other. `versions`: the baselines of each
    sensor, once they were read. `owner`: in whose name runs are marked as still to be looked at in
    the light of later ones; None: they are not."""

    past: Past
    settings: Settings
    now: datetime
    owner: str | None = None
    versions: dict[str, Sequence[MetricBaseline]] = field(default_factory=dict)

    def keep_new(self, con: DuckDBPyConnection, run: StoredRun) -> Kept:
        """Store a run that just came in, with its session and its verdict."""
        runner = self.past.runner_then(past_run(run))
        session = _session(run, runner)
        write_recordings(con, [replace(run, splits=session.splits)])
        return self._judge(con, session, run=past_run(run), runner=runner)

    def keep_again(self, con: DuckDBPyConnection, activity_id: int) -> Kept:
        """Derive everything about a stored run anew, with the code and knowledge of today."""
        run = prepare(read_recording(con, activity_id))
        runner = self.past.runner_then(past_run(run))
        session = _session(run, runner)
        rewrite_derived(con, replace(run, splits=session.splits))
        return self._judge(con, session, run=past_run(run), runner=runner)

    def outdated(self, kept: Kept) -> bool:
        """Whether the runner of that day is known otherwise than when the run was understood."""
        return self.past.runner_then(kept.run) != kept.runner

    def _judge(
        self, con: DuckDBPyConnection, session: SessionInput, *, run: PastRun, runner: RunnerThen
    ) -> Kept:
        self._mark(con, run, runner)
        judged = judge_and_store(con, [session.activity_id], settings=self.settings, now=self.now)
        baselines = self._baselines(con, session.recording)
        form = judged.evaluations[0] if judged.evaluations else None
        analysis = analyse(session, now=self.now, form=form, baselines=baselines)
        write_sessions(con, [analysis])
        phases = phase_performances(session, analysis.rating.phases)
        write_performance_trends(con, analysis, phases=phases)
        report = find_anomalies(session.recording, session.structure, baselines=baselines)
        write_anomalies(con, session.activity_id, report=report)
        return Kept(
            run=run,
            summary=analysis.summary,
            runner=runner,
            evaluated=bool(judged.evaluations),
        )

    def _mark(self, con: DuckDBPyConnection, run: PastRun, runner: RunnerThen) -> None:
        """Say with whom a run was understood, for as long as that may change."""
        sha256 = runner_sha256(runner)
        if self.owner is None:
            note_understood(con, run.activity_id, runner_sha256=sha256)
            return
        unsettled = UnsettledRun(
            activity_id=run.activity_id, runner_sha256=sha256, owner=self.owner
        )
        mark_unsettled(con, unsettled)

    def left_over(self, left: Sequence[UnsettledRun]) -> tuple[list[Kept], list[int]]:
        """Runs that an ingest stored which was cut off: those that were understood with the runner
        as known now, and the ids of the others, oldest first."""
        runs = {run.activity_id: run for run in self.past.runs}
        summaries = {one.activity_id: one for one in self.past.sessions}
        kept, outdated = [], []
        for one in sorted((one for one in left if one.activity_id in runs), key=_began(runs)):
            run = runs[one.activity_id]
            runner, summary = self.past.runner_then(run), summaries.get(one.activity_id)
            if summary is None or runner_sha256(runner) != one.runner_sha256:
                outdated.append(one.activity_id)
            else:
                kept.append(Kept(run=run, summary=summary, runner=runner, evaluated=False))
        return kept, outdated

    def _baselines(
        self, con: DuckDBPyConnection, recording: Recording
    ) -> Mapping[MetricName, MetricBaseline]:
        """What this runner usually shows with this sensor, as known before the run."""
        group = recording.sensor_group
        if group is None:
            return {}
        if group not in self.versions:
            self.versions[group] = versions_of(con, group, user_id=self.settings.user_id)
        return baselines_for(self.versions[group], recording.started_at)


def understand_again(
    context: Context, understanding: Understanding, *, activity_ids: Sequence[int]
) -> list[Kept]:
    """Each run in a transaction of its own, in the order given, letting other programs in."""
    waiting, done = list(activity_ids), []
    context.progress.begin("understanding", len(waiting))
    while waiting:
        with context.store.turn() as con:
            until_s = time.monotonic() + TURN_S
            while waiting and time.monotonic() < until_s:
                with transaction(con):
                    kept = understanding.keep_again(con, waiting.pop(0))
                understanding.past.remember(kept.run, kept.summary)
                done.append(kept)
                context.progress.advance()
    context.progress.end()
    return done


def settle(
    context: Context,
    understanding: Understanding,
    *,
    fresh: Sequence[Kept],
    left: Sequence[UnsettledRun] = (),
) -> None:
    """After runs came in, in whatever order: what later files say about the athlete of a day
    reaches every run after that day. `left` are those of an ingest that was cut off before it
    came so far; what came in anew is among `fresh`.

    A run understood anew may count otherwise among the habits of the runs after it; so this goes
    on until nothing changes. It ends: habits look back only.
    """
    new = {one.run.activity_id for one in fresh}
    kept, outdated = understanding.left_over([one for one in left if one.activity_id not in new])
    if outdated:
        kept += understand_again(context, understanding, activity_ids=outdated)
    every = sorted((*fresh, *kept), key=lambda one: one.run.started_at)
    latest = {one.run.activity_id: one for one in every}
    while outdated := [key for key, one in latest.items() if understanding.outdated(one)]:
        again = understand_again(context, understanding, activity_ids=outdated)
        latest.update((one.run.activity_id, one) for one in again)
    if (latest or left) and understanding.owner is not None:
        with context.store.write() as con:
            settled(con, owner=understanding.owner)


def take_over(context: Context, owner: str) -> tuple[UnsettledRun, ...]:
    """What ingests that were cut off have not looked at again, from now on an owner's work."""
    with context.store.read() as con:
        if not unsettled_runs(con):
            return ()
    with context.store.write() as con:
        return take_over_runs(con, owner=owner, is_gone=partial(is_gone, context.data_folder))


def runner_sha256(runner: RunnerThen) -> str:
    """The same for a runner of whom the same is known."""
    told = json.dumps(asdict(runner), default=str, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _began(runs: Mapping[int, PastRun]) -> Callable[[UnsettledRun], datetime]:
    return lambda one: runs[one.activity_id].started_at


def _anatomy(run: StoredRun) -> Anatomy:
    assert run.anatomy is not None, "a prepared run has been taken apart"
    return run.anatomy


def _session(run: StoredRun, runner: RunnerThen) -> SessionInput:
    return understand(run.recording, run.splits, anatomy=_anatomy(run), runner=runner)


def past_run(run: StoredRun) -> PastRun:
    """What a run says about the athlete."""
    recording = run.recording
    return PastRun(
        activity_id=recording.activity_id,
        day=recording.day,
        started_at=recording.started_at,
        physiology=recording.physiology,
        efforts=_anatomy(run).efforts,
    )
