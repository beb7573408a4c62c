"""Building the two archives that are given away, with the backend that pyproject names."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.contracts.tree import ROOT


def wheel_in(folder: Path) -> Path:
    """The wheel, built into a folder."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(built)


def sdist_in(folder: Path) -> Path:
    """The source archive, built into a folder."""
    (built,) = SdistBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(built)
