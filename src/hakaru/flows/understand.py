"""Understand runs as sessions: while they come in, and again when more is known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.flows.context import Settings
from hakaru.flows.judge import judge_and_store
from hakaru.flows.past import Past
from hakaru.flows.place import prepare
from hakaru.running.activity import Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.lessons import form_sha256, stepped
from hakaru.running.metrics import MetricName
from hakaru.running.session.analyse import (
    PhasePerformance,
    SessionAnalysis,
    analyse,
    phase_performances,
)
from hakaru.running.session.model import SESSION_VERSION, SessionInput, SessionSummary
from hakaru.running.session.understand import Anatomy, RunnerThen, understand
from hakaru.running.verdict import FormEvaluation
from hakaru.store.athlete import PastRun
from hakaru.store.history import is_first, start_after
from hakaru.store.readers.base import add_performance_trends, write_performance_trends
from hakaru.store.recordings import read_recording, read_splits, rewrite_derived, write_recordings
from hakaru.store.sessions import write_anomalies, write_sessions
from hakaru.store.stale import (
    NOBODY,
    SessionHead,
    StaleKind,
    StaleMark,
    mark_stale,
    measured_groups,
    newest_start,
    run_place,
    write_inputs,
    write_session_inputs,
)
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import baselines_before, evaluations_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_NOT_DERIVED = "-"


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What one run left behind: what it says about the athlete, its figures, and whether its form
    got a verdict."""

    run: PastRun
    summary: SessionSummary
    evaluated: bool


def leave(con: DuckDBPyConnection, activity_id: int) -> None:
    """Keep what is stored of a run whose session cannot be derived, until an input changes."""
    write_session_inputs(con, activity_id, runner_sha256=_NOT_DERIVED, form_sha256=_NOT_DERIVED)


@dataclass(frozen=True, kw_only=True)
class SessionAnalyzer:
    """What is needed to understand runs one after the other. `owner`: who brings up to date what a
    run makes stale."""

    past: Past
    settings: Settings
    now: datetime
    owner: str = NOBODY

    def keep_new(self, con: DuckDBPyConnection, run: StoredRun) -> Kept:
        """Store a run that just came in, with its session and its verdict, and mark what is judged
        or understood otherwise now that it is there."""
        before = run_place(con, run.recording.activity_id)
        known = past_run(run)
        self.past.reach(con, known.started_at)
        runner = self.past.runner_then(known)
        session = _session(run, runner)
        write_recordings(con, [replace(run, splits=session.splits)])
        judged = judge_and_store(con, [session.activity_id], settings=self.settings, now=self.now)
        form = judged.evaluations[0] if judged.evaluations else None
        baselines = judged.known.get(session.activity_id, {})
        basis = _Basis(known, runner, form, baselines)
        stored_session = self._analyse(con, session, basis, new=before is None)
        self._mark_later(con, run.recording, before=before)
        return stored_session

    def keep_listed(
        self, con: DuckDBPyConnection, runs: Sequence[StoredRun], *, on_row: Callable[[], None]
    ) -> tuple[Kept, ...]:
        """Store runs of which only totals are known, none of them measured by a sensor of form, all
        of them new, oldest first: all at once, and remembered. `on_row`: one more is understood."""
        if not runs:
            return ()
        newest = newest_start(con)
        stored_sessions = []
        for run in runs:
            stored_sessions.append(self._keep_in_mind(run))
            on_row()
        write_recordings(con, [session.stored for session in stored_sessions])
        ids = [session.summary.activity_id for session in stored_sessions]
        judge_and_store(con, ids, settings=self.settings, now=self.now)
        write_sessions(con, [session.analysis for session in stored_sessions], new=True)
        add_performance_trends(
            con, [(session.analysis, session.phases) for session in stored_sessions]
        )
        form = form_sha256(None, {})
        write_inputs(
            con,
            [
                (session.summary.activity_id, session.runner_sha256, form)
                for session in stored_sessions
            ],
        )
        since = runs[0].recording.started_at
        if newest is not None and newest > since:
            self._mark(con, "session", since=since)
        return tuple(
            Kept(run=session.run, summary=session.summary, evaluated=False)
            for session in stored_sessions
        )

    def _keep_in_mind(self, run: StoredRun) -> _Listed:
        """What a run without samples says, known from now on; nothing is stored yet."""
        known = past_run(run)
        runner = self.past.runner_then(known)
        session = _session(run, runner)
        analysis = analyse(session, now=self.now)
        self.past.remember(known, analysis.summary)
        return _Listed(
            run=known,
            stored=replace(run, splits=session.splits),
            analysis=analysis,
            phases=phase_performances(session, analysis.rating.phases),
            runner_sha256=runner_sha256(runner),
        )

    def keep_again(self, con: DuckDBPyConnection, activity_id: int) -> Kept:
        """Derive everything about a stored run anew, with the code and knowledge of today; its
        verdict stays, marked as stale where its splits became others."""
        run = prepare(read_recording(con, activity_id))
        known, recording = past_run(run), run.recording
        self.past.reach(con, known.started_at)
        runner = self.past.runner_then(known)
        session = _session(run, runner)
        group = recording.sensor_group
        if group is not None and read_splits(con, activity_id) != session.splits:
            self._mark(con, "form", since=recording.started_at, sensor_group=group)
        rewrite_derived(con, replace(run, splits=session.splits))
        form = evaluations_of(con, [activity_id]).get(activity_id)
        baselines = known_before(con, recording, settings=self.settings)
        return self._analyse(con, session, _Basis(known, runner, form, baselines))

    def is_outdated(self, head: SessionHead, run: PastRun) -> bool:
        """Whether a session would be derived otherwise today."""
        if head.code_version != SESSION_VERSION or not head.form_sha256:
            return True
        return head.runner_sha256 != runner_sha256(self.past.runner_then(run))

    def _analyse(
        self, con: DuckDBPyConnection, session: SessionInput, basis: _Basis, *, new: bool = False
    ) -> Kept:
        curves = stepped(basis.baselines)
        analysis = analyse(session, now=self.now, form=basis.form, baselines=curves)
        write_sessions(con, [analysis], new=new)
        phases = phase_performances(session, analysis.rating.phases)
        write_performance_trends(con, analysis, phases=phases)
        report = find_anomalies(session.recording, session.structure, baselines=curves)
        write_anomalies(con, session.activity_id, report=report)
        write_session_inputs(
            con,
            session.activity_id,
            runner_sha256=runner_sha256(basis.runner),
            form_sha256=form_sha256(basis.form, basis.baselines),
        )
        return Kept(run=basis.run, summary=analysis.summary, evaluated=basis.form is not None)

    def _mark_later(
        self,
        con: DuckDBPyConnection,
        recording: Recording,
        *,
        before: tuple[datetime, str | None] | None,
    ) -> None:
        """Mark the runs after one that came in. `before`: where it stood until now, if it did."""
        start, group = recording.started_at, recording.sensor_group
        since = start if before is None else min(start, before[0])
        newest = newest_start(con)
        if before is None and (newest is None or newest <= since):
            return
        self._mark(con, "session", since=since)
        own = {group} if before is None else {group, before[1]}
        first = group is not None and is_first(con, group, start)
        for sensor_group in measured_groups(con):
            later = start_after(con, sensor_group, since) is not None
            if sensor_group in own:
                stale = before is not None or later
            else:  # what a sensor measures first depends on whether another one did before
                stale = later and (before is not None or first)
            if stale:
                self._mark(con, "form", since=since, sensor_group=sensor_group)

    def _mark(
        self, con: DuckDBPyConnection, kind: StaleKind, *, since: datetime, sensor_group: str = ""
    ) -> None:
        mark = StaleMark(kind=kind, sensor_group=sensor_group, since=since, owner=self.owner)
        mark_stale(con, [mark])


@dataclass(frozen=True, kw_only=True)
class _Listed:
    """A run of a list before it is stored."""

    run: PastRun
    stored: StoredRun
    analysis: SessionAnalysis
    phases: tuple[PhasePerformance, ...]
    runner_sha256: str

    @property
    def summary(self) -> SessionSummary:
        """Its figures."""
        return self.analysis.summary


@dataclass(frozen=True)
class _Basis:
    """What the analysis of a session rests on besides its recording."""

    run: PastRun
    runner: RunnerThen
    form: FormEvaluation | None
    baselines: Mapping[MetricName, MetricBaseline]


def known_before(
    con: DuckDBPyConnection, recording: Recording, *, settings: Settings
) -> Mapping[MetricName, MetricBaseline]:
    """What this runner usually showed with the sensor of a recording, as known before it."""
    if recording.sensor_group is None:
        return {}
    return baselines_before(
        con, recording.sensor_group, recording.started_at, user_id=settings.user_id
    )


def runner_sha256(runner: RunnerThen) -> str:
    """The same for a runner of whom the same is known."""
    text = json.dumps(asdict(runner), default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


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
