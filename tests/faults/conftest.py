"""A prepared data folder, and a process that runs commands on copies of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.running import Commands, commands
from tests.faults.writing import prepare
from tests.once import made_once


@pytest.fixture(scope="session")
def ran() -> Iterator[Commands]:
    """Runs commands in children of a process that has loaded everything."""
    with commands() as process:
        yield process


@pytest.fixture(scope="session")
def prepared(ran: Commands) -> Path:
    """Half of a season, trained, with nodes. Copy its `data`, do not change it."""
    return made_once("faults", lambda folder: prepare(folder, ran))
