"""The state now: decided from both sources, written down, and told.

Verdicts with their snapshots when the state or who decided changes, and else every five seconds;
intervals of what was shown as they grow. What cannot be written waits in memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from hakaru.core.errors import HakaruError, ModelError, StoreError
from hakaru.core.i18n import DEFAULT_LANGUAGE, N_, Lang, translate
from hakaru.flows.asking import Asker
from hakaru.flows.focus import ShownNow
from hakaru.focus.ask import (
    Choice,
    Consultation,
    StateChoice,
    conclude,
    consult,
    warm_up_question,
)
from hakaru.focus.classify import CLASSIFIER_VERSION, ModelCause, Signals, Verdict, current
from hakaru.focus.classify import decide as decided
from hakaru.focus.fusion import in_meeting
from hakaru.focus.rules import category_in_front
from hakaru.focus.settings import KINDS, Notification, Sent, after_sending, next_notification
from hakaru.focus.states import (
    CameraSnapshot,
    FocusState,
    PcSnapshot,
    build_integrated_state,
    reasons_text,
)
from hakaru.focus.timeline import (
    GAP,
    Interval,
    Record,
    Recorded,
    clip,
    decided_by,
    extend,
    merge,
    show,
)
from hakaru.guard.task import Accepted, Task
from hakaru.records import frozen
from hakaru.store.focus import (
    Response,
    SentNotification,
    UsageKey,
    add_usage,
    forgotten_until,
    read_intervals,
    read_notifications,
    respond,
    write_intervals,
    write_notification,
    write_records,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import OK, Board, Clock, Hub, Part, moment

RECORD_EVERY_S = 5.0
_RECORDS_WAITING, _INTERVALS_WAITING = 5_000, 5_000
_COUNTED_MOST_S, _APPS_WAITING, _LITTLE_S = 5.0, 1_000, 1e-6


@frozen
class Batch:
    """What is to be written; `n_done` of the intervals grow no more. `usage`: seconds to add."""

    records: tuple[Record, ...]
    intervals: tuple[Interval, ...]
    n_done: int
    usage: Mapping[UsageKey, float] = field(default_factory=dict)


class Diary:
    """What waits to be written. For the event loop; only `write_batch` is for threads."""

    def __init__(self) -> None:
        self._records: deque[Record] = deque(maxlen=_RECORDS_WAITING)
        self._done: deque[Interval] = deque(maxlen=_INTERVALS_WAITING)
        self._last: Interval | None = None
        self._noted: tuple[float, FocusState, str] | None = None
        self._usage: dict[UsageKey, float] = {}
        self._counted_s: float | None = None

    def count(self, pc: PcSnapshot | None, state: FocusState, *, at_s: float) -> None:
        """The application in front, for the time since the last look."""
        last_s, self._counted_s = self._counted_s, at_s
        if pc is None or last_s is None or not 0.0 < at_s - last_s <= _COUNTED_MOST_S:
            return
        key = UsageKey(
            day=moment(at_s).astimezone().date(),
            app=pc.active_app or "",
            category=category_in_front(pc),
            state=state,
        )
        if key in self._usage or len(self._usage) < _APPS_WAITING:
            self._usage[key] = self._usage.get(key, 0.0) + at_s - last_s

    def note(self, signals: Signals, verdict: Verdict, *, at_s: float) -> None:
        """A verdict and what it rests on."""
        last, now = self._noted, (at_s, verdict.state, verdict.source)
        alike = last is not None and last[1:] == now[1:]
        if not signals.sources or (alike and last and 0 <= at_s - last[0] < RECORD_EVERY_S):
            return
        self._noted = now
        recorded = Recorded(at_s=at_s, camera=signals.camera, pc=signals.pc)
        self._records.append(Record(recorded=recorded, decided=decided_by(verdict)))

    def show(self, state: FocusState, *, at: datetime) -> None:
        """What is shown from now on, or still."""
        *before, self._last = extend(self._last, state, at=at)
        self._done.extend(before)

    def stop(self) -> None:
        """Nothing is shown from now on (paused, suspended): the next state begins anew."""
        if self._last is not None:
            self._done.append(self._last)
            self._last = None
        self._counted_s = None

    @property
    def current(self) -> Interval | None:
        """The interval of what is shown; None: nothing is."""
        return self._last

    def batch(self) -> Batch:
        """What waits to be written."""
        done = tuple(self._done)
        intervals = done if self._last is None else (*done, self._last)
        return Batch(
            records=tuple(self._records),
            intervals=tuple(
                interval for interval in intervals if interval.ended_at > interval.started_at
            ),
            n_done=len(done),
            usage=dict(self._usage),
        )

    def written(self, batch: Batch) -> None:
        """It waits no more; what came since does."""
        for _ in range(min(len(batch.records), len(self._records))):
            self._records.popleft()
        for _ in range(min(batch.n_done, len(self._done))):
            self._done.popleft()
        for key, added_s in batch.usage.items():
            left_s = self._usage.get(key, 0.0) - added_s
            if left_s > _LITTLE_S:
                self._usage[key] = left_s
            else:
                self._usage.pop(key, None)


def write_batch(state: State, batch: Batch) -> None:
    """Write it down; from a thread.

    Raises:
        StoreError: it cannot be written now.
    """
    records, intervals = batch.records, batch.intervals
    since = forgotten_until(state)
    if since is not None and any(interval.started_at < since for interval in intervals):
        intervals = clip(
            intervals, start=since, end=max(interval.ended_at for interval in intervals)
        )
    if since is not None:
        records = tuple(record for record in records if record.recorded.at_s >= since.timestamp())
    if records:
        write_records(state, records)
    if intervals:
        write_intervals(state, intervals, origin="engine", classifier=CLASSIFIER_VERSION)
    if batch.usage:
        add_usage(state, batch.usage)


CHECKED_EVERY_S = 30.0
MEETING_REMEMBERED_S = 300.0
"""Who looked something up during a meeting is still in it."""
SHOWN_WITHIN_S = 5.0
FEW_BLINKS_PER_MIN = 8.0

_log = logging.getLogger(__name__)


SNOOZE_BUTTON = N_("Quiet for 30 min")
WRONG_BUTTON = N_("That was wrong")


def respond_to(state: State, number: int, response: Response) -> bool:
    """Keep what the user did with a notification."""
    return respond(state, number, response=response)


class Notifier(Protocol):
    """Shows something on the desktop."""

    async def show(self, text: str, *, actions: Mapping[str, Callable[[], None]]) -> bool:
        """Show it with buttons, by their words; False: this desktop cannot."""


class NotifyLoop:
    """Asks every half minute whether something is to be said, and says it."""

    part: Part = "notify"

    def __init__(self, board: Board, clock: Clock, *, state: State, diary: Diary, hub: Hub) -> None:
        self._board, self._clock, self._state = board, clock, state
        self._diary, self._hub = diary, hub
        self.notifier: Notifier | None = None
        self.lang: Lang = DEFAULT_LANGUAGE
        self.answer: Callable[[int, Response], object] = partial(respond_to, state)
        self._answers: set[asyncio.Task[None]] = set()
        self._recalled = False

    async def step(self) -> float:
        """One question whether to say something."""
        now = moment(self._clock.now_s())
        if not self._recalled:
            self._board.sent = await self._board.aside(partial(self._recall, now))
            self._recalled = True
        silent = self._silent()
        if silent is not None:
            self._board.health.tell("notify", silent)
            return CHECKED_EVERY_S
        if self._board.health.codes()["notify"] != "notify_missing":
            self._board.health.tell("notify", OK)
        due = next_notification(
            await self._board.aside(partial(self._intervals, now)),
            replace(self._board.sent, snoozed_until=self._board.controls.snoozed_until),
            now=now.astimezone(),
            settings=self._board.settings.notify,
            in_meeting=self._in_meeting(),
            unrested=self._unrested(),
        )
        if due is not None:
            await self._tell(due)
        return CHECKED_EVERY_S

    async def restart(self) -> None:
        """Nothing is open."""

    def _silent(self) -> str | None:
        """Why nothing is said; None: something may be."""
        if self._board.paused:
            return "paused"
        if not self._board.leading:
            return "starting" if self._board.leading is None else "follows"
        if not self._board.settings.notify_enabled:
            return "off"
        settings = self._board.settings
        local = moment(self._clock.now_s()).astimezone()
        quiet = not settings.nudge_outside_work and not settings.is_work_time(local)
        return "not_work_time" if quiet else None

    def _unrested(self) -> timedelta | None:
        """For how long the eyes did not leave the screen; who hardly blinks tires a quarter
        sooner."""
        rested_s, camera = self._board.rested_s, self._board.camera
        if rested_s is None or camera is None:
            return None
        rate = camera.blinks_per_minute
        tires = 4.0 / 3.0 if rate is not None and rate < FEW_BLINKS_PER_MIN else 1.0
        return timedelta(seconds=max(0.0, tires * (self._clock.now_s() - rested_s)))

    def _in_meeting(self) -> bool:
        met_s = self._board.met_s
        return met_s is not None and 0.0 <= self._clock.now_s() - met_s <= MEETING_REMEMBERED_S

    async def _tell(self, due: Notification) -> None:
        text = due.text(self.lang)
        self._board.sent = after_sending(self._board.sent, due)
        number: int | None = None
        try:
            number = await self._board.aside(
                partial(write_notification, self._state, due.kind, text=text, sent_at=due.at)
            )
        except StoreError as exc:
            _log.warning("%s", exc)
        message = {
            "type": "notification",
            "notification_type": due.kind,
            "id": number,
            "text": text,
        }
        self._hub.publish(json.dumps(message, ensure_ascii=False))
        actions = {} if number is None else self._actions(number, due)
        shown = await self._shown(text, actions)
        self._board.health.tell("notify", OK if shown else "notify_missing")

    def _actions(self, number: int, due: Notification) -> Mapping[str, Callable[[], None]]:
        """Quiet for half an hour, and that it was wrong, as buttons of the message itself."""

        def answers(response: Response) -> Callable[[], None]:
            def pressed() -> None:
                self._answers.add(task := asyncio.create_task(self._answer(number, response)))
                task.add_done_callback(self._answers.discard)

            return pressed

        actions = {translate(SNOOZE_BUTTON, self.lang): answers("snoozed")}
        if due.kind in ("drowsy", "distracted"):
            actions[translate(WRONG_BUTTON, self.lang)] = answers("wrong")
        return actions

    async def _answer(self, number: int, response: Response) -> None:
        """As on the page; what cannot be written down now is lost, and said in the log."""
        try:
            await self._board.aside(partial(self.answer, number, response))
        except HakaruError as exc:
            _log.warning("%s", exc)

    async def _shown(self, text: str, actions: Mapping[str, Callable[[], None]]) -> bool:
        """A desktop that does not answer holds nothing up."""
        if self.notifier is None:
            return False
        try:
            async with asyncio.timeout(SHOWN_WITHIN_S):
                return await self.notifier.show(text, actions=actions)
        except TimeoutError:
            return False
        except Exception:
            _log.exception("the desktop shows nothing")
            return False

    def _intervals(self, now: datetime) -> Sequence[Interval]:
        longest = max(self._board.settings.notify.after(kind) for kind in KINDS)
        since = now - longest - timedelta(minutes=15)
        stored = read_intervals(self._state, start=since, end=now, origin="engine")
        last = self._diary.current
        return merge(stored if last is None else (*stored, last))

    def _recall(self, now: datetime) -> Sent:
        """Cool-downs and the cap of the day outlive a restart."""
        since = now - timedelta(days=2)
        notifications = read_notifications(self._state, start=since, end=now + timedelta(seconds=1))
        sent = Sent()
        for notification in notifications:
            sent = after_sending(sent, _as_notification(notification))
        return sent


def _as_notification(notification: SentNotification) -> Notification:
    return Notification(
        kind=notification.kind, at=notification.sent_at.astimezone(UTC).astimezone()
    )


DECIDED_EVERY_S = 0.5
EYES_REST_S = 20.0
HEARTBEAT_S = 10.0
PC_MAX_AGE_S = 10.0
"""The use of the computer is read every second here: older than ten, it is absent."""
_JUMP_S, _JUMP_TOLD_S = 2.0, 60.0


class DecideLoop:
    """Decides twice a second, and publishes what changed. A model is asked beside it: the loop
    never waits for one."""

    part: Part = "model"

    def __init__(self, board: Board, clock: Clock, *, asker: Asker, diary: Diary, hub: Hub) -> None:
        self._board, self._clock, self._asker = board, clock, asker
        self._diary, self._hub = diary, hub
        self._ahead_s: float | None = None
        self._jumped_s: float | None = None
        self._published: tuple[float, Mapping[str, object]] | None = None
        self._question: asyncio.Task[None] | None = None
        self._warmed = False

    async def step(self) -> float:
        """One decision."""
        now_s = self._clock.now_s()
        self._watch_clock(now_s)
        if self._board.leading and not self._board.paused:
            self._decide(now_s)
        elif self._board.shown is not None:
            self._diary.stop()
            self._board.forget_now()
        self._publish(now_s)
        return DECIDED_EVERY_S

    async def restart(self) -> None:
        """Give up the question that is on its way."""
        if self._question is not None:
            self._question.cancel()
            self._question = None

    def _watch_clock(self, now_s: float) -> None:
        """Wall and steady clock drift apart where the computer slept, or somebody set the one."""
        ahead_s = now_s - self._clock.steady_s()
        jump_s = 0.0 if self._ahead_s is None else ahead_s - self._ahead_s
        self._ahead_s = ahead_s
        if abs(jump_s) < _JUMP_S:
            if self._jumped_s is None or now_s - ahead_s - self._jumped_s > _JUMP_TOLD_S:
                self._board.health.tell("clock", OK)
            return
        self._jumped_s = now_s - ahead_s
        self._board.health.tell("clock", "gap" if jump_s > 0 else "clock_back")
        if jump_s < 0 or jump_s > GAP.total_seconds():
            self._diary.stop()
            self._board.forget_now()

    def _decide(self, now_s: float) -> None:
        board = self._board
        board.look_up(now_s=now_s)
        signals = current(board.camera, board.pc, now_s=now_s, pc_max_age_s=PC_MAX_AGE_S)
        verdict = self._with_opinion(decided(signals, board.tuning), signals, now_s=now_s)
        board.verdict = verdict
        if in_meeting(signals.pc):
            board.met_s = now_s
        board.shown = show(board.shown, verdict, now_s=now_s)
        if board.grounds is None or verdict.state == board.shown.state:
            board.grounds = verdict
        if _rests(signals.camera) or board.rested_s is None or board.rested_s > now_s:
            board.rested_s = now_s
        self._diary.note(signals, verdict, at_s=now_s)
        self._diary.count(signals.pc, board.shown.state, at_s=now_s)
        self._diary.show(board.shown.state, at=moment(now_s))

    def _with_opinion(self, verdict: Verdict, signals: Signals, *, now_s: float) -> Verdict:
        """What a model said about evidence like this; a new question is put beside the loop."""
        if self._asker.model is None or not self._board.settings.model_enabled:
            self._board.health.tell("model", "none" if self._asker.model is None else "off")
            return verdict
        busy = self._question is not None and not self._question.done()
        if not self._warmed:
            self._warmed = busy = True
            self._question = asyncio.create_task(self._warm_up())
        consultation = consult(verdict, signals, asking=self._board.asking, now_s=now_s, busy=busy)
        self._board.asking = consultation.asking
        if consultation.question is not None:
            self._question = asyncio.create_task(self._ask(consultation, consultation.question))
        return consultation.verdict

    async def _warm_up(self) -> None:
        """Have the model loaded before it is needed; what comes of it counts for nothing."""
        self._board.health.tell("model", "model_warming")
        try:
            task: Task[Choice | None] = warm_up_question()
            await self._asker.answer(task, _no_opinion)
        except Exception as exc:  # the first real question tells what is amiss
            _log.info("%s", exc)
        self._board.health.tell("model", OK)

    async def _ask(self, consultation: Consultation, question: StateChoice) -> None:
        outcome: Accepted[Choice] | ModelCause
        try:
            task: Task[Choice | None] = question
            answer = await self._asker.answer(task, _no_opinion)
        except ModelError as exc:
            _log.warning("%s", exc)
            outcome = "model_unreachable"
        except Exception:
            _log.exception("the question to the model came to nothing")
            outcome = "model_unreachable"
        else:
            cause = _CAUSES.get(str(answer.error), "model_unreachable")
            chosen = answer.value
            outcome = cause if chosen is None else Accepted(value=chosen, attempts=answer.attempts)
        self._board.health.tell("model", OK if isinstance(outcome, Accepted) else outcome)
        now_s = self._clock.now_s()
        refreshed = replace(consultation, asking=self._board.asking)
        self._board.asking = conclude(refreshed, outcome, now_s=now_s).asking

    def _publish(self, now_s: float) -> None:
        message = state_message(self._board, now_s=now_s)
        brief = {name: message[name] for name in _CHANGES}
        last = self._published
        if last is None or last[1] != brief or not 0 <= now_s - last[0] < HEARTBEAT_S:
            self._published = (now_s, brief)
            self._hub.publish(json.dumps(message, ensure_ascii=False))


def _rests(camera: CameraSnapshot | None) -> bool:
    """Whether the eyes are away from the screen for 20 s, or nobody is there; None: not known, and
    then nothing is said of it."""
    if camera is None or camera.face_detected is not True:
        return True
    return camera.off_screen_s is None or camera.off_screen_s >= EYES_REST_S


_CAUSES: Mapping[str, ModelCause] = {"Rejected": "model_rejected", "ModelTooSlow": "model_late"}
_CHANGES = ("state", "verdict", "health", "pause", "camera_open")
"""A difference in these is told at once; figures are told with the next heartbeat."""


def state_message(board: Board, *, now_s: float) -> Mapping[str, object]:
    """What clients are told: the state on show, the verdict behind it, and how the parts are."""
    shown, verdict, grounds = board.shown, board.verdict, board.grounds
    if board.followed is not None:
        return {**_followed(board.followed), "timestamp": now_s, **_about(board)}
    if shown is None or verdict is None or grounds is None:
        return {**_NOTHING, "timestamp": now_s, **_about(board)}
    result = replace(grounds.result, state=shown.state, confidence=shown.confidence)
    state = build_integrated_state(result, board.camera, board.pc, timestamp=now_s)
    return {
        "type": "state_update",
        **asdict(state),
        "source": grounds.source,
        "since": shown.since_s,
        "verdict": verdict.state,
        "verdict_confidence": verdict.confidence,
        "reasons": list(grounds.reasons),
        **_about(board),
    }


_NOTHING: Mapping[str, object] = {
    "type": "state_update",
    "state": "unknown",
    "confidence": 0.0,
    "camera_state": None,
    "pc_state": None,
    "reasoning": "",
    "source": None,
    "since": None,
    "verdict": None,
    "verdict_confidence": None,
    "reasons": [],
}


def _followed(now: ShownNow) -> Mapping[str, object]:
    """What the process that watches has written down."""
    verdict = now.decided
    return {
        **_NOTHING,
        "state": now.state,
        "confidence": 0.0 if verdict is None else verdict.confidence,
        "reasoning": "" if verdict is None else reasons_text(now.reasons, "en"),
        "source": None if verdict is None else verdict.source,
        "since": now.since.timestamp(),
        "reasons": list(now.reasons),
    }


def _no_opinion() -> Choice | None:
    return None


def _about(board: Board) -> Mapping[str, object]:
    watching = board.watching
    return {
        "health": dict(board.health.codes()),
        "paused": watching.pause == "paused",
        "pause": watching.pause,
        "camera_open": watching.camera_open,
        "watcher": watching.watcher,
    }
