"""Files are dropped, sent with progress and taken in beside the page; each has an outcome."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.job_records import (
    JobDetail,
    begin_job,
    folder_of,
    job_text,
    jobs_of,
    stored_jobs,
)
from hakaru.flows.jobs import run_job
from hakaru.store.activities import list_activities
from hakaru.store.jobs import Owner
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


def test_what_the_server_refuses_says_so_and_leaves_nothing_open(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    one = str(sorted(season.glob("*.fit"))[0])
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see("/import")
        page.route("**/files?*", lambda route: route.fulfill(status=500, json={"told": "no room"}))
        page.set_input_files("#files", [one])
        page.locator(".sending").filter(has_text="no room").wait_for()
        page.unroute("**/files?*")
        visitor.see("/import")
        assert page.locator("article.job", has_text="failed").count() == 1


def test_what_does_not_arrive_is_sent_again_by_resume(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    files = [str(path) for path in sorted(season.glob("*.fit"))[:2]]
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see("/import")
        page.route("**/files?*", lambda route: route.abort())
        page.set_input_files("#files", files)
        sending = page.locator(".sending")
        sending.filter(has_text=re.compile("Could not be sent.*does not answer")).wait_for()
        page.unroute("**/files?*")
        visitor.press("Resume")
        assert "2 new" in finished(visitor, "done")
    assert len(jobs_of(newcomer.context)) == 1


def test_sending_is_paused_and_goes_on_or_is_thrown_away(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    files = [str(path) for path in sorted(season.glob("*.fit"))[:2]]
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see("/import")
        page.route("**/files?*", lambda _: None)  # it hangs
        page.set_input_files("#files", files)
        sending = page.locator(".sending")
        sending.filter(has_text="Sending 1 of 2").wait_for()
        sending.get_by_role("button", name="Pause").click()
        sending.filter(has_text="Paused at 1 of 2").wait_for()
        sending.get_by_role("button", name="Discard what was sent").click()
        page.locator("article.job", has_text="failed").wait_for()
        page.set_input_files("#files", files)
        sending.filter(has_text="Sending 1 of 2").wait_for()
        sending.get_by_role("button", name="Pause").click()
        page.unroute_all(behavior="ignoreErrors")
        sending.get_by_role("button", name="Resume").click()
        assert "2 new" in finished(visitor, "done")


def test_a_folder_that_is_chosen_keeps_its_shape(
    newcomer: Site, browser: Browser, season: Path, tmp_path: Path
) -> None:
    recordings = sorted(season.glob("*.fit"))
    for name, recording in zip(("2024", "2025"), recordings, strict=False):
        (tmp_path / "走り" / name).mkdir(parents=True)
        shutil.copy(recording, tmp_path / "走り" / name / "run.fit")
    with visiting(browser, newcomer.address) as visitor:
        visitor.see("/import").set_input_files("#folder", str(tmp_path / "走り"))
        told = finished(visitor, "done")
        assert "2 new" in told
        assert "2 runs have a verdict on form" in told
        assert "走り/2024/run.fit" in told
        visitor.assert_quiet()
    kept = folder_of(newcomer.context, jobs_of(newcomer.context)[0].job_id)
    assert (kept / "走り" / "2025" / "run.fit").is_file()


def test_an_import_shows_its_file_stops_and_is_resumed_to_verdicts(
    newcomer: Site, browser: Browser, season: Path
) -> None:
    context, stored = newcomer.context, stored_jobs(newcomer.context)
    other = Owner(context.data_folder)  # another server of the folder works on it
    job_id = begin_job(context, "import", owner=other.name).job_id
    for recording in sorted(season.glob("*.fit"))[:3]:
        shutil.copy(recording, folder_of(context, job_id))
    far = JobDetail(
        phase="reading", step="reading", done=1, total=3, files_done=1, files_total=3,
        item="run_2.fit", rows=1834, left_s=125.0,
    )  # fmt: skip
    stored.note(job_id, job_text(far))
    with visiting(browser, newcomer.address) as visitor:
        page = visitor.see(f"/jobs/{job_id}")
        told = page.locator("article.job").inner_text()
        for part in ("1 of 3 files", "1,834 rows read", "about 2 min left", "Now: run_2.fit"):
            assert part in told
        assert page.locator("progress").get_attribute("value") == "33"
        visitor.press("Stop")
        page.locator("article.job", has_text="Stopping").wait_for()
        assert run_job(context, job_id, owner=other.name).detail.phase == "stopped"
        page.locator("article.job", has_text="What was stored stays").wait_for()
        visitor.press("Resume")
        assert "3 new" in finished(visitor, "done")
        assert "3 runs have a verdict on form" in page.locator("article.job").inner_text()
        visitor.assert_quiet()
    other.release()


@pytest.mark.soak
def test_a_newcomer_can_try_it_with_simulated_runs(newcomer: Site, browser: Browser) -> None:
    with visiting(browser, newcomer.address) as visitor:
        visitor.see("/")
        visitor.press("Try it with simulated runs")
        visitor.page.reload()
        finished(visitor, "done")
        page = visitor.see("/")
        assert "simulated" in page.locator("main").inner_text()
        assert page.locator(".latest [data-chart] canvas").count() >= 1
        visitor.assert_quiet()
