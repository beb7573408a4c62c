"""A run is edited and deleted from its page, by keyboard or without scripts, with faults told in
place, and a deleted one is let back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.flows.factories import stored_runs
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WIDER,
    Visitor,
    needs_browser,
    visiting,
)
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


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
    page.locator("#fault").wait_for()
    page.locator("#run-note").fill("windy")
    page.locator("#run-title").fill("Hill run")
    page.locator(".editrun button").press("Enter")
    page.locator("h1:has-text('Hill run')").wait_for()
    assert page.locator("section.r-notes:has-text('windy')").count() == 1


_GAPS = """() => {
    const boxes = [...document.querySelectorAll(".editrun .fields > *")]
        .map(one => one.getBoundingClientRect());
    return boxes.slice(1).map((one, at) => one.top - boxes[at].bottom);
}"""
"""Between each field of the form and the one above it, in pixels."""


@needs_browser
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_fields_of_the_form_stand_apart_at_every_width(
    size: tuple[int, int], visitor: Visitor, site: Site
) -> None:
    page = visitor.see(f"/runs/{site.run_id}/edit")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    gaps: list[float] = page.evaluate(_GAPS)
    assert len(gaps) == 5
    assert min(gaps) >= 10
    assert page.evaluate(WIDER) == 0


def _delete_and_let_back(page: Page, address: str, run_id: int) -> None:
    """By its two presses, and back by the one of the import page."""
    run = f"{address}/runs/{run_id}"
    page.goto(f"{run}/edit")
    page.get_by_role("link", name="Delete this run").click()
    page.locator("#remove [role=alert]").wait_for()
    assert page.request.get(run).ok  # nothing is deleted by the first press
    page.get_by_role("button", name="Yes, delete it").click()
    page.wait_for_url(f"{address}/import#removed")
    assert page.request.get(run).status == 404
    page.get_by_role("button", name="Let it come back").click()
    page.locator(".flash", has_text="It may come back").wait_for()
    assert page.locator("#removed").count() == 0


@needs_browser
def test_a_run_is_deleted_with_a_second_press_and_let_back_from_the_import_page(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address) as visitor:
        newest = stored_runs(site.context)[-1].activity_id
        _delete_and_let_back(visitor.page, site.address, newest)
        visitor.assert_quiet()


@needs_browser
def test_without_scripts_a_run_is_edited_deleted_and_let_back(browser: Browser, site: Site) -> None:
    with visiting(browser, site.address, scripts=False) as visitor:
        page = visitor.page
        form = f"{site.address}/runs/{site.run_id}/edit"
        page.goto(form)
        page.locator("#run-shoe").fill("Old pair")
        page.locator("#run-type").select_option("recovery")
        page.get_by_label("Learn from this run").uncheck()
        page.get_by_role("button", name="Save").click()
        page.locator("main", has_text="Nothing is learned from this run").wait_for()
        page.goto(form)
        assert page.locator("#run-shoe").input_value() == "Old pair"
        assert page.locator("#run-type").input_value() == "recovery"
        assert not page.get_by_label("Learn from this run").is_checked()
        _delete_and_let_back(page, site.address, site.run_id)
