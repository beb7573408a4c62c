"""Fixtures that the tests of flows and of surfaces share: import them into a conftest.

The season is written once, and stored and learned from once, whatever the number of workers; tests
work on copies.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hakaru.flows.evaluate import train
from tests.flows.factories import SEASON, make_context, take_in
from tests.once import made_once
from tests.simulated import write_season


@pytest.fixture(scope="session")
def season() -> Path:
    """A folder with the FIT files of `SEASON`."""
    return made_once("season", lambda folder: write_season(folder, SEASON))


@pytest.fixture(scope="session")
def untrained_folder(season: Path) -> Path:
    """A data folder with the season, not trained. Copy it, do not change it."""

    def store(folder: Path) -> None:
        context = make_context(folder)
        take_in(context, season)
        context.store.close()

    return made_once("untrained", store)


@pytest.fixture(scope="session")
def trained_folder(untrained_folder: Path) -> Path:
    """The season with one version per metric. Copy it, do not change it."""

    def learn(folder: Path) -> None:
        shutil.copytree(untrained_folder, folder, dirs_exist_ok=True)
        context = make_context(folder)
        train(context, method="direct", history=False)
        context.store.close()

    return made_once("trained", learn)
