"""What does a frame show of the person: a face with its measures, or none?

A face is looked for in the whole image only where none was in the frame before; else where that one
was. Frames stay in memory, and nothing of them is kept but where the face was.
"""

from __future__ import annotations

import numpy as np

from hakaru.focus.face import (
    LEFT_EYE,
    LEFT_IRIS,
    N_WITH_IRIS,
    RIGHT_EYE,
    RIGHT_IRIS,
    Face,
    FloatArray,
    measure_face,
)
from hakaru.sources.camera.detect import SIDE_PX as DETECTOR_PX
from hakaru.sources.camera.detect import nearest_face
from hakaru.sources.camera.model_file import FaceModel
from hakaru.sources.camera.networks import FloatImage, Loader
from hakaru.sources.camera.region import Image, Region, around, whole

LANDMARKS_PX = 256
_PRESENT_FRAC = 0.5
_IRIS_POINTS = 5
_POINTS, _PRESENCE = "Identity", "Identity_1"
"""As the network calls its outputs: the landmarks, and the log-odds of a face being there."""


class FaceFinder:
    """Finds the person's face in one frame after the other. For one thread at a time."""

    def __init__(self, model: FaceModel, load: Loader) -> None:
        self._reference = model.reference
        self._detector, self._landmarks = load(model.detector), load(model.landmarks)
        self._region: Region | None = None

    def look(self, image: Image) -> Face | None:
        """The face in a BGR image, shape (height, width, 3); None: there is none."""
        points_frac = self.landmarks(image)
        if points_frac is None:
            return None
        height_px, width_px = image.shape[:2]
        return measure_face(points_frac, self._reference, width_px=width_px, height_px=height_px)

    def landmarks(self, image: Image) -> FloatArray | None:
        """The landmarks, as `focus.face.measure_face` takes them; None: there is no face."""
        region = self._region or self._detected(image)
        points_px = None if region is None else self._placed(image, region)
        if points_px is None and self._region is not None:  # lost: look for it everywhere
            region = self._detected(image)
            points_px = None if region is None else self._placed(image, region)
        self._region = None
        if points_px is None:
            return None
        following = around(
            points_px, right_eye_px=points_px[RIGHT_EYE[0]], left_eye_px=points_px[LEFT_EYE[3]]
        )
        self._region = following if following.fits(image) else None
        height_px, width_px = image.shape[:2]
        points_frac: FloatArray = points_px / np.array([width_px, height_px, width_px])
        return points_frac

    def _detected(self, image: Image) -> Region | None:
        seen = whole(image)
        crop = _rgb(seen.crop(image, side_px=DETECTOR_PX))
        face = nearest_face(self._detector(crop * np.float32(2.0) - np.float32(1.0)), seen)
        return face if face is not None and face.fits(image) else None

    def _placed(self, image: Image, region: Region) -> FloatArray | None:
        outputs = self._landmarks(_rgb(region.crop(image, side_px=LANDMARKS_PX)))
        if 1.0 / (1.0 + np.exp(-float(outputs[_PRESENCE][0]))) < _PRESENT_FRAC:
            return None
        points = outputs[_POINTS].reshape(N_WITH_IRIS, 3).astype(float)
        if not np.all(np.isfinite(points)):
            return None
        return region.to_image(_with_iris_depth(points) / LANDMARKS_PX)


def _rgb(image: Image) -> FloatImage:
    """The image as networks take it: red first, from 0 to 1."""
    return image[:, :, ::-1].astype(np.float32) / np.float32(255.0)


def _with_iris_depth(points: FloatArray) -> FloatArray:
    """The network gives irises no depth: they lie between the corners of their eye."""
    placed = points.copy()
    for eye, iris in ((RIGHT_EYE, RIGHT_IRIS), (LEFT_EYE, LEFT_IRIS)):
        first, last = points[eye[0]], points[eye[3]]
        across = last[:2] - first[:2]
        part = (points[iris, :2] - first[:2]) @ across / max(float(across @ across), 1e-9)
        depth = first[2] + float(np.clip(part, 0.0, 1.0)) * (last[2] - first[2])
        placed[iris : iris + _IRIS_POINTS, 2] = depth
    return placed
