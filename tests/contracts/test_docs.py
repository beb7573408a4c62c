"""Are the pages generated from the code up to date?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.page import PAGE, page

from hakaru.surfaces.docs import PAGES
from tests.contracts.tree import ROOT


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_says_what_the_code_says(name: str) -> None:
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), f"docs/{name} is out of date: run `make docs`"


def test_the_page_of_measured_figures_says_what_the_results_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_a_figure_changed_by_hand_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(
        json.dumps(
            {
                "commit": "abc",
                "measured_at": "2026-01-01T00:00:00+00:00",
                "machine": {"cores": 2},
                "figures": {"one": {"took_s": 1.5, "held": True, "deep": {"a": {"b": [1, 2]}}}},
            }
        ),
        encoding="utf-8",
    )
    written = page(tmp_path)
    assert "| held | yes |" in written
    assert "| a: b | 1, 2 |" in written
