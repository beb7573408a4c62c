"""Watching, started and stopped on the page: a process of its own, by keyboard, in both languages,
on a phone, and never twice."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest

from hakaru.flows.context import Context
from hakaru.flows.watchers import read_watchers
from tests.surfaces.engine.desktops import launcher, sway, watchable
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WIDER,
    browsing,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.serving import served, session_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    needs_browser,
    pytest.mark.skipif(sys.platform == "win32", reason="sway is a desktop of Linux"),
]
SAID = {
    "en": (
        "Start watching",
        "pictures and sound",
        "Nothing is sent to anybody.",
        "This desktop does not tell",
    ),
    "ja": (
        "見守りを始める",
        "映像と音声",
        "どこにも送信しません。",
        "このデスクトップで分からないもの",
    ),
}
ENDED = {"en": "Watching has stopped", "ja": "見守りを終えました"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with watchable(tmp_path / "data") as made:
        yield made


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("ja", DESKTOP)])
def test_watching_starts_and_stops_by_keyboard(
    language: str, size: tuple[int, int], context: Context, browser: Browser, tmp_path: Path
) -> None:
    with (
        sway() as desktop,
        served(context, launcher=launcher(desktop, home=tmp_path)) as address,
        visiting(browser, address, language=language, size=size) as visitor,
    ):
        page = visitor.see("/focus")
        live = page.locator("#live")
        assert all(words in live.inner_text() for words in SAID[language])
        assert read_watchers(context).present == ()
        assert violations(page) == []
        assert page.evaluate(WIDER) == 0
        page.locator("#startlasting").focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "startwatch"
        page.keyboard.press("Enter")
        page.locator("#endwatch").wait_for()
        (presence,) = read_watchers(context).present
        assert presence.tied
        assert f"pid {presence.owner.split()[1]}" in page.locator(".watcher").inner_text()
        page.locator("#live .live").wait_for()
        assert violations(page) == []
        assert page.evaluate(WIDER) == 0
        page.locator("#endwatch").focus()
        page.keyboard.press("Enter")
        page.locator(".flash", has_text=ENDED[language]).wait_for()
        assert read_watchers(context).present == ()
        assert page.locator("#startwatch").count() == 1
        visitor.assert_quiet()


def test_what_was_ticked_stays_while_the_page_looks_again(
    context: Context, browser: Browser, tmp_path: Path
) -> None:
    with (
        sway() as desktop,
        served(context, launcher=launcher(desktop, home=tmp_path)) as address,
        visiting(browser, address) as visitor,
    ):
        page = visitor.see("/focus")
        page.check("#startlasting")
        page.locator("#startlasting").focus()
        for _ in range(2):
            with page.expect_response(lambda one: "/focus/now" in one.url) as looked:
                pass
            assert looked.value.status == 204
        assert page.is_checked("#startlasting")
        assert page.evaluate("document.activeElement.id") == "startlasting"
        visitor.press("Start")
        page.locator("#endwatch").wait_for()
        (presence,) = read_watchers(context).present
        assert not presence.tied
        assert "It goes on when the dashboard ends" in page.locator(".watcher").inner_text()
    assert read_watchers(context).present == (presence,)


def test_a_killed_process_is_said_on_the_page_by_itself(
    context: Context, browser: Browser, tmp_path: Path
) -> None:
    with (
        sway() as desktop,
        served(context, launcher=launcher(desktop, home=tmp_path)) as address,
        visiting(browser, address) as visitor,
    ):
        page = visitor.see("/focus")
        visitor.press("Start")
        page.locator("#endwatch").wait_for()
        (presence,) = read_watchers(context).present
        os.kill(int(presence.owner.split()[1]), signal.SIGKILL)
        page.locator("#live .badtext", has_text="is gone without having ended").wait_for()
        page.locator("#startwatch").wait_for()
        assert violations(page) == []
        visitor.assert_quiet()


def test_where_there_is_nothing_to_watch_with_the_page_says_what_to_do(
    context: Context, browser: Browser, tmp_path: Path
) -> None:
    with (
        served(context, launcher=launcher(None, home=tmp_path)) as address,
        visiting(browser, address, size=PHONE) as visitor,
    ):
        page = visitor.see("/focus")
        said = page.locator("#live .badtext").inner_text()
        assert "start hakaru serve in a terminal of the desktop" in said
        assert "plug one in" in said
        assert page.locator("#startwatch").count() == 0
        assert page.evaluate(WIDER) == 0
        assert violations(page) == []


def test_a_start_is_refused_to_other_pages_and_to_a_look_and_said_where_it_is_the_second(
    context: Context, tmp_path: Path
) -> None:
    with (
        sway() as desktop,
        served(context, launcher=launcher(desktop, home=tmp_path)) as address,
        httpx2.Client(base_url=address) as stranger,
        httpx2.Client(
            base_url=address, timeout=120.0, cookies=session_of(address), headers=from_(address)
        ) as person,
    ):
        for path in ("/focus/start", "/focus/stop"):
            assert stranger.post(path, headers=from_(address)).status_code == 401
            assert person.post(path, headers=from_("http://elsewhere.example")).status_code == 403
            assert person.post(path, headers={"host": "elsewhere.example"}).status_code == 421
            assert person.get(path).status_code == 405
        assert read_watchers(context).present == ()
        assert person.post("/focus/start").status_code == 303
        second = person.post("/focus/start")
        assert second.status_code == 409
        assert 'role="alert"' in second.text
        assert len(read_watchers(context).present) == 1
        assert person.post("/focus/stop").status_code == 303
        assert read_watchers(context).present == ()


def from_(page: str) -> dict[str, str]:
    """What a browser says of the page that a form stands on."""
    return {"origin": page}
