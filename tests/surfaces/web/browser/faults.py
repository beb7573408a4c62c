"""What could not be read on a page, as a browser lays it out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def faults_of(page: Page) -> tuple[str, ...]:
    """Clipped text, labels one upon the other, points outside their plot, ticks that repeat, text
    under 11 px, columns out of sight without a cue, text that its field cannot hold."""
    found: list[str] = page.evaluate(_script())
    return tuple(found)


@cache
def _script() -> str:
    return Path(__file__).with_name("page_faults.js").read_text(encoding="utf-8").partition("\n")[2]
