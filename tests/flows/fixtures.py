"""Fixtures that the tests of flows and of surfaces share: import them into a conftest.

The season is written once, and stored and learned from once; tests work on copies.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hakaru.flows.train import train
from hakaru.sources.simulated.season import write_season
from tests.flows.factories import SEASON, make_context, take_in


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the FIT files of `SEASON`."""
    folder = tmp_path_factory.mktemp("season")
    write_season(folder, SEASON)
    return folder


@pytest.fixture(scope="session")
def untrained_folder(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the season, not trained. Copy it, do not change it."""
    folder = tmp_path_factory.mktemp("untrained")
    context = make_context(folder)
    take_in(context, season)
    context.store.close()
    return folder


@pytest.fixture(scope="session")
def trained_folder(untrained_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The season with one version per metric. Copy it, do not change it."""
    folder = tmp_path_factory.mktemp("trained") / "data"
    shutil.copytree(untrained_folder, folder)
    context = make_context(folder)
    train(context, method="direct", history=False)
    context.store.close()
    return folder
