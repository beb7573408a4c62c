"""A map behind the route: off until somebody names a place of tiles and allows it, and then only
from there."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest

from hakaru.core.errors import BadArgument
from hakaru.flows.preferences import read_preferences, write_preferences, write_tiles
from hakaru.sources.tiles import TileSource, checked_source, tile_file
from tests.loopback import Answer, Loopback
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    Visitor,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.browser.worlds import Site
from tests.surfaces.web.serving import TOKEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
LOADED = """() => performance.getEntriesByType("resource").map(one => one.name)
    .filter(one => one.includes("/tiles/"))"""


@pytest.fixture
def site_with_routes(site: Site) -> Iterator[Site]:
    write_preferences(site.context, {"show_track": True})
    write_tiles(site.context, place="", allowed=False)
    yield site
    write_tiles(site.context, place="", allowed=False)
    write_preferences(site.context, {"show_track": False})


def policy_of(site: Site, path: str) -> str:
    answer = httpx2.get(site.address + path, headers={"authorization": f"Bearer {TOKEN}"})
    rules = answer.headers["content-security-policy"].split(";")
    return next(rule.strip() for rule in rules if rule.strip().startswith("img-src"))


def drawn(visitor: Visitor, site: Site) -> None:
    """Open the route and wait for it."""
    page = visitor.see(f"/runs/{site.run_id}/charts")
    page.locator("[data-route][data-drawn=route]").wait_for()
    page.wait_for_load_state("networkidle")


def write_folder(folder: Path) -> Path:
    """Every square down to zoom 2, and one picture beside the folder."""
    for zoom in range(3):
        for x in range(2**zoom):
            (folder / str(zoom) / str(x)).mkdir(parents=True)
            for y in range(2**zoom):
                (folder / str(zoom) / str(x) / f"{y}.png").write_bytes(PICTURE)
    return folder


@needs_browser
def test_an_address_is_asked_only_while_it_is_allowed(
    site_with_routes: Site, browser: Browser
) -> None:
    site, charts = site_with_routes, f"/runs/{site_with_routes.run_id}/charts"
    answer = Answer(
        body=PICTURE, headers={"Content-Type": "image/png", "Access-Control-Allow-Origin": "*"}
    )
    with Loopback([answer]) as server:
        origin = server.origin
        with visiting(browser, site.address) as visitor:
            page = visitor.see("/settings")
            page.fill("input[name=place]", f"{origin}/tiles/{{z}}/{{x}}/{{y}}.png")
            tiles = page.locator("section[aria-labelledby=tiles]")
            tiles.get_by_role("button", name="Save").click()
            page.locator(".flash", has_text="Saved: the map").wait_for()
            drawn(visitor, site)
            visitor.assert_quiet()
            assert server.received == []
            assert policy_of(site, charts) == "img-src 'self' data:"
            page = visitor.see("/settings")
            page.check("input[name=allowed]")
            page.locator("section[aria-labelledby=tiles] button").click()
            page.locator(".flash", has_text="Saved: the map").wait_for()
            assert policy_of(site, charts) == f"img-src 'self' data: {origin}"
            assert policy_of(site, "/settings") == "img-src 'self' data:"
            drawn(visitor, site)
            assert len(page.evaluate(LOADED)) >= 1
            assert visitor.noted.said == []
            elsewhere = visitor.noted.elsewhere(site.address)
            assert elsewhere != []
            assert all(asked.startswith(f"{origin}/tiles/") for asked in elsewhere)
            headers = {name.lower() for request in server.received for name in request.headers}
            assert not headers & {"cookie", "referer", "authorization"}


@needs_browser
def test_a_folder_of_tiles_asks_nobody_else(
    site_with_routes: Site, browser: Browser, tmp_path: Path
) -> None:
    site = site_with_routes
    write_tiles(site.context, place=str(write_folder(tmp_path / "map")), allowed=True)
    with visiting(browser, site.address) as visitor:
        drawn(visitor, site)
        assert len(visitor.page.evaluate(LOADED)) >= 1
        visitor.assert_quiet()
    assert policy_of(site, f"/runs/{site.run_id}/charts") == "img-src 'self' data:"


@needs_browser
def test_who_made_the_map_stands_on_it_as_text_while_it_is_shown(
    site_with_routes: Site, browser: Browser, tmp_path: Path
) -> None:
    site, said = site_with_routes, "© <b>Maker</b> & friends 5.00 km"
    folder = str(write_folder(tmp_path / "map"))
    for size in (PHONE, DESKTOP):
        with visiting(browser, site.address, size=size) as visitor:
            write_tiles(site.context, place="", allowed=False)
            page = visitor.see("/settings")
            page.fill("input[name=place]", folder)
            page.fill("input[name=attribution]", f"  {said}\u202e ")
            page.locator("section[aria-labelledby=tiles] button").click()
            page.locator(".flash", has_text="Saved: the map").wait_for()
            assert page.input_value("input[name=attribution]") == said
            drawn(visitor, site)
            assert page.locator(".attribution").count() == 0
            page = visitor.see("/settings")
            page.check("input[name=allowed]")
            page.locator("section[aria-labelledby=tiles] button").click()
            drawn(visitor, site)
            line = page.locator(".attribution")
            assert line.inner_text().replace("\n", " ").endswith(said)
            on_map, canvas = line.bounding_box(), page.locator(".route canvas").bounding_box()
            assert on_map is not None
            assert canvas is not None
            assert canvas["y"] < on_map["y"] < canvas["y"] + canvas["height"]
            assert on_map["x"] + on_map["width"] <= canvas["x"] + canvas["width"] + 1
            assert violations(page) == []
            visitor.assert_quiet()


@needs_browser
def test_more_than_fits_on_a_map_is_told_beside_its_field(
    site_with_routes: Site, browser: Browser, tmp_path: Path
) -> None:
    folder = str(write_folder(tmp_path / "map"))
    with visiting(browser, site_with_routes.address) as visitor:
        page = visitor.see("/settings")
        page.fill("input[name=place]", folder)
        page.evaluate("document.querySelector('[name=attribution]').value = 'x'.repeat(201)")
        page.locator("section[aria-labelledby=tiles] button").click()
        page.locator("#fault", has_text="at most 200 characters").wait_for()
        assert page.locator("[name=attribution][aria-invalid=true]").count() == 1
        assert page.locator("[name=place][aria-invalid]").count() == 0
    with pytest.raises(BadArgument):
        checked_source(folder, allowed=True, attribution="x" * 201)


@needs_browser
def test_what_is_no_place_of_tiles_is_told_beside_its_field(
    site_with_routes: Site, browser: Browser
) -> None:
    with visiting(browser, site_with_routes.address) as visitor:
        page = visitor.see("/settings")
        page.fill("input[name=place]", "http://tiles.example/{z}/{x}/{y}.png")
        page.locator("section[aria-labelledby=tiles] button").click()
        page.locator("#fault", has_text="only this machine may be asked by http").wait_for()
        assert page.input_value("input[name=place]") == "http://tiles.example/{z}/{x}/{y}.png"
    assert read_preferences(site_with_routes.context.data_folder).tiles is None


@pytest.mark.parametrize(
    "place",
    [
        "http://tiles.example/{z}/{x}/{y}.png", "https://tiles.example/{z}/{x}.png",
        "https://{z}.example/{x}/{y}.png", "https://me:secret@tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example; script-src/{z}/{x}/{y}", "https://tiles.example/ {z}/{x}/{y}",
        "https://*/{z}/{x}/{y}", "javascript://x/{z}/{x}/{y}", "ftp://tiles.example/{z}/{x}/{y}",
        "https://[::1/{z}/{x}/{y}", "relative/folder", "/no/such/folder", "https://a:99999999/{z}{x}{y}",
    ],
)  # fmt: skip
def test_an_address_that_a_page_must_not_ask_is_refused(place: str) -> None:
    with pytest.raises(BadArgument):
        checked_source(place, allowed=True)


def test_only_pictures_inside_the_folder_are_given_and_only_while_allowed(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "map")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (folder / "1" / "0" / "1.png").unlink()
    (folder / "1" / "0" / "1.png").symlink_to(tmp_path / "secret.png")
    source = TileSource(place=str(folder), allowed=True)
    tile = tile_file(source, zoom=2, x=3, y=1)
    assert tile is not None
    assert tile.path == folder / "2" / "3" / "1.png"
    assert tile_file(source, zoom=1, x=0, y=1) is None
    for zoom, x, y in ((1, 2, 0), (1, 0, 2), (1, -1, 0), (99, 0, 0)):
        assert tile_file(source, zoom=zoom, x=x, y=y) is None
    assert tile_file(TileSource(place=str(folder)), zoom=2, x=3, y=1) is None
