"""Weighed evidence of attention: what was seen, and how much it speaks for each state.

A row of `WEIGHTS` is a log-likelihood ratio per state, in nats: +1 makes a state e times likelier.
An observation counts with a strength between 0 and 1 that rises along a ramp, so that half a degree
more or less never turns a verdict over. What was not measured yields no observation at all; that a
whole source is absent is one (`unseen`, `pc_unknown`) and speaks against `focused`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from hakaru.focus.categories import Category
from hakaru.focus.corrections import NO_TUNING, Tuning
from hakaru.focus.rules import (
    category_in_front,
    is_idle,
)
from hakaru.focus.states import (
    CameraSnapshot,
    FocusState,
    PcSnapshot,
)
from hakaru.records import frozen

EVIDENCE_VERSION = 2


PRIOR: Mapping[FocusState, float] = {
    "focused": 0.4,
    "drowsy": -1.6,
    "distracted": -0.6,
    "away": -3.0,
    "idle": -0.8,
}


WEIGHTS: Mapping[str, Mapping[FocusState, float]] = {
    # the face
    "unseen": {"focused": -0.8},
    "face_absent": {"away": 9.0, "focused": -2.0},
    "face_missing": {"away": 5.0, "focused": -1.0},
    "facing": {"focused": 0.9, "distracted": -0.2, "idle": -0.4},
    "turned": {"distracted": 0.5},
    "looking_away": {"distracted": 2.0, "idle": 0.9, "focused": -0.8},
    "drifted": {"distracted": 4.2, "idle": 0.6, "focused": -1.6},
    "talking": {"focused": 1.0, "distracted": -0.8, "idle": -1.0, "drowsy": -0.6},
    "picture": {"away": 6.0, "idle": 2.0, "focused": -3.0, "distracted": -3.0, "drowsy": -3.0},
    # the eyes and the mouth
    "eyes_open": {"focused": 0.4, "drowsy": -0.6},
    "eyes_rarely_closed": {"drowsy": -0.6},
    "eyes_low": {"drowsy": 1.2},
    "eyes_closed_often": {"drowsy": 3.2, "focused": -1.0},
    "eyes_shut": {"drowsy": 3.5, "focused": -1.5},
    "microsleeps": {"drowsy": 2.6, "focused": -1.4},
    "yawning": {"drowsy": 1.5, "focused": -0.2},
    "head_drop": {"drowsy": 0.8},
    "several_signs": {"drowsy": 1.5, "focused": -0.8},
    # the use of the computer
    "pc_unknown": {"focused": -0.3},
    "typing": {"focused": 1.6, "distracted": -1.2, "idle": -3.0, "away": -1.5, "drowsy": -0.6},
    "recent_input": {"focused": 0.4, "idle": -1.5, "away": -1.0},
    "no_input": {"idle": 0.8, "focused": -0.3},
    "long_without_input": {"idle": 1.2, "away": 0.4, "focused": -0.3},
    "neither_input_nor_look": {"idle": 1.5},
    "screen_locked": {"away": 5.0, "idle": 1.0, "focused": -3.0},
    # what is being done
    "meeting": {"focused": 2.0, "distracted": -1.2, "idle": -2.0},
    "reading": {"focused": 0.8, "idle": -0.8},
    "working": {"focused": 0.3, "distracted": -0.3},
    "leisure": {"distracted": 4.0, "focused": -2.0, "idle": -0.5},
    "leisure_time": {"distracted": -3.0},
    "passive_scrolling": {"distracted": 2.8, "focused": -1.2, "idle": -1.0},
    "rapid_switching": {"distracted": 3.6, "focused": -2.2, "idle": -1.5},
}


SIGNS_OF_SLEEP = frozenset(
    {"eyes_low", "eyes_closed_often", "eyes_shut", "microsleeps", "yawning", "head_drop"}
)


"""Signs that count towards `several_signs`: one of them alone is never enough."""


@frozen
class Observation:
    """One row of the table that applies. `strength_frac`: how fully, above 0 up to 1."""

    code: str
    strength_frac: float

    def weight(self, state: FocusState) -> float:
        """What it adds to the score of a state, nats."""
        return self.strength_frac * WEIGHTS[self.code].get(state, 0.0)


def scores(
    observations: tuple[Observation, ...], tuning: Tuning = NO_TUNING
) -> Mapping[FocusState, float]:
    """Log-odds of each state up to a common constant, with what the user corrected."""
    return {
        state: prior
        + sum(
            observation.weight(state)
            + observation.strength_frac * tuning.shift(observation.code, state)
            for observation in observations
        )
        for state, prior in PRIOR.items()
    }


def ramp(value: float | None, between: tuple[float, float]) -> float:
    """0 at the first bound, 1 at the second and beyond, straight between; falls where it is less.

    0 for a value that is not known.
    """
    if value is None:
        return 0.0
    start, stop = between
    return min(1.0, max(0.0, (value - start) / (stop - start)))


USUAL_OPEN_EAR = 0.30


"""Eye aspect ratio of open eyes where the person's own is not known yet."""


_HALF = 0.5


_PASSIVE_IN: dict[Category | None, float] = {
    "browser": 1.0,
    "leisure": 1.0,
    "chat": 0.5,
    None: 0.5,
    "meeting": 0.0,
    "work": 0.0,
    "reader": 0.0,
    "learning": 0.0,
    "music": 0.5,
    "system": 0.5,
}


_MEETING_EXCUSES = 0.8


"""So much of a look away a meeting explains."""


def observe(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> tuple[Observation, ...]:
    """Everything that both snapshots say, with the strength of each; nothing for what is missing.

    A camera without a face and without a verdict about it says as little as no camera.
    """
    seen = camera if camera is not None and camera.face_detected is not None else None
    strength_frac = {
        **_of_face(seen, pc),
        **(_of_eyes(seen) if seen is not None else {}),
        **_of_pc(pc),
        **_of_activity(pc),
    }
    # Who watches the screen is not idle for want of keys, and a picture watches nothing.
    attention = strength_frac.get("_attention", 0.0)
    for code in ("no_input", "long_without_input", "_idle_flag"):
        strength_frac[code] = strength_frac.get(code, 0.0) * (1.0 - attention)
    strength_frac["neither_input_nor_look"] = min(
        ramp(None if pc is None else pc.idle_seconds, (45, 90))
        or strength_frac.get("_idle_flag", 0.0),
        max(strength_frac.get(code, 0.0) for code in ("looking_away", "turned", "drifted")),
    )
    _settle_typing(strength_frac)
    signs = [strength_frac.get(code, 0.0) for code in SIGNS_OF_SLEEP]
    strength_frac["several_signs"] = min(1.0, sum(signs) - max(signs))
    return tuple(
        Observation(code=code, strength_frac=strength)
        for code, strength in sorted(strength_frac.items())
        if strength > 0 and not code.startswith("_")
    )


def _settle_typing(strength_frac: dict[str, float]) -> None:
    """Keys pressed in ever other applications are no steady work in one; nor are a game's."""
    spent = max(0.9 * strength_frac.get("rapid_switching", 0.0), strength_frac.get("leisure", 0.0))
    for code in ("typing", "recent_input", "facing"):
        share = spent if code == "typing" else strength_frac.get("leisure", 0.0)
        strength_frac[code] = strength_frac.get(code, 0.0) * (1.0 - share)


def _of_face(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> dict[str, float]:
    if camera is None:
        return {"unseen": 1.0}
    if camera.face_detected is False:
        return {"face_absent": 1.0}
    if camera.still is True and not ramp(own_idle_s(pc), (10, 5)):
        return {"picture": 1.0}
    yaw, pitch = camera.yaw_deg, camera.pitch_deg
    away = max(ramp(yaw, (40, 52)), ramp(pitch, (25, 35)), _eyes_elsewhere(camera))
    facing = min(ramp(yaw, (30, 20)), ramp(pitch, (30, 20))) if None not in (yaw, pitch) else 0.0
    facing = min(facing, 1.0 - away)
    unexcused = 1.0 - _MEETING_EXCUSES if in_meeting(pc) else 1.0
    talking = _talk_with_somebody(camera)
    lasting = ramp(camera.off_screen_s, (6, 14)) if camera.off_screen_s is not None else 1.0
    attention = facing if camera.screen_frac is None else ramp(camera.screen_frac, (0.35, 0.6))
    patience = _patience(camera)
    drifted = _drifted(camera, pc, facing=facing) * patience
    lasting *= patience
    unmoved = ramp(own_idle_s(pc), (30, 60)) * (1.0 - attention)
    return {
        "face_missing": ramp(camera.face_not_detected_ratio, (0.3, 0.7)),
        "facing": facing * (1.0 - drifted) * (1.0 - 0.8 * unmoved),
        "turned": 0.0 if in_meeting(pc) else ramp(yaw, (25, 45)) * lasting,
        "looking_away": away * unexcused * lasting * (1.0 - 0.8 * talking),
        "drifted": drifted * unexcused * (1.0 - 0.8 * talking),
        "talking": talking,
        "_attention": max(attention, 0.8 * talking),
    }


def _talk_with_somebody(camera: CameraSnapshot) -> float:
    """Speech to a person at the side or on the screen; who looks down plays or telephones."""
    pose = camera.head_pose
    down_deg = None if pose is None else pose.pitch
    level = 1.0 if down_deg is None else ramp(down_deg, (24, 16))
    return ramp(camera.talking_frac, (0.1, 0.3)) * ramp(camera.yaw_deg, (60, 50)) * level


def _patience(camera: CameraSnapshot) -> float:
    """A look moderately aside is a thought or a second screen, until it has lasted for long."""
    yaw_deg, off_s, pose = camera.yaw_deg, camera.off_screen_s, camera.head_pose
    if yaw_deg is None or off_s is None or pose is None or pose.pitch is None:
        return 1.0
    aside = min(ramp(yaw_deg, (30, 36)), ramp(yaw_deg, (56, 52)), ramp(pose.pitch, (20, 14)))
    return 1.0 - aside * (1.0 - ramp(off_s, (44, 54)))


def _drifted(camera: CameraSnapshot, pc: PcSnapshot | None, *, facing: float) -> float:
    """Hardly a look at the screen for half a minute, and hands still: a telephone, a window.

    Who reads or learns may be taking notes on paper, with looks up.
    """
    on_paper = pc is not None and category_in_front(pc) in ("reader", "learning")
    gone = ramp(camera.screen_frac, (0.08, 0.02) if on_paper else (0.24, 0.12))
    still = 1.0 if pc is None or pc.active_frac is None else ramp(pc.active_frac, (0.3, 0.12))
    if camera.off_screen_s is not None:
        facing = ramp(camera.off_screen_s, (1.5, 0.5))
        gone *= ramp(camera.off_screen_s, (28, 36)) if on_paper else 1.0
    return gone * still * (1.0 - facing)


def own_idle_s(pc: PcSnapshot | None) -> float | None:
    """Seconds since the last input; None: not known."""
    return None if pc is None else pc.idle_seconds


def _eyes_elsewhere(camera: CameraSnapshot) -> float:
    """Eyes off the screen while the head is not: a turned head is judged by its angle."""
    yaw_deg = camera.yaw_deg
    if yaw_deg is not None and yaw_deg > 25:
        return 0.0
    return ramp(camera.gaze_off_screen_ratio, (0.5, 0.9))


def _of_eyes(camera: CameraSnapshot) -> dict[str, float]:
    if camera.face_detected is False:
        return {}
    open_frac = _openness_frac(camera)
    strength_frac = {
        "eyes_open": ramp(open_frac, (0.80, 0.93)),
        "eyes_closed_often": ramp(camera.perclos, (0.08, 0.35)),
        "eyes_rarely_closed": ramp(camera.perclos, (0.12, 0.05)),
        "eyes_shut": ramp(camera.eyes_closed_s, (1.0, 4.0)),
        "microsleeps": ramp(camera.microsleeps, (1, 5)),
        "yawning": 1.0 if camera.yawning is True else 0.0,
    }
    if camera.perclos is None and camera.perclos_drowsy is not None:
        strength_frac["eyes_closed_often"] = _HALF if camera.perclos_drowsy else 0.0
        strength_frac["eyes_rarely_closed"] = 0.0 if camera.perclos_drowsy else _HALF
    # Narrow eyes and a smile look half closed too; what tells them apart is that they stay so.
    strength_frac["eyes_low"] = min(ramp(open_frac, (0.80, 0.64)), _really_closing(camera))
    if any(strength_frac[code] > 0 for code in SIGNS_OF_SLEEP & strength_frac.keys()):
        pose = camera.head_pose
        strength_frac["head_drop"] = ramp(None if pose is None else pose.pitch, (8, 20))
    return strength_frac


def _openness_frac(camera: CameraSnapshot) -> float | None:
    """How wide the eyes are open against this person's usual."""
    if camera.ear_average is None:
        return None
    own = camera.open_ear_frac
    return camera.ear_average / (own if own else USUAL_OPEN_EAR)


def _really_closing(camera: CameraSnapshot) -> float:
    if camera.perclos is not None:
        return ramp(camera.perclos, (0.08, 0.14))
    if camera.perclos_drowsy is not None:
        return 1.0 if camera.perclos_drowsy else 0.0
    return _HALF


def _of_pc(pc: PcSnapshot | None) -> dict[str, float]:
    if pc is None:
        return {"pc_unknown": 1.0}
    idle_s = pc.idle_seconds
    no_input = ramp(idle_s, (30, 60))
    flagged = 1.0 if idle_s is None and is_idle(pc) else 0.0
    locked = pc.screen_locked is True
    return {
        "typing": 0.0 if locked else _typing(pc),
        "recent_input": 0.0 if locked else _recent_input(pc),
        "no_input": no_input or flagged,
        "long_without_input": ramp(idle_s, (60, 180)),
        "screen_locked": 1.0 if locked else 0.0,
        "_idle_flag": flagged,
    }


def _typing(pc: PcSnapshot) -> float:
    """Of the last minute's keys, where the last one is not long ago."""
    steady = ramp(pc.keyboard_rate_window, (10, 40))
    since_s = pc.seconds_since_last_keyboard
    return steady if since_s is None else steady * ramp(since_s, (20, 6))


def _recent_input(pc: PcSnapshot) -> float:
    """Where only "not idle" is told, the last input may be up to a minute old."""
    if pc.idle_seconds is None:
        return _HALF if is_idle(pc) is False else 0.0
    return ramp(pc.idle_seconds, (40, 10))


def _of_activity(pc: PcSnapshot | None) -> dict[str, float]:
    if pc is None or pc.screen_locked is True:
        return {}
    category = category_in_front(pc)
    at_leisure = category == "leisure"
    settled = 0.6 if pc.category_s is None else ramp(pc.category_s, (8, 16))
    outside = pc.work_time is False and category in ("leisure", "browser", "music")
    return {
        "meeting": 1.0 if in_meeting(pc) else 0.0,
        "reading": 1.0 if category in ("reader", "learning") else 0.0,
        "working": 1.0 if category == "work" else 0.0,
        "leisure": settled if at_leisure and pc.work_time is not False else 0.0,
        "leisure_time": 1.0 if outside else 0.0,
        "passive_scrolling": 0.0 if in_meeting(pc) else _passive(pc) * _PASSIVE_IN[category],
        "rapid_switching": _rapid_switching(pc),
    }


def _passive(pc: PcSnapshot) -> float:
    """The mouse alone, by the last 20 s where they are known, else by the last minute."""
    recent = pc.recent_keys_per_min is not None and pc.recent_mouse_per_min is not None
    keys = pc.recent_keys_per_min if recent else pc.keyboard_rate_window
    mouse = pc.recent_mouse_per_min if recent else pc.mouse_rate_window
    since_s = pc.seconds_since_last_keyboard
    return min(
        ramp(mouse, (40, 100)),
        0.0 if keys is None else ramp(keys, (10, 3)),
        1.0 if since_s is None else ramp(since_s, (14, 22) if recent else (20, 45)),
    )


def _rapid_switching(pc: PcSnapshot) -> float:
    """Ever other windows without a word typed in them; who types in each of them works in them."""
    rate = pc.recent_keys_per_min
    idle_hands = 1.0 if rate is None else ramp(rate, (40, 15))
    switches, apps = ((4, 8), (3, 5)) if rate is None else ((2, 5), (2.5, 4.5))
    return idle_hands * min(
        ramp(pc.app_switches_in_window, switches), ramp(pc.unique_apps_in_window, apps)
    )


def in_meeting(pc: PcSnapshot | None) -> bool:
    """Whether a meeting application is in front, or a call is known to be on."""
    if pc is None or pc.screen_locked is True:
        return False
    category = category_in_front(pc)
    return category == "meeting" or (pc.in_call is True and category != "leisure")


CLEAR_MARGIN_FRAC = 0.2


"""A best state this far ahead of the second needs nobody's second opinion."""


REASONS_KEPT = 4


_CAPS: Mapping[FocusState, tuple[float, float, float]] = {
    # both sources, the camera only, the computer only
    "focused": (0.80, 0.70, 0.75),
    "drowsy": (0.95, 0.90, 0.50),
    "distracted": (0.85, 0.75, 0.70),
    "away": (0.90, 0.90, 0.65),
    "idle": (0.70, 0.60, 0.65),
    "unknown": (0.20, 0.20, 0.20),
}


_ONE_SIGN = 0.6


"""Drowsy from one sign alone is never surer than this."""


_SECOND_SIGN = 0.25


"""So strong the other signs are together before they count as a second one."""


@frozen
class Fusion:
    """The weighed evidence. `share_frac` per state adds up to 1; `reasons` are codes of the table
    that spoke for the best state, strongest first."""

    best: FocusState
    second: FocusState
    share_frac: Mapping[FocusState, float]
    confidence: float
    reasons: tuple[str, ...]
    observations: tuple[Observation, ...]

    @property
    def clear(self) -> bool:
        """Whether the best state is far enough ahead."""
        return self.share_frac[self.best] - self.share_frac[self.second] >= CLEAR_MARGIN_FRAC


def weigh(
    camera: CameraSnapshot | None, pc: PcSnapshot | None, tuning: Tuning = NO_TUNING
) -> Fusion | None:
    """The state that both snapshots together speak for; None: they say too little."""
    if not (_tells_enough(camera) or _used(pc)):
        return None
    observations = observe(camera, pc)
    score = scores(observations, tuning)
    share_frac = _shares(score)
    best, second = sorted(share_frac, key=lambda state: -share_frac[state])[:2]
    return Fusion(
        best=best,
        second=second,
        share_frac=share_frac,
        confidence=_confidence(best, share_frac[best], observations),
        reasons=_reasons(best, second, observations),
        observations=observations,
    )


def _tells_enough(camera: CameraSnapshot | None) -> bool:
    """A face alone says nothing; where it looks, or what the eyes do, does."""
    if camera is None or camera.face_detected is not True:
        return camera is not None and camera.face_detected is False
    return camera.yaw_deg is not None or camera.ear_average is not None


def _used(pc: PcSnapshot | None) -> bool:
    if pc is None:
        return False
    signals = (pc.idle_seconds, pc.is_idle, pc.keyboard_rate_window, pc.screen_locked)
    return any(signal is not None for signal in signals)


def _shares(score: Mapping[FocusState, float]) -> Mapping[FocusState, float]:
    highest = max(score.values())
    odds = {state: math.exp(log_odds - highest) for state, log_odds in score.items()}
    total = sum(odds.values())
    return {state: state_odds / total for state, state_odds in odds.items()}


def _confidence(
    state: FocusState, share_frac: float, observations: tuple[Observation, ...]
) -> float:
    codes = {observation.code: observation.strength_frac for observation in observations}
    both, camera_only, pc_only = _CAPS[state]
    cap = pc_only if "unseen" in codes else camera_only if "pc_unknown" in codes else both
    if state == "drowsy" and codes.get("several_signs", 0.0) < _SECOND_SIGN:
        cap = min(cap, _ONE_SIGN)
    return round(min(share_frac, cap), 3)


def _reasons(
    best: FocusState, second: FocusState, observations: tuple[Observation, ...]
) -> tuple[str, ...]:
    """What spoke most for the best against the second."""
    gains = {
        observation.code: observation.weight(best) - observation.weight(second)
        for observation in observations
    }
    ordered = sorted((code for code in gains if gains[code] > 0), key=lambda code: -gains[code])
    return tuple(ordered[:REASONS_KEPT])
