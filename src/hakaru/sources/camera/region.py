"""Which part of an image does a network look at, and where in the image is what it found there?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.focus.face import FloatArray

Image = NDArray[np.uint8]
FACE_MARGIN = 1.5
"""A face's region is so many times its own box: hair and chin, and room to move until the next
frame."""
_SMALLEST_PX, _LARGEST_FRAC = 20.0, 3.0


@dataclass(frozen=True, kw_only=True)
class Region:
    """A turned square of an image. `turn_deg` > 0: its upper edge falls towards the right."""

    centre_x_px: float
    centre_y_px: float
    size_px: float
    turn_deg: float = 0.0

    def crop(self, image: Image, *, side_px: int) -> Image:
        """What lies in it, upright, as a square image; black where the image ends."""
        import cv2  # noqa: PLC0415

        scale, (cos, sin) = self.size_px / side_px, self._direction
        half = side_px / 2.0 - 0.5
        turned = np.array([[cos * scale, -sin * scale], [sin * scale, cos * scale]])
        shift = np.array([self.centre_x_px, self.centre_y_px]) - turned @ [half, half]
        matrix = np.column_stack([turned, shift])
        flags: Any = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped: Any = cv2.warpAffine(image, matrix, (side_px, side_px), flags=flags)
        crop: Image = warped
        return crop

    def to_image(self, points_frac: FloatArray) -> FloatArray:
        """Points of the region, in its sides, as pixels of the image; depth along, shape (n, 3)."""
        cos, sin = self._direction
        x, y, depth = (points_frac - [0.5, 0.5, 0.0]).T * self.size_px
        return np.column_stack(
            [self.centre_x_px + cos * x - sin * y, self.centre_y_px + sin * x + cos * y, depth]
        )

    def fits(self, image: Image) -> bool:
        """Whether a face there can be looked at: of some size, and not outside of the image."""
        height_px, width_px = image.shape[:2]
        inside = 0 <= self.centre_x_px <= width_px and 0 <= self.centre_y_px <= height_px
        large = self.size_px >= _SMALLEST_PX
        return inside and large and self.size_px <= _LARGEST_FRAC * max(height_px, width_px)

    @property
    def _direction(self) -> tuple[float, float]:
        turn = math.radians(self.turn_deg)
        return math.cos(turn), math.sin(turn)


def whole(image: Image) -> Region:
    """The smallest square that holds an image."""
    height_px, width_px = image.shape[:2]
    return Region(
        centre_x_px=width_px / 2.0,
        centre_y_px=height_px / 2.0,
        size_px=float(max(height_px, width_px)),
    )


def around(points_px: FloatArray, *, right_eye_px: FloatArray, left_eye_px: FloatArray) -> Region:
    """The region of a face: around points of it, upright by its eyes.

    Args:
        points_px: points of its outline, shape (n, 2) or (n, 3).
        right_eye_px: where the person's right eye is (on the image's left), shape (2,) or more.
        left_eye_px: the same of the other.
    """
    low, high = points_px[:, :2].min(axis=0), points_px[:, :2].max(axis=0)
    across = left_eye_px - right_eye_px
    return Region(
        centre_x_px=float(low[0] + high[0]) / 2.0,
        centre_y_px=float(low[1] + high[1]) / 2.0,
        size_px=float(np.max(high - low)) * FACE_MARGIN,
        turn_deg=math.degrees(math.atan2(across[1], across[0])),
    )
