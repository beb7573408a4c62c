"""A server over a desk with three nodes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from hakaru.flows.context import Context
from tests.flows.desks import lay
from tests.flows.factories import make_context
from tests.surfaces.web.serving import talking


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """n1 and n2 share a word, n3 lies below n1."""
    made = lay(make_context(tmp_path / "data"))
    yield made
    made.store.close()


@pytest.fixture
def client(context: Context) -> Iterator[httpx2.Client]:
    """One that knows the token."""
    with talking(context) as made:
        yield made
