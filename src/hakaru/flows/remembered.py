"""What is known of the runner at the time of each run: reading it imports nothing that judges."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from hakaru.flows.context import Context, Settings
from hakaru.running.activity import Recording, Sex
from hakaru.running.athlete.efforts import RunEfforts
from hakaru.running.athlete.known import athlete_on
from hakaru.running.athlete.model import Athlete, AthleteFact, as_reported
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import SessionSettings, SessionSummary, TrainingType
from hakaru.running.session.training_type import record_of
from hakaru.running.session.type_evidence import Habits, habits_on
from hakaru.running.session.understand import Anatomy, RunnerThen
from hakaru.store.activities import not_learned_runs, read_labels
from hakaru.store.athlete import (
    PastRun,
    StatedSex,
    nth_start_before,
    past_runs,
    stated_facts,
    stored_efforts,
)
from hakaru.store.sessions import session_summaries, stored_sessions
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import baselines_before

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_REMEMBERED = timedelta(days=400)
"""Efforts and reports older than this say nothing about a day, unless there are no newer ones."""
_AT_LEAST = 60
_MOST = 700
_HABIT_DAYS = 120
_FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass
class Past:
    """Runs and sessions in order of time; grows while an ingest goes on. `settings`: what the
    runner set about zones and shares; `not_learned`: runs that say nothing about others.

    `known_since`: from when on every stored run is in it, `sessions_since`: every session; None: it
    holds everything.
    """

    runs: list[PastRun]
    sessions: list[SessionSummary]
    facts: tuple[AthleteFact, ...] = ()
    sexes: tuple[StatedSex, ...] = ()
    labels: Mapping[int, TrainingType] = field(default_factory=dict)
    not_learned: frozenset[int] = frozenset()
    settings: SessionSettings = field(default_factory=SessionSettings)
    known_since: datetime | None = None
    sessions_since: datetime | None = None
    _ids: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self._ids = {run.activity_id for run in self.runs}

    def reach(self, con: DuckDBPyConnection, moment: datetime) -> None:
        """Read what is stored of the time that counts for a run that started at a moment."""
        self._reach_runs(con, moment)
        self._reach_sessions(con, moment)

    def _reach_runs(self, con: DuckDBPyConnection, moment: datetime) -> None:
        if self.known_since is None:
            return
        since = min(moment - _REMEMBERED, nth_start_before(con, moment, n=_AT_LEAST) or moment)
        if since >= self.known_since:
            return
        runs = past_runs(con, since=since, before=self.known_since)
        self.runs = [*(run for run in runs if run.activity_id not in self._ids), *self.runs]
        self.runs.sort(key=_start)
        self._ids |= {run.activity_id for run in runs}
        self.known_since = since

    def _reach_sessions(self, con: DuckDBPyConnection, moment: datetime) -> None:
        """Habits are of the last months: what sessions say of a time before is not asked for."""
        since = moment - timedelta(days=_HABIT_DAYS)
        if self.sessions_since is None or since >= self.sessions_since:
            return
        sessions = session_summaries(con, started_since=since, started_before=self.sessions_since)
        activity_ids = {session.activity_id for session in self.sessions}
        self.sessions = [
            *(session for session in sessions if session.activity_id not in activity_ids),
            *self.sessions,
        ]
        self.sessions.sort(key=lambda session: session.started_at)
        self.sessions_since = since

    def runner_then(self, run: PastRun) -> RunnerThen:
        """What was known once this run was over, and the runner's own label for it."""
        runs = self._runs_before(run.started_at, own=run)
        latest = max(run.day, runs[-1].day)
        return RunnerThen(
            athlete=replace(self._athlete(latest, runs, said_by=run.day), day=run.day),
            habits=self._habits(run),
            label=self.labels.get(run.activity_id),
            record=record_of(
                [
                    earlier_run.efforts
                    for earlier_run in runs
                    if earlier_run.activity_id != run.activity_id
                ]
            ),
            settings=self.settings,
        )

    def athlete_on(self, day: date) -> Athlete:
        """What is known on a day, by every run up to and including it."""
        runs = [run for run in self.runs if run.day <= day and self._teaches(run)][-_MOST:]
        return self._athlete(day, runs, said_by=day)

    def _runs_before(self, moment: datetime, *, own: PastRun) -> list[PastRun]:
        """This run and those before it."""
        end = bisect_right(self.runs, moment, key=_start)
        start = bisect_right(self.runs, moment - _REMEMBERED, key=_start)
        near = self.runs[max(0, min(start, end - _AT_LEAST)) : end]
        others = filter(self._teaches, near)
        runs = [*(run for run in others if run.activity_id != own.activity_id), own]
        return sorted(runs, key=_start)

    def _athlete(self, day: date, runs: Sequence[PastRun], *, said_by: date) -> Athlete:
        """By the runs known on `day`, and by what the runner says held on `said_by`."""
        return athlete_on(
            day,
            facts=[fact for fact in self.facts if fact.since <= said_by],
            reported=[(run.day, run.physiology) for run in runs if run.physiology is not None],
            efforts=[(run.day, run.efforts) for run in runs],
            sex=self._sex(said_by),
        )

    def copy(self) -> Past:
        """The same, to be tried out."""
        return replace(self, runs=[*self.runs], sessions=[*self.sessions])

    def become(self, other: Past) -> None:
        """Hold what a copy holds that was tried out."""
        self.runs, self.sessions = other.runs, other.sessions
        self._ids, self.known_since = other._ids, other.known_since
        self.sessions_since = other.sessions_since

    def remember(self, run: PastRun, session: SessionSummary) -> None:
        """Add a run, or replace what it said before."""
        if run.activity_id in self._ids:
            self.runs = [
                earlier_run
                for earlier_run in self.runs
                if earlier_run.activity_id != run.activity_id
            ]
            self.sessions = [
                earlier for earlier in self.sessions if earlier.activity_id != run.activity_id
            ]
        self._ids.add(run.activity_id)
        insort(self.runs, run, key=_start)
        insort(self.sessions, session, key=lambda summary: summary.started_at)

    def _habits(self, run: PastRun) -> Habits:
        end = bisect_right(self.sessions, run.started_at, key=lambda session: session.started_at)
        since = run.started_at - timedelta(days=_HABIT_DAYS)
        start = bisect_right(self.sessions, since, key=lambda session: session.started_at)
        others = [
            session
            for session in self.sessions[start:end]
            if session.activity_id != run.activity_id and self._teaches(session)
        ]
        return habits_on(run.day, others)

    def _teaches(self, run: PastRun | SessionSummary) -> bool:
        return run.activity_id not in self.not_learned

    def _sex(self, day: date) -> Sex | None:
        sexes = [entry.sex for entry in self.sexes if entry.since <= day]
        return sexes[-1] if sexes else None


def _start(run: PastRun) -> datetime:
    return run.started_at


def past_of(context: Context, con: DuckDBPyConnection) -> Past:
    """Everything stored about the runner: nobody who asks changes it."""
    settings, memo = context.settings, context.store.memo

    def read() -> Past:
        efforts = memo.renewed("efforts", lambda earlier: stored_efforts(con, earlier=earlier))
        stored = memo.renewed("sessions", lambda earlier: stored_sessions(con, earlier=earlier))
        runs = past_runs(con, efforts=efforts)
        return _past(con, settings, runs, stored.sessions, known_since=None)

    return memo.of(("past", settings.user_id, settings.sessions), read)


def past_to_reach(con: DuckDBPyConnection, settings: Settings) -> Past:
    """What the runner stated; runs are read once they count (see `Past.reach`)."""
    return _past(con, settings, (), (), known_since=_FOR_EVER)


def _past(
    con: DuckDBPyConnection,
    settings: Settings,
    runs: Sequence[PastRun],
    sessions: Sequence[SessionSummary],
    *,
    known_since: datetime | None,
) -> Past:
    facts, sexes = stated_facts(con, user_id=settings.user_id)
    return Past(
        runs=list(runs),
        sessions=list(sessions),
        facts=facts,
        sexes=sexes,
        labels=read_labels(con),
        not_learned=not_learned_runs(con),
        settings=settings.sessions,
        known_since=known_since,
        sessions_since=known_since,
    )


def known_before(
    con: DuckDBPyConnection, recording: Recording, *, settings: Settings
) -> Mapping[MetricName, MetricBaseline]:
    """What this runner usually showed with the sensor of a recording, as known before it."""
    if recording.sensor_group is None:
        return {}
    return baselines_before(
        con, recording.sensor_group, recording.started_at, user_id=settings.user_id
    )


def past_run(run: StoredRun) -> PastRun:
    """What a run says about the athlete."""
    recording = run.recording
    return PastRun(
        activity_id=recording.activity_id,
        day=recording.day,
        started_at=recording.started_at,
        physiology=None if recording.physiology is None else as_reported(recording.physiology),
        efforts=RunEfforts(anatomy_of(run).efforts),
    )


def anatomy_of(run: StoredRun) -> Anatomy:
    """What a prepared run was taken apart into."""
    assert run.anatomy is not None, "a prepared run has been taken apart"
    return run.anatomy
