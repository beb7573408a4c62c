"""How does every page look, and does it still look so? Small pictures that a person has approved.

`python -m tests.surfaces.web.browser.pictures [--only PATTERN] [--out FOLDER]` makes them anew in
`approved/` (or FOLDER); look at what `git diff` then says has changed. Every page over the
simulated world of `worlds.py` and over an empty folder, in two opposite ones of eight ways
(language, colours, width), so that each is seen in both languages, light and dark, wide and narrow;
home, a run and form in all eight. A part of a page is taken once.

What differs from run to run is fixed at its source: the world's clock stands still, nothing in it
is drawn by lot. Two things are seen to before a picture is taken: the path of the data folder,
which is new each time, is written over; and the first column of a table that scrolls does not
stick, since the browser draws it on a layer of its own or not, as it finds time.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.surfaces.web.browser.driving import DESKTOP, PHONE, Visitor, browsing, visiting
from tests.surfaces.web.browser.places import LOST, PIECES, PLACES
from tests.surfaces.web.browser.worlds import Site, empty, lived_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

APPROVED = Path(__file__).with_name("approved")
SIZES = {"wide": DESKTOP, "narrow": PHONE}
_SMALLER = {"wide": 4, "narrow": 2}
"""By how much pictures are reduced: they are for the eye of who approves, and take little room."""
COLOURS = 128
"""Chosen so that the mean of no square moves by more than ten levels."""
CELL_PX = 8
"""Pictures are compared by the mean of squares of this size: letters that are drawn a little
otherwise on another machine hardly change it."""
UNLIKE_LEVELS = 16
"""A square differs where one of red, green and blue does by more than this, of 255."""
_HEIGHT, _LOOKS_MOST = "() => document.documentElement.scrollHeight", 4
MOST_UNLIKE = 5
"""More squares that differ make another picture."""
_IN_ALL_WAYS = ("/", "/runs/{activity_id:int}", "/form")
_WITHOUT_RUNS = (
    "/", "/runs", "/calendar", "/volume", "/records", "/shoes", "/compare", "/form", "/training",
    "/training/ready", "/focus", "/plans", "/import", "/settings", "/day/{day}", "/week/{week}",
)  # fmt: skip
_HOLD_STILL = """(folder) => {
    const rule = ".r-scroll th:first-child { position: static !important; }";
    document.styleSheets[0].insertRule(rule);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.includes(folder)) node.data = node.data.replaceAll(folder, "/home/me/hakaru");
    }
}"""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True, order=True)
class Way:
    """How a page is looked at."""

    language: str
    theme: str
    size: str

    @property
    def name(self) -> str:
        """As it stands in the name of a file."""
        return f"{self.language}-{self.theme}-{self.size}"


WAYS = tuple(
    Way(language=language, theme=theme, size=size)
    for language, theme, size in product(("ja", "en"), ("light", "dark"), SIZES)
)


@dataclass(frozen=True, kw_only=True)
class View:
    """A page in one way; `world` is `lived` or `empty`."""

    world: str
    place: str
    way: Way

    @property
    def name(self) -> str:
        """The name of its picture."""
        words = re.sub(r"\{(\w+)(:int)?\}", r"\1", self.place).strip("/").replace("/", "-")
        return f"{self.world}-{words or 'home'}-{self.way.name}"


def every_view() -> tuple[View, ...]:
    """All pictures that there are."""
    asked = [("lived", place) for place in (*PLACES, LOST)]
    asked += [("empty", place) for place in _WITHOUT_RUNS]
    return tuple(
        View(world=world, place=place, way=way)
        for number, (world, place) in enumerate(asked)
        for way in _ways(number, world, place)
    )


def _ways(number: int, world: str, place: str) -> Sequence[Way]:
    if world == "lived" and place in _IN_ALL_WAYS:
        return WAYS
    way, opposite = WAYS[number % len(WAYS)], WAYS[-1 - number % len(WAYS)]
    return (way,) if place in PIECES else (way, opposite)


@contextmanager
def sites(folder: Path) -> Iterator[Mapping[str, Site]]:
    """Both worlds; `folder` is a new one."""
    with lived_in() as lived, empty(folder) as nothing:
        yield {"lived": lived, "empty": nothing}


class Camera:
    """Takes pictures; one window per world and way, opened when it is needed first."""

    def __init__(self, browser: Browser, sites: Mapping[str, Site], stack: ExitStack) -> None:
        self._browser, self._sites, self._stack = browser, sites, stack
        self._visitors: dict[tuple[str, Way], Visitor] = {}

    def see(self, view: View) -> Visitor:
        """Somebody who looks at a page."""
        site, key = self._sites[view.world], (view.world, view.way)
        if key not in self._visitors:
            self._visitors[key] = self._stack.enter_context(
                visiting(
                    self._browser,
                    site.address,
                    language=view.way.language,
                    theme=view.way.theme,
                    size=SIZES[view.way.size],
                )
            )
        visitor = self._visitors[key]
        visitor.see(view.place if view.place == LOST else PLACES[view.place](site))
        visitor.page.evaluate(_HOLD_STILL, str(site.context.data_folder))
        return visitor

    def take(self, view: View) -> Image.Image:
        """The picture of a page from top to bottom, reduced."""
        return photograph(self.see(view), view.way.size)


def photograph(visitor: Visitor, size: str) -> Image.Image:
    """What somebody sees now, from top to bottom, reduced. A page that grew or shrank while its
    picture was taken is looked at once more."""
    for _ in range(_LOOKS_MOST):
        height_px = visitor.page.evaluate(_HEIGHT)
        taken = visitor.page.screenshot(full_page=True, animations="disabled")
        if visitor.page.evaluate(_HEIGHT) == height_px:
            break
    return Image.open(io.BytesIO(taken)).convert("RGB").reduce(_SMALLER[size])


def approve(picture: Image.Image, path: Path) -> None:
    """Keep a picture in few colours."""
    few = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def approved(path: Path) -> Image.Image:
    """A picture that somebody has approved."""
    with Image.open(path) as picture:
        return picture.convert("RGB")


@dataclass(frozen=True, kw_only=True)
class Difference:
    """How two pictures differ. `by` are levels of 255 per square, shape (rows, columns)."""

    by: NDArray[np.float64]
    taller_px: int

    @property
    def n_unlike(self) -> int:
        """How many squares differ."""
        return int(np.count_nonzero(self.by > UNLIKE_LEVELS))

    @property
    def is_another(self) -> bool:
        """Whether somebody would say that the page looks otherwise."""
        return self.n_unlike > MOST_UNLIKE or abs(self.taller_px) > CELL_PX

    def __str__(self) -> str:
        rows, columns = np.nonzero(self.by > UNLIKE_LEVELS)
        where = ""
        if rows.size:
            left, top = columns.min() * CELL_PX, rows.min() * CELL_PX
            right, bottom = (columns.max() + 1) * CELL_PX, (rows.max() + 1) * CELL_PX
            where = f" between ({left}, {top}) and ({right}, {bottom}) px"
        return f"{self.n_unlike} squares of {CELL_PX} px differ{where}; {self.taller_px:+d} px tall"


def difference(old: Image.Image, new: Image.Image, size: str) -> Difference:
    """How a picture differs from the approved one."""
    cells = CELL_PX // _SMALLER[size]
    taller_px = (new.height - old.height) * _SMALLER[size]
    width, height = min(old.width, new.width), min(old.height, new.height)
    frame = (0, 0, width - width % cells, height - height % cells)
    means = [_means(picture.crop(frame), cells) for picture in (old, new)]
    return Difference(by=np.abs(means[1] - means[0]).max(axis=2), taller_px=taller_px)


def _means(picture: Image.Image, cells: int) -> NDArray[np.float64]:
    """The mean colour of each square, shape (rows, columns, 3)."""
    pixels = np.asarray(picture, dtype=np.float64)
    rows, columns = pixels.shape[0] // cells, pixels.shape[1] // cells
    means: NDArray[np.float64] = pixels.reshape(rows, cells, columns, cells, 3).mean(axis=(1, 3))
    return means


def drawn(found: Difference, new: Image.Image, size: str) -> Image.Image:
    """The new picture, pale, with the squares that differ in red."""
    cells = CELL_PX // _SMALLER[size]
    pale: Pixels = (np.asarray(new) // 2 + 127).astype(np.uint8)
    rows, columns = np.nonzero(found.by > UNLIKE_LEVELS)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        pale[row * cells : (row + 1) * cells, column * cells : (column + 1) * cells] = (220, 0, 40)
    return Image.fromarray(pale)


def main(arguments: Sequence[str]) -> None:
    """Make the pictures anew, and remove those of pages that are gone."""
    parser = argparse.ArgumentParser(description="approve how the pages look now")
    parser.add_argument("--only", default="", help="a pattern of names")
    parser.add_argument("--out", type=Path, default=APPROVED)
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    views = {view.name: view for view in every_view()}
    for path in chosen.out.glob("*.png"):
        if path.stem not in views:
            path.unlink()
    with (
        tempfile.TemporaryDirectory(prefix="hakaru-pictures-") as scratch,
        sites(Path(scratch)) as both,
        browsing() as browser,
        ExitStack() as stack,
    ):
        camera = Camera(browser, both, stack)
        for name, view in views.items():
            if re.search(chosen.only, name):
                approve(camera.take(view), chosen.out / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
