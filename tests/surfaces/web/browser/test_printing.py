"""The page of a run on paper, and the report that is made for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.surfaces.web.browser.driving import PHONE, WIDER, needs_browser, visiting
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

A4_PX = 680
"""Between margins of 15 mm."""
_BEYOND = """() => [...document.querySelectorAll(".chartbox canvas")].map(one =>
    one.getBoundingClientRect().right - one.closest(".plots").getBoundingClientRect().right)"""
"""By how much each plot leaves its box, in pixels."""
_DARKEST = """() => [...document.querySelectorAll("body, main, .chartbox")]
    .map(one => getComputedStyle(one).backgroundColor)"""


@needs_browser
def test_a_run_on_paper_is_light_and_whole_and_has_nothing_to_press(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address, theme="dark") as visitor:
        page = visitor.see(f"/runs/{site.run_id}")
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        page.set_viewport_size({"width": A4_PX, "height": 1000})
        for gone in (".side", ".runtabs", ".runactions", ".runeditlink", ".charttools"):
            assert not page.locator(gone).first.is_visible()
        for shown in ("h1", ".r-ratings", ".r-facts", ".chartbox canvas", ".r-cards.metrics"):
            assert page.locator(shown).first.is_visible()
        beyond: list[float] = page.evaluate(_BEYOND)
        assert beyond
        assert max(beyond) <= 1
        assert page.evaluate(WIDER) == 0
        assert set(page.evaluate(_DARKEST)) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
        page.emulate_media(media="screen")
        page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert page.locator("html").get_attribute("data-theme") == "dark"
        visitor.assert_quiet()


@needs_browser
def test_the_key_for_printing_puts_the_report_on_paper_and_nothing_on_the_screen(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address, theme="dark") as visitor:
        page = visitor.see(f"/runs/{site.run_id}/session")
        name = page.locator("main h1").inner_text()
        page.keyboard.press("Control+p")
        paper = page.locator(".onpaper")
        paper.wait_for(state="attached")
        assert not paper.is_visible()
        assert page.locator("main h1").is_visible()
        page.emulate_media(media="print")
        page.set_viewport_size({"width": A4_PX, "height": 1000})
        assert not page.locator("main").is_visible()
        assert paper.locator("h1").inner_text() == name
        assert paper.locator("section.r-numbered").count() >= 5
        assert page.evaluate(WIDER) == 0
        page.emulate_media(media="screen")
        page.keyboard.press("Control+p")
        page.wait_for_function("() => document.querySelectorAll('.onpaper').length === 1")
        visitor.assert_quiet()


@needs_browser
def test_the_list_of_runs_is_printed_with_its_runs(browser: Browser, site: Site) -> None:
    with visiting(browser, site.address) as visitor:
        page = visitor.see("/runs")
        page.emulate_media(media="print")
        assert page.locator("table.runs tbody tr").first.is_visible()
        assert not page.locator("form.filters").is_visible()


@needs_browser
def test_the_report_to_print_opens_in_a_tab_of_its_own_in_its_own_style(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address, size=PHONE) as visitor:
        page = visitor.see(f"/runs/{site.run_id}")
        name = page.locator("h1").inner_text()
        with page.expect_popup() as opened:
            page.get_by_role("link", name="Report to print").click()
        assert opened.value.url == f"{site.address}/runs/{site.run_id}/report.html?print=1"
        opened.value.close()
        page.goto(opened.value.url)
        assert page.locator("h1").inner_text() == name
        assert page.locator("section.r-numbered").count() >= 5
        width = page.evaluate("() => getComputedStyle(document.querySelector('main')).maxWidth")
        assert width == "1100px"
        visitor.assert_quiet()


@needs_browser
def test_the_report_to_keep_is_a_file_and_the_one_to_print_runs_no_script(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address) as visitor:
        address = f"{site.address}/runs/{site.run_id}/report.html"
        kept, printed = (visitor.page.request.get(address + query) for query in ("", "?print=1"))
        assert kept.headers["content-disposition"].startswith("attachment")
        assert "content-disposition" not in printed.headers
        assert printed.body() == kept.body()
        policy = printed.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "script-src" not in policy
