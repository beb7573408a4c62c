"""From camera frames and readings of the computer's counters to a snapshot.

A tracker is passed in and returned; it holds the last minute, the person's open eye, and the pose
that counts as facing the screen. A snapshot only says what was watched for long enough.

A reading holds running totals and never what was typed. Totals that fall (a source was restarted)
begin a new count; a reading whose time is not after the last one is left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field, replace
from itertools import pairwise

import numpy as np

from hakaru.focus.categories import Category
from hakaru.focus.face import (
    LOST_S,
    MICROSLEEP_S,
    PERCLOS_DROWSY_FRAC,
    Closure,
    Face,
    FloatArray,
    Look,
    NeutralPose,
    OpenEye,
    count_blinks,
    find_closures,
    gaze_or_head_deg,
    is_background,
    learn_neutral,
    learn_open_eye,
    long_closures,
    with_head,
)
from hakaru.focus.rules import IDLE_S
from hakaru.focus.states import CameraSnapshot, PcSnapshot, app_name
from hakaru.records import frozen

RATE_WINDOW_S = 60.0
SWITCH_WINDOW_S = 30.0
RECENT_S = 20.0
_INPUT_JUST_NOW_S = 1.0
_READING_STANDS_S = 5.0
_APPS_KEPT = 10


@frozen
class PcReading:
    """The counters at one time. None: this system does not tell.

    `keys` and `mouse` are running totals of key presses and of clicks, wheel steps and moves;
    `idle_s` seconds since the last input of any kind. `category` is what is in front is for: the
    domain and the title that may have told it are not here.
    """

    at_s: float
    app: str | None = None
    idle_s: float | None = None
    keys: int | None = None
    mouse: int | None = None
    screen_locked: bool | None = None
    in_call: bool | None = None
    category: Category | None = None


@frozen
class Usage:
    """What is remembered between readings: those of the last minute, in order of time, when keys
    and mouse were used last, and how much there was since the beginning."""

    readings: tuple[PcReading, ...] = ()
    last_key_s: float | None = None
    last_mouse_s: float | None = None
    keys: int = 0
    mouse: int = 0


def note(usage: Usage, reading: PcReading) -> Usage:
    """What is remembered after one more reading."""
    reading = replace(reading, app=app_name(reading.app))
    if usage.readings and reading.at_s <= usage.readings[-1].at_s:
        if usage.readings[-1].at_s - reading.at_s < RATE_WINDOW_S:
            return usage
        usage = Usage()  # the clock was set back
    last = usage.readings[-1] if usage.readings else None
    keys = 0 if last is None else _gain(last.keys, reading.keys)
    mouse = 0 if last is None else _gain(last.mouse, reading.mouse)
    readings = [
        earlier for earlier in usage.readings if earlier.at_s >= reading.at_s - RATE_WINDOW_S
    ]
    return replace(
        usage,
        readings=(*readings, reading),
        keys=usage.keys + keys,
        mouse=usage.mouse + mouse,
        last_key_s=reading.at_s if keys else usage.last_key_s,
        last_mouse_s=reading.at_s if mouse else usage.last_mouse_s,
    )


def summarise_usage(usage: Usage) -> PcSnapshot | None:
    """The snapshot at the last reading; None: there is none."""
    if not usage.readings:
        return None
    now = usage.readings[-1]
    watched_s = now.at_s - usage.readings[0].at_s
    snapshot = PcSnapshot(
        timestamp=now.at_s,
        active_app=now.app,
        idle_seconds=now.idle_s,
        is_idle=None if now.idle_s is None else now.idle_s > IDLE_S,
        screen_locked=now.screen_locked,
        in_call=now.in_call,
        seconds_since_last_keyboard=_since_s(now, usage.last_key_s, now.keys),
        seconds_since_last_mouse=_since_s(now, usage.last_mouse_s, now.mouse),
    )
    snapshot = _with_counts(snapshot, usage, watched_s=watched_s)
    return _with_category(_with_recent(_with_apps(snapshot, usage), usage), usage)


def _with_recent(snapshot: PcSnapshot, usage: Usage) -> PcSnapshot:
    """What the minute's average says too late: a person who stopped typing, or began."""
    now_s = usage.readings[-1].at_s
    recent = [reading for reading in usage.readings if reading.at_s >= now_s - RECENT_S]
    spans = list(pairwise(recent))
    counted = any((now.keys, now.mouse, now.idle_s) != (None, None, None) for now in recent)
    if not counted or not spans or now_s - recent[0].at_s < RECENT_S / 2:
        return snapshot
    active = [
        bool(_gain(before.keys, after.keys) or _gain(before.mouse, after.mouse))
        or (after.idle_s is not None and after.idle_s < _INPUT_JUST_NOW_S)
        for before, after in spans
    ]
    keys = _window_gain([reading.keys for reading in recent])
    mouse = _window_gain([reading.mouse for reading in recent])
    return replace(
        snapshot,
        active_frac=sum(active) / len(active),
        recent_keys_per_min=_per_min(keys, now_s - recent[0].at_s),
        recent_mouse_per_min=_per_min(mouse, now_s - recent[0].at_s),
    )


def _with_category(snapshot: PcSnapshot, usage: Usage) -> PcSnapshot:
    """For how much of the last minute what is in front was for the same."""
    category = usage.readings[-1].category
    spans_s = [
        min(after.at_s - before.at_s, _READING_STANDS_S)
        for before, after in pairwise(usage.readings)
        if after.category == category
    ]
    return replace(
        snapshot, category=category, category_s=None if category is None else sum(spans_s)
    )


def _with_counts(snapshot: PcSnapshot, usage: Usage, *, watched_s: float) -> PcSnapshot:
    keys = _window_gain([reading.keys for reading in usage.readings])
    mouse = _window_gain([reading.mouse for reading in usage.readings])
    keys_rate = _per_min(keys, watched_s)
    mouse_rate = _per_min(mouse, watched_s)
    return replace(
        snapshot,
        keyboard_events_total=None if keys is None else usage.keys,
        mouse_events_total=None if mouse is None else usage.mouse,
        keyboard_events_in_window=keys,
        mouse_events_in_window=mouse,
        keyboard_events_per_min=keys_rate,
        mouse_events_per_min=mouse_rate,
        keyboard_rate_window=keys_rate,
        mouse_rate_window=mouse_rate,
    )


def _with_apps(snapshot: PcSnapshot, usage: Usage) -> PcSnapshot:
    now = usage.readings[-1]
    apps = [reading.app for reading in usage.readings if reading.at_s >= now.at_s - SWITCH_WINDOW_S]
    named_apps = [app for app in apps if app is not None]
    if not named_apps:
        return snapshot
    visits = [named_apps[0]]
    for app in named_apps[1:]:
        if app != visits[-1]:
            visits.append(app)
    return replace(
        snapshot,
        app_switches_in_window=len(visits) - 1,
        unique_apps_in_window=len(set(visits)),
        app_history_window=tuple(visits[-_APPS_KEPT:]),
    )


def _gain(before: int | None, after: int | None) -> int:
    """How much a total grew; a total that fell began anew."""
    if before is None or after is None:
        return 0
    return after - before if after >= before else after


def _window_gain(totals: Sequence[int | None]) -> int | None:
    counts = [total for total in totals if total is not None]
    if len(counts) < 2:
        return None
    return sum(_gain(earlier, later) for earlier, later in pairwise(counts))


def _per_min(count: int | None, watched_s: float) -> float | None:
    """A rate of the time really watched: half a minute of typing is not half as much typing."""
    if count is None or watched_s < 5.0:
        return None
    return 60.0 * count / watched_s


def _since_s(now: PcReading, last_s: float | None, total: int | None) -> float | None:
    """None where it is not counted; not less than the time without any input."""
    if total is None or last_s is None:
        return None
    return max(now.at_s - last_s, now.idle_s or 0.0)


WINDOW_S = 60.0
HEAD_WINDOW_S = 15.0
MISSING_WINDOW_S = 5.0
MISSING_IN_LOW_LIGHT_S = 6.5
MISSING_AFTER_S = 3.0
"""A face that was lost for less is still there: one lost frame is nobody leaving."""
PERCLOS_NEEDS_S = 30.0
RATE_NEEDS_S = 20.0
YAWN_ASPECT = 0.5
YAWN_S = 1.5
YAWN_REMEMBERED_S = 10.0
_YAWN_DIP_S = 0.25
_NOW_S = 2.0
_HALF_CLOSED = (0.32, 0.75)


@frozen
class Tracker:
    """What is remembered between frames: `looks` of the last minute that had light, in order of
    time. `dark_s`: when a frame had none last."""

    looks: tuple[Look, ...] = ()
    dark_s: float | None = None
    open_eye: OpenEye = field(default_factory=OpenEye)
    neutral: NeutralPose = field(default_factory=NeutralPose)


def follow(tracker: Tracker, look: Look, *, at_keys: bool | None = None) -> Tracker:
    """The tracker after one more frame. A clock set back starts the minute afresh.

    `at_keys`: whether the person types now; None: not known.
    """
    if look.without_light:
        return replace(tracker, dark_s=look.at_s)
    looks = tracker.looks
    if looks and not look.at_s - looks[-1].at_s > 0.0:
        looks = ()
    first = next(
        (i for i, earlier_look in enumerate(looks) if earlier_look.at_s > look.at_s - WINDOW_S),
        len(looks),
    )
    neutral, face = tracker.neutral, look.face
    if face is not None and (at_keys or not is_background(neutral, face)):
        neutral = learn_neutral(neutral, face, at_s=look.at_s, at_keys=at_keys)
    elif face is not None:
        look = replace(look, face=None)
    open_eye = tracker.open_eye
    if look.face is not None and abs(look.face.yaw_deg) <= 45.0:
        open_eye = learn_open_eye(open_eye, at_s=look.at_s, ear_frac=look.face.ear_frac)
    return Tracker(looks=(*looks[first:], look), open_eye=open_eye, neutral=neutral)


def summarise(tracker: Tracker, *, now_s: float) -> CameraSnapshot | None:
    """The snapshot of the last minute up to now; None: no frame with light in three seconds."""
    looks: Sequence[Look] = tracker.looks
    if looks and not (now_s - WINDOW_S < looks[0].at_s and looks[-1].at_s <= now_s):
        looks = [look for look in looks if now_s - WINDOW_S < look.at_s <= now_s]
    if not looks or looks[-1].at_s < now_s - MISSING_AFTER_S or tracker.dark_s is not None:
        return None
    lost_since_s = _lost_since_s(looks)
    recent = [look for look in looks if look.at_s > now_s - HEAD_WINDOW_S]
    low_light = sum(look.in_low_light for look in recent) * 2 > len(recent)
    base = CameraSnapshot(
        timestamp=now_s,
        face_detected=True,
        frames_in_window=len(looks),
        face_not_detected_ratio=None if low_light else _missing_ratio(looks, now_s=now_s),
        low_light=low_light or None,
    )
    missing_after_s = MISSING_IN_LOW_LIGHT_S if low_light else MISSING_AFTER_S
    if lost_since_s is not None and now_s - lost_since_s >= missing_after_s:
        return replace(base, face_detected=False)
    if not any(look.face is not None for look in recent):
        return replace(base, face_detected=None, face_not_detected_ratio=None)
    posed = with_head(base, looks=recent, neutral=tracker.neutral)
    seen = _with_mouth(_with_eyes(posed, looks, tracker.open_eye), looks)
    return with_gaze(seen, looks, neutral=tracker.neutral, open_ear_frac=tracker.open_eye.ear_frac)


def _lost_since_s(looks: Sequence[Look]) -> float | None:
    """Since when no face was seen, by looks without a break; None: the last look saw one.

    What nobody looked at, because the camera was lost, is no absence.
    """
    since_s: float | None = None
    for look in reversed(looks):
        if since_s is not None and since_s - look.at_s > MISSING_AFTER_S:
            return since_s
        if look.face is not None:
            return None if since_s is None else look.at_s
        since_s = look.at_s
    return since_s


def _missing_ratio(looks: Sequence[Look], *, now_s: float) -> float | None:
    """Share of the last five seconds without a face, each look counting until the next: whoever is
    back is not missing any more."""
    looks = [look for look in looks if look.at_s > now_s - MISSING_WINDOW_S]
    if len(looks) < 2:
        return None
    spans_s = np.minimum(np.diff([look.at_s for look in looks]), LOST_S)
    missing = np.array([look.face is None for look in looks[:-1]])
    return float(np.sum(spans_s * missing) / np.sum(spans_s))


def _with_eyes(
    snapshot: CameraSnapshot, looks: Sequence[Look], open_eye: OpenEye
) -> CameraSnapshot:
    at_s = np.array([look.at_s for look in looks])
    ear_frac = np.array([math.nan if look.face is None else look.face.ear_frac for look in looks])
    is_seen = np.isfinite(ear_frac)
    seen = ear_frac[is_seen]
    now = ear_frac[is_seen & (at_s > at_s[-1] - _NOW_S)]
    usual = open_eye.ear_frac
    base = replace(
        snapshot,
        ear_average=float(np.median(now)) if len(now) else None,
        ear_average_window=float(np.mean(seen)),
        ear_std_window=float(np.std(seen)),
        ear_min_window=float(np.min(seen)),
        open_ear_frac=usual,
    )
    if usual is None:
        return base
    spans_s = _spans_s(at_s, is_seen)
    openness = ear_frac / usual
    low, high = _HALF_CLOSED
    half = (openness > low) & (openness < high)
    observed_s = float(np.sum(spans_s))
    closures = long_closures(find_closures(at_s, openness))
    blinks = count_blinks(at_s, openness)
    base = replace(
        base,
        eyes_closed=bool(openness[-1] <= low) if np.isfinite(openness[-1]) else None,
        eyes_half_closed_ratio=float(np.sum(spans_s * half)) / observed_s if observed_s else None,
        blink_count=len(blinks),
        blinks_per_minute=60.0 * len(blinks) / observed_s if observed_s >= RATE_NEEDS_S else None,
    )
    return _with_closures(base, closures, observed_s=observed_s)


def _with_closures(
    snapshot: CameraSnapshot, closures: tuple[Closure, ...], *, observed_s: float
) -> CameraSnapshot:
    closed_s = sum(closure.duration_s for closure in closures)
    perclos = min(1.0, closed_s / observed_s) if observed_s >= PERCLOS_NEEDS_S else None
    ongoing = closures[-1].duration_s if closures and closures[-1].ongoing else 0.0
    return replace(
        snapshot,
        perclos=perclos,
        perclos_drowsy=None if perclos is None else perclos > PERCLOS_DROWSY_FRAC,
        eyes_closed_s=ongoing,
        microsleeps=sum(closure.duration_s >= MICROSLEEP_S for closure in closures),
        observed_s=observed_s,
    )


def _with_mouth(snapshot: CameraSnapshot, looks: Sequence[Look]) -> CameraSnapshot:
    seen = [(look.at_s, look.face.mar_frac) for look in looks if look.face is not None]
    yawns = _held_open(seen)
    now_s = looks[-1].at_s
    watched_s = seen[-1][0] - seen[0][0]
    recent = any(end_s >= now_s - YAWN_REMEMBERED_S for _, end_s in yawns)
    return replace(
        snapshot,
        mar=seen[-1][1],
        yawning=recent if recent or watched_s >= YAWN_S else None,
    )


def _held_open(mouth: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches in which the mouth was wide open for long enough: speech closes it in between."""
    spans_s: list[tuple[float, float]] = []
    for at_s, aspect in mouth:
        if aspect < YAWN_ASPECT:
            continue
        if spans_s and at_s - spans_s[-1][1] <= _YAWN_DIP_S + 1e-9:
            spans_s[-1] = (spans_s[-1][0], at_s)
        else:
            spans_s.append((at_s, at_s))
    return [span_s for span_s in spans_s if span_s[1] - span_s[0] >= YAWN_S - 1e-9]


def _spans_s(at_s: FloatArray, seen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> FloatArray:
    """For how long each sample stands: until the next, where both were seen."""
    spans_s = np.zeros(len(at_s))
    spans_s[:-1] = np.minimum(np.diff(at_s), LOST_S) * (seen[:-1] & seen[1:])
    return spans_s


Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
SCREEN_WINDOW_S, OFF_SCREEN_MOST_S = 30.0, 58.0
SCREEN_NEEDS_S = 10.0
GLANCE_S = 1.0
"""Eyes that rest on the screen for less are passing over it."""
SIDE_DEG, DOWN_DEG, UP_DEG = 26.0, 17.0, 24.0
"""How far from facing it the eyes still meet a screen, a second row of keys included."""
TALK_WINDOW_S = 20.0
_TALK_FRAC = 0.05
_STILL_NEEDS_S, _BACK_NEEDS_S, _GONE_S = 40.0, 2.0, 6.0
_STILL_DEG = 0.5
_STILL_OPEN_FRAC = 0.7
_STILL_BLINK_FRAC = 0.72
_TALK_BLOCK_S = 1.0


def with_gaze(
    snapshot: CameraSnapshot,
    looks: Sequence[Look],
    *,
    neutral: NeutralPose,
    open_ear_frac: float | None,
) -> CameraSnapshot:
    """The snapshot with its fields about the screen, speech and pictures.

    Args:
        snapshot: the rest of it.
        looks: frames of the last minute, in order.
        neutral: where this person faces the screen.
        open_ear_frac: the person's eye aspect ratio with open eyes; None: not known.
    """
    now_s = looks[-1].at_s
    seen = [(look.at_s, look.face) for look in looks if look.face is not None]
    recent = [(at_s, face) for at_s, face in seen if at_s > now_s - OFF_SCREEN_MOST_S]
    if not recent:
        return snapshot
    at_s = np.array([seen_at_s for seen_at_s, _ in recent])
    gaze = np.array([gaze_or_head_deg(face) for _, face in recent])
    on_screen = _on_screen(gaze, neutral)
    mouth = np.array([face.mar_frac for _, face in recent])
    return replace(
        snapshot,
        screen_frac=_share(at_s, on_screen, now_s=now_s),
        off_screen_s=_off_screen_s(at_s, on_screen, now_s=now_s),
        talking_frac=_talking(at_s, mouth, now_s=now_s),
        still=_still(seen, open_ear_frac=open_ear_frac),
    )


def _on_screen(gaze: FloatArray, neutral: NeutralPose) -> Flags:
    _, _, yaw_deg, pitch_deg = neutral.angles_deg
    across, down = gaze[:, 0] - yaw_deg, gaze[:, 1] - pitch_deg
    reach_deg = np.where(down > 0, DOWN_DEG, UP_DEG)
    return (across / SIDE_DEG) ** 2 + (down / reach_deg) ** 2 < 1.0


def _share(at_s: FloatArray, on_screen: Flags, *, now_s: float) -> float | None:
    recent = at_s > now_s - SCREEN_WINDOW_S
    if not recent.any() or at_s[-1] - at_s[recent][0] < SCREEN_NEEDS_S:
        return None
    return float(np.mean(on_screen[recent]))


def _off_screen_s(at_s: FloatArray, on_screen: Flags, *, now_s: float) -> float:
    """How long ago the eyes rested on the screen for a second; since the first look where they
    never did."""
    if on_screen.all():
        return 0.0
    since_s, last_s = None, None
    for when_s, is_on in zip(at_s.tolist(), on_screen.tolist(), strict=True):
        if not is_on:
            since_s = None
            continue
        since_s = when_s if since_s is None else since_s
        if when_s - since_s >= GLANCE_S - 1e-6:
            last_s = when_s
    return float(now_s - (at_s[0] if last_s is None else last_s))


def _talking(at_s: FloatArray, mouth: FloatArray, *, now_s: float) -> float | None:
    """Share of the seconds in which the opening of the mouth went up and down."""
    recent = at_s > now_s - TALK_WINDOW_S
    times_s, mouth = at_s[recent], mouth[recent]
    if len(times_s) < 2 or times_s[-1] - times_s[0] < TALK_WINDOW_S / 2:
        return None
    blocks = ((times_s - times_s[0]) // _TALK_BLOCK_S).astype(int)
    starts = np.flatnonzero(np.diff(blocks, prepend=-1))
    highest = np.maximum.reduceat(mouth, starts)
    lowest = np.minimum.reduceat(mouth, starts)
    return float(np.mean(highest - lowest > _TALK_FRAC * 2))


def _still(faces: Sequence[tuple[float, Face]], *, open_ear_frac: float | None) -> bool | None:
    """None: not watched for long enough to say. Whoever comes back moves: a face that is there
    again after an absence shows within seconds whether it lives."""
    at_s = np.array([seen_at_s for seen_at_s, _ in faces])
    gaps = np.flatnonzero(np.diff(at_s) > _GONE_S)
    faces = faces[int(gaps[-1]) + 1 :] if len(gaps) else faces
    needs_s = _BACK_NEEDS_S if len(gaps) else _STILL_NEEDS_S
    if len(faces) < 2 or faces[-1][0] - faces[0][0] < needs_s:
        return None
    turn = np.array([(face.yaw_deg, face.pitch_deg) for _, face in faces])
    if np.max(np.std(turn, axis=0)) > _STILL_DEG:
        return False
    ear = np.array([face.ear_frac for _, face in faces])
    usual = float(np.median(ear))
    is_open = open_ear_frac is None or usual > _STILL_OPEN_FRAC * open_ear_frac
    return bool(is_open and np.min(ear) > _STILL_BLINK_FRAC * usual)
