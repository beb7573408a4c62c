"""The site is built without a warning, asks nobody, and leads nowhere that is not there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

import pytest

from tests.contracts.tree import ROOT
from tests.once import made_once
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WAIT_MS,
    browsing,
    needs_browser,
    violations,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LOADS = {
    "audio": "src", "embed": "src", "form": "action", "iframe": "src", "img": "src",
    "input": "src", "link": "href", "object": "data", "script": "src", "source": "src",
    "video": "src",
}  # fmt: skip
"""What a browser fetches or sends by itself, by element."""
GONE_TO = {"activitywatch.net", "github.com", "google.github.io"}
"""Places of other people that a reader may choose to go to."""
_FETCHED = re.compile(r"(?:@import|url\()\s*['\"]?(?:https?:)?//")


@dataclass(kw_only=True)
class Page(HTMLParser):
    """What a page loads, where it leads, and the places in it that can be led to."""

    path: Path
    loads: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    language: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        given = {name: value or "" for name, value in attrs}
        self.places.add(given.get("id", ""))
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if (name := LOADS.get(tag)) and name in given:
            self.loads.append(given[name])


@cache
def site() -> Path:
    """The site as `make site` makes it."""
    return made_once("site", _build) / "html"


def _build(folder: Path) -> None:
    recipe = re.search(r"-m sphinx (.*) docs site$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe
    options = recipe[1].replace("$(VENV)/doctrees", str(folder / "doctrees")).split()
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "docs", str(folder / "html")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert built.returncode == 0, built.stderr


@cache
def pages() -> dict[Path, Page]:
    """Every page of the site by its place."""
    return {path: Page(path=path) for path in sorted(site().rglob("*.html"))}


@pytest.mark.soak
def test_every_page_of_the_documentation_is_in_the_site() -> None:
    written = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    made = {path.relative_to(site()).with_suffix(".md") for path in pages()}
    assert written == made - {Path("search.md")}


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path, page in pages().items():
        for address in page.loads:
            assert not urlsplit(address).netloc, f"{path.name}: {address}"
            assert urlsplit(address).scheme in ("", "data"), f"{path.name}: {address}"


def test_no_style_loads_from_elsewhere() -> None:
    styles = [*site().rglob("*.css"), *pages()]
    assert len(styles) > len(pages())
    for path in styles:
        assert not _FETCHED.search(path.read_text(encoding="utf-8")), path


def test_every_link_leads_to_a_page_and_place_that_exist() -> None:
    dead = [
        f"{path.relative_to(site())}: {link}"
        for path, page in pages().items()
        for link in page.links
        if not _leads_somewhere(page, link)
    ]
    assert not dead, "\n".join(dead)


def _leads_somewhere(page: Page, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme in ("http", "https"):
        return True
    target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
    if target.suffix != ".html":
        return target.is_file()
    place = unquote(parts.fragment)
    return target in pages() and (not place or place in pages()[target].places)


def test_links_to_other_people_are_few_and_known() -> None:
    hosts = {urlsplit(link).netloc for page in pages().values() for link in page.links}
    assert hosts - {"", *GONE_TO} <= {"pradyunsg.me"}, hosts


def test_a_japanese_page_says_that_it_is_one() -> None:
    for path, page in pages().items():
        japanese = path.relative_to(site()).parts[0] == "ja"
        assert page.language == ("ja" if japanese else "en"), path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.mark.sampled(2)
@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages_open_from_disk_fit_the_window_and_can_be_used_by_everybody(
    browser: Browser, scheme: Literal["light", "dark"], size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    context.set_default_timeout(WAIT_MS)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    for name in ("index", "start", "verdict", "data_model", "requirements", "ja/running"):
        page.goto((site() / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        if name in ("start", "ja/running"):
            assert violations(page) == []
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")
    assert asked
    assert all(address.startswith(("file:", "data:")) for address in asked), asked
    context.close()


@needs_browser
@pytest.mark.parametrize(
    ("words", "found"),
    [("conformal", "method.html"), ("keep_days", "configuration.html"), ("接地時間", "ja/")],
)
def test_the_search_finds_a_page_without_a_server(browser: Browser, words: str, found: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto((site() / "search.html").as_uri() + f"?q={words}")
    page.wait_for_selector("ul.search li a")
    hits = page.eval_on_selector_all("ul.search li a", "all => all.map(one => one.href)")
    assert any(found in hit for hit in hits), hits
    context.close()
