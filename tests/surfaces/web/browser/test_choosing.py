"""What somebody chooses, says of themselves, takes along and deletes, on the pages for it."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.job_records import jobs_of
from hakaru.flows.preferences import preferred, read_preferences
from hakaru.flows.status import status
from hakaru.store.focus import read_notifications
from hakaru.store.state import State
from tests.surfaces.web.browser.driving import Visitor, needs_browser, violations, visiting
from tests.surfaces.web.browser.worlds import N_RUNS, TODAY, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = needs_browser


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.address) as made:
        yield made
        made.assert_quiet()


def part(visitor: Visitor, name: str) -> Locator:
    """A panel of the settings."""
    return visitor.page.locator(f"section[aria-labelledby={name}]")


def save(visitor: Visitor, name: str, *, told: str) -> None:
    """Send the form of a panel, and wait for what the page says was done."""
    part(visitor, name).get_by_role("button", name="Save", exact=True).click()
    visitor.page.locator(".flash", has_text=told).first.wait_for()
    visitor.settle()


def test_choices_are_kept_for_every_program(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/settings")
    page.select_option("select[name=lengths]", "km_and_mi")
    page.check("input[name=show_track]")
    save(visitor, "prefs", told="Saved.")
    chosen = read_preferences(site.context.data_folder)
    assert (chosen.lengths, chosen.show_track) == ("km_and_mi", True)
    page = visitor.see(f"/runs/{site.run_id}/charts")
    assert page.locator("section[aria-labelledby=track] canvas, .route p.r-soft").count() >= 1
    page = visitor.see("/settings")
    page.select_option("select[name=lengths]", "km")
    page.uncheck("input[name=show_track]")
    save(visitor, "prefs", told="Saved.")
    assert visitor.see(f"/runs/{site.run_id}/charts").locator("#track").count() == 0


def test_a_filtered_list_draws_its_chart_again(visitor: Visitor) -> None:
    page = visitor.see("/runs")
    page.select_option("select[name=sort]", "distance")
    page.wait_for_url("**/runs?*sort=distance*")
    page.locator("#found [data-chart=cloud][data-drawn]").wait_for()


KM = re.compile(r"\d\.\d+ km\b|/km")


def test_lengths_and_paces_are_in_the_unit_that_was_chosen(visitor: Visitor, site: Site) -> None:
    places = ("/", "/runs", f"/runs/{site.run_id}", "/form", "/training", "/day/2025-03-18",
              "/week/2025-W12")  # fmt: skip
    visitor.see("/settings").select_option("select[name=lengths]", "mi")
    save(visitor, "prefs", told="Saved.")
    for place in places:
        page = visitor.see(place)
        told = page.locator("main").inner_text()
        assert KM.search(told) is None, place
        assert place == "/training" or re.search(r"\d (?:mi)|/mi", told), place
    page = visitor.see(f"/runs/{site.run_id}/charts")
    page.get_by_label("Moment shown").fill("500")
    in_miles = page.locator(".chartbox output").inner_text()
    assert re.search(r"Pace\s+\d+:\d\d/mi", in_miles)
    visitor.see("/settings").select_option("select[name=lengths]", "km")
    save(visitor, "prefs", told="Saved.")
    page = visitor.see(f"/runs/{site.run_id}/charts")
    page.get_by_label("Moment shown").fill("500")
    paces = [
        int(found[1]) * 60 + int(found[2])
        for text in (in_miles, page.locator(".chartbox output").inner_text())
        if (found := re.search(r"Pace\s+(\d+):(\d\d)/", text)) is not None
    ]
    assert paces[0] / paces[1] == pytest.approx(1.609344, abs=0.01)


def test_the_slider_says_its_pace_to_a_screen_reader(visitor: Visitor) -> None:
    slider = visitor.see("/form").get_by_label("Pace", exact=True)
    slider.fill("300")
    assert slider.get_attribute("aria-valuetext") == "5:00/km"


def test_the_runner_says_what_holds(visitor: Visitor) -> None:
    page = visitor.see("/settings")
    for quantity, value, told in (
        ("heart_rate_max_bpm", "191", "191 bpm"),
        ("threshold_pace", "7:23/mi", "4:35/km"),
    ):
        page.select_option("select[name=quantity]", quantity)
        page.fill("input[name=value]", value)
        visitor.press("Note it")
        assert told in part(visitor, "athlete").inner_text()
    page.select_option("select[name=quantity]", "heart_rate_max_bpm")
    page.fill("input[name=value]", "900")
    visitor.press("Note it")
    field = page.locator("input[name=value]")
    assert (field.input_value(), field.get_attribute("aria-invalid")) == ("900", "true")
    assert field.evaluate("one => one === document.activeElement")
    assert "900" in part(visitor, "athlete").get_by_role("alert").inner_text()
    visitor.noted.said.clear()  # the browser says that the answer was 400


def test_a_model_is_chosen_checked_and_given_up_again(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/settings")
    form = part(visitor, "model")
    form.get_by_label("Protocol").select_option("openai")
    form.locator("input[name=name]").fill("small")
    form.locator("input[name=url]").fill("http://127.0.0.1:9/v1")
    save(visitor, "model", told="at once")
    chosen = preferred(site.context).settings.model
    assert (chosen.backend, chosen.name, chosen.url) == ("openai", "small", "http://127.0.0.1:9/v1")
    assert "http://127.0.0.1:9/v1" in part(visitor, "model").inner_text()
    assert page.locator("input[name=key], input[type=password]").count() == 0
    visitor.press("Check that it answers")
    page.locator("#checked .flash").wait_for()
    part(visitor, "model").get_by_label("Protocol").select_option("configured")
    save(visitor, "model", told="at once")
    assert preferred(site.context).settings.model == site.context.settings.model


def test_attention_has_a_day_settings_and_answers(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/focus")
    told = page.locator("main").inner_text()
    assert "Nothing is watching now" in told
    assert "2 h 40 min" in told
    for answer in ("took the break", "later"):
        first = page.locator(".history form").first
        first.get_by_role("button", name=answer, exact=True).click()
        visitor.settle()
    state = State(site.context.data_folder)
    notifications = read_notifications(state, start=TODAY.replace(hour=0), end=TODAY)
    assert sorted(str(one.response) for one in notifications) == ["accepted", "snoozed"]
    assert page.locator(".history form").count() == 0
    page.uncheck("input[name=camera_enabled]")
    page.fill("input[name=most_per_day]", "3")
    save(visitor, "settings", told="Saved.")
    kept = json.loads(state.setting("focus.settings") or "{}")
    assert (kept["camera_enabled"], kept["most_per_day"]) == (False, 3)


def test_the_day_of_attention_is_zoomed_by_buttons_and_keys(visitor: Visitor) -> None:
    page = visitor.see("/focus")
    chart = page.locator("[data-chart=states]")
    page.locator("[data-chart=states][data-drawn]").wait_for()
    whole = chart.get_attribute("data-drawn")
    assert whole is not None
    low_s, high_s = map(float, whole.split("-"))
    assert 0 <= low_s < high_s <= 24 * 3600
    chart.get_by_role("button", name="Zoom in").click()
    zoomed = chart.get_attribute("data-drawn")
    assert zoomed is not None
    inner_low_s, inner_high_s = map(float, zoomed.split("-"))
    assert inner_high_s - inner_low_s == (high_s - low_s) / 2
    chart.locator(".plots").press("0")
    assert chart.get_attribute("data-drawn") == whole
    chart.locator("summary").click()
    assert "focused" in chart.locator("table").inner_text().lower()
    assert violations(page) == []


def test_the_page_of_form_shows_what_is_known_and_asks_for_nothing(visitor: Visitor) -> None:
    main = visitor.see("/form").locator("main")
    assert main.get_by_label("Pace", exact=True).is_visible()
    assert main.locator("form[method=post]").count() == 0
    assert re.search(r"\btrain\b", main.inner_text(), re.IGNORECASE) is None


def test_everything_is_taken_along_by_a_job_that_outlives_the_page(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.see("/settings")
    visitor.press("Take everything along (zip)")
    page.reload()
    page.get_by_role("link", name="Save the file").wait_for()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Save the file").click()
    with zipfile.ZipFile(waited.value.path()) as archive:
        assert "database/main.activities.parquet" in archive.namelist()
    assert waited.value.suggested_filename == "hakaru-2025-03-30.zip"
    assert [job.status for job in jobs_of(site.context, "export")] == ["done"]


def test_everything_is_deleted_only_with_the_word(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/settings")
    for word, told, left in (("delete", "did not match", N_RUNS), ("DELETE", "was deleted", 0)):
        visitor.press("Delete everything")
        page.locator("dialog[open] input[name=confirm]").fill(word)
        visitor.press("Delete everything", within="dialog[open]")
        page.locator(".flash", has_text=told).wait_for()
        assert status(site.context).summary.n_activities == left
    assert "No runs yet" in visitor.see("/").locator("main").inner_text()
    page.keyboard.press("Escape")
