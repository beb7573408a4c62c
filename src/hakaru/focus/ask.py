"""The question to a model about attention: which of two states it is.

Pure: the state is passed in and returned, and now is an argument.

Two steps around the asking, which somebody else does and may give up: `consult` says what is known
already and what to ask, `conclude` what the answer changes. Whatever a model does or fails to do,
there is a verdict.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from hakaru.core.i18n import message
from hakaru.focus.categories import classify_app
from hakaru.focus.classify import ModelCause, Signals, Verdict, with_model, without_model
from hakaru.focus.rules import category_in_front
from hakaru.focus.states import CameraSnapshot, FocusState, PcSnapshot, as_values
from hakaru.guard.cleaning import Finding, for_model
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Accepted, Prompt, Rejected, Reply, correction
from hakaru.records import frozen

UNIFIED_SYSTEM_PROMPT = """\
You are a focus/attention state classifier. Given BOTH facial feature data
AND PC usage data, determine the person's current state.

STATES:
- "focused": Engaged in work. Includes: looking at screen, talking to a
  colleague (head turned ~30-40° is normal), attending video meeting,
  reading, thinking with low input.
- "drowsy": Physical sleepiness. Requires MULTIPLE indicators together:
  very low eye openness (EAR < 0.22), high PERCLOS, yawning, drooping head.
  A single indicator alone is NOT enough.
- "distracted": Attention has genuinely drifted. Sustained purposeless
  gaze away, passive content scrolling, rapid unfocused app switching.
- "away": Person not present (no face detected).
- "idle": Stepped away from active work. Requires BOTH low/no PC input AND
  no sign of intentional engagement (not watching screen attentively, not
  in a meeting). PC idle alone does NOT mean idle — the person may be
  watching a video, in a meeting, or reading.

CROSS-SIGNAL REASONING (critical):
- Meeting app (Zoom/Teams/Meet/Slack huddle) active + head turned +
  low keyboard = attending a meeting → FOCUSED
- Head turned 30-40° + stable gaze + normal EAR = talking to colleague → FOCUSED
- Browser + high mouse + very low keyboard + long since last keystroke
  = passive scrolling → DISTRACTED
- Low EAR + PERCLOS + yawning + low input together = DROWSY
- Code editor + active keyboard + brief head turns = normal coding → FOCUSED

FACIAL DATA FIELDS:
- ear_average: Eye Aspect Ratio (0.25-0.35 normal; lower = more closed)
- perclos / perclos_drowsy: Eye closure ratio (True = potentially drowsy)
- yawning: Mouth indicates yawning
- head_pose.yaw: Left/right turn degrees (0 = facing screen)
- head_pose.pitch: Up/down tilt degrees
- gaze_off_screen_ratio: Fraction looking away
- blinks_per_minute: Normal 15-20/min
- head_movement_count: Significant position changes

PC DATA FIELDS:
- active_app: Currently focused application
- idle_seconds: Seconds since last input
- keyboard_rate_window / mouse_rate_window: Input rates (60s window)
- app_switches_in_window / unique_apps_in_window: App switching frequency
- seconds_since_last_keyboard: Recency of typing

Output ONLY JSON: {"state":"...","confidence":0.0-1.0,"reasoning":"brief"}"""

UNIFIED_EXAMPLES = """\
Example 1 (MTG中):
Camera: {"face_detected":true,"ear_average":0.28,"head_pose":{"yaw":32,"pitch":-2},"perclos_drowsy":false,"yawning":false}
PC: {"active_app":"Zoom","idle_seconds":12,"keyboard_rate_window":0,"mouse_rate_window":5}
→ {"state":"focused","confidence":0.85,"reasoning":"Head turned but Zoom is active, likely in a meeting"}

Example 2 (パッシブ閲覧):
Camera: {"face_detected":true,"ear_average":0.30,"head_pose":{"yaw":3,"pitch":-5},"perclos_drowsy":false,"yawning":false}
PC: {"active_app":"Safari","idle_seconds":3,"keyboard_rate_window":1,"mouse_rate_window":180,"seconds_since_last_keyboard":55}
→ {"state":"distracted","confidence":0.75,"reasoning":"Facing screen but passive mouse-only browsing with almost no keyboard input"}

Example 3 (眠気):
Camera: {"face_detected":true,"ear_average":0.19,"perclos_drowsy":true,"yawning":true,"head_pose":{"yaw":-2,"pitch":15},"blinks_per_minute":8}
PC: {"active_app":"Code","idle_seconds":25,"keyboard_rate_window":3,"mouse_rate_window":2}
→ {"state":"drowsy","confidence":0.95,"reasoning":"Multiple strong drowsy signals despite being in editor: very low EAR, PERCLOS, yawning, low blink rate"}"""

UNIFIED_USER_PROMPT_TEMPLATE = """Classify the person's state using both data sources:

Facial features:
{camera_json}

PC usage:
{pc_json}

Respond with ONLY a JSON object."""

UNAVAILABLE = "(unavailable)"
"""What stands for a snapshot that is absent."""


def format_unified_prompt(camera_json: str, pc_json: str) -> str:
    """The question about both snapshots; `UNAVAILABLE` stands for one that is absent."""
    return UNIFIED_USER_PROMPT_TEMPLATE.format(camera_json=camera_json, pc_json=pc_json)


EVERY_S = 30.0
FAULTS_BEFORE_REST = 3
REST_S = 300.0
KEPT_ANSWERS = 64
_STEPS = 4

Permission = Literal["ask", "known", "too_soon", "resting"]
Key = tuple[str, ...]


@frozen
class Answer:
    """What a model chose for evidence like this."""

    key: Key
    state: FocusState
    confidence: float


@frozen
class Asking:
    """What is remembered about asking. `answers` oldest first; `faults` in a row."""

    answers: tuple[Answer, ...] = ()
    asked_s: float | None = None
    faults: int = 0
    resting_until_s: float | None = None


def evidence_key(verdict: Verdict, pc: PcSnapshot | None) -> Key:
    """The evidence in coarse steps: what is alike for a model has the same key."""
    observations = () if verdict.fusion is None else verdict.fusion.observations
    steps = [
        f"{observation.code}:{round(observation.strength_frac * _STEPS)}"
        for observation in observations
    ]
    app = None if pc is None else category_in_front(pc)
    return (*sorted(verdict.candidates or ()), *steps, f"app:{app}")


def permission(asking: Asking, key: Key, *, now_s: float) -> Permission:
    """Whether to ask, or why not."""
    if known_answer(asking, key) is not None:
        return "known"
    # A clock set back must not make the rest longer than it was meant.
    if asking.resting_until_s is not None and 0.0 < asking.resting_until_s - now_s <= REST_S:
        return "resting"
    if asking.asked_s is not None and 0.0 <= now_s - asking.asked_s < EVERY_S:
        return "too_soon"
    return "ask"


def known_answer(asking: Asking, key: Key) -> Answer | None:
    """What a model said about evidence like this; None: it was not asked."""
    return next((answer for answer in asking.answers if answer.key == key), None)


def asked(asking: Asking, *, now_s: float) -> Asking:
    """A question is on its way."""
    return replace(asking, asked_s=now_s)


def answered(asking: Asking, answer: Answer) -> Asking:
    """An acceptable answer came: it is kept, and faults are forgotten."""
    others = tuple(previous for previous in asking.answers if previous.key != answer.key)
    answers = (*others, answer)[-KEPT_ANSWERS:]
    return replace(asking, answers=answers, faults=0, resting_until_s=None)


def failed(asking: Asking, *, now_s: float) -> Asking:
    """No acceptable answer came in time; after three in a row the model is left in peace."""
    faults = asking.faults + 1
    resting = now_s + REST_S if faults >= FAULTS_BEFORE_REST else asking.resting_until_s
    return replace(asking, faults=faults, resting_until_s=resting)


WARM_UP_CANDIDATES: tuple[FocusState, FocusState] = ("focused", "idle")


def warm_up_question() -> StateChoice:
    """A question whose answer nobody needs: the first one takes as long as the model takes to be
    loaded."""
    return StateChoice(signals=Signals(camera=None, pc=None), candidates=WARM_UP_CANDIDATES)


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


@frozen
class Choice:
    """What a model chose. Its `reasoning` is kept with the attempt and shown to nobody as fact."""

    state: FocusState
    confidence: float
    reasoning: str


@frozen
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
    rule="focus.confidence", path="confidence", message=message("must be a number between 0 and 1")
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


@frozen
class Consultation:
    """The verdict as it stands, and the question to ask. `question` None: there is none."""

    verdict: Verdict
    asking: Asking
    question: StateChoice | None = None
    key: Key = ()


def consult(
    verdict: Verdict, signals: Signals, *, asking: Asking, now_s: float, busy: bool = False
) -> Consultation:
    """Whether a model is to be asked about a verdict; where its answer is known, that is used.

    `busy`: a question is on its way. Its answer, however late, counts from the next look on.
    """
    if verdict.candidates is None:
        return Consultation(verdict=verdict, asking=asking)
    key = evidence_key(verdict, signals.pc)
    answer = known_answer(asking, key)
    if answer is not None and answer.state in verdict.candidates:
        chosen = with_model(verdict, answer.state, confidence=answer.confidence)
        return Consultation(verdict=chosen, asking=asking)
    if busy or permission(asking, key, now_s=now_s) != "ask":
        return Consultation(verdict=without_model(verdict, "model_resting"), asking=asking)
    return Consultation(
        verdict=verdict,
        asking=asked(asking, now_s=now_s),
        question=StateChoice(signals=signals, candidates=verdict.candidates),
        key=key,
    )


def conclude(
    consultation: Consultation,
    outcome: Accepted[Choice] | Rejected | ModelCause,
    *,
    now_s: float,
) -> Consultation:
    """The verdict after the question was answered, rejected, late or could not be asked."""
    verdict, asking = consultation.verdict, consultation.asking
    if isinstance(outcome, Accepted):
        choice = outcome.value
        answer = Answer(key=consultation.key, state=choice.state, confidence=choice.confidence)
        return Consultation(
            verdict=with_model(verdict, choice.state, confidence=choice.confidence),
            asking=answered(asking, answer),
        )
    cause: ModelCause = "model_rejected" if isinstance(outcome, Rejected) else outcome
    return Consultation(verdict=without_model(verdict, cause), asking=failed(asking, now_s=now_s))
