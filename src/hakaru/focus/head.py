"""Where do head and eyes point, against where this person faces the screen?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hakaru.focus.face import Face, Look
from hakaru.focus.geometry import FloatArray
from hakaru.focus.signals import CameraSnapshot, HeadPose

NEUTRAL_SAMPLES = 60
NEUTRAL_NEEDS = 5
NEUTRAL_MOST_DEG = 20.0
OFF_SCREEN_DEG = 30.0
MOVEMENT_DEG = 10.0
_NOW_S = 1.0


@dataclass(frozen=True, kw_only=True)
class NeutralPose:
    """The pose that counts as facing the screen: the median of the first minute with a face.

    `samples_deg` are (yaw, pitch, gaze yaw, gaze pitch), one a second. A person who begins turned
    away cannot make that the screen: the neutral pose stays within 20 degrees.
    """

    samples_deg: tuple[tuple[float, float, float, float], ...] = ()
    last_s: float | None = None

    @property
    def angles_deg(self) -> tuple[float, float, float, float]:
        """Yaw, pitch, gaze yaw and gaze pitch of facing the screen; 0 until it is known."""
        if len(self.samples_deg) < NEUTRAL_NEEDS:
            return (0.0, 0.0, 0.0, 0.0)
        medians = np.median(np.array(self.samples_deg), axis=0)
        yaw, pitch, gaze_yaw, gaze_pitch = np.clip(medians, -NEUTRAL_MOST_DEG, NEUTRAL_MOST_DEG)
        return (float(yaw), float(pitch), float(gaze_yaw), float(gaze_pitch))


def learn_neutral(neutral: NeutralPose, face: Face, *, at_s: float) -> NeutralPose:
    """What is known with one more face: one a second, for the first minute."""
    if len(neutral.samples_deg) >= NEUTRAL_SAMPLES:
        return neutral
    if neutral.last_s is not None and 0.0 <= at_s - neutral.last_s < 1.0:
        return neutral
    yaw, pitch = face.yaw_deg, face.pitch_deg
    gaze_yaw = yaw if face.gaze_yaw_deg is None else face.gaze_yaw_deg
    gaze_pitch = pitch if face.gaze_pitch_deg is None else face.gaze_pitch_deg
    sample = (yaw, pitch, gaze_yaw, gaze_pitch)
    return replace(neutral, samples_deg=(*neutral.samples_deg, sample), last_s=at_s)


def with_head(
    snapshot: CameraSnapshot, *, looks: Sequence[Look], neutral: NeutralPose
) -> CameraSnapshot:
    """The snapshot with its fields about the head.

    Args:
        snapshot: the rest of it.
        looks: frames of the last seconds, in order, at least one with a face.
        neutral: where this person faces the screen.
    """
    faces = [(look.at_s, look.face) for look in looks if look.face is not None]
    at_s = np.array([seen_at_s for seen_at_s, _ in faces])
    n_yaw, n_pitch, n_gaze_yaw, n_gaze_pitch = neutral.angles_deg
    yaw = np.array([face.yaw_deg for _, face in faces]) - n_yaw
    pitch = np.array([face.pitch_deg for _, face in faces]) - n_pitch
    roll = np.array([face.roll_deg for _, face in faces])
    gaze = np.array([_gaze_deg(face) for _, face in faces]) - np.array([n_gaze_yaw, n_gaze_pitch])
    now = at_s > at_s[-1] - _NOW_S
    return replace(
        snapshot,
        head_pose=HeadPose(
            pitch=float(np.median(pitch[now])),
            yaw=float(np.median(yaw[now])),
            roll=float(np.median(roll[now])),
        ),
        head_yaw_std=float(np.std(yaw)),
        head_pitch_std=float(np.std(pitch)),
        head_yaw_max_abs=float(np.max(np.abs(yaw))),
        head_pitch_max_abs=float(np.max(np.abs(pitch))),
        head_movement_count=_movements(yaw, pitch),
        gaze_off_screen_ratio=float(np.mean(np.max(np.abs(gaze), axis=1) > OFF_SCREEN_DEG)),
        neutral_yaw_deg=n_yaw,
        neutral_pitch_deg=n_pitch,
    )


def _gaze_deg(face: Face) -> tuple[float, float]:
    """Where the eyes point, or the head where the irises were not seen."""
    if face.gaze_yaw_deg is None or face.gaze_pitch_deg is None:
        return (face.yaw_deg, face.pitch_deg)
    return (face.gaze_yaw_deg, face.gaze_pitch_deg)


def _movements(yaw_deg: FloatArray, pitch_deg: FloatArray) -> int:
    """How often the head came to point clearly elsewhere than before."""
    count = 0
    from_yaw, from_pitch = yaw_deg[0], pitch_deg[0]
    for yaw, pitch in zip(yaw_deg.tolist(), pitch_deg.tolist(), strict=True):
        if max(abs(yaw - from_yaw), abs(pitch - from_pitch)) > MOVEMENT_DEG:
            count += 1
            from_yaw, from_pitch = yaw, pitch
    return count
