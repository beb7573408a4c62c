"""What was seen of a person at one time, the states told apart, and how both are worded.

Field names are those of the requirements, and so are the keys of the JSON. What was not measured
is None, and what a reader cannot use (text for a number, NaN, a negative count) is None as well:
missing stays missing.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Literal, TypeVar, get_args

from hakaru.core.i18n import N_, Lang, translate
from hakaru.focus.categories import CATEGORIES, Category
from hakaru.records import frozen

FocusState = Literal["focused", "drowsy", "distracted", "away", "idle", "unknown"]
STATES: tuple[FocusState, ...] = get_args(FocusState)
DecidableState = Literal["focused", "drowsy", "distracted", "away", "idle"]
DECIDABLE: tuple[DecidableState, ...] = get_args(DecidableState)
"""What evidence can speak for; `unknown` is what is left where there is none."""

Source = Literal["rule", "fusion", "llm", "fallback"]
"""Who decided: a rule on an obvious case, the evidence table, a model between the two best states
of that table, or the fallback rules where evidence was too thin."""


@frozen
class ClassificationResult:
    """One decision, named as the requirements name it."""

    state: FocusState
    confidence: float
    reasoning: str
    source: Source


@frozen
class IntegratedState:
    """What clients are sent. `camera_state` and `pc_state` are always None (kept for clients)."""

    state: FocusState
    confidence: float
    camera_state: str | None
    pc_state: str | None
    reasoning: str
    timestamp: float


def build_integrated_state(
    result: ClassificationResult,
    camera_snapshot: object,  # noqa: ARG001  # the requirements name it; states are joint
    pc_snapshot: object,  # noqa: ARG001
    *,
    timestamp: float,
) -> IntegratedState:
    """The decision as clients are sent it. `timestamp` is the time of the decision, epoch s."""
    return IntegratedState(
        state=result.state,
        confidence=result.confidence,
        camera_state=None,
        pc_state=None,
        reasoning=result.reasoning,
        timestamp=timestamp,
    )


STATE_WORDS: Mapping[FocusState, str] = {
    "focused": N_("focused"),
    "drowsy": N_("drowsy"),
    "distracted": N_("distracted"),
    "away": N_("away"),
    "idle": N_("idle"),
    "unknown": N_("unknown"),
}

REASON_WORDS: Mapping[str, str] = {
    # rules
    "no_data": N_("no data"),
    "no_face": N_("no face detected"),
    "face_mostly_missing": N_("face missing most of the time"),
    "attentive_at_work": N_("facing the screen with open eyes and using the computer"),
    # fallback
    "closing_eyes_and_yawn": N_("eyes closing and yawning"),
    "yawn": N_("yawning"),
    "head_turned_away": N_("head turned far away"),
    "many_switches": N_("rapid switching of applications"),
    "nothing_against": N_("nothing speaks against it"),
    "nothing_known": N_("neither a face nor recent input"),
    # the evidence table
    "unseen": N_("no camera data"),
    "face_absent": N_("no face detected"),
    "face_missing": N_("face missing part of the time"),
    "facing": N_("facing the screen"),
    "turned": N_("head turned"),
    "looking_away": N_("looking away from the screen"),
    "eyes_open": N_("eyes open"),
    "eyes_rarely_closed": N_("eyes rarely closed"),
    "eyes_low": N_("eyelids low"),
    "eyes_closed_often": N_("eyes closed for much of the time"),
    "eyes_shut": N_("eyes shut for seconds"),
    "microsleeps": N_("closures of a second or more"),
    "yawning": N_("yawning"),
    "head_drop": N_("head dropping"),
    "several_signs": N_("several signs of sleepiness together"),
    "pc_unknown": N_("no data of PC use"),
    "typing": N_("steady typing"),
    "recent_input": N_("recent input"),
    "no_input": N_("no input for a while"),
    "long_without_input": N_("no input for long"),
    "neither_input_nor_look": N_("neither input nor a look at the screen"),
    "screen_locked": N_("screen locked"),
    "meeting": N_("a meeting application is in front"),
    "reading": N_("a reading application is in front"),
    "working": N_("a work application is in front"),
    "leisure": N_("leisure is in front in a time set as work"),
    "leisure_time": N_("leisure outside the time set as work"),
    "talking": N_("talking"),
    "drifted": N_("eyes off the screen for long, without input"),
    "picture": N_("a face that neither moves nor blinks"),
    "passive_scrolling": N_("mouse-only use with hardly any typing"),
    "rapid_switching": N_("rapid switching of applications"),
    # why a model's opinion was not used
    "model_rejected": N_("the model's reply was not acceptable"),
    "model_late": N_("the model did not answer in time"),
    "model_unreachable": N_("the model could not be reached"),
    "model_resting": N_("the model is not asked for now"),
    "model_opinion": N_("the model's opinion"),
}


def state_word(state: FocusState, lang: Lang) -> str:
    """The name of a state."""
    return translate(STATE_WORDS[state], lang)


def reasons_text(codes: tuple[str, ...], lang: Lang) -> str:
    """Reasons in words, strongest first."""
    words = [translate(REASON_WORDS[code], lang) for code in codes]
    return ("、" if lang == "ja" else "; ").join(words)


T = TypeVar("T")


@frozen
class HeadPose:
    """Turn of the head in degrees, 0 = facing the screen. `pitch` > 0: chin down."""

    pitch: float | None = None
    yaw: float | None = None
    roll: float | None = None


@frozen
class CameraSnapshot:
    """What the camera tells, over the last minute unless named otherwise.

    The last block is ours: `eyes_closed_s` how long the eyes have been shut now, `microsleeps`
    closures of a second or more, `open_ear_frac` this person's usual eye aspect ratio with open
    eyes, `observed_s` for how long eyes were seen at all, `neutral_*_deg` the pose that counts as
    facing the screen. `screen_frac` is the share of the last half minute with the eyes on the
    screen, `off_screen_s` how long ago they were there for a second, `talking_frac` the share of
    the last 20 s in which the mouth moved as in speech. `low_light`: too dark to miss a face for
    sure; `still`: a face that neither moved nor blinked for a minute, as a picture.
    """

    timestamp: float | None = None
    face_detected: bool | None = None
    ear_average: float | None = None
    eyes_closed: bool | None = None
    perclos: float | None = None
    perclos_drowsy: bool | None = None
    blink_count: int | None = None
    blinks_per_minute: float | None = None
    mar: float | None = None
    yawning: bool | None = None
    frames_in_window: int | None = None
    head_pose: HeadPose | None = None
    ear_average_window: float | None = None
    ear_std_window: float | None = None
    ear_min_window: float | None = None
    eyes_half_closed_ratio: float | None = None
    head_yaw_std: float | None = None
    head_pitch_std: float | None = None
    head_yaw_max_abs: float | None = None
    head_pitch_max_abs: float | None = None
    head_movement_count: int | None = None
    gaze_off_screen_ratio: float | None = None
    face_not_detected_ratio: float | None = None
    eyes_closed_s: float | None = None
    microsleeps: int | None = None
    open_ear_frac: float | None = None
    observed_s: float | None = None
    neutral_yaw_deg: float | None = None
    neutral_pitch_deg: float | None = None
    screen_frac: float | None = None
    off_screen_s: float | None = None
    talking_frac: float | None = None
    low_light: bool | None = None
    still: bool | None = None

    @property
    def yaw_deg(self) -> float | None:
        """Turn to the side without its sign; None: not known."""
        return _absolute(None if self.head_pose is None else self.head_pose.yaw)

    @property
    def pitch_deg(self) -> float | None:
        """Tilt up or down without its sign; None: not known."""
        return _absolute(None if self.head_pose is None else self.head_pose.pitch)


@frozen
class PcSnapshot:
    """How the computer was used: counts only, never what was typed.

    Rates are events per minute over the last minute. The last block is ours: None where the system
    does not tell. `category` is what is in front is for, `category_s` since when it is so;
    `active_frac` the share of the last 20 s with any input, `recent_*_per_min` keys and
    mouse events per minute over them. `work_time`: whether the user has set this time as work.
    """

    timestamp: float | None = None
    active_app: str | None = None
    idle_seconds: float | None = None
    is_idle: bool | None = None
    keyboard_events_total: int | None = None
    mouse_events_total: int | None = None
    keyboard_events_per_min: float | None = None
    mouse_events_per_min: float | None = None
    keyboard_events_in_window: int | None = None
    mouse_events_in_window: int | None = None
    keyboard_rate_window: float | None = None
    mouse_rate_window: float | None = None
    app_switches_in_window: int | None = None
    unique_apps_in_window: int | None = None
    app_history_window: tuple[str, ...] | None = None
    seconds_since_last_keyboard: float | None = None
    seconds_since_last_mouse: float | None = None
    screen_locked: bool | None = None
    in_call: bool | None = None
    category: Category | None = None
    category_s: float | None = None
    active_frac: float | None = None
    recent_keys_per_min: float | None = None
    recent_mouse_per_min: float | None = None
    work_time: bool | None = None


_ANGLE = (-180.0, 180.0)
_FRACTION = (0.0, 1.0)
_NOT_NEGATIVE = (0.0, math.inf)
_LIMITS: Mapping[str, tuple[float, float]] = {
    "pitch": _ANGLE,
    "yaw": _ANGLE,
    "roll": _ANGLE,
    "head_yaw_max_abs": _ANGLE,
    "head_pitch_max_abs": _ANGLE,
    "neutral_yaw_deg": _ANGLE,
    "neutral_pitch_deg": _ANGLE,
    "perclos": _FRACTION,
    "eyes_half_closed_ratio": _FRACTION,
    "gaze_off_screen_ratio": _FRACTION,
    "face_not_detected_ratio": _FRACTION,
    "screen_frac": _FRACTION,
    "talking_frac": _FRACTION,
    "active_frac": _FRACTION,
}
_APP_CHARACTERS = 120
_APPS_KEPT = 10


def read_camera(values: Mapping[str, object] | None) -> CameraSnapshot | None:
    """Camera features from their JSON; None: there is nothing usable among them."""
    if values is None:
        return None
    read = _read(CameraSnapshot, values)
    return None if _empty(read) else read


def read_pc(values: Mapping[str, object] | None) -> PcSnapshot | None:
    """PC use from its JSON; None: there is nothing usable among it."""
    if values is None:
        return None
    read = _read(PcSnapshot, values)
    return None if _empty(read) else read


def as_values(snapshot: CameraSnapshot | PcSnapshot) -> Mapping[str, object]:
    """The JSON of a snapshot: what is known, floats to three decimals (a time to the ms)."""
    values: dict[str, object] = {}
    for field in dataclasses.fields(snapshot):
        value = getattr(snapshot, field.name)
        if isinstance(value, HeadPose):
            by_name = dataclasses.asdict(value)
            value = {key: round(number, 3) for key, number in by_name.items() if number is not None}
        if isinstance(value, float):
            value = round(value, 3)
        if isinstance(value, tuple):
            value = list(value)
        if value is not None:
            values[field.name] = value
    return values


def fresh(snapshot: T | None, *, now_s: float, max_age_s: float) -> T | None:
    """The snapshot, or None where it is too old, from the future or without a time."""
    at_s = getattr(snapshot, "timestamp", None)
    if at_s is None or not -1.0 <= now_s - at_s <= max_age_s:
        return None
    return snapshot


def _read(kind: type[T], values: Mapping[str, object]) -> T:
    arguments = {
        field.name: _value(field.name, str(field.type), values[field.name])
        for field in dataclasses.fields(kind)  # type: ignore[arg-type]
        if field.name in values
    }
    return kind(**arguments)


def _value(name: str, kind: str, value: object) -> object:
    if kind.startswith("bool"):
        return value if isinstance(value, bool) else None
    if kind.startswith("Category"):
        return next((category for category in CATEGORIES if category == value), None)
    if kind.startswith("str"):
        return app_name(value)
    if kind.startswith("HeadPose"):
        pose = _read(HeadPose, value) if isinstance(value, Mapping) else HeadPose()
        return None if pose == HeadPose() else pose
    if kind.startswith("tuple"):
        return _apps(value)
    number = _number(name, value)
    return int(number) if number is not None and kind.startswith("int") else number


def _number(name: str, value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    low, high = _LIMITS.get(name, _ANGLE if name.endswith("_deg") else _NOT_NEGATIVE)
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and low <= number <= high else None


def app_name(value: object) -> str | None:
    """The name of an application as far as it can be shown and kept; None: there is none."""
    if not isinstance(value, str):
        return None
    printable = "".join(char for char in value if char.isprintable()).strip()
    return printable[:_APP_CHARACTERS] or None


def _apps(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple):
        return None
    return tuple(app for name in value if (app := app_name(name)) is not None)[-_APPS_KEPT:]


def _empty(snapshot: CameraSnapshot | PcSnapshot) -> bool:
    return all(
        getattr(snapshot, field.name) is None
        for field in dataclasses.fields(snapshot)
        if field.name != "timestamp"
    )


def _absolute(angle_deg: float | None) -> float | None:
    return None if angle_deg is None else abs(angle_deg)
