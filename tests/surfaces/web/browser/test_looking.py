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
from tests.flows.factories import content, stored_runs
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
    page.get_by_role("combobox", name="Type").select_option("interval")
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
    assert page.get_by_role("combobox", name="Type").input_value() == "interval"
    page.get_by_text("More filters").click()
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
    page.get_by_text("More filters").click()
    page.get_by_label("Flag").select_option("simulated")
    found(page, N_RUNS)
    page.get_by_label("To", exact=True).fill("2025-01-06")
    found(page, 1)
    page.get_by_label("Sensor").select_option(index=1)
    found(page, 1)


def test_a_run_too_old_for_the_list_of_choices_is_named_like_the_others(
    visitor: Visitor, site: Site
) -> None:
    oldest = stored_runs(site.context)[-1]
    page = visitor.see(f"/compare?a={oldest.activity_id}")
    assert page.get_by_label("Run A").input_value() == str(oldest.activity_id)
    named = page.get_by_label("Run A").locator("option:checked").inner_text()
    assert named.startswith(f"{oldest.activity_date} · ")


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
        told = page.locator("#expected .r-actual").all_inner_texts()
        expected = expect_at(site.context, pace=float(pace_s), sensor=None).expectations
        assert told == [value_text(one.metric, one.value) for one in expected]
    slider.focus()
    page.keyboard.press("ArrowRight")  # faster lies on the right
    page.locator(".pacevalue", has_text="3:55/km").wait_for()


def series(response: Response) -> dict[str, Any]:
    """The lines that the server sent."""
    told: dict[str, Any] = json.loads(response.text())
    return told


TIME = "document.querySelector('.stretchfigures dd').innerText"


def test_a_zoom_fetches_more_of_a_shorter_stretch(visitor: Visitor, site: Site) -> None:
    page = visitor.see(f"/runs/{site.run_id}/charts")
    drawn = json.loads(page.locator("[data-chart=run] script").inner_text())
    assert page.locator(".plots canvas").count() == len(drawn["panels"]) == 8
    time = page.locator(".stretchfigures dd").first
    whole = time.inner_text()
    with page.expect_response("**/figures?*from=*"), page.expect_response("**/series?*") as answer:
        page.get_by_role("button", name="Zoom in").click()
    near = series(answer.value)
    steps = [b - a for a, b in zip(near["at"], near["at"][1:], strict=False)]
    assert max(steps) < (drawn["at"][-1] - drawn["at"][0]) / len(drawn["at"])
    page.wait_for_function(f"text => {TIME} !== text", arg=whole)
    with page.expect_response("**/figures*"), page.expect_response("**/series?*"):
        page.get_by_role("button", name="Show all").click()
    page.wait_for_function(f"text => {TIME} === text", arg=whole)


VIEW = "() => document.querySelector('[data-chart]').dataset.drawn.split('-').map(Number)"


def test_a_stretch_is_chosen_by_dragging_and_read_by_the_cursor(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.see(f"/runs/{site.run_id}/charts")
    low, high = page.evaluate(VIEW)
    over = page.locator(".u-over").first
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    with page.expect_response("**/series?*from=*"):
        page.mouse.move(box["x"] + box["width"] * 0.25, middle)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.5, middle, steps=5)
        page.mouse.up()
    start, stop = page.evaluate(VIEW)
    assert start == pytest.approx(low + 0.25 * (high - low), abs=0.02 * (high - low))
    assert stop == pytest.approx(low + 0.5 * (high - low), abs=0.02 * (high - low))
    read = page.locator(".chartbox output")
    slider = page.get_by_label("Moment shown")
    slider.fill("0")
    first = read.inner_text()
    slider.fill("1000")
    assert read.inner_text() != first
    names = ("Pace", "Heart rate", "Contact time", "Power", "Cadence", "Elevation")
    assert all(name in read.inner_text() for name in names)
    page.locator(".plots").focus()
    page.keyboard.press("0")
    assert page.evaluate(VIEW) == [low, high]
    over.hover(position={"x": box["width"] * 0.3, "y": 30})
    there = page.locator(".charttip").inner_text()
    over.hover(position={"x": box["width"] * 0.6, "y": 30})
    assert page.locator(".charttip").inner_text() != there
    assert page.locator(".u-cursor-x").count() == 8  # one cursor for all


DRAWN = "() => [...document.querySelectorAll('.plot canvas')].map(one => one.toDataURL())"
SHOW = """([low, high]) => document.querySelector('[data-chart]')
    .dispatchEvent(new CustomEvent('chart:show', { detail: { low, high } }))"""


def test_after_a_drag_every_chart_is_drawn_as_if_it_had_been_asked_for(
    visitor: Visitor, site: Site
) -> None:
    """Under the hand, lines are thin and charts out of the window wait."""
    page = visitor.see(f"/runs/{site.run_id}/charts")
    low, high = page.evaluate(VIEW)
    third = (high - low) / 3
    with page.expect_response("**/series?*from=*"):
        page.evaluate(SHOW, [low + third, high - third])
    visitor.settle()
    box = page.locator(".u-over").first.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.keyboard.down("Shift")
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, middle, steps=5)
    page.wait_for_function(f"start => ({VIEW})()[0] > start", arg=low + third)
    with page.expect_response("**/series?*from=*"):
        page.mouse.up()
    page.keyboard.up("Shift")
    page.mouse.move(0, 0)
    visitor.settle()
    dragged, view = page.evaluate(DRAWN), page.evaluate(VIEW)
    page = visitor.see(f"/runs/{site.run_id}/charts")
    assert page.evaluate(DRAWN) != dragged
    with page.expect_response("**/series?*from=*"):
        page.evaluate(SHOW, view)
    visitor.settle()
    assert page.evaluate(DRAWN) == dragged


def test_a_lap_is_seen_in_the_charts_with_and_without_scripts(
    visitor: Visitor, browser: Browser, site: Site
) -> None:
    page = visitor.see(f"/runs/{site.run_id}/laps")
    link = page.locator("table.laps a").nth(3)
    start = float(link.get_attribute("data-from") or "nan")
    link.press("Enter")
    assert page.evaluate(VIEW)[0] == pytest.approx(start, abs=1.0)
    visitor.assert_quiet()
    with visiting(browser, site.address, scripts=False) as plain:
        plain.page.goto(f"{site.address}/runs/{site.run_id}/laps")
        with plain.page.expect_navigation():
            plain.page.locator("table.laps a").nth(3).click()
        assert plain.page.url.startswith(f"{site.address}/runs/{site.run_id}/charts?from=")
        assert plain.page.locator("table.stretchtable tbody tr").count() == 8


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
        page.get_by_role("combobox", name="Type").select_option("interval")
        page.get_by_role("button", name="Filter").click()
        found(page, N_RUNS // 5)
        page.goto(f"{site.address}/form")
        with page.expect_navigation():
            page.get_by_role("button", name="Answer").click()
        assert page.locator("main .pacevalue").count() == 1
        page.goto(f"{site.address}/training")
        with page.expect_navigation():
            page.locator("main a[href='/training/paces']").click()
        assert page.locator("main table").count() >= 2
        page.goto(f"{site.address}/runs/{site.run_id}")
        with page.expect_navigation():
            page.locator(f".runtabs a[href='/runs/{site.run_id}/session']").click()
        assert page.locator("main article.r-phase").count() == 4
        page.get_by_label("Language").select_option("ja")
        page.get_by_role("button", name="Switch").click()
        assert page.locator("html").get_attribute("lang") == "ja"
        visitor.assert_quiet()
