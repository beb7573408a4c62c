"""What do the landmarks of one frame say: eyes, mouth, head, gaze?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.focus.geometry import FaceReference, FloatArray, Pose, align

RIGHT_EYE = (33, 160, 158, 133, 153, 144)
LEFT_EYE = (362, 385, 387, 263, 373, 380)
"""Corner, two upper, corner, two lower: p1..p6, where p2 lies over p6 and p3 over p5."""
LIPS = ((82, 87), (13, 14), (312, 317))
MOUTH_CORNERS = (78, 308)
RIGHT_IRIS, LEFT_IRIS = 468, 473
N_WITHOUT_IRIS, N_WITH_IRIS = 468, 478
_SIDE_DEG = 30.0
"""Turned further than this, only the eye on the camera's side is measured."""
_IRIS_REACH = 0.8
"""Radius of the eyeball over half the width between the corners: 12 mm over 15 mm."""
_EYE_MOST = 0.75
"""Sine of the furthest that an eye turns in its socket, a little under 50 degrees."""


@dataclass(frozen=True, kw_only=True)
class Face:
    """One face in one frame. Angles are the camera's view, not yet relative to the screen.

    `gaze_*_deg` where the eyes point (head and iris together), None without iris landmarks.
    `centre_*_frac` the middle of the face in widths and heights of the image, `width_frac` its
    breadth between the outer corners of the eyes.
    """

    ear_right_frac: float
    ear_left_frac: float
    ear_frac: float
    mar_frac: float
    yaw_deg: float
    pitch_deg: float
    roll_deg: float
    gaze_yaw_deg: float | None
    gaze_pitch_deg: float | None
    centre_x_frac: float
    centre_y_frac: float
    width_frac: float


@dataclass(frozen=True, kw_only=True)
class Look:
    """One frame: a face, or None where there was none."""

    at_s: float
    face: Face | None


def measure_face(
    landmarks_frac: FloatArray, reference: FaceReference, *, width_px: float, height_px: float
) -> Face | None:
    """The measures of a face; None: the landmarks are no sound face.

    Args:
        landmarks_frac: x and y in widths and heights of the image, z (away from the viewer) in
            widths; shape (468, 3), or (478, 3) with both irises.
        reference: the face that looks straight ahead.
        width_px: of the image the landmarks were found in.
        height_px: of the same image.
    """
    if landmarks_frac.shape not in ((N_WITHOUT_IRIS, 3), (N_WITH_IRIS, 3)):
        return None
    points_px = landmarks_frac * np.array([width_px, -height_px, -width_px])
    pose = align(points_px, reference)
    if pose is None:
        return None
    face_cm = pose.straightened_cm(points_px)
    right, left = _aspect_frac(face_cm, RIGHT_EYE), _aspect_frac(face_cm, LEFT_EYE)
    mouth = _mouth_aspect_frac(face_cm)
    if not np.all(np.isfinite([right, left, mouth])):
        return None
    gaze = _gaze_deg(face_cm, pose)
    middle = (landmarks_frac[RIGHT_EYE[0]] + landmarks_frac[LEFT_EYE[3]]) / 2
    return Face(
        ear_right_frac=right,
        ear_left_frac=left,
        ear_frac=_nearer(right, left, pose.yaw_deg),
        mar_frac=mouth,
        yaw_deg=pose.yaw_deg,
        pitch_deg=pose.pitch_deg,
        roll_deg=pose.roll_deg,
        gaze_yaw_deg=None if gaze is None else gaze[0],
        gaze_pitch_deg=None if gaze is None else gaze[1],
        centre_x_frac=float(middle[0]),
        centre_y_frac=float(middle[1]),
        width_frac=_width_cm(face_cm) * pose.scale_px_per_cm / width_px,
    )


def _aspect_frac(face_cm: FloatArray, eye: tuple[int, ...]) -> float:
    """Height over width of an eye (Soukupova & Cech 2016), in the plane of the face."""
    p1, p2, p3, p4, p5, p6 = (face_cm[index, :2] for index in eye)
    height = np.hypot(*(p2 - p6)) + np.hypot(*(p3 - p5))
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(height / (2.0 * np.hypot(*(p1 - p4))))


def _mouth_aspect_frac(face_cm: FloatArray) -> float:
    height = np.mean([np.hypot(*(face_cm[up, :2] - face_cm[down, :2])) for up, down in LIPS])
    first, last = MOUTH_CORNERS
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(height / np.hypot(*(face_cm[first, :2] - face_cm[last, :2])))


def _nearer(right: float, left: float, yaw_deg: float) -> float:
    if abs(yaw_deg) <= _SIDE_DEG:
        return (right + left) / 2.0
    return right if yaw_deg > 0 else left


def _width_cm(face_cm: FloatArray) -> float:
    return float(np.hypot(*(face_cm[LEFT_EYE[3], :2] - face_cm[RIGHT_EYE[0], :2])))


def _gaze_deg(face_cm: FloatArray, pose: Pose) -> tuple[float, float] | None:
    if len(face_cm) < N_WITH_IRIS:
        return None
    offsets = []
    for eye, iris in ((RIGHT_EYE, RIGHT_IRIS), (LEFT_EYE, LEFT_IRIS)):
        first, last = face_cm[eye[0], :2], face_cm[eye[3], :2]
        half_cm = np.hypot(*(last - first)) / 2.0
        offsets.append((face_cm[iris, :2] - (first + last) / 2.0) / (half_cm * _IRIS_REACH))
    right, left = (
        np.degrees(np.arcsin(np.clip(offset, -_EYE_MOST, _EYE_MOST))) for offset in offsets
    )
    across, up = _nearer(right[0], left[0], pose.yaw_deg), _nearer(right[1], left[1], pose.yaw_deg)
    return float(pose.yaw_deg + across), float(pose.pitch_deg - up)
