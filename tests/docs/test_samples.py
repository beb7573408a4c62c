"""Are the sample reports of the manual whole, small and linked?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.docs.samples import sample_name

from hakaru.core.i18n import LANGUAGES

DOCS = Path(__file__).parents[2] / "docs"
MOST_BYTES = 520_000
NAMES = [sample_name(sample, lang) for sample in ("base", "interval") for lang in LANGUAGES]


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_shows_every_picture_beside_it(name: str) -> None:
    page = (DOCS / "samples" / f"{name}.md").read_text(encoding="utf-8")
    shown = re.findall(rf"^!\[[^]]+\]\({re.escape(name)}/([^)]+)\)$", page, re.MULTILINE)
    assert sorted(shown) == sorted(path.name for path in (DOCS / "samples" / name).iterdir())
    assert len(shown) > 3
    assert "シミュレーション" in page or "simulated" in page


def test_the_samples_are_small() -> None:
    sizes = [path.stat().st_size for path in (DOCS / "samples").rglob("*") if path.is_file()]
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize(
    ("page", "folder"), [("running.md", "samples"), ("ja/running.md", "../samples")]
)
def test_the_manual_leads_to_the_samples(page: str, folder: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    ending = ".ja" if page.startswith("ja/") else ""
    for sample in ("base", "interval"):
        assert f"]({folder}/{sample}{ending}.md)" in text
