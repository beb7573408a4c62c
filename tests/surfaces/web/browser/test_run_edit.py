"""A run is edited and deleted from its page, by keyboard, with faults told in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.surfaces.web.browser.driving import Visitor, needs_browser, visiting
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.address) as made:
        yield made


@needs_browser
def test_a_run_is_renamed_by_keyboard_and_a_note_that_is_too_long_is_told_in_place(
    visitor: Visitor,
) -> None:
    page = visitor.see("/runs")
    address = page.locator("a[href^='/runs/']").first.get_attribute("href")
    page = visitor.see(str(address))
    page.locator("a.runeditlink").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/edit")
    page.locator("#run-note").fill("x" * 1001)
    page.locator(".editrun button").press("Enter")
    page.locator("#fault-note").wait_for()
    page.locator("#run-note").fill("windy")
    page.locator("#run-title").fill("Hill run")
    page.locator("#run-title").press("Enter")
    page.locator("h1:has-text('Hill run')").wait_for()
    assert page.locator("section.notes:has-text('windy')").count() == 1
