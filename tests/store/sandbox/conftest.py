"""One folder for all tests of the sandbox: none of them may change it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.sandbox.folders import digest, make_data_folder


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, and a folder beside it that nobody may read."""
    return make_data_folder(tmp_path_factory.mktemp("sandbox"))


@pytest.fixture
def untouched(folder: Path) -> Iterator[Path]:
    """The same folder; the test fails where a file of it is another afterwards."""
    before = digest(folder)
    yield folder
    assert digest(folder) == before
