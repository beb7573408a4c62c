"""How a person comes in: what a browser shows without a session, and what a link leaves behind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WIDER,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.browser.worlds import Site
from tests.surfaces.web.serving import link_into

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TITLES = {"ja": "リンクを開いて入る", "en": "Sign in with a link"}
REFUSED = "the server responded with a status of 401"
"""What Chromium says of a page of this status, and of nothing else here."""


@pytest.mark.sampled(2)
@needs_browser
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", TITLES)
def test_without_a_session_a_page_says_which_command_prints_a_link(
    language: str, scheme: Literal["light", "dark"], size: tuple[int, int], browser: Browser,
    site: Site, tmp_path: Path,
) -> None:  # fmt: skip
    with visiting(
        browser, site.address, language=language, size=size, scheme=scheme, signed_in=False
    ) as visitor:
        page = visitor.see("/")
        assert page.locator("h1").inner_text() == TITLES[language]
        assert page.locator("pre").inner_text().startswith("hakaru serve --link")
        assert page.locator("nav, script, form").count() == 0
        assert page.evaluate(WIDER) == 0
        assert page.locator("link[rel=stylesheet]").count() == 3
        assert all(page.evaluate("() => [...document.styleSheets].map(one => one.cssRules.length)"))
        page.screenshot(path=tmp_path / "page.png", full_page=True)
        assert all(REFUSED in one for one in visitor.noted.said)
        assert visitor.noted.elsewhere(site.address) == []
        assert violations(page) == []


@needs_browser
def test_a_link_opens_the_dashboard_once_and_leaves_nothing_in_the_history(
    browser: Browser, site: Site
) -> None:
    link = link_into(site.address)
    with visiting(browser, site.address, signed_in=False) as visitor:
        page = visitor.see("/runs")
        page.goto(link)
        visitor.settle()
        assert page.url == f"{site.address}/"
        assert page.locator("nav").count() == 1
        (session,) = page.context.cookies()
        assert (session["httpOnly"], session["sameSite"]) == (True, "Strict")
        assert page.evaluate("() => document.cookie") == ""
        visitor.see("/runs")
        page.go_back()
        visitor.settle()
        assert page.url == f"{site.address}/"
        page.go_back()
        assert page.url == f"{site.address}/runs"
        page.goto(link)
        assert "no longer works" in page.locator("[role=alert]").inner_text()
        with page.expect_navigation():
            page.get_by_role("link", name="Already signed in?").click()
        assert page.locator("nav").count() == 1
    with visiting(browser, site.address, signed_in=False) as stranger:
        stranger.page.goto(link)
        assert "no longer works" in stranger.page.locator("[role=alert]").inner_text()
