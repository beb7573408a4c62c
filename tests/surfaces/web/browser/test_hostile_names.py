"""Can a name do anything but be read? Runs, watches, shoes and nodes are called what an attacker
would call them, and a real browser opens every page with such a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from hakaru.store.state import State
from tests.flows.factories import run_sql, stored_runs
from tests.guard.payloads import PAYLOADS
from tests.surfaces.web.browser.driving import WIDER, Visitor, needs_browser, visiting
from tests.surfaces.web.browser.places import PLACES
from tests.surfaces.web.browser.worlds import Site, lived_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

HOSTILE = (
    *(
        payload.replace("\ud800", "\ufffd") for payload in PAYLOADS
    ),  # no file and no form holds half a pair
    "<script>document.title='HACKED';alert(1)</script>",
    '"><img src=x onerror="document.title=\'HACKED\';alert(1)">',
    "'><svg onload=alert(1)><a href=javascript:alert(1)>x</a>",
    "javascript:alert(1)",
    "</textarea><iframe src=https://evil.example></iframe>",
    "{{7*7}} {% raw %} ${7*7}",
    "Averylongnamewithoutanyplacetobreakit" * 5,
    '" hx-get="https://evil.example" hx-trigger="load" autofocus onfocus="alert(1)',
)
WORST = tuple(
    number for number, one in enumerate(HOSTILE) if set('<"`') & set(one) or " " not in one
)
"""Those that could end an attribute, begin an element or break a page."""
NARROW = (360, 740)
OF_OURS = """() => document.querySelectorAll(
    "main img, iframe, object, embed, base, main script:not([type='application/json']), "
    + "main style, [onclick], [onerror], "
    + "[onload], [onfocus], [autofocus], a[href^='javascript'], a[href*='evil'], main b b"
).length"""
"""Elements that no page of ours has."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Every run, device and node of it has a hostile name."""
    with lived_in() as made:
        runs = stored_runs(made.context)
        assert len(runs) >= len(HOSTILE)
        for number, run in enumerate(runs):
            name = HOSTILE[number % len(HOSTILE)].replace("\x00", "")
            run_sql(
                made.context,
                "UPDATE activities SET title = ?1, gear = ?1, sensor_label = ?1, location = ?1 "
                "WHERE activity_id = ?2",
                [name, run.activity_id],
            )
            run_sql(
                made.context,
                "UPDATE devices SET manufacturer = ?1, product = ?1 WHERE activity_id = ?2",
                [name, run.activity_id],
            )
        with State(made.context.data_folder).session() as con:
            for number, name in enumerate(HOSTILE):
                con.execute(
                    "INSERT INTO nodes SELECT ?, ?, ?, status, 'n1', created_at, updated_at "
                    "FROM nodes WHERE node_id = 'n4'",
                    [f"h{number}", name, name],
                )
        yield made


@pytest.fixture(scope="module")
def window(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.address, size=NARROW) as made:
        yield made


@pytest.fixture
def visitor(window: Visitor) -> Iterator[Visitor]:
    yield window
    window.assert_quiet()
    assert "HACKED" not in window.page.title() or window.page.title().endswith("· Hakaru")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("place", PLACES)
def test_a_page_full_of_hostile_names_shows_them_as_text(
    place: str, visitor: Visitor, site: Site
) -> None:
    page = visitor.see(PLACES[place](site))
    assert page.evaluate(OF_OURS) == 0
    assert page.evaluate(WIDER) == 0
    assert page.locator("h1").count() == 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", WORST)
def test_a_run_and_a_node_of_that_name_are_inert(number: int, visitor: Visitor, site: Site) -> None:
    run = stored_runs(site.context)[number]
    for path in (f"/runs/{run.activity_id}", f"/plans/node?id=h{number}"):
        page = visitor.see(path)
        assert page.evaluate(OF_OURS) == 0
        assert page.evaluate(WIDER) == 0
        assert page.locator("h1").inner_text() != ""


def test_a_node_is_named_so_through_the_form_itself(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/plans")
    add = page.locator("form[action='/plans/add']")
    add.get_by_label("Title").fill('"><img src=x onerror="alert(1)"><script>alert(2)</script>')
    add.get_by_label("Note").fill("</textarea><script>alert(3)</script>")
    visitor.press("Add")
    page.locator(".flash").wait_for()
    visitor.settle()
    assert page.evaluate(OF_OURS) == 0
    visitor.press("Make proposals")
    page.locator("article.diff").first.wait_for()
    assert page.evaluate(OF_OURS) == 0
