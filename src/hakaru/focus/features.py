"""What does a stream of looks at a person amount to? From frames to a snapshot.

A tracker is passed in and returned; it holds the last minute, the person's open eye, and the pose
that counts as facing the screen. A snapshot only says what was watched for long enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from hakaru.focus.eyes import (
    LOST_S,
    MICROSLEEP_S,
    PERCLOS_DROWSY_FRAC,
    Closure,
    OpenEye,
    count_blinks,
    find_closures,
    learn_open_eye,
    long_closures,
)
from hakaru.focus.face import Look
from hakaru.focus.geometry import FloatArray
from hakaru.focus.head import NeutralPose, learn_neutral, with_head
from hakaru.focus.signals import CameraSnapshot

WINDOW_S = 60.0
HEAD_WINDOW_S = 15.0
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


@dataclass(frozen=True, kw_only=True)
class Tracker:
    """What is remembered between frames: `looks` of the last minute, in order of time."""

    looks: tuple[Look, ...] = ()
    open_eye: OpenEye = field(default_factory=OpenEye)
    neutral: NeutralPose = field(default_factory=NeutralPose)


def follow(tracker: Tracker, look: Look) -> Tracker:
    """The tracker after one more frame. A clock set back starts the minute afresh."""
    looks = tracker.looks
    if looks and not look.at_s - looks[-1].at_s > 0.0:
        looks = ()
    first = next(
        (i for i, earlier_look in enumerate(looks) if earlier_look.at_s > look.at_s - WINDOW_S),
        len(looks),
    )
    tracker = replace(tracker, looks=(*looks[first:], look))
    if look.face is None:
        return tracker
    open_eye = tracker.open_eye
    if abs(look.face.yaw_deg) <= 45.0:
        open_eye = learn_open_eye(open_eye, at_s=look.at_s, ear_frac=look.face.ear_frac)
    neutral = learn_neutral(tracker.neutral, look.face, at_s=look.at_s)
    return replace(tracker, open_eye=open_eye, neutral=neutral)


def summarise(tracker: Tracker, *, now_s: float) -> CameraSnapshot | None:
    """The snapshot of the last minute up to now; None: no frame in the last three seconds."""
    looks = [look for look in tracker.looks if now_s - WINDOW_S < look.at_s <= now_s]
    if not looks or looks[-1].at_s < now_s - MISSING_AFTER_S:
        return None
    lost_since_s = _lost_since_s(looks)
    recent = [look for look in looks if look.at_s > now_s - HEAD_WINDOW_S]
    base = CameraSnapshot(
        timestamp=now_s,
        face_detected=True,
        frames_in_window=len(looks),
        face_not_detected_ratio=_missing_ratio(recent),
    )
    if lost_since_s is not None and now_s - lost_since_s >= MISSING_AFTER_S:
        return replace(base, face_detected=False)
    if not any(look.face is not None for look in recent):
        return replace(base, face_detected=None, face_not_detected_ratio=None)
    posed = with_head(base, looks=recent, neutral=tracker.neutral)
    return _with_mouth(_with_eyes(posed, looks, tracker.open_eye), looks)


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


def _missing_ratio(looks: Sequence[Look]) -> float | None:
    """Share of the time without a face, each look counting until the next."""
    if len(looks) < 2:
        return None
    spans_s = np.minimum(np.diff([look.at_s for look in looks]), LOST_S)
    missing = np.array([look.face is None for look in looks[:-1]])
    return float(np.sum(spans_s * missing) / np.sum(spans_s))


def _with_eyes(
    snapshot: CameraSnapshot, looks: Sequence[Look], open_eye: OpenEye
) -> CameraSnapshot:
    at_s = np.array([look.at_s for look in looks])
    ear_frac = np.array([np.nan if look.face is None else look.face.ear_frac for look in looks])
    seen = ear_frac[np.isfinite(ear_frac)]
    now = ear_frac[np.isfinite(ear_frac) & (at_s > at_s[-1] - _NOW_S)]
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
    spans_s = _spans_s(at_s, np.isfinite(ear_frac))
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
