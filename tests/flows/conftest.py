"""Data folders for the tests of flows: each test has one of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.flows.context import Context
from tests.flows.factories import make_context
from tests.flows.fixtures import season, trained_folder, untrained_folder

__all__ = ["season", "trained_folder", "untrained_folder"]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """An empty data folder."""
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


@pytest.fixture
def untrained(untrained_folder: Path, tmp_path: Path) -> Iterator[Context]:
    """The season, stored and judged by the population prior."""
    shutil.copytree(untrained_folder, tmp_path / "data")
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


@pytest.fixture
def trained(trained_folder: Path, tmp_path: Path) -> Iterator[Context]:
    """The season with one version learned from all of it; verdicts still by the prior."""
    shutil.copytree(trained_folder, tmp_path / "data")
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()
