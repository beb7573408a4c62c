"""The engine inside the server: its state on the page at once, the camera in sight, a pause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.flows.factories import make_context
from tests.surfaces.engine.worlds import World
from tests.surfaces.web.pages.browsing import needs_axe, needs_browser, visiting
from tests.surfaces.web.pages.watching import watching
from tests.surfaces.web.serving import served


@needs_browser
@needs_axe
def test_the_state_is_on_the_page_as_it_changes(tmp_path: Path, chromium: Any) -> None:
    desk = make_context(tmp_path / "data")
    world = World(desk.data_folder)
    engine = watching(desk, world)
    with served(desk, engine) as address, visiting(chromium, address) as visitor:
        page = visitor.page
        page.goto(f"{address}/focus")
        page.wait_for_selector("#live[data-connected=yes]")
        page.wait_for_selector(".camera.on >> text=動いています")
        page.wait_for_selector("#live .state .day-focused, #live .state .day-unknown")
        assert visitor.violations() == []
        page.get_by_role("button", name="一時停止（カメラも止める）").click()
        page.wait_for_selector("#live >> text=一時停止中")
        page.wait_for_selector(".camera:not(.on)")
        assert engine.message()["paused"] is True
        page.get_by_role("button", name="再開する").click()
        page.wait_for_selector(".camera.on")
        assert engine.message()["paused"] is False
        page.uncheck("input[name=camera_enabled]")
        page.locator("section[aria-labelledby=settings] form").first.evaluate(
            "form => form.requestSubmit()"
        )
        page.wait_for_selector(".camera:not(.on) >> text=使わない設定")
        assert not engine.board.settings.camera_enabled
        visitor.seen.check()
    desk.store.close()
