"""Understand runs as sessions: while they come in, and again when more is known."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.flows.context import Context, Settings
from hakaru.flows.judge import judge_and_store
from hakaru.flows.past import Past
from hakaru.flows.place import prepare
from hakaru.running.activity import Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.athlete.model import Athlete
from hakaru.running.baseline.history import baselines_for
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.session.analyse import analyse
from hakaru.running.session.anatomy import Anatomy
from hakaru.running.session.model import SessionInput
from hakaru.running.session.summary import SessionSummary
from hakaru.running.session.understand import understand
from hakaru.running.splits import Split
from hakaru.store.anomalies import write_anomalies
from hakaru.store.athlete import PastRun
from hakaru.store.baselines import versions_of
from hakaru.store.database import transaction
from hakaru.store.recordings import read_recording, rewrite_derived, write_recordings
from hakaru.store.sessions import write_sessions
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TURN_S = 0.06
"""A turn at the store ends with the run that is being stored when so much time has passed."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What one run left behind: what it says about the athlete, its figures, the athlete it was
    understood with, and whether its form got a verdict."""

    run: PastRun
    summary: SessionSummary
    athlete: Athlete
    evaluated: bool


@dataclass(frozen=True, kw_only=True)
class Understanding:
    """What is needed to understand runs one after the other. `versions`: the baselines of each
    sensor, once they were read."""

    past: Past
    settings: Settings
    now: datetime
    versions: dict[str, Sequence[MetricBaseline]] = field(default_factory=dict)

    def keep_new(self, con: DuckDBPyConnection, run: StoredRun) -> Kept:
        """Store a run that just came in, with its session and its verdict."""
        recording, anatomy = run.recording, _anatomy(run)
        session = self._understand(recording, run.splits, anatomy)
        write_recordings(con, [replace(run, splits=session.splits)])
        return self._judge(con, session, anatomy)

    def keep_again(self, con: DuckDBPyConnection, activity_id: int) -> Kept:
        """Derive everything about a stored run anew, with the code and knowledge of today."""
        run = prepare(read_recording(con, activity_id))
        anatomy = _anatomy(run)
        session = self._understand(run.recording, run.splits, anatomy)
        rewrite_derived(con, replace(run, splits=session.splits))
        return self._judge(con, session, anatomy)

    def outdated(self, kept: Kept) -> bool:
        """Whether more is known about the runner of that day than when the run came in."""
        return self.past.runner_then(kept.run).athlete != kept.athlete

    def _understand(
        self, recording: Recording, splits: tuple[Split, ...], anatomy: Anatomy
    ) -> SessionInput:
        runner = self.past.runner_then(past_run(recording, anatomy))
        return understand(recording, splits, anatomy=anatomy, runner=runner)

    def _judge(self, con: DuckDBPyConnection, session: SessionInput, anatomy: Anatomy) -> Kept:
        judged = judge_and_store(con, [session.activity_id], settings=self.settings, now=self.now)
        baselines = self._baselines(con, session.recording)
        form = judged.evaluations[0] if judged.evaluations else None
        analysis = analyse(session, now=self.now, form=form, baselines=baselines)
        write_sessions(con, [analysis])
        report = find_anomalies(session.recording, session.structure, baselines=baselines)
        write_anomalies(con, session.activity_id, report=report)
        return Kept(
            run=past_run(session.recording, anatomy),
            summary=analysis.summary,
            athlete=session.athlete,
            evaluated=bool(judged.evaluations),
        )

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


def settle(context: Context, understanding: Understanding, *, fresh: Sequence[Kept]) -> None:
    """After runs came in, in whatever order: what later files say about the athlete of a day
    reaches every run after that day."""
    in_order = sorted(fresh, key=lambda kept: kept.run.started_at)
    outdated = [kept.run.activity_id for kept in in_order if understanding.outdated(kept)]
    understand_again(context, understanding, activity_ids=outdated)


def _anatomy(run: StoredRun) -> Anatomy:
    assert run.anatomy is not None, "a prepared run has been taken apart"
    return run.anatomy


def past_run(recording: Recording, anatomy: Anatomy) -> PastRun:
    """What a run says about the athlete."""
    return PastRun(
        activity_id=recording.activity_id,
        day=recording.day,
        started_at=recording.started_at,
        physiology=recording.physiology,
        efforts=anatomy.efforts,
    )
