"""The engine inside the server: its state on the page at once, the camera in sight, a pause."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.store.focus import pause_watching, resume_watching
from hakaru.store.state import State
from tests.flows.factories import make_context
from tests.surfaces.engine.worlds import World
from tests.surfaces.web.browser.driving import (
    Visitor,
    browsing,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.serving import served
from tests.surfaces.web.watching import watching

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


def camera(visitor: Visitor, *, on: bool, words: str) -> None:
    """Wait until the page shows the camera so."""
    lamp = ".camera.on" if on else ".camera:not(.on)"
    visitor.page.locator(lamp, has_text=words).wait_for()


def test_the_state_is_on_the_page_as_it_changes(tmp_path: Path, browser: Browser) -> None:
    desk = make_context(tmp_path / "data")
    world = World(desk.data_folder)
    engine = watching(desk, world)
    with served(desk, engine) as address, visiting(browser, address, language="ja") as visitor:
        page = visitor.see("/focus")
        page.wait_for_selector("#live[data-connected=yes]")
        camera(visitor, on=True, words="動いています")
        page.wait_for_selector("#live .state .day-focused, #live .state .day-unknown")
        assert violations(page) == []
        visitor.press("一時停止（カメラも止める）")
        page.wait_for_selector("#live >> text=一時停止中")
        camera(visitor, on=False, words="使っていません")
        assert engine.message()["paused"] is True
        assert not world.eye_open
        assert violations(page) == []
        resume_watching(State(desk.data_folder))  # as another program does
        page.get_by_role("button", name="一時停止（カメラも止める）").wait_for()
        camera(visitor, on=True, words="動いています")
        pause_watching(State(desk.data_folder), now=datetime.now(UTC))
        visitor.press("再開する")
        camera(visitor, on=True, words="動いています")
        assert engine.message()["paused"] is False
        world.camera_lost = True
        camera(visitor, on=False, words="カメラの映像が来ない")
        page.locator("#live .badtext", has_text="カメラの映像が来ない").wait_for()
        assert violations(page) == []
        world.camera_lost = False
        camera(visitor, on=True, words="動いています")
        page.uncheck("input[name=camera_enabled]")
        visitor.press("保存する", within="section[aria-labelledby=settings]")
        camera(visitor, on=False, words="使わない設定")
        assert not engine.board.settings.camera_enabled
        visitor.assert_quiet()
    desk.store.close()
