"""Obvious cases that rules decide.

`classify_unified` answers obvious cases only (None: let the evidence be weighed);
`classify_unified_fallback` always answers. A rule fires only on fields that are present and
usable: what is missing never makes anybody focused, nor away.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.focus.categories import Category, classify_app
from hakaru.focus.states import (
    CameraSnapshot,
    ClassificationResult,
    FocusState,
    PcSnapshot,
    Source,
    read_camera,
    read_pc,
    reasons_text,
)
from hakaru.records import frozen

RULES_VERSION = 1

AWAY_RATIO = 0.7
OPEN_EAR = 0.27
FACING_DEG = 25.0
IDLE_S = 60.0
LOOKING_AWAY_DEG = 45.0
MANY_SWITCHES = 6
MANY_APPS = 4
PASSIVE_MOUSE_PER_MIN = 60.0
PASSIVE_KEYS_PER_MIN = 5.0
PASSIVE_SINCE_KEY_S = 30.0
_NOT_PASSIVE: frozenset[Category | None] = frozenset({"meeting", "work", "reader", "learning"})
SCREEN_LEAST_FRAC, ACTIVE_LEAST_FRAC = 0.3, 0.2
FEW_KEYS_PER_MIN = 20.0
_LITTLE = 0.2
_RECENT_S = 60.0

Values = Mapping[str, object]


@frozen
class Match:
    """A rule that fired: its code, and what it says."""

    code: str
    state: FocusState
    confidence: float

    def result(self, source: Source) -> ClassificationResult:
        """As the requirements name it."""
        return ClassificationResult(
            state=self.state,
            confidence=self.confidence,
            reasoning=reasons_text((self.code,), "en"),
            source=source,
        )


def classify_unified(camera: Values | None, pc: Values | None) -> ClassificationResult | None:
    """The obvious cases, from both snapshots as JSON; None: not obvious."""
    match = obvious(read_camera(camera), read_pc(pc))
    return None if match is None else match.result("rule")


def classify_unified_fallback(camera: Values | None, pc: Values | None) -> ClassificationResult:
    """An answer in any case, from both snapshots as JSON."""
    return fallback(read_camera(camera), read_pc(pc)).result("fallback")


def obvious(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Match | None:
    """As `classify_unified`, on what was read."""
    if camera is None and pc is None:
        return Match(code="no_data", state="unknown", confidence=0.0)
    if camera is None:
        return None
    if camera.face_detected is False:
        return Match(code="no_face", state="away", confidence=1.0)
    ratio = camera.face_not_detected_ratio
    if ratio is not None and ratio > AWAY_RATIO:
        return Match(code="face_mostly_missing", state="away", confidence=0.9)
    if pc is None or not (_attentive(camera) and at_work(pc)):
        return None
    if not _with_the_screen(camera, pc) or _leafs_through(pc):
        return None
    if category_in_front(pc) == "leisure" or scrolls_passively(pc) or switches_rapidly(pc):
        return None
    return Match(code="attentive_at_work", state="focused", confidence=0.9)


def fallback(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Match:
    """As `classify_unified_fallback`, on what was read."""
    if camera is None and pc is None:
        return Match(code="no_data", state="unknown", confidence=0.0)
    yawning = camera is not None and camera.yawning is True
    if camera is not None and yawning and camera.perclos_drowsy is True:
        return Match(code="closing_eyes_and_yawn", state="drowsy", confidence=0.7)
    if yawning:
        return Match(code="yawn", state="drowsy", confidence=0.6)
    if camera is not None and camera.yaw_deg is not None and camera.yaw_deg > LOOKING_AWAY_DEG:
        return Match(code="head_turned_away", state="distracted", confidence=0.6)
    if pc is not None and switches_rapidly(pc):
        return Match(code="many_switches", state="distracted", confidence=0.6)
    if (camera is not None and camera.face_detected is True) or _recent_input(pc):
        return Match(code="nothing_against", state="focused", confidence=0.5)
    return Match(code="nothing_known", state="unknown", confidence=_LITTLE)


def category_in_front(pc: PcSnapshot) -> Category | None:
    """What is in front is for, as it was found when it was read, else by the application's name."""
    return pc.category if pc.category is not None else classify_app(pc.active_app)


def is_idle(pc: PcSnapshot) -> bool | None:
    """Whether there was no input for a minute; None: not known. Either field may say so."""
    if pc.is_idle is None and pc.idle_seconds is None:
        return None
    return pc.is_idle is True or (pc.idle_seconds is not None and pc.idle_seconds > IDLE_S)


def at_work(pc: PcSnapshot) -> bool:
    """Whether the computer is known to be in use."""
    return is_idle(pc) is False and pc.screen_locked is not True


def scrolls_passively(pc: PcSnapshot) -> bool:
    """The mouse only, hardly any key for long, and no application that is worked in so."""
    mouse, keys = pc.mouse_rate_window, pc.keyboard_rate_window
    if mouse is None or keys is None or category_in_front(pc) in _NOT_PASSIVE:
        return False
    since_key_s = pc.seconds_since_last_keyboard
    long_ago = since_key_s is None or since_key_s >= PASSIVE_SINCE_KEY_S
    return mouse >= PASSIVE_MOUSE_PER_MIN and keys <= PASSIVE_KEYS_PER_MIN and long_ago


def switches_rapidly(pc: PcSnapshot) -> bool:
    """Many changes among many applications."""
    switches, apps = pc.app_switches_in_window, pc.unique_apps_in_window
    if switches is None or apps is None:
        return False
    return switches > MANY_SWITCHES and apps > MANY_APPS


def _with_the_screen(camera: CameraSnapshot, pc: PcSnapshot) -> bool:
    """Where it is known for how long the eyes left the screen: not so for most of half a minute,
    without a hand on the keys. A head a little aside and a little down is over a telephone, and a
    face that never moves is a picture."""
    seldom = camera.screen_frac is not None and camera.screen_frac < SCREEN_LEAST_FRAC
    return not (seldom or camera.still is True) or (
        pc.active_frac is not None and pc.active_frac >= ACTIVE_LEAST_FRAC
    )


def _leafs_through(pc: PcSnapshot) -> bool:
    """One window after another without a word typed, where the last seconds are known."""
    switches, apps = pc.app_switches_in_window, pc.unique_apps_in_window
    if pc.recent_keys_per_min is None or switches is None or apps is None:
        return False
    return pc.recent_keys_per_min < FEW_KEYS_PER_MIN and switches >= 4 and apps >= 4


def _attentive(camera: CameraSnapshot) -> bool:
    return (
        camera.face_detected is True
        and camera.ear_average is not None
        and camera.ear_average > OPEN_EAR
        and camera.yaw_deg is not None
        and camera.yaw_deg < FACING_DEG
        and camera.pitch_deg is not None
        and camera.pitch_deg < FACING_DEG
        and camera.perclos_drowsy is False
        and camera.yawning is False
    )


def _recent_input(pc: PcSnapshot | None) -> bool:
    if pc is None or pc.screen_locked is True:
        return False
    return pc.idle_seconds is not None and pc.idle_seconds <= _RECENT_S and is_idle(pc) is False
