"""Does every page look as somebody has approved it, and would it be noticed if it did not?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tests.surfaces.web.browser.driving import browsing, needs_browser
from tests.surfaces.web.browser.pictures import (
    APPROVED,
    CELL_PX,
    WAYS,
    Camera,
    View,
    approve,
    approved,
    difference,
    drawn,
    every_view,
    photograph,
    sites,
)
from tests.surfaces.web.browser.places import LOST, PIECES, PLACES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.surfaces.web.browser.worlds import Site

LARGEST_BYTES, ALL_BYTES = 150_000, 3_000_000
RUN = "/runs/{activity_id:int}"
FOLDER = Path(tempfile.gettempdir()) / "hakaru-pictures"
"""Where the pictures of pages that look otherwise are put."""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    with sites(tmp_path_factory.mktemp("nothing")) as made:
        yield dict(made)


@pytest.fixture(scope="module")
def browser(both: dict[str, Site]) -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def camera(browser: Browser, both: dict[str, Site]) -> Iterator[Camera]:
    with ExitStack() as stack:
        yield Camera(browser, both, stack)


def test_every_page_is_taken_in_every_language_colour_and_width() -> None:
    taken: dict[tuple[str, str], set[str]] = {}
    for view in every_view():
        way = (view.way.language, view.way.theme, view.way.size)
        taken.setdefault((view.world, view.place), set()).update(way)
    assert {place for world, place in taken if world == "lived"} == {*PLACES, LOST}
    assert all(len(seen) == 6 for (_, place), seen in taken.items() if place not in PIECES)
    for world in ("lived", "empty"):
        assert {view.way for view in every_view() if view.world == world} == set(WAYS)


def test_there_is_a_small_picture_of_every_page_and_of_nothing_else() -> None:
    sizes_bytes = {path.stem: path.stat().st_size for path in APPROVED.iterdir()}
    assert sizes_bytes.keys() == {view.name for view in every_view()}
    assert max(sizes_bytes.values()) < LARGEST_BYTES
    assert sum(sizes_bytes.values()) < ALL_BYTES


@needs_browser
@pytest.mark.parametrize("view", every_view(), ids=lambda view: view.name)
def test_a_page_looks_as_it_was_approved(view: View, camera: Camera) -> None:
    new, old = camera.take(view), approved(APPROVED / f"{view.name}.png")
    found = difference(old, new, view.way.size)
    if found.is_another:
        FOLDER.mkdir(exist_ok=True)
        new.save(FOLDER / f"{view.name}.png")
        drawn(found, new, view.way.size).save(FOLDER / f"{view.name}-difference.png")
        pytest.fail(
            f"{view.place} ({view.name}) looks otherwise: {found}. The new picture and where it "
            f"differs are in {FOLDER}. If that is how it should look: "
            f"python -m tests.surfaces.web.browser.pictures --only {view.name}"
        )


def _page(**changes: str) -> Image.Image:
    """A page as somebody draws it in a hurry: a heading, a verdict, a chart, a table, letters."""
    look = {"verdict": "#8a5a00", "left": "160", "chart": "yes", "columns": "4"} | changes
    page = Image.new("RGB", (1280, 960), "#fffefa")
    pen, font, left = ImageDraw.Draw(page), ImageFont.load_default(16), int(look["left"])
    pen.rectangle((left, 80, left + 800, 240), outline="#d8d4c8", fill="#ece8dc", width=2)
    pen.text((200, 120), "Ground contact time", fill="#17212b", font=font)
    pen.text((720, 120), "MMMMM", fill=look["verdict"], font=font)
    if look["chart"] == "yes":
        places = [(200 + 20 * x, 440 + int(48 * np.sin(x))) for x in range(40)]
        pen.line(places, fill="#0b6b75", width=3)
    for column, row in product(range(int(look["columns"])), range(4)):
        pen.text((200 + 180 * column, 600 + 32 * row), f"{3 + row}:5{column}", "#17212b", font)
    return page


def _seen(page: Image.Image) -> Image.Image:
    return page.reduce(4)


def test_a_picture_in_few_colours_is_like_the_page_it_was_taken_of(tmp_path: Path) -> None:
    approve(_seen(_page()), tmp_path / "page.png")
    found = difference(approved(tmp_path / "page.png"), _seen(_page()), "wide")
    assert found.n_unlike == 0
    assert not found.is_another


@pytest.mark.parametrize(
    "changes",
    [{"verdict": "#0a7a2f"}, {"left": "168"}, {"chart": "no"}, {"columns": "3"}],
    ids=["colour of the verdict", "moved box", "no chart", "lost column"],
)
def test_what_a_reader_would_notice_is_another_picture(changes: dict[str, str]) -> None:
    changed = _seen(_page(**changes))
    found = difference(_seen(_page()), changed, "wide")
    assert found.is_another
    marked = np.asarray(drawn(found, changed, "wide"))
    assert (marked == (220, 0, 40)).all(axis=2).any()
    assert "px differ between (" in str(found)


def test_letters_with_softer_edges_are_the_same_picture() -> None:
    soft = _page().filter(ImageFilter.GaussianBlur(0.7))
    assert not difference(_seen(_page()), _seen(soft), "wide").is_another


def test_a_page_that_became_longer_is_another_picture() -> None:
    longer = Image.new("RGB", (1280, 960 + 2 * CELL_PX), "#fffefa")
    longer.paste(_page())
    found = difference(_seen(_page()), _seen(longer), "wide")
    assert found.n_unlike == 0
    assert found.is_another


CHANGES = {
    "colour of the verdict": (RUN, """() => document.querySelectorAll("main .r-stars")
        .forEach((one) => { one.style.color = "#0a7a2f"; })"""),
    "no chart": (RUN, """() => { document.querySelector("main .plots").style.opacity = 0; }"""),
    "moved box": ("/", """() => {
        document.querySelector("main .panel").style.transform = "translateX(8px)"; }"""),
    "lost column": ("/runs", """() => document.querySelectorAll("table.runs tr > :nth-child(4)")
        .forEach((one) => { one.style.visibility = "hidden"; })"""),
}  # fmt: skip


@needs_browser
@pytest.mark.parametrize("change", CHANGES)
def test_a_page_that_is_changed_is_another_picture(change: str, camera: Camera) -> None:
    place, script = CHANGES[change]
    view = next(view for view in every_view() if view.place == place and view.way.size == "wide")
    visitor = camera.see(view)
    before = photograph(visitor, "wide")
    visitor.page.evaluate(script)
    found = difference(before, photograph(visitor, "wide"), "wide")
    assert found.is_another, str(found)
