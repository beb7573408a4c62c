"""Every page in both languages: no error, nobody else is asked, and everybody can use it."""

from __future__ import annotations

from typing import Any

import pytest

from hakaru.flows.context import Context
from hakaru.store.activities import list_activities
from tests.surfaces.web.pages.browsing import needs_axe, needs_browser, visiting

PATHS = (
    "/",
    "/runs",
    "/runs?type=interval&page=1",
    "/runs/{run}",
    "/runs/{run}/session",
    "/form",
    "/form/expect?pace=330",
    "/training",
    "/focus",
    "/focus?day=2025-05-20",
    "/plans",
    "/plans/node?id=n1",
    "/import",
    "/settings",
)

pytestmark = [needs_browser, needs_axe]


def newest_run(context: Context) -> int:
    with context.store.read() as con:
        return list_activities(con, limit=1)[0].activity_id


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_shown_without_trouble(
    full: Context, chromium: Any, address: str, path: str, lang: str
) -> None:
    with visiting(chromium, address, lang=lang) as visitor:
        page = visitor.open(path.format(run=newest_run(full)))
        assert page.locator("html").get_attribute("lang") == lang
        assert page.locator("h1").count() == 1
        assert page.locator("nav [aria-current=page]").count() <= 1
        assert visitor.violations() == []
        visitor.seen.check()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", ["/", "/runs", "/runs/{run}", "/training", "/plans"])
def test_a_telephone_shows_it_without_scrolling_sideways(
    full: Context, chromium: Any, address: str, path: str, dark: bool
) -> None:
    with visiting(chromium, address, dark=dark, width_px=390) as visitor:
        page = visitor.open(path.format(run=newest_run(full)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert visitor.violations() == []
        visitor.seen.check()


def test_the_keyboard_reaches_the_content_at_once(chromium: Any, address: str) -> None:
    with visiting(chromium, address) as visitor:
        page = visitor.open("/runs")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_language_and_colours_are_kept(chromium: Any, address: str) -> None:
    with visiting(chromium, address) as visitor:
        page = visitor.open("/form")
        page.select_option("#language", "en")
        page.wait_for_selector("html[lang=en]")
        page.select_option("#theme", "dark")
        page.wait_for_selector("html[data-theme=dark]")
        assert page.url == f"{address}/form"
        page = visitor.open("/plans")
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert "Plans" in page.title()
        visitor.seen.check()
