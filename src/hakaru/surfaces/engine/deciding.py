"""What is the state now, and who is told? Both sources are joined here and nowhere else."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, replace

from hakaru.core.errors import ModelError
from hakaru.flows.asking import Asker
from hakaru.flows.focus import ShownNow
from hakaru.focus.ask import Choice, Consultation, StateChoice, conclude, consult
from hakaru.focus.classify import ModelCause, Signals, Verdict, current, in_meeting
from hakaru.focus.classify import decide as decided
from hakaru.focus.states import build_integrated_state, reasons_text
from hakaru.focus.timeline import GAP, show
from hakaru.guard.task import Accepted, Task
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.diary import Diary
from hakaru.surfaces.engine.health import OK, Part
from hakaru.surfaces.engine.hub import Hub

DECIDED_EVERY_S = 0.5
HEARTBEAT_S = 10.0
PC_MAX_AGE_S = 10.0
"""The use of the computer is read every second here: older than ten, it is absent."""
_JUMP_S, _JUMP_TOLD_S = 2.0, 60.0

_log = logging.getLogger(__name__)


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
        verdict = self._with_opinion(decided(signals), signals, now_s=now_s)
        board.verdict = verdict
        if in_meeting(signals.pc):
            board.met_s = now_s
        board.shown = show(board.shown, verdict, now_s=now_s)
        if board.grounds is None or verdict.state == board.shown.state:
            board.grounds = verdict
        self._diary.note(signals, verdict, at_s=now_s)
        self._diary.show(board.shown.state, at=moment(now_s))

    def _with_opinion(self, verdict: Verdict, signals: Signals, *, now_s: float) -> Verdict:
        """What a model said about evidence like this; a new question is put beside the loop."""
        if self._asker.model is None or not self._board.settings.model_enabled:
            self._board.health.tell("model", "none" if self._asker.model is None else "off")
            return verdict
        consultation = consult(verdict, signals, asking=self._board.asking, now_s=now_s)
        self._board.asking = consultation.asking
        if consultation.question is not None:
            self._question = asyncio.create_task(self._ask(consultation, consultation.question))
        return consultation.verdict

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
