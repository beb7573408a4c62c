"""Are the pages generated from the code up to date?"""

from __future__ import annotations

import pytest

from hakaru.surfaces.docs import PAGES
from tests.contracts.tree import ROOT


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_says_what_the_code_says(name: str) -> None:
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), f"docs/{name} is out of date: run `make docs`"
