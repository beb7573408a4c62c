"""Can everything on a page be read: nothing clipped, overlapping, too small or out of sight?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.surfaces.web.browser.driving import DESKTOP, PHONE, Visitor, needs_browser, visiting
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
FIRST = ("/", "/runs", "/calendar", "/training", "/form", "/records")
RUN = "/runs/{activity_id:int}"
OTHERS = [place for place in PLACES if place not in (*FIRST, *PIECES, RUN)]
"""The page of a run draws pictures of the report, whose labels shrink with a phone."""
BAD = """<main style="overflow: visible"><p style="font-size: 8px">tiny letters</p>
<p style="width: 40px; overflow: hidden; white-space: nowrap">a sentence that is cut off</p>
<div style="position: relative; height: 30px"><b style="position: absolute">upon it</b>
<b style="position: absolute">beneath</b></div>
<div style="overflow-x: auto; width: 90px"><table><tr><td style="min-width: 400px">far</td></tr>
</table></div>
<svg class="chart" viewBox="0 0 200 100" width="200"><title>dots</title>
<line class="axis" x1="0" y1="80" x2="200" y2="80"/><path class="dots" d="M20 95h0"/>
<text class="tick" x="10" y="95" text-anchor="middle">5</text>
<text class="tick" x="90" y="95" text-anchor="middle">5</text></svg></main>"""


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
    ],
)
def test_a_fault_that_is_there_is_seen(fault: str, browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(BAD)
    faults = faults_of(page)
    page.close()
    assert any(fault in one for one in faults), faults
