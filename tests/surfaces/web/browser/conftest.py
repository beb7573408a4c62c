"""One browser and one server per file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.surfaces.web.browser.driving import browsing
from tests.surfaces.web.browser.worlds import Site, lived_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Sixty runs, four nodes, an open proposal: shared by the tests of a file."""
    with lived_in() as made:
        yield made


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[Browser]:
    """Started after the site is made and ended with the file: while it runs, no other event loop
    can run in this thread."""
    with browsing() as running:
        yield running
