"""Where in an image is the face that is nearest?

The short-range detector looks at the whole image at 128 x 128 and answers with 896 guesses, each
relative to its place on one of two grids.
"""

from __future__ import annotations

import numpy as np

from hakaru.focus.face import FloatArray
from hakaru.sources.camera.networks import Outputs
from hakaru.sources.camera.region import Region, around

SIDE_PX = 128
N_GUESSES, N_VALUES = 896, 16
CERTAIN_FRAC = 0.5
_BOXES, _SHARES = "regressors", "classificators"
_GRIDS = ((16, 2), (8, 6))
"""Cells along a side, and guesses per cell."""
_OVERLAP_FRAC = 0.3
_RIGHT_EYE, _LEFT_EYE = slice(4, 6), slice(6, 8)


def nearest_face(outputs: Outputs, seen: Region) -> Region | None:
    """The region of the nearest face; None: there is none.

    Args:
        outputs: of the detector, by name.
        seen: the region of the image it looked at.
    """
    shares = 1.0 / (1.0 + np.exp(-np.clip(outputs[_SHARES].astype(float), -50.0, 50.0)))
    certain = shares >= CERTAIN_FRAC
    if not np.any(certain):
        return None
    values = outputs[_BOXES].reshape(N_GUESSES, N_VALUES)[certain].astype(float)
    values /= SIDE_PX
    values[:, :2] += _CENTRES[certain]
    values[:, 4:] += np.tile(_CENTRES[certain], 6)
    shares = shares[certain]
    best = int(np.argmax(shares * values[:, 2]))
    alike = _overlaps(values, values[best]) >= _OVERLAP_FRAC
    face = np.average(values[alike], axis=0, weights=shares[alike])
    half = face[2:4] / 2.0
    corners = np.array([face[:2] - half, face[:2] + half, face[_RIGHT_EYE], face[_LEFT_EYE]])
    placed = seen.to_image(np.column_stack([corners, np.zeros(4)]))
    return around(placed[:2], right_eye_px=placed[2], left_eye_px=placed[3])


def _overlaps(values: FloatArray, box: FloatArray) -> FloatArray:
    """Intersection over union of each box with one."""
    low = np.maximum(values[:, :2] - values[:, 2:4] / 2, box[:2] - box[2:4] / 2)
    high = np.minimum(values[:, :2] + values[:, 2:4] / 2, box[:2] + box[2:4] / 2)
    both = np.prod(np.clip(high - low, 0.0, None), axis=1)
    either = np.prod(values[:, 2:4], axis=1) + np.prod(box[2:4]) - both
    overlap_frac: FloatArray = both / np.maximum(either, 1e-12)
    return overlap_frac


def _centres() -> FloatArray:
    """The middle of each guess's cell, in sides of the image, shape (896, 2)."""
    centres = []
    for cells, per_cell in _GRIDS:
        middles = (np.arange(cells) + 0.5) / cells
        x, y = np.meshgrid(middles, middles)
        centres.append(np.repeat(np.column_stack([x.ravel(), y.ravel()]), per_cell, axis=0))
    return np.concatenate(centres)


_CENTRES = _centres()
