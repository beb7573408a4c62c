"""Which of the two best states is it? A question to a model, which may choose no third one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.focus.apps import classify_app
from hakaru.focus.classify import Signals
from hakaru.focus.prompts import (
    UNAVAILABLE,
    UNIFIED_EXAMPLES,
    UNIFIED_SYSTEM_PROMPT,
    format_unified_prompt,
)
from hakaru.focus.signals import CameraSnapshot, PcSnapshot, as_values
from hakaru.focus.states import FocusState
from hakaru.guard.cleaning import Finding, for_model
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Prompt, Reply, correction

TASK_NAME = "focus.state"
REPLY_MAX_TOKENS = 128
REASONING_MOST = 300
_APP_MOST = 40
_NAME = re.compile(r"[\w.+&'()-]+(?: [\w.+&'()-]+){0,3}")
_UNKNOWN_APP = "(an unknown application)"

_CAMERA_FIELDS = (
    "face_detected", "ear_average", "open_ear_frac", "perclos", "perclos_drowsy", "microsleeps",
    "yawning", "mar", "head_pose", "gaze_off_screen_ratio", "blinks_per_minute",
    "head_movement_count", "face_not_detected_ratio",
)  # fmt: skip
_PC_FIELDS = (
    "active_app", "idle_seconds", "keyboard_rate_window", "mouse_rate_window",
    "app_switches_in_window", "unique_apps_in_window", "seconds_since_last_keyboard",
)  # fmt: skip
"""What a model is told: statistics beyond these make a small one read too much into them."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What a model chose. Its `reasoning` is kept with the attempt and shown to nobody as fact."""

    state: FocusState
    confidence: float
    reasoning: str


@dataclass(frozen=True, kw_only=True)
class StateChoice:
    """The question between two candidates, as the guard asks it."""

    signals: Signals
    candidates: tuple[FocusState, FocusState]

    @property
    def name(self) -> str:
        """What attempts are filed under."""
        return TASK_NAME

    @property
    def prompt(self) -> Prompt:
        """The prompt of the requirements, and which two states are left."""
        asked = format_unified_prompt(_camera_json(self.signals.camera), _pc_json(self.signals.pc))
        first, second = self.candidates
        only = (
            f'The measured evidence leaves two states: "{first}" or "{second}". '
            "Choose one of these two; any other state is refused."
        )
        return Prompt(
            system=f"{UNIFIED_SYSTEM_PROMPT}\n\n{UNIFIED_EXAMPLES}",
            user=f"{asked}\n\n{only}",
            schema=dict(self._schema),
            reply_max_tokens=REPLY_MAX_TOKENS,
        )

    def judge(self, reply: Reply) -> tuple[Choice | None, tuple[Finding, ...]]:
        """The choice, if it is one of the two."""
        payload, findings = read_object(reply, lang="en")
        if payload is None:
            return None, findings
        findings += check(payload, self._schema, lang="en")
        state, confidence = payload.get("state"), payload.get("confidence")
        if not _is_share(confidence):
            findings += (_CONFIDENCE,)
        chosen = next((candidate for candidate in self.candidates if candidate == state), None)
        if chosen is None or not isinstance(confidence, int | float) or not _is_share(confidence):
            return None, findings
        reasoning = for_model(str(payload.get("reasoning", "")), most=REASONING_MOST)
        return Choice(state=chosen, confidence=float(confidence), reasoning=reasoning), findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang="en")

    @property
    def _schema(self) -> Mapping[str, object]:
        return {
            "type": "object",
            "required": ["state", "confidence"],
            "properties": {
                "state": {"type": "string", "enum": list(self.candidates)},
                "confidence": {"type": "number"},
                "reasoning": {"type": "string"},
            },
        }


_CONFIDENCE = Finding(
    rule="focus.confidence", path="confidence", message="must be a number between 0 and 1"
)


def _is_share(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and 0.0 <= value <= 1.0


def _camera_json(camera: CameraSnapshot | None) -> str:
    return UNAVAILABLE if camera is None else _json(as_values(camera), _CAMERA_FIELDS)


def _pc_json(pc: PcSnapshot | None) -> str:
    if pc is None:
        return UNAVAILABLE
    values = dict(as_values(pc))
    if pc.active_app is not None:
        values["active_app"] = _app_told(pc.active_app)
    return _json(values, _PC_FIELDS)


def _app_told(name: str) -> str:
    """Anybody can call a window anything: what does not look like a name is not passed on."""
    is_known = classify_app(name) is not None or _NAME.fullmatch(name) is not None
    return for_model(name, most=_APP_MOST) if is_known and len(name) <= _APP_MOST else _UNKNOWN_APP


def _json(values: Mapping[str, object], fields: tuple[str, ...]) -> str:
    payload = {name: values[name] for name in fields if name in values}
    return json.dumps(payload, indent=2, ensure_ascii=False, allow_nan=False)
