"""How is a face turned? A rigid alignment of what was seen to a face that looks straight ahead.

Axes: x to the right of the image, y up, z towards the viewer. Turning by `yaw` > 0 is towards +x
(the person's left), `pitch` > 0 lowers the chin, `roll` > 0 is counter-clockwise in the image. No
camera constant is assumed: the landmarks carry their own depth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class FaceReference:
    """A face that looks straight ahead, by points that do not move with its expression.

    `indices` of those landmarks, shape (n,); `points_cm` where they lie, shape (n, 3); `weights`
    how much each counts, shape (n,).
    """

    indices: tuple[int, ...]
    points_cm: FloatArray
    weights: FloatArray


@dataclass(frozen=True, kw_only=True)
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
