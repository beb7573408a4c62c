"""How smoothly do the charts of a three-hour run follow the mouse? `python -m benchmarks panning`.

All lines of the run are on and an hour of it fills the chart; the mouse drags it there and back
with Shift held down, as a runner would, and the page notes every frame it is given and whether the
chart was drawn anew by then. Chromium has no window and no graphics card here: what a screen shows
faster is drawn by the processor. `busy_ms_per_redraw` is what the page's own thread worked.
"""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Mapping
from itertools import pairwise

from playwright.sync_api import CDPSession, Page, sync_playwright
from tests.simulated import column_runs

from benchmarks.commands.years import kept_folder, latest_day
from benchmarks.pages.server import TOKEN
from benchmarks.pages.serving import serving
from hakaru.surfaces.web.app import sign_in_link

_ROWS, _QUICK_ROWS = 10_800, 1_800
_SIZE = (1280, 900)
_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
_SEED = 3
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


def run(quick: bool) -> Mapping[str, object]:
    """Redraws a second, and what each takes; `quick`: of a run of half an hour."""
    rows = _QUICK_ROWS if quick else _ROWS
    name = f"hakaru-benchmark-1x{rows}-"
    data = kept_folder(name, lambda: column_runs(1, rows, seed=_SEED)).folder
    with serving(data, latest_day(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        context = browser.new_context(viewport={"width": _SIZE[0], "height": _SIZE[1]})
        port = int(server.address.rsplit(":", 1)[1])
        context.request.get(sign_in_link(TOKEN, port=port, now_s=time.time()))
        page = context.new_page()
        page.goto(f"{server.address}/runs")
        address = page.locator("table.runs tbody th a").first.get_attribute("href")
        page.goto(f"{server.address}{address}/charts")
        figures = _panned(page, shown_s=(rows / 3, 2 * rows / 3))
        browser.close()
    return {"rows": rows, **figures}


def _panned(page: Page, *, shown_s: tuple[float, float]) -> Mapping[str, object]:
    """What a page with charts, which is open, makes of being dragged."""
    page.wait_for_function(_QUIET)
    page.evaluate(_ZOOM, list(shown_s))
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
