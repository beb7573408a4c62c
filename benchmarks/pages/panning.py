"""How smoothly does the chart of a three-hour run follow the mouse?

All lines of the run are on and an hour of it fills the chart; the mouse drags it there and back
with Shift held down, as a runner would, and the page notes every frame it is given and whether the
chart was drawn anew by then. Chromium has no window and no graphics card here: what a screen shows
faster is drawn by the processor. `busy_ms_per_redraw` is what the page's own thread worked.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tests.simulated import column_runs

from benchmarks.commands.years import kept_folder

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

ROWS = 10_800
SIZE = (1280, 900)
_SEED = 3
_SHOWN_S = (3_600, 7_200)
_TURNS, _STEPS = 4, 90
_CHART = ".chartbox[data-live]"
_ZOOM = """(shown) => document.querySelector(".chartbox[data-live]")
    .dispatchEvent(new CustomEvent("chart:show", { detail: { low: shown[0], high: shown[1] } }))"""
_NOTE = """() => {
    const box = document.querySelector(".chartbox[data-live]");
    const noted = (window.noted = { on: true, frames: [] });
    const frame = (at) => {
        noted.frames.push([at, box.dataset.drawn]);
        if (noted.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
_NOTED = "() => { window.noted.on = false; return window.noted.frames; }"
_QUIET = """() => !document.querySelector("[data-working], .htmx-request")
    && document.querySelector(".chartbox[data-live] .plot canvas") !== null"""


def three_hours() -> Path:
    """A folder with one such run."""
    return kept_folder(
        f"hakaru-benchmark-1x{ROWS}-", lambda: column_runs(1, ROWS, seed=_SEED)
    ).folder


def panned(page: Page) -> Mapping[str, object]:
    """What a page with a chart, which is open, makes of being dragged."""
    page.wait_for_function(_QUIET)
    page.evaluate(_ZOOM, list(_SHOWN_S))
    page.wait_for_timeout(400)  # until the finer seconds were asked for
    page.wait_for_function(_QUIET)
    place = page.locator(f"{_CHART} .u-over").first.bounding_box()
    assert place is not None
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.keyboard.down("Shift")
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    busy_before_s = _busy_s(session)
    page.evaluate(_NOTE)
    for turn in range(_TURNS):
        share = 0.75 if turn % 2 else 0.25
        x, y = place["x"] + share * place["width"], place["y"] + place["height"] / 2
        page.mouse.move(x, y, steps=_STEPS)
    frames = page.evaluate(_NOTED)
    busy_s = _busy_s(session) - busy_before_s
    page.mouse.up()
    page.keyboard.up("Shift")
    return _figures(frames, busy_s, page.locator(f"{_CHART} .plot").count())


def _figures(frames: list[tuple[float, str]], busy_s: float, n_plots: int) -> Mapping[str, object]:
    """`frames`: when each was given, in ms, and what the chart showed by then."""
    drawn_ms = [now[0] for before, now in pairwise(frames) if now[1] != before[1]]
    apart_ms = sorted(later - earlier for earlier, later in pairwise(drawn_ms))
    return {
        "rows": ROWS,
        "charts": n_plots,
        "redraws": len(drawn_ms),
        "redraws_per_s": round(1e3 * (len(drawn_ms) - 1) / (drawn_ms[-1] - drawn_ms[0]), 1),
        "apart_p50_ms": round(statistics.median(apart_ms), 1),
        "apart_p95_ms": round(apart_ms[int(0.95 * len(apart_ms))], 1),
        "busy_ms_per_redraw": round(1e3 * busy_s / len(drawn_ms), 1),
    }


def _busy_s(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")
