"""Can everything on a page be read: nothing clipped, overlapping, too small or out of sight?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.surfaces.web.browser.driving import (
    DESKTOP,
    LETTERS,
    PHONE,
    Visitor,
    needs_browser,
    visiting,
)
from tests.surfaces.web.browser.faults import faults_of
from tests.surfaces.web.browser.places import PIECES, PLACES
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = {
    ("ja", "light"): PHONE,
    ("en", "dark"): DESKTOP,
    ("en", "light"): PHONE,
    ("ja", "dark"): DESKTOP,
}
Kind = tuple[str, str]
FIRST = ("/", "/runs", "/runs/{activity_id:int}", "/calendar", "/training", "/form", "/records")
OTHERS = [place for place in PLACES if place not in (*FIRST, *PIECES)]
BAD = """<main style="overflow: visible"><p style="font-size: 8px">tiny letters</p>
<p style="width: 40px; overflow: hidden; white-space: nowrap">a sentence that is cut off</p>
<div style="position: relative; height: 30px"><b style="position: absolute">upon it</b>
<b style="position: absolute">beneath</b></div>
<div style="overflow-x: auto; width: 90px"><table><tr><td style="min-width: 400px">far</td></tr>
</table></div>
<div class="plot"><p class="plottitle">dots</p><canvas width="200" height="100"></canvas></div>
<div data-chart><script type="application/json">{"x": {"low": 0, "high": 2}, "at": [1], "panels":
[{"title": "dots", "y": {"low": 0, "high": 3}, "series": [{"kind": "bars", "y": [5]}]}]}</script>
</div></main>"""

WRITTEN = """() => {
    const pen = document.querySelector("canvas").getContext("2d");
    const write = (text, x, y, font, align, baseline) => {
        pen.font = `${font}px sans-serif`;
        Object.assign(pen, {textAlign: align, textBaseline: baseline});
        pen.fillText(text, x, y);
    };
    write("gone", 20, 20, 12, "left", "top");
    pen.clearRect(0, 0, 200, 100);
    for (const x of [40, 90]) write("5", x, 80, 12, "center", "top");
    write("small", 100, 40, 9, "left", "top");
    for (const x of [20, 30]) write(`mark ${x}`, x, 20, 12, "left", "top");
    write("a long label", 180, 60, 12, "left", "top");
}"""
"""On a canvas: ticks that repeat, small letters, a label upon another, one that is cut off."""


@pytest.fixture(scope="module")
def visitors(browser: Browser, site: Site) -> Iterator[Mapping[Kind, Visitor]]:
    with ExitStack() as stack:
        yield {
            (language, theme): stack.enter_context(
                visiting(browser, site.address, language=language, theme=theme, size=size)
            )
            for (language, theme), size in KINDS.items()
        }


@pytest.mark.sampled(2 * len(FIRST))
@needs_browser
@pytest.mark.parametrize(
    ("place", "kind"),
    [(place, kind) for kind in KINDS for place in FIRST]
    + [(place, kind) for place in OTHERS for kind in KINDS],
    ids=lambda one: one if isinstance(one, str) else "-".join(one),
)
def test_everything_on_a_page_can_be_read(
    place: str, kind: Kind, visitors: Mapping[Kind, Visitor], site: Site
) -> None:
    visitor = visitors[kind]
    page = visitor.see(PLACES[place](site))
    assert faults_of(page) == ()
    assert visitor.noise() == ()


@needs_browser
@pytest.mark.parametrize(
    "fault",
    [
        "text of 8.0 px",
        "clipped by",
        "overlap:",
        "out of sight without a cue",
        "1 points outside",
        "ticks repeat",
        'text of 9.0 px: "small"',
        'overlap: "mark 20" and "mark 30"',
        ' px: "a long label" on the canvas of "dots"',
    ],
)
def test_a_fault_that_is_there_is_seen(fault: str, browser: Browser) -> None:
    page = browser.new_page()
    page.add_init_script(path=LETTERS)
    page.goto("about:blank")
    page.set_content(BAD)
    page.evaluate(WRITTEN)
    faults = faults_of(page)
    page.close()
    assert any(fault in text for text in faults), faults
    assert not any("gone" in text for text in faults)
