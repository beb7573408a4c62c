"""Whether the eyes are with the screen: for how much of the last half minute, and since when not.

A glance is one look at the screen, not a return to it; a nod at a notebook is no absence. A face
that neither moves nor blinks for a minute is a picture, and a mouth that moves as in speech is a
talk with somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hakaru.focus.face import Face, FloatArray, Look, NeutralPose, gaze_or_head_deg
from hakaru.focus.states import CameraSnapshot

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
    snapshot: CameraSnapshot, looks: Sequence[Look], *, neutral: NeutralPose, open_ear: float | None
) -> CameraSnapshot:
    """The snapshot with its fields about the screen, speech and pictures.

    Args:
        snapshot: the rest of it.
        looks: frames of the last minute, in order.
        neutral: where this person faces the screen.
        open_ear: the person's eye aspect ratio with open eyes; None: not known.
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
        screen_ratio=_share(at_s, on_screen, now_s=now_s),
        off_screen_s=_off_screen_s(at_s, on_screen, now_s=now_s),
        talking_ratio=_talking(at_s, mouth, now_s=now_s),
        still=_still(seen, open_ear=open_ear),
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


def _still(faces: Sequence[tuple[float, Face]], *, open_ear: float | None) -> bool | None:
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
    is_open = open_ear is None or usual > _STILL_OPEN_FRAC * open_ear
    return bool(is_open and np.min(ear) > _STILL_BLINK_FRAC * usual)
