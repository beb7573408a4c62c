"""A face in one frame: landmarks, rotation, and how far the eyes are open and where they point.

Axes: x to the right of the image, y up, z towards the viewer. Turning by `yaw` > 0 is towards +x
(the person's left), `pitch` > 0 lowers the chin, `roll` > 0 is counter-clockwise in the image. No
camera constant is assumed: the landmarks carry their own depth.

Everything is relative to the person's own open eye: fixed limits call narrow eyes drowsy and miss
droops of wide ones. A blink is a closure of up to half a second; PERCLOS counts only longer ones in
which the eye is at least 80 % closed (P80, Wierwille 1994).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hakaru.focus.states import CameraSnapshot, HeadPose
from hakaru.records import frozen

FloatArray = NDArray[np.float64]


@frozen
class FaceReference:
    """A face that looks straight ahead, by points that do not move with its expression.

    `indices` of those landmarks, shape (n,); `points_cm` where they lie, shape (n, 3); `weights`
    how much each counts, shape (n,).
    """

    indices: tuple[int, ...]
    points_cm: FloatArray
    weights: FloatArray


@frozen
class Pose:
    """How seen points come from the reference: seen = scale * rotation @ reference + shift."""

    rotation: FloatArray
    scale_px_per_cm: float
    shift_px: FloatArray

    @property
    def yaw_deg(self) -> float:
        """Turn to the side."""
        return float(np.degrees(np.arctan2(self.rotation[0, 2], self.rotation[2, 2])))

    @property
    def pitch_deg(self) -> float:
        """Tilt; > 0: chin down."""
        return float(np.degrees(np.arcsin(np.clip(-self.rotation[1, 2], -1.0, 1.0))))

    @property
    def roll_deg(self) -> float:
        """Lean towards a shoulder."""
        return float(np.degrees(np.arctan2(self.rotation[1, 0], self.rotation[1, 1])))

    def straightened_cm(self, points_px: FloatArray) -> FloatArray:
        """Points as they would lie if the face looked straight ahead, shape as given."""
        straight: FloatArray = (points_px - self.shift_px) @ self.rotation / self.scale_px_per_cm
        return straight


def align(points_px: FloatArray, reference: FaceReference) -> Pose | None:
    """The pose of a face from all its landmarks, shape (m, 3); None: no sound face.

    The weighted least-squares similarity (Kabsch 1976, Umeyama 1991).
    """
    seen = points_px[list(reference.indices)]
    if not np.all(np.isfinite(seen)):
        return None
    share = reference.weights / reference.weights.sum()
    seen_centre, own_centre = share @ seen, share @ reference.points_cm
    moved, own = seen - seen_centre, reference.points_cm - own_centre
    left, sizes, right = np.linalg.svd((moved * share[:, None]).T @ own)
    mirrored = np.sign(np.linalg.det(left) * np.linalg.det(right))
    signs = np.array([1.0, 1.0, mirrored])
    spread = float(share @ np.sum(own**2, axis=1))
    scale_px_per_cm = float(sizes @ signs) / spread
    if not scale_px_per_cm > 0:
        return None
    rotation = left @ np.diag(signs) @ right
    return Pose(
        rotation=rotation,
        scale_px_per_cm=scale_px_per_cm,
        shift_px=seen_centre - scale_px_per_cm * rotation @ own_centre,
    )


BLOCK_S = 2.0
KEPT_S = 1800.0
BLINK_MAX_S = 0.5
MICROSLEEP_S = 1.0
PERCLOS_DROWSY_FRAC = 0.12
LOST_S = 0.5
"""Samples further apart than this have an unseen time between them."""

_CLOSED_FRAC = 0.32
_OPENING_FRAC = 0.50
"""80 % closed, where 15 % of the open aspect is left in a shut eye; and open enough to be over."""
_BLINK_BEGINS_FRAC = 0.62
_BLINK_ENDS_FRAC = 0.75
_BLOCK_QUANTILE = 0.8
_OPEN_QUANTILE = 0.5
_PLAUSIBLE = (0.12, 0.6)
_SHUT_FRAC = 0.6
_PRIOR_BLOCKS = 30


@frozen
class OpenEye:
    """The aspect ratio of this person's open eyes, learned while watching.

    `prior_frac` is what was found before a long break (None: nothing), worth a minute of watching.
    `blocks` are (time in s, how open the eyes were in those two seconds); `pending` the samples of
    the block that is not full yet.
    """

    prior_frac: float | None = None
    blocks: tuple[tuple[float, float], ...] = ()
    pending: tuple[tuple[float, float], ...] = ()

    @property
    def ear_frac(self) -> float | None:
        """The usual aspect ratio of open eyes; None: not watched for long enough."""
        values = [value for _, value in self.blocks]
        if self.prior_frac is not None:
            values += [self.prior_frac] * max(0, _PRIOR_BLOCKS - len(values))
        return float(np.quantile(values, _OPEN_QUANTILE)) if values else None


@frozen
class Closure:
    """One time the eyes were closed; `ongoing`: they still are."""

    started_s: float
    ended_s: float
    ongoing: bool

    @property
    def duration_s(self) -> float:
        """How long it was."""
        return self.ended_s - self.started_s


def learn_open_eye(eye: OpenEye, *, at_s: float, ear_frac: float) -> OpenEye:
    """What is known with one more sample. Closed eyes teach nothing about open ones."""
    pending = (*eye.pending, (at_s, ear_frac))
    if not 0.0 <= at_s - pending[0][0] < BLOCK_S - 1e-9:
        return replace(_with_block(eye), pending=((at_s, ear_frac),))
    return replace(eye, pending=pending)


def _with_block(eye: OpenEye) -> OpenEye:
    at_s = eye.pending[-1][0]
    value = float(np.quantile([openness_frac for _, openness_frac in eye.pending], _BLOCK_QUANTILE))
    usual = eye.ear_frac
    low, high = _PLAUSIBLE
    if len(eye.pending) < 3 or not low <= value <= high:
        return eye
    if usual is not None and value < _SHUT_FRAC * usual:
        return eye
    blocks = tuple(block for block in eye.blocks if 0.0 <= at_s - block[0] < KEPT_S)
    # After a long break, or a clock set back, the person is still the same.
    gone = len(blocks) < min(len(eye.blocks), _PRIOR_BLOCKS)
    prior_frac = usual if gone and usual is not None else eye.prior_frac
    return replace(eye, prior_frac=prior_frac, blocks=(*blocks, (at_s, value)))


def find_closures(at_s: FloatArray, openness_frac: FloatArray) -> tuple[Closure, ...]:
    """Every time the eye was at least 80 % closed, blinks among them.

    Args:
        at_s: times in order, shape (n,).
        openness_frac: aspect ratio over that of the open eye, NaN where no eye was seen.
    """
    runs = _runs(at_s, openness_frac, begins=_CLOSED_FRAC, ends=_OPENING_FRAC)
    return tuple(_closure(at_s, first, last) for first, last in runs)


def count_blinks(at_s: FloatArray, openness_frac: FloatArray) -> tuple[float, ...]:
    """The times of blinks: the eye dips and is open again within half a second; arguments as
    `find_closures`."""
    blinks_at_s = []
    for first, last in _runs(at_s, openness_frac, begins=_BLINK_BEGINS_FRAC, ends=_BLINK_ENDS_FRAC):
        closure = _closure(at_s, first, last)
        seen_around = first > 0 and not closure.ongoing and np.isfinite(openness_frac[last + 1])
        if seen_around and closure.duration_s <= BLINK_MAX_S + 1e-9:
            blinks_at_s.append(float(at_s[first]))
    return tuple(blinks_at_s)


def long_closures(closures: tuple[Closure, ...]) -> tuple[Closure, ...]:
    """Those that are no blinks."""
    return tuple(closure for closure in closures if closure.duration_s > BLINK_MAX_S)


def _runs(
    at_s: FloatArray, openness_frac: FloatArray, *, begins: float, ends: float
) -> list[tuple[int, int]]:
    """First and last sample of each stretch that falls below one level and has not risen above
    another; an unseen time ends it."""
    lost = ~np.isfinite(openness_frac) | (np.diff(at_s, prepend=-math.inf) > LOST_S)
    ended = (lost | ~(openness_frac < ends)).tolist()
    runs: list[tuple[int, int]] = []
    for first in np.flatnonzero(openness_frac < begins).tolist():
        if runs and first <= runs[-1][1]:
            continue
        last = first
        while last + 1 < len(ended) and not ended[last + 1]:
            last += 1
        runs.append((first, last))
    return runs


def _closure(at_s: FloatArray, first: int, last: int) -> Closure:
    """From half way between the samples around it; the last sample may still be inside."""
    ongoing = last == len(at_s) - 1
    before_s = min(at_s[first] - at_s[first - 1], LOST_S) if first > 0 else 0.0
    after_s = 0.0 if ongoing else min(at_s[last + 1] - at_s[last], LOST_S)
    return Closure(
        started_s=float(at_s[first] - before_s / 2.0),
        ended_s=float(at_s[last] + after_s / 2.0),
        ongoing=ongoing,
    )


DARK_LUMA, LOW_LUMA = 8.0, 45.0
"""Mean grey, 0-255: a covered lens gives 1-4, a room lit by the screen alone 10-35."""

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


@frozen
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


@frozen
class Look:
    """One frame: a face, or None where there was none.

    `grey_value` and `grey_spread_value` are mean and spread of its grey, 0-255; None: not measured.
    """

    at_s: float
    face: Face | None
    grey_value: float | None = None
    grey_spread_value: float | None = None

    @property
    def without_light(self) -> bool:
        """Whether it is black all over: the lamp is off or a cover is on; nobody is missed."""
        return self.grey_value is not None and self.grey_value < DARK_LUMA

    @property
    def in_low_light(self) -> bool:
        """Whether it is so dark that a face may be lost in it."""
        return self.grey_value is not None and self.grey_value < LOW_LUMA


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


NEUTRAL_SAMPLES = 60
NEUTRAL_KEPT = 180
NEUTRAL_NEEDS = 5
NEUTRAL_MOST_DEG = 20.0
NEUTRAL_DRIFT_DEG = 8.0
WIDTH_NEEDS = 20
BACKGROUND_FRAC = 0.54
OFF_SCREEN_DEG = 30.0
MOVEMENT_DEG = 10.0
_NOW_S = 1.0


@frozen
class NeutralPose:
    """The pose that counts as facing the screen: the median of the first minute with a face, and
    then slowly that of the last minutes in which the person typed.

    `pose_values` are (yaw, pitch, gaze yaw, gaze pitch in degrees, width of the face), each second.
    A person who begins turned away cannot make that the screen: the neutral pose stays within 20
    degrees. Nor can one who bends over a telephone: nobody types so.
    """

    pose_values: tuple[tuple[float, float, float, float, float], ...] = ()
    last_s: float | None = None

    @property
    def angles_deg(self) -> tuple[float, float, float, float]:
        """Yaw, pitch, gaze yaw and gaze pitch of facing the screen; 0 until it is known."""
        if len(self.pose_values) < NEUTRAL_NEEDS:
            return (0.0, 0.0, 0.0, 0.0)
        return _middle(self.pose_values)[0]

    @property
    def width_frac(self) -> float | None:
        """How wide the face of whoever sits there is; None: not known."""
        return _middle(self.pose_values)[1] if len(self.pose_values) >= WIDTH_NEEDS else None


@lru_cache(maxsize=8)
def _middle(
    pose_values: tuple[tuple[float, float, float, float, float], ...],
) -> tuple[tuple[float, float, float, float], float]:
    medians = np.median(np.array(pose_values), axis=0)
    yaw, pitch, gaze_yaw, gaze_pitch = np.clip(medians[:4], -NEUTRAL_MOST_DEG, NEUTRAL_MOST_DEG)
    return (float(yaw), float(pitch), float(gaze_yaw), float(gaze_pitch)), float(medians[4])


def learn_neutral(
    neutral: NeutralPose, face: Face, *, at_s: float, at_keys: bool | None = None
) -> NeutralPose:
    """What is known with one more face, one a second. `at_keys`: whether the person types now;
    None: keys are not counted here, and only what is near to the pose so far moves it."""
    if neutral.last_s is not None and 0.0 <= at_s - neutral.last_s < 1.0:
        return neutral
    if len(neutral.pose_values) >= NEUTRAL_SAMPLES and not (
        at_keys or _near(neutral, face, at_keys)
    ):
        return neutral
    yaw, pitch = face.yaw_deg, face.pitch_deg
    gaze_yaw = yaw if face.gaze_yaw_deg is None else face.gaze_yaw_deg
    gaze_pitch = pitch if face.gaze_pitch_deg is None else face.gaze_pitch_deg
    sample = (yaw, pitch, gaze_yaw, gaze_pitch, face.width_frac)
    return replace(neutral, pose_values=(*neutral.pose_values, sample)[-NEUTRAL_KEPT:], last_s=at_s)


def _near(neutral: NeutralPose, face: Face, at_keys: bool | None) -> bool:
    yaw, pitch, _, _ = neutral.angles_deg
    turn_deg = max(abs(face.yaw_deg - yaw), abs(face.pitch_deg - pitch))
    return at_keys is None and turn_deg <= NEUTRAL_DRIFT_DEG


def is_background(neutral: NeutralPose, face: Face) -> bool:
    """Whether a face is much smaller than that of whoever sits there: somebody passes behind, or a
    picture hangs on the wall."""
    usual = neutral.width_frac
    return usual is not None and face.width_frac < BACKGROUND_FRAC * usual


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
    gaze = np.array([gaze_or_head_deg(face) for _, face in faces]) - np.array(
        [n_gaze_yaw, n_gaze_pitch]
    )
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


def gaze_or_head_deg(face: Face) -> tuple[float, float]:
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
