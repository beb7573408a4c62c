"""What happens when somebody filters, pages, slides, zooms and switches: asked of the server,
shown in place, and nothing stored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from hakaru.flows.baselines import expect_at
from hakaru.running.wording import value_text
from tests.flows.factories import content
from tests.surfaces.web.browser.driving import Visitor, needs_browser, visiting
from tests.surfaces.web.browser.worlds import N_RUNS, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

pytestmark = needs_browser


@pytest.fixture(scope="module", autouse=True)
def unchanged(site: Site) -> Iterator[None]:
    """Nothing that is only looked at changes the store."""
    before = content(site.context)
    yield
    assert content(site.context) == before


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    """Nothing that is looked at makes the page complain."""
    with visiting(browser, site.address) as made:
        yield made
        made.assert_quiet()


def found(page: Page, number: int) -> None:
    """Wait until the list says so many."""
    words = "1 run" if number == 1 else f"{number} runs"
    page.locator("[data-told]", has_text=re.compile(f"^{words}$")).wait_for()


def test_a_filter_shows_what_matches_and_can_be_kept_as_an_address(visitor: Visitor) -> None:
    page = visitor.see("/runs")
    found(page, N_RUNS)
    page.get_by_label("Type").select_option("interval")
    found(page, N_RUNS // 5)
    kinds = page.locator("table.runs .under").all_inner_texts()
    assert all(kind.startswith("Interval") for kind in kinds if not kind[0].isdigit())
    page.get_by_label("From").fill("2025-03-01")
    found(page, 4)
    assert "type=interval" in page.url
    assert "since=2025-03-01" in page.url
    kept = page.url.removeprefix(visitor.address)
    page = visitor.see(kept)
    found(page, 4)
    assert page.get_by_label("Type").input_value() == "interval"
    page.get_by_label("Sensor").select_option(index=1)
    page.wait_for_url(re.compile("sensor=g"))
    page.go_back()
    page.wait_for_url(f"**{kept}")
    visitor.settle()
    assert page.locator("h1").inner_text() == "Runs"
    page.get_by_role("link", name="Clear all").click()
    found(page, N_RUNS)


def test_words_flags_and_days_narrow_the_list(visitor: Visitor) -> None:
    page = visitor.see("/runs")
    page.get_by_label("Title").press_sequentially("ロング")
    found(page, N_RUNS // 5)
    page.get_by_label("Title").fill("no such run")
    page.get_by_label("Title").press("Enter")
    page.get_by_text("No run matches.").wait_for()
    page = visitor.see("/runs")
    page.get_by_label("Flag").select_option("simulated")
    found(page, N_RUNS)
    page.get_by_label("To", exact=True).fill("2025-01-06")
    found(page, 1)
    page.get_by_label("Sensor").select_option(index=1)
    found(page, 1)


def test_paging_shows_every_run_once(visitor: Visitor) -> None:
    page = visitor.see("/runs")
    rows = page.locator("table.runs tbody a")
    first = rows.evaluate_all("all => all.map(one => one.href)")
    page.get_by_role("link", name="Older").click()
    page.wait_for_url("**/runs?page=2")
    second = rows.evaluate_all("all => all.map(one => one.href)")
    assert len(set(first) | set(second)) == len(first) + len(second) == N_RUNS
    assert page.get_by_role("link", name="Older").count() == 0
    page.get_by_role("link", name="Newer").click()
    page.wait_for_url("**/runs?page=1")


def test_a_run_is_opened_from_the_list_and_its_report_is_a_file(visitor: Visitor) -> None:
    page = visitor.see("/runs")
    title = page.locator("table.runs tbody a").first.inner_text()
    page.locator("table.runs tbody a").first.click()
    page.wait_for_url("**/runs/*")
    visitor.settle()
    assert page.locator("h1").inner_text() == title
    for name, start in (("HTML", "<!doctype html>"), ("Markdown", "# ")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name, exact=True).click()
        assert download.value.suggested_filename.startswith("2025-03-30-")
        assert download.value.path().read_text(encoding="utf-8").lstrip().startswith(start)


def test_the_slider_tells_what_is_usual_at_each_pace(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/form")
    slider = page.get_by_label("Pace", exact=True)
    for pace_s in (400, 240):
        slider.fill(str(pace_s))
        page.locator(".pacevalue", has_text=f"{pace_s // 60}:{pace_s % 60:02d}/km").wait_for()
        told = page.locator("#expected .actual").all_inner_texts()
        expected = expect_at(site.context, pace=float(pace_s), sensor=None).expectations
        assert told == [value_text(one.metric, one.value) for one in expected]
    slider.focus()
    page.keyboard.press("ArrowRight")  # faster lies on the right
    page.locator(".pacevalue", has_text="3:55/km").wait_for()


def series(response: Response) -> dict[str, Any]:
    """The lines that the server sent."""
    told: dict[str, Any] = json.loads(response.text())
    return told


def test_a_zoom_fetches_more_of_a_shorter_stretch(visitor: Visitor, site: Site) -> None:
    page = visitor.page
    with page.expect_response("**/series?*") as answer:
        page.goto(f"{visitor.address}/runs/{site.run_id}")
    visitor.settle()
    whole = series(answer.value)
    assert page.locator(".plots canvas").count() == len(whole["columns"]) == 8
    with page.expect_response("**/series?*from=*") as answer:
        page.get_by_role("button", name="Zoom in").click()
    near = series(answer.value)
    assert near["n_samples"] < whole["n_samples"] * 0.6
    step_s = whole["elapsed_s"][-1] / len(whole["elapsed_s"])
    assert near["elapsed_s"][-1] - near["elapsed_s"][0] < step_s * len(near["elapsed_s"])
    page.wait_for_function(DRAWN, arg=near["elapsed_s"][0])
    with page.expect_response("**/series?*from=*") as answer:
        page.get_by_role("button", name="Later").click()
    later = series(answer.value)
    assert later["elapsed_s"][0] > near["elapsed_s"][0]
    page.wait_for_function(DRAWN, arg=later["elapsed_s"][0])
    with page.expect_response("**/series?*") as answer:
        page.get_by_role("button", name="Show all").click()
    assert series(answer.value) == whole
    page.wait_for_function(DRAWN, arg=whole["elapsed_s"][0])


DRAWN = "start => document.getElementById('lines').dataset.drawn.startsWith(`${start}-`)"


def test_a_stretch_is_chosen_by_dragging_and_read_by_the_cursor(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.see(f"/runs/{site.run_id}")
    over = page.locator(".u-over").first
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    asked = len(visitor.noted.asked)
    with page.expect_response("**/series?*from=*") as answer:
        page.mouse.move(box["x"] + box["width"] * 0.25, middle)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.5, middle, steps=5)
        page.mouse.up()
    part = series(answer.value)
    assert part["elapsed_s"][0] == pytest.approx(part["end_s"] * 0.25, abs=part["end_s"] * 0.02)
    assert part["elapsed_s"][-1] == pytest.approx(part["end_s"] * 0.5, abs=part["end_s"] * 0.02)
    page.wait_for_function(DRAWN, arg=part["elapsed_s"][0])
    assert len(visitor.noted.asked) == asked + 1  # once, whatever the number of lines
    slider = page.get_by_label("Moment shown")
    slider.fill("0")
    start = page.locator("output.readout").inner_text()
    slider.fill("1000")
    end = page.locator("output.readout").inner_text()
    assert start != end
    names = ("Pace", "Heart rate", "Contact time", "Power", "Cadence", "Elevation")
    assert all(name in end for name in names)
    over.hover(position={"x": box["width"] * 0.3, "y": 30})
    there = page.locator("output.readout").inner_text()
    over.hover(position={"x": box["width"] * 0.6, "y": 30})
    assert page.locator("output.readout").inner_text() != there
    assert page.locator(".u-cursor-x").count() == 8  # one cursor for all


def test_language_and_colours_are_switched_in_place_and_kept(visitor: Visitor) -> None:
    page = visitor.see("/runs?type=tempo")
    with page.expect_navigation():
        page.get_by_label("Language").select_option("ja")
    assert page.url == f"{visitor.address}/runs?type=tempo"
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.locator("h1").inner_text() == "ラン"
    with page.expect_navigation():
        page.get_by_label("配色").select_option("dark")
    page = visitor.see("/form")
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.evaluate("() => getComputedStyle(document.body).colorScheme") == "dark"


def test_the_span_of_the_load_is_chosen(visitor: Visitor) -> None:
    page = visitor.see("/training")
    page.get_by_role("link", name="1 year").click()
    page.wait_for_url("**/training?span=1y")
    assert page.locator("[aria-current=true]").inner_text() == "1 year"
    visitor.settle()


def test_without_scripts_filters_the_slider_and_the_pieces_still_work(
    browser: Browser, site: Site
) -> None:
    with visiting(browser, site.address, scripts=False) as visitor:
        page = visitor.page
        page.goto(f"{site.address}/runs")
        page.get_by_label("Type").select_option("interval")
        page.get_by_role("button", name="Filter").click()
        found(page, N_RUNS // 5)
        page.goto(f"{site.address}/form")
        page.get_by_role("button", name="Answer").click()
        assert page.locator("main .pacevalue").count() == 1
        page.goto(f"{site.address}/training")
        page.locator("main a[href='/training/paces']").click()
        assert page.locator("main table").count() >= 2
        page.goto(f"{site.address}/runs/{site.run_id}")
        page.locator(f"main a[href='/runs/{site.run_id}/session']").click()
        assert page.locator("main article.phase").count() == 4
        page.get_by_label("Language").select_option("ja")
        page.get_by_role("button", name="Switch").click()
        assert page.locator("html").get_attribute("lang") == "ja"
        visitor.assert_quiet()
