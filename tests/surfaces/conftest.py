"""A data folder with a season in it, for each test one of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.flows.fixtures import season, trained_folder, untrained_folder

__all__ = ["season", "trained_folder", "untrained_folder"]


@pytest.fixture
def data(trained_folder: Path, tmp_path: Path) -> Path:
    """The season, stored, judged and learned from."""
    shutil.copytree(trained_folder, tmp_path / "data")
    return tmp_path / "data"
