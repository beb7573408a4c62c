"""Faces that nobody has: landmarks of a made-up head with programmed blinks, turns and mouth."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hakaru.focus.face import (
    LEFT_EYE,
    LEFT_IRIS,
    LIPS,
    MOUTH_CORNERS,
    N_WITH_IRIS,
    RIGHT_EYE,
    RIGHT_IRIS,
    Face,
    FaceReference,
    FloatArray,
    Look,
    measure_face,
)

WIDTH_PX, HEIGHT_PX = 640, 480
PX_PER_CM = 18.0
EYE_WIDTH_CM = 2.8
EYE_REACH_CM = 0.8 * EYE_WIDTH_CM / 2
MOUTH_WIDTH_CM = 4.8

_RIGID = {
    RIGHT_EYE[0]: (-4.4, 2.6, 3.4), RIGHT_EYE[3]: (-1.6, 2.6, 3.9),
    LEFT_EYE[0]: (1.6, 2.6, 3.9), LEFT_EYE[3]: (4.4, 2.6, 3.4),
    1: (0.0, -1.1, 7.2), 6: (0.0, 2.4, 5.2), 10: (0.0, 8.2, 4.3), 152: (0.0, -8.9, 4.0),
    234: (-7.4, 1.0, -2.2), 454: (7.4, 1.0, -2.2), 127: (-7.0, 3.2, -1.0), 356: (7.0, 3.2, -1.0),
    168: (0.0, 3.6, 4.9), 98: (-1.6, -1.6, 5.0), 327: (1.6, -1.6, 5.0),
}  # fmt: skip

REFERENCE = FaceReference(
    indices=tuple(_RIGID),
    points_cm=np.array(list(_RIGID.values())),
    weights=np.ones(len(_RIGID)),
)


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a face does in one frame."""

    ear: float = 0.3
    mar: float = 0.05
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    gaze_yaw: float = 0.0
    gaze_pitch: float = 0.0


def landmarks(
    shape: Shape, *, noise_px: float = 0.0, rng: random.Random | None = None
) -> FloatArray:
    """The landmarks of a head in this shape as a model gives them: (478, 3), fractions."""
    points = np.zeros((N_WITH_IRIS, 3))
    for index, place in _RIGID.items():
        points[index] = place
    for eye, iris in ((RIGHT_EYE, RIGHT_IRIS), (LEFT_EYE, LEFT_IRIS)):
        first, last = points[eye[0]], points[eye[3]]
        width = float(np.hypot(*(last - first)[:2]))
        for part, up, down in ((1 / 3, eye[1], eye[5]), (2 / 3, eye[2], eye[4])):
            middle = first + part * (last - first)
            half = np.array([0, shape.ear * width / 2, 0])
            points[up], points[down] = middle + half, middle - half
        reach = 0.8 * width / 2
        across, upward = math.radians(shape.gaze_yaw), math.radians(-shape.gaze_pitch)
        points[iris] = (first + last) / 2 + [reach * math.sin(across), reach * math.sin(upward), 0]
    left, right = MOUTH_CORNERS
    points[left], points[right] = [-MOUTH_WIDTH_CM / 2, -4.3, 4.4], [MOUTH_WIDTH_CM / 2, -4.3, 4.4]
    for x, (up, down) in zip((-1.0, 0.0, 1.0), LIPS, strict=True):
        points[up] = [x, -4.3 + shape.mar * MOUTH_WIDTH_CM / 2, 4.9]
        points[down] = [x, -4.3 - shape.mar * MOUTH_WIDTH_CM / 2, 4.9]
    turn = rotation_matrix(yaw_deg=shape.yaw, pitch_deg=shape.pitch, roll_deg=shape.roll)
    seen = PX_PER_CM * points @ turn.T + [WIDTH_PX / 2, -HEIGHT_PX / 2, 0]
    if rng is not None and noise_px:
        seen += np.array([[rng.gauss(0, noise_px) for _ in range(3)] for _ in range(N_WITH_IRIS)])
    found: FloatArray = seen / np.array([WIDTH_PX, -HEIGHT_PX, -WIDTH_PX])
    return found


def measured(shape: Shape, *, noise_px: float = 0.0, rng: random.Random | None = None) -> Face:
    """The measures of that face, by way of its landmarks."""
    face = measure_face(
        landmarks(shape, noise_px=noise_px, rng=rng),
        REFERENCE,
        width_px=WIDTH_PX,
        height_px=HEIGHT_PX,
    )
    assert face is not None
    return face


def face_of(shape: Shape) -> Face:
    """The same measures without landmarks, for long streams."""
    return Face(
        ear_right_frac=shape.ear,
        ear_left_frac=shape.ear,
        ear_frac=shape.ear,
        mar_frac=shape.mar,
        yaw_deg=shape.yaw,
        pitch_deg=shape.pitch,
        roll_deg=shape.roll,
        gaze_yaw_deg=shape.yaw + shape.gaze_yaw,
        gaze_pitch_deg=shape.pitch + shape.gaze_pitch,
        centre_x_frac=0.5,
        centre_y_frac=0.5,
        width_frac=0.2,
    )


@dataclass(frozen=True, kw_only=True)
class Closing:
    """One closure of the eyes: shutting takes 40 % of it, opening 60 % (a blink), or a droop that
    stays shut in between (`holds`)."""

    start_s: float
    duration_s: float
    holds: bool = False

    def openness(self, at_s: float) -> float:
        """1 = open, 0 = shut."""
        since = at_s - self.start_s
        if not 0.0 <= since <= self.duration_s:
            return 1.0
        if self.holds:
            edge = 0.12
            return min(1.0, max(0.0, 1 - since / edge, 1 - (self.duration_s - since) / edge))
        peak = 0.4 * self.duration_s
        if since <= peak:
            return max(0.0, 1.0 - 1.25 * since / peak)
        return max(0.0, 1.25 * (since - peak) / (self.duration_s - peak) - 0.25)


@dataclass(frozen=True, kw_only=True)
class Person:
    """Eyes of one person: aspect open and shut, and the noise of a landmark model on them."""

    open_ear: float = 0.3
    shut_ear: float = 0.045
    noise: float = 0.01

    def ear(self, at_s: float, closings: Sequence[Closing], rng: random.Random) -> float:
        """The aspect at a time."""
        openness = min([closing.openness(at_s) for closing in closings], default=1.0)
        ear = self.shut_ear + openness * (self.open_ear - self.shut_ear)
        return max(0.0, ear + rng.gauss(0, self.noise))


def blinks(
    *, until_s: float, per_min: float, rng: random.Random, start_s: float = 0.5
) -> tuple[Closing, ...]:
    """Blinks of 200-350 ms at irregular times."""
    closings = []
    at_s = start_s
    while at_s < until_s:
        closings.append(Closing(start_s=at_s, duration_s=rng.uniform(0.2, 0.35)))
        at_s += max(0.7, rng.expovariate(per_min / 60.0))
    return tuple(closings)


def times(*, until_s: float, fps: float, start_s: float = 0.0) -> Iterator[float]:
    """Times of frames."""
    for index in range(round((until_s - start_s) * fps)):
        yield start_s + index / fps


def looks(
    *,
    until_s: float,
    fps: float,
    shape: Callable[[float], Shape | None],
    ear: Callable[[float], float],
) -> Iterator[Look]:
    """Looks at a face whose shape and eyes are programmed; a shape of None is no face."""
    for at_s in times(until_s=until_s, fps=fps):
        now = shape(at_s)
        yield Look(at_s=at_s, face=None if now is None else face_of(replace(now, ear=ear(at_s))))


def rotation_matrix(*, yaw_deg: float, pitch_deg: float, roll_deg: float) -> FloatArray:
    """The rotation of a face: roll first, then pitch, then yaw."""
    yaw, pitch, roll = np.radians([yaw_deg, pitch_deg, roll_deg])
    about_y = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]]
    )
    about_z = np.array(
        [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    turned: FloatArray = about_y @ about_x @ about_z
    return turned
