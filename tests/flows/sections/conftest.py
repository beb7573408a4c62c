"""A stored season to be changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.flows.context import Context
from tests.flows.session_seasons import copy_of, mixed_files


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """Two weeks with every kind of session, of one's own."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Context]:
    """An easy run, intervals and a recovery run: for what is worded of all of them."""
    with copy_of(mixed_files()[:3], tmp_path) as made:
        yield made
