"""Bring up to date what is older than its inputs, before it is shown.

Whatever changes an input marks what depends on it (`store.stale`), in one transaction. Whoever
reads results next, on whatever surface, comes through here: sessions first, in order of time,
because their splits are what form is learned from; then the verdicts of each sensor, in order of
time; then the sessions whose verdict or curves became others; last what others wrote of the runs
under an earlier rule. It goes on in short turns, so that
other programs get in, and where a kill cut it off.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreError
from hakaru.core.i18n import message
from hakaru.flows.context import Context
from hakaru.flows.devices import bridge_sha256
from hakaru.flows.freshness import fingerprints, is_stale
from hakaru.flows.isolate import isolate
from hakaru.flows.judge import Learner, judge_stretch, learner_for, outdate_judged
from hakaru.flows.outside import judge_texts_again
from hakaru.flows.remembered import past_to_reach
from hakaru.flows.understand import Kept, SessionAnalyzer, leave
from hakaru.store.bridges import mark_led
from hakaru.store.database import transaction
from hakaru.store.history import n_runs_from
from hakaru.store.jobs import Owner, is_gone
from hakaru.store.stale import (
    EVER,
    NOBODY,
    SessionHead,
    StaleKind,
    StaleMark,
    advance_mark,
    mark_stale,
    marks_of,
    measured_groups,
    note_derived_with,
    note_judged,
    session_heads,
    stale_marks,
    standing,
    take_over_marks,
    unjudged_since,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TURN_S = 0.2
"""A turn ends after so long where somebody waits for it."""
_STRETCH_RUNS = 60
"""So many runs are judged in one transaction: less than a second."""
_PATIENCE_S, _PAUSE_S = 1.0, 0.05
"""So long another program that brings results up to date is waited for."""


def refresh(context: Context) -> bool:
    """Derive again what is older than its inputs. False: something still is, because another
    program is about it, or because nothing can be written here."""
    try:
        with context.store.read(as_it_is=True) as con:
            if not is_stale(con, context.settings):
                return True
        owner = Owner(context.data_folder)
        try:
            return refresh_as(context, owner.name)
        finally:
            owner.release()
    except StoreError:
        return False


def refresh_as(context: Context, owner: str) -> bool:
    """The same as somebody who has begun to work already.

    Raises:
        StoreError: the store cannot be used; what was done until then stays.
    """
    deadline_s = time.monotonic() + _PATIENCE_S
    while True:
        work = take_over(context, owner)
        while work:
            _do(context, work[0])
            with context.store.read(as_it_is=True) as con:
                work = marks_of(con, owner)
        with context.store.read(as_it_is=True) as con:
            marks, any_unjudged = stale_marks(con), standing(con).any_unjudged
        if not marks:
            if any_unjudged:
                judge_texts_again(context)
            return True
        if time.monotonic() > deadline_s:
            return False
        time.sleep(_PAUSE_S)


def take_over(context: Context, owner: str) -> tuple[StaleMark, ...]:
    """What is to be done and nobody does, from now on an owner's work. Settings or code that
    changed make everything stale that depends on them."""
    if not is_left(context, owner):
        return ()
    with context.store.write() as con:
        _mark_changed(con, fingerprints(context.settings), owner=owner)
        return take_over_marks(con, owner=owner, is_gone=partial(is_gone, context.data_folder))


def is_left(context: Context, owner: str = NOBODY) -> bool:
    """Whether something is to be done that nobody else is about."""
    with context.store.read(as_it_is=True) as con:
        now = standing(con)
        marks = stale_marks(con) if now.n_marks else ()
    return not now.derived_with.items() >= fingerprints(context.settings).items() or any(
        mark.owner in (owner, NOBODY) or is_gone(context.data_folder, mark.owner) for mark in marks
    )


def _mark_changed(con: DuckDBPyConnection, wanted: Mapping[StaleKind, str], *, owner: str) -> None:
    now = standing(con)
    changed = {kind for kind, value in wanted.items() if now.derived_with.get(kind) != value}
    if not changed:
        return
    marks = []
    if "session" in changed and now.any_run:
        marks.append(StaleMark(kind="session", since=EVER, owner=owner))
    if "form" in changed and now.any_run:
        marks += [
            StaleMark(kind="form", sensor_group=group, since=EVER, owner=owner)
            for group in measured_groups(con)
        ]
    mark_stale(con, marks)
    note_derived_with(con, wanted)


def _do(context: Context, mark: StaleMark) -> None:
    if mark.kind == "form":
        _judge_again(context, mark)
    else:
        _SessionWork(context, mark).do()


class _SessionWork:
    """Sessions from a moment on, oldest first: each that would be derived otherwise today."""

    def __init__(self, context: Context, mark: StaleMark) -> None:
        self._context, self._mark = context, mark
        with context.store.read(as_it_is=True) as con:
            heads = session_heads(con, mark.since)
            past = past_to_reach(con, context.settings)
            self._by_runner = mark.kind == "session"
            if self._by_runner:
                past.reach(con, mark.since)
        self._waiting = [head for head in heads if self._by_runner or head.form_sha256 == ""]
        self._runs = {run.activity_id: run for run in past.runs}
        self._analyzer = SessionAnalyzer(
            past=past, settings=context.settings, now=context.now(), owner=mark.owner
        )

    def do(self) -> None:
        """Until nothing is outdated."""
        progress = self._context.progress
        if self._waiting:
            progress.begin("understanding", len(self._waiting))
        while self._waiting:
            if self._outdated(self._waiting[0]):
                self._turn()
            else:
                self._next()
        progress.end()
        with self._context.store.write() as con:
            advance_mark(con, self._mark, None)

    def _outdated(self, head: SessionHead) -> bool:
        if not self._by_runner:
            return True
        return self._analyzer.is_outdated(head, self._runs[head.activity_id])

    def _next(self) -> SessionHead:
        self._context.progress.advance()
        return self._waiting.pop(0)

    def _turn(self) -> None:
        """Derive the next runs anew, until one is as it should be or others want their turn."""
        store = self._context.store
        with store.turn() as con:
            until_s = time.monotonic() + TURN_S
            while self._waiting and self._outdated(self._waiting[0]):
                self._derive_next(con)
                if time.monotonic() > until_s and store.others_wait():
                    break

    def _derive_next(self, con: DuckDBPyConnection) -> None:
        """One run; where that fails (what is stored of it cannot be read) the others go on."""
        head = self._next()
        outcome = isolate(
            partial(self._derive, con, head),
            item=message("activity {activity_id}", activity_id=head.activity_id),
        )
        stored_session = outcome.value
        if stored_session is None:
            with transaction(con):
                leave(con, head.activity_id)
                advance_mark(con, self._mark, head.started_at)
            return
        self._analyzer.past.remember(stored_session.run, stored_session.summary)
        self._runs[head.activity_id] = stored_session.run

    def _derive(self, con: DuckDBPyConnection, head: SessionHead) -> Kept:
        with transaction(con):
            stored_session = self._analyzer.keep_again(con, head.activity_id)
            advance_mark(con, self._mark, head.started_at)
        return stored_session


def _judge_again(context: Context, mark: StaleMark) -> None:
    """The verdicts of one sensor from a moment on, oldest first."""
    store, fingerprint = context.store, fingerprints(context.settings)["form"]
    with store.read(as_it_is=True) as con:
        led = bridge_sha256(con, mark.sensor_group, user_id=context.settings.user_id)
        start = unjudged_since(con, mark.sensor_group, mark.since, fingerprint=fingerprint, led=led)
        n_runs = n_runs_from(con, mark.sensor_group, start)
    context.progress.begin("evaluating", n_runs)
    with learner_for(n_runs, workers=context.settings.workers) as learner:
        since: datetime | None = start
        while since is not None:
            with store.turn() as con:
                until_s = time.monotonic() + TURN_S
                while since is not None:
                    since = _judge_stretch(context, con, mark, since, start, learner=learner)
                    if time.monotonic() > until_s and store.others_wait():
                        break
    context.progress.end()


def _judge_stretch(
    context: Context,
    con: DuckDBPyConnection,
    mark: StaleMark,
    since: datetime,
    start: datetime,
    *,
    learner: Learner,
) -> datetime | None:
    """The next runs from a moment on, of those since `start`. Returns where it goes on; None: those
    were the last."""
    with transaction(con):
        done = judge_stretch(
            con,
            mark.sensor_group,
            since,
            limit=_STRETCH_RUNS,
            settings=context.settings,
            now=context.now(),
            learner=learner,
        )
        outdate_judged(con, done.judged, owner=mark.owner)
        advance_mark(con, mark, done.next_start)
        if done.next_start is None:
            fingerprint = fingerprints(context.settings)["form"]
            led = bridge_sha256(con, mark.sensor_group, user_id=context.settings.user_id)
            note_judged(con, mark.sensor_group, fingerprint=fingerprint, led=led)
            mark_led(con, mark.sensor_group, start, owner=mark.owner)
    context.progress.advance(len(done.judged.known))
    return done.next_start
