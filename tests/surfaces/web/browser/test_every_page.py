"""Does every page look right to everybody: in both languages and colours, on a phone, with a
screen reader, without a mouse; and does it ask nobody else?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.surfaces.web.endpoints import PAGES
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WIDER,
    Visitor,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.browser.places import DATA, LOST, MOVED, PIECES, PLACES
from tests.surfaces.web.browser.worlds import Site, empty

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = {
    ("ja", "light"): DESKTOP,
    ("ja", "dark"): PHONE,
    ("en", "light"): PHONE,
    ("en", "dark"): DESKTOP,
}
"""Language and colours, and the size at which axe-core looks; the width is looked at in both."""
Kind = tuple[str, str]
IN_PARTS: tuple[Kind, ...] = (("ja", "light"), ("en", "dark"))
"""How a part is looked at by itself: within its page it is looked at in every way."""
FITS = """() => [...document.querySelectorAll(".plots canvas")]
    .every(one => one.getBoundingClientRect().right <= innerWidth)"""
FIRST_FILTER = "() => document.activeElement.closest('main') !== null"


def kinds_of(number: int, place: str) -> Sequence[Kind]:
    """How a page is looked at; the first way is another one from page to page."""
    kinds = IN_PARTS if place in PIECES else tuple(KINDS)
    first = number % len(kinds)
    return (*kinds[first:], *kinds[:first])


@pytest.fixture(scope="module")
def visitors(browser: Browser, site: Site) -> Iterator[Mapping[Kind, Visitor]]:
    with ExitStack() as stack:
        yield {
            (language, theme): stack.enter_context(
                visiting(browser, site.address, language=language, theme=theme)
            )
            for language, theme in KINDS
        }


def test_every_page_of_the_table_is_looked_at() -> None:
    assert {page.path for page in PAGES if not page.form} == PLACES.keys() | DATA.keys() | MOVED
    assert PLACES.keys() > PIECES


@pytest.mark.sampled(len(PLACES))
@needs_browser
@pytest.mark.parametrize(
    ("place", "kind"),
    [
        (place, kinds_of(number, place)[turn])
        for turn in range(len(KINDS))
        for number, place in enumerate(PLACES)
        if turn < len(kinds_of(number, place))
    ],
    ids=lambda one: one if isinstance(one, str) else "-".join(one),
)
def test_a_page_is_whole_quiet_and_usable_by_everybody(
    place: str, kind: Kind, visitors: Mapping[Kind, Visitor], site: Site
) -> None:
    visitor, size = visitors[kind], KINDS[kind]
    first, last = (DESKTOP, PHONE) if size == PHONE else (PHONE, DESKTOP)
    visitor.page.set_viewport_size({"width": first[0], "height": first[1]})
    page = visitor.see(PLACES[place](site))
    assert page.evaluate(WIDER) == 0
    page.set_viewport_size({"width": last[0], "height": last[1]})
    assert page.evaluate(WIDER) == 0
    language, theme = kind
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("() => getComputedStyle(document.body).colorScheme") == theme
    assert page.locator("h1").count() == 1
    assert page.title().endswith("· Hakaru")
    assert page.title() != "· Hakaru"
    visitor.assert_quiet()
    found = violations(page)
    if place in PIECES:  # its headings are those of a part: their order is looked at in its page
        found = [one for one in found if not one.startswith("heading-order")]
    assert found == []


@needs_browser
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_a_page_that_is_not_there_leads_back(
    kind: Kind, visitors: Mapping[Kind, Visitor], site: Site
) -> None:
    visitor = visitors[kind]
    page = visitor.see(LOST)
    assert len(visitor.noted.said) == 1  # the browser's own line about the status
    assert "404" in visitor.noted.said[0]
    visitor.noted.said.clear()
    assert page.locator("h1").count() == 1
    assert violations(page) == []
    page.locator("main a.button").click()
    page.wait_for_url(f"{site.address}/")
    visitor.assert_quiet()


@pytest.mark.sampled(1)
@needs_browser
@pytest.mark.parametrize("language", ["ja", "en"])
def test_with_nothing_stored_every_page_leads_on(
    language: str, browser: Browser, tmp_path: Path
) -> None:
    with empty(tmp_path) as site, visiting(browser, site.address, language=language) as visitor:
        for path in ("/", "/runs", "/form", "/training", "/plans"):
            page = visitor.see(path)
            assert page.locator("h1").count() == 1
            assert violations(page) == []
            visitor.assert_quiet()
        for path in (
            *("/calendar", "/volume", "/records", "/shoes", "/training", "/training/ready"),
            *("/day/2025-03-30", "/week/2025-W13"),
        ):
            assert visitor.see(path).locator("main a[href='/import']").count() >= 1
        page = visitor.see("/")
        assert page.locator("main a[href='/import']").count() == 1
        assert page.locator("main form[action='/import/simulate'] button").count() == 1


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_a_choice_the_colours_are_those_of_the_device(
    scheme: str, browser: Browser, site: Site
) -> None:
    with visiting(
        browser, site.address, theme="auto", scheme="dark" if scheme == "dark" else "light"
    ) as visitor:
        page = visitor.see("/")
        paper = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        bright = sum(int(part) for part in paper.strip("rgb()").split(",")) > 380
        assert bright == (scheme == "light")


@needs_browser
def test_a_phone_that_is_turned_gets_lines_that_fit(browser: Browser, site: Site) -> None:
    with visiting(browser, site.address, size=(PHONE[1], PHONE[0])) as visitor:
        page = visitor.see(f"/runs/{site.run_id}")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_function(FITS)
        assert page.evaluate(WIDER) == 0


@needs_browser
def test_where_one_is_is_in_sight_on_a_phone(browser: Browser, site: Site) -> None:
    with visiting(browser, site.address, size=(360, 740)) as visitor:
        for path in ("/", "/focus", "/settings"):
            here = visitor.see(path).locator(".side nav [aria-current]").bounding_box()
            assert here is not None
            assert here["x"] >= 0
            assert here["x"] + here["width"] <= 360


REACHED_BOX = """() => { const {left, right} = document.activeElement.getBoundingClientRect();
    return [left > -1, right < innerWidth + 1] }"""


@needs_browser
def test_a_link_that_a_key_reaches_is_wholly_in_sight_on_a_phone(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address, size=PHONE) as visitor:
        for path in ("/", f"/runs/{site.run_id}"):
            page = visitor.see(path)
            links = page.locator(".side nav a, .runtabs a")
            for number in range(links.count()):
                links.nth(number).evaluate("one => one.focus()")
                assert page.evaluate(REACHED_BOX) == [True, True], links.nth(number).inner_text()


@needs_browser
def test_the_first_tab_leads_past_the_navigation(browser: Browser, site: Site) -> None:
    with visiting(browser, site.address) as visitor:
        page = visitor.see("/runs")
        page.keyboard.press("Tab")
        skip = page.locator(":focus")
        assert skip.inner_text() == "Skip to the content"
        assert skip.evaluate("one => one.getBoundingClientRect().top >= 0")
        page.keyboard.press("Enter")
        assert page.locator(":focus").get_attribute("id") == "main"
        page.keyboard.press("Tab")
        assert page.evaluate(FIRST_FILTER)


ACTIONS = """() => [...document.querySelectorAll(
        "a[href], button, select, textarea, summary, input:not([type=hidden])")]
    .filter(one => one.checkVisibility({checkVisibilityCSS: true}) && !one.disabled)
    .map((one, place) => { one.dataset.place = place; return one.outerHTML.slice(0, 90) })"""
REACHED = "() => document.activeElement.dataset.place"


@needs_browser
@pytest.mark.parametrize("place", [place for place in PLACES if place not in PIECES])
def test_every_action_is_reached_with_the_tab_key(
    place: str, visitors: Mapping[Kind, Visitor], site: Site
) -> None:
    page = visitors["en", "light"].see(PLACES[place](site))
    actions: list[str] = page.evaluate(ACTIONS)
    reached: set[str] = set()
    for _ in range(3 * len(actions)):  # a date has three places of its own
        page.keyboard.press("Tab")
        result = page.evaluate(REACHED)
        if result in reached and len(reached) == len(actions):
            break
        if result is not None:
            reached.add(result)
    missed = [told for number, told in enumerate(actions) if str(number) not in reached]
    assert missed == []
