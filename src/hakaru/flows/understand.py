"""Understand runs as sessions: while they come in, and again when more is known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.core.memo import freeze
from hakaru.flows.context import Settings
from hakaru.flows.judge import HERE, Learner, judge_and_store
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, anatomy_of, known_before, past_run
from hakaru.records import frozen
from hakaru.running.activity import Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.anomalies.steps import AnomalyReport
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.lessons import form_sha256, stepped
from hakaru.running.metrics import MetricName
from hakaru.running.session.analyse import PhasePerformance, analyse, in_short, phase_performances
from hakaru.running.session.model import (
    SESSION_VERSION,
    SessionAnalysis,
    SessionInput,
    SessionSummary,
)
from hakaru.running.session.understand import RunnerThen, understand
from hakaru.running.verdict import FormEvaluation
from hakaru.store.athlete import PastRun
from hakaru.store.bridges import mark_led
from hakaru.store.history import is_first, start_after
from hakaru.store.readers.base import add_performance_trends
from hakaru.store.recordings import read_recording, read_splits, rewrite_derived, write_recordings
from hakaru.store.run_edits import apply_edits
from hakaru.store.sessions import (
    add_anomalies,
    write_anomalies,
    write_sessions,
)
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
from hakaru.store.verdicts import evaluations_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_NOT_DERIVED = "-"


@frozen
class Kept:
    """What one run left behind: what it says about the athlete, its figures, and whether its form
    got a verdict and is long enough to be counted."""

    run: PastRun
    summary: SessionSummary
    evaluated: bool


def leave(con: DuckDBPyConnection, activity_id: int) -> None:
    """Keep what is stored of a run whose session cannot be derived, until an input changes."""
    write_session_inputs(con, activity_id, runner_sha256=_NOT_DERIVED, form_sha256=_NOT_DERIVED)


@frozen
class SessionAnalyzer:
    """What is needed to understand runs one after the other. `owner`: who brings up to date what a
    run makes stale. `learner`: who learns what several runs are judged by."""

    past: Past
    settings: Settings
    now: datetime
    owner: str = NOBODY
    learner: Learner = HERE

    def keep_new(self, con: DuckDBPyConnection, run: StoredRun) -> Kept:
        """Store a run that just came in, with its session and its verdict, and mark what is judged
        or understood otherwise now that it is there."""
        before = run_place(con, run.recording.activity_id)
        known = past_run(run)
        self.past.reach(con, known.started_at)
        runner = self.past.runner_then(known)
        session = _session(run, runner)
        new = before is None
        write_recordings(con, [replace(run, splits=session.splits)], new=new)
        if not new:
            apply_edits(con, [session.activity_id])
        judged = judge_and_store(
            con, [session.activity_id], settings=self.settings, now=self.now, new=new
        )
        form = judged.evaluations[0] if judged.evaluations else None
        baselines = judged.known.get(session.activity_id, {})
        basis = _Basis(known, runner, form, baselines)
        stored_session = self._analyse(con, session, basis, new=new)
        self._mark_later(con, run.recording, before=before)
        return stored_session

    def keep_together(
        self, con: DuckDBPyConnection, runs: Sequence[StoredRun], *, on_run: Callable[[], None]
    ) -> tuple[Kept, ...]:
        """Store runs that just came in, with their sessions and verdicts: all of them new and no
        recording of the same run, oldest first, all at once, and remembered. `on_run`: one more
        is understood.

        Of a kind of sensor that nothing is stored of yet only the first run may be measured: what
        others of its kind are judged by rests on what was known before it.
        """
        if not runs:
            return ()
        newest = newest_start(con)
        self.past.reach(con, runs[0].recording.started_at)
        waiting = [self._keep_in_mind(run) for run in runs]
        write_recordings(con, [run.stored for run in waiting], new=True)
        ids = [run.session.activity_id for run in waiting]
        judged = judge_and_store(
            con, ids, settings=self.settings, now=self.now, new=True, learner=self.learner
        )
        forms = {form.activity_id: form for form in judged.evaluations}
        understood = []
        for run in waiting:
            activity_id = run.session.activity_id
            baselines = judged.known.get(activity_id, {})
            basis = _Basis(run.known, run.runner, forms.get(activity_id), baselines)
            run.stored.found.keep()
            understood.append(self._find(run.session, basis))
            on_run()
        kept = self._store_found(con, understood, new=True)
        if newest is not None and newest > runs[0].recording.started_at:
            self._mark_after_first(con, runs)
        for stored_session in kept:
            self.past.remember(stored_session.run, stored_session.summary)
        return kept

    def _keep_in_mind(self, run: StoredRun) -> _Understood:
        """What a run is, known from now on to those after it; nothing is stored yet."""
        known = past_run(run)
        runner = self.past.runner_then(known)
        session = _session(run, runner)
        self.past.remember(known, in_short(session, totals=run.totals, now=self.now))
        return _Understood(
            known=known,
            runner=runner,
            session=session,
            stored=replace(run, splits=session.splits),
        )

    def _mark_after_first(self, con: DuckDBPyConnection, runs: Sequence[StoredRun]) -> None:
        """Mark the runs after the first of each sensor that came in."""
        first_of = {run.recording.sensor_group: run.recording for run in reversed(runs)}
        for recording in {runs[0].recording.sensor_group: runs[0].recording, **first_of}.values():
            self._mark_later(con, recording, before=None)

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
        (stored_session,) = self._store_found(con, [self._find(session, basis)], new=new)
        return stored_session

    def _find(self, session: SessionInput, basis: _Basis) -> _Found:
        curves = stepped(basis.baselines)
        analysis = analyse(session, now=self.now, form=basis.form, baselines=curves)
        return _Found(
            basis=basis,
            analysis=analysis,
            phases=phase_performances(session, analysis.rating.phases),
            anomalies=find_anomalies(session.recording, session.structure, baselines=curves),
        )

    def _store_found(
        self, con: DuckDBPyConnection, understood: Sequence[_Found], *, new: bool
    ) -> tuple[Kept, ...]:
        """`new`: nothing was derived of these runs before."""
        write_sessions(con, [own.analysis for own in understood], new=new)
        add_performance_trends(con, [(own.analysis, own.phases) for own in understood])
        if new:
            add_anomalies(con, [(own.activity_id, own.anomalies) for own in understood])
        else:
            for own in understood:
                write_anomalies(con, own.activity_id, report=own.anomalies)
        write_inputs(con, [own.inputs for own in understood], new=new)
        return tuple(own.kept for own in understood)

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
        for sensor_group in own - {None}:
            mark_led(con, str(sensor_group), since, owner=self.owner)
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


@frozen
class _Understood:
    """A run before it is stored."""

    known: PastRun
    runner: RunnerThen
    session: SessionInput
    stored: StoredRun


@frozen(kw_only=False)
class _Basis:
    """What the analysis of a session rests on besides its recording."""

    run: PastRun
    runner: RunnerThen
    form: FormEvaluation | None
    baselines: Mapping[MetricName, MetricBaseline]


@frozen
class _Found:
    """What the analysis of a session found."""

    basis: _Basis
    analysis: SessionAnalysis
    phases: tuple[PhasePerformance, ...]
    anomalies: AnomalyReport

    @property
    def activity_id(self) -> int:
        """Of which run."""
        return self.analysis.summary.activity_id

    @property
    def inputs(self) -> tuple[int, str, str]:
        """From what it was derived: the run, digests of the runner and of form."""
        basis = self.basis
        digests = runner_sha256(basis.runner), form_sha256(basis.form, basis.baselines)
        return (self.activity_id, *digests)

    @property
    def kept(self) -> Kept:
        """What it leaves behind."""
        judged = self.basis.form is not None and not self.analysis.summary.is_fragment
        return Kept(run=self.basis.run, summary=self.analysis.summary, evaluated=judged)


def runner_sha256(runner: RunnerThen) -> str:
    """The same for a runner of whom the same is known."""
    text = json.dumps(runner, default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: object) -> object:
    """A dataclass by its fields, anything else as text."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return str(value)


def _session(run: StoredRun, runner: RunnerThen) -> SessionInput:
    freeze(run.recording.series.values())  # they come from another process, where they were
    run.found.keep()
    return understand(run.recording, run.splits, anatomy=anatomy_of(run), runner=runner)
