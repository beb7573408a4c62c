"""Files are dropped, sent with progress and taken in beside the page; each has an outcome."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.job_records import jobs_of
from hakaru.store.activities import list_activities
from tests.surfaces.web.browser.driving import Visitor, browsing, needs_browser, visiting
from tests.surfaces.web.browser.worlds import Site, empty

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

DROPPED = """([drop, files]) => {
    const carried = new DataTransfer(), place = document.querySelector("h1");
    for (const [name, text] of files)
        carried.items.add(new File([Uint8Array.from(atob(text), one => one.charCodeAt(0))], name));
    for (const kind of ["dragenter", "dragover", "drop"])
        (kind === "drop" ? place : drop).dispatchEvent(
            new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true}));
    return drop.classList.contains("over");
}"""
"""A drag as the page sees it; true: the place still looks as if something hung over it."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Site]:
    with empty(tmp_path / "data") as site:
        yield site


def drop_as_files(page: Page, paths: Sequence[Path]) -> None:
    """Drop files by the events of the page."""
    files = [[path.name, base64.b64encode(path.read_bytes()).decode()] for path in paths]
    drop = page.locator("#drop").element_handle()
    assert page.evaluate(DROPPED, [drop, files]) is False


def drop_from_desktop(page: Page, paths: Sequence[Path]) -> None:
    """Drop files and folders as a hand does that drags them in from outside of the browser."""
    box = page.locator("#drop").bounding_box()
    assert box is not None
    wire = page.context.new_cdp_session(page)
    carried = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        wire.send(
            "Input.dispatchDragEvent",
            {"type": kind, "x": box["x"] + 40, "y": box["y"] + 40, "data": carried},
        )


LONGEST_MS = 180_000
"""Simulating and learning a season is work; nothing waits so long in the ordinary way."""


def finished(visitor: Visitor, word: str) -> str:
    """What the page says once the job is done."""
    visitor.page.wait_for_url("**/jobs/*")
    visitor.page.locator("article.job", has_text=word).wait_for(timeout=LONGEST_MS)
    return visitor.page.locator("main").inner_text()


def test_a_newcomer_is_led_to_files_and_sees_what_came_of_each(
    newcomer: Site, browser: Browser, season: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "何か.fit"
    bad.write_bytes(b"this is no recording")
    good = sorted(season.glob("*.fit"))[:3]
    with visiting(browser, newcomer.address, language="ja") as visitor:
        page = visitor.see("/")
        assert "まだ記録がありません" in page.locator("main").inner_text()
        page.get_by_role("link", name="ファイルを取り込む").click()
        drop_as_files(page, (*good, bad))
        told = finished(visitor, "完了")
        assert "新しいラン 3" in told
        assert told.count("取り込みました") == 3
        assert "何か.fit" in told
        assert "読めません" in told
        page = visitor.see("/runs")
        assert page.locator("table.runs tbody tr").count() == 3
        visitor.assert_quiet()
    with newcomer.context.store.read() as con:
        assert len(list_activities(con)) == 3


def test_a_folder_is_dropped_from_the_desktop(
    newcomer: Site, browser: Browser, season: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "走り" / "2025"
    folder.mkdir(parents=True)
    for one in sorted(season.glob("*.fit"))[:2]:
        shutil.copy(one, folder)
    with visiting(browser, newcomer.address) as visitor:
        drop_from_desktop(visitor.see("/import"), [folder.parent])
        assert "2 new" in finished(visitor, "done")
        visitor.assert_quiet()


def test_files_are_chosen_by_hand_and_a_second_time_they_are_known(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    one = str(sorted(season.glob("*.fit"))[0])
    with visiting(browser, newcomer.address) as visitor:
        for told in ("1 new", "1 known already"):
            visitor.see("/import").set_input_files("#files", [one])
            assert told in finished(visitor, "done")
        visitor.assert_quiet()


def test_an_upload_that_nobody_goes_on_with_is_stopped(newcomer: Site, browser: Browser) -> None:
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see("/import")
        begun = page.evaluate(
            "async () => (await fetch('/import/new', {method: 'POST', body: ''})).status"
        )
        assert begun == 200
        visitor.see("/import")
        visitor.press("Stop receiving")
        page.locator("article.job", has_text="failed").wait_for()
        assert [job.status for job in jobs_of(newcomer.context)] == ["failed"]
        visitor.assert_quiet()


def test_what_cannot_be_sent_says_so_and_leaves_nothing_open(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    one = str(sorted(season.glob("*.fit"))[0])
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see("/import")
        page.route("**/files?*", lambda route: route.abort())
        page.set_input_files("#files", [one])
        sending = page.locator(".sending")
        sending.filter(has_text=re.compile("Could not be sent.*does not answer")).wait_for()
        page.unroute("**/files?*")
        page.route("**/files?*", lambda route: route.fulfill(status=500, json={"told": "no room"}))
        page.set_input_files("#files", [])
        page.set_input_files("#files", [one])
        sending.filter(has_text="no room").wait_for()
        page.unroute("**/files?*")
        visitor.see("/import")
        assert page.locator("article.job", has_text="failed").count() == 2


@pytest.mark.soak
def test_a_newcomer_can_try_it_with_simulated_runs(newcomer: Site, browser: Browser) -> None:
    with visiting(browser, newcomer.address) as visitor:
        visitor.see("/")
        visitor.press("Try it with simulated runs")
        visitor.page.reload()
        finished(visitor, "done")
        page = visitor.see("/")
        assert "simulated" in page.locator("main").inner_text()
        assert page.locator(".latest svg").count() == 1
        visitor.assert_quiet()
