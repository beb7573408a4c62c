"""Which rows of the evidence table do two snapshots touch, and how strongly?"""

from __future__ import annotations

from hakaru.focus.apps import AppClass, classify_app
from hakaru.focus.evidence import SIGNS_OF_SLEEP, Observation, ramp
from hakaru.focus.rules import is_idle
from hakaru.focus.signals import CameraSnapshot, PcSnapshot

USUAL_OPEN_EAR = 0.30
"""Eye aspect ratio of open eyes where the person's own is not known yet."""
_HALF = 0.5
_PASSIVE_IN: dict[AppClass | None, float] = {
    "browser": 1.0,
    "leisure": 1.0,
    "chat": 0.5,
    None: 0.5,
    "meeting": 0.0,
    "work": 0.0,
    "reader": 0.0,
}
_MEETING_EXCUSES = 0.8
"""So much of a look away a meeting explains."""


def observe(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> tuple[Observation, ...]:
    """Everything that both snapshots say, with the strength of each; nothing for what is missing.

    A camera without a face and without a verdict about it says as little as no camera.
    """
    seen = camera if camera is not None and camera.face_detected is not None else None
    meeting = in_meeting(pc)
    strength_frac = {
        **_of_face(seen, in_meeting=meeting),
        **(_of_eyes(seen) if seen is not None else {}),
        **_of_pc(pc),
        **_of_activity(pc),
    }
    strength_frac["neither_input_nor_look"] = min(
        ramp(None if pc is None else pc.idle_seconds, (45, 90))
        or strength_frac.get("_idle_flag", 0.0),
        max(strength_frac.get("looking_away", 0.0), strength_frac.get("turned", 0.0)),
    )
    # Keys pressed in ever other applications are no steady work in one.
    strength_frac["typing"] = strength_frac.get("typing", 0.0) * (
        1.0 - 0.9 * strength_frac.get("rapid_switching", 0.0)
    )
    signs = [strength_frac.get(code, 0.0) for code in SIGNS_OF_SLEEP]
    strength_frac["several_signs"] = min(1.0, sum(signs) - max(signs))
    return tuple(
        Observation(code=code, strength_frac=strength)
        for code, strength in sorted(strength_frac.items())
        if strength > 0 and not code.startswith("_")
    )


def _of_face(camera: CameraSnapshot | None, *, in_meeting: bool) -> dict[str, float]:
    if camera is None:
        return {"unseen": 1.0}
    if camera.face_detected is False:
        return {"face_absent": 1.0}
    yaw, pitch = camera.yaw_deg, camera.pitch_deg
    away = max(ramp(yaw, (40, 52)), ramp(pitch, (25, 35)), _eyes_elsewhere(camera))
    turned = ramp(yaw, (25, 45))
    facing = min(ramp(yaw, (30, 20)), ramp(pitch, (30, 20))) if None not in (yaw, pitch) else 0.0
    return {
        "face_missing": ramp(camera.face_not_detected_ratio, (0.3, 0.7)),
        "facing": min(facing, 1.0 - away),
        "turned": 0.0 if in_meeting else turned,
        "looking_away": away * (1.0 - _MEETING_EXCUSES if in_meeting else 1.0),
    }


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
        "typing": 0.0 if locked else ramp(pc.keyboard_rate_window, (10, 40)),
        "recent_input": 0.0 if locked else _recent_input(pc),
        "no_input": no_input or flagged,
        "long_without_input": ramp(idle_s, (60, 300)),
        "screen_locked": 1.0 if locked else 0.0,
        "_idle_flag": flagged,
    }


def _recent_input(pc: PcSnapshot) -> float:
    """Where only "not idle" is told, the last input may be up to a minute old."""
    if pc.idle_seconds is None:
        return _HALF if is_idle(pc) is False else 0.0
    return ramp(pc.idle_seconds, (40, 10))


def _of_activity(pc: PcSnapshot | None) -> dict[str, float]:
    if pc is None or pc.screen_locked is True:
        return {}
    app_class = classify_app(pc.active_app)
    passive = min(
        ramp(pc.mouse_rate_window, (40, 100)),
        ramp(pc.keyboard_rate_window, (10, 3)) if pc.keyboard_rate_window is not None else 0.0,
        1.0 if (since := pc.seconds_since_last_keyboard) is None else ramp(since, (20, 45)),
    )
    return {
        "meeting": 1.0 if in_meeting(pc) else 0.0,
        "reading": 1.0 if app_class == "reader" else 0.0,
        "working": 1.0 if app_class == "work" else 0.0,
        "leisure": 1.0 if app_class == "leisure" else 0.0,
        "passive_scrolling": 0.0 if in_meeting(pc) else passive * _PASSIVE_IN[app_class],
        "rapid_switching": min(
            ramp(pc.app_switches_in_window, (4, 8)), ramp(pc.unique_apps_in_window, (3, 5))
        ),
    }


def in_meeting(pc: PcSnapshot | None) -> bool:
    """Whether a meeting application is in front, or a call is known to be on."""
    if pc is None or pc.screen_locked is True:
        return False
    return pc.in_call is True or classify_app(pc.active_app) == "meeting"
