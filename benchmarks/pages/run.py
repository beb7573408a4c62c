"""How long does a page of the dashboard take with 10 million rows stored, and how heavy is it?

`python -m benchmarks pages [--quick]`. A server of its own process over 3,000 runs, asked by one
client, no ingest running. `first_page_at_once`: the first page in the moment in which the server
listens. After that a server has had time to look ahead, as it has until a browser is there. Per
page and data route: `first` on a server that was not asked for it yet, then p50 and p95 of `fresh`
visits (another run, page, pace or span each time, as far as the route has any) and of `again` (the
same address); `worked_out_ms` is p95 of the fresh ones, or the first where there is but one
address. `busy`: processor time of the server alone, which
other programs on the machine do not lengthen. First load: HTML, styles, scripts, pictures, and the
time to interactive in a new Chromium profile: the page is loaded, every piece of it is in place and
the lines are drawn.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, sync_playwright

from benchmarks.commands.years import latest_day, years_of_running
from benchmarks.pages.server import TOKEN
from benchmarks.pages.serving import Server, serving
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.store.activities import list_activities
from hakaru.surfaces.web.app import sign_in_link

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
_SETTLED = """() => document.readyState === "complete"
    && !document.querySelector("[hx-trigger=load], .htmx-request, #lines:not([data-drawn])")"""
_OPENED = ("/", "/runs", "/form", "/training", "/plans")

Routes = Mapping[str, Sequence[str]]


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds and bytes per page."""
    n_runs, rows_per_run = (150, 3400) if quick else (3000, 3400)
    years = years_of_running(n_runs, rows_per_run)
    rounds = 10 if quick else 25
    with tempfile.TemporaryDirectory(prefix="hakaru-pages-") as scratch:
        data = Path(scratch) / "data"
        shutil.copytree(years.folder, data)
        day, names = latest_day(data), _names(data)
        routes = _routes(names, rounds)
        with serving(data, day, rested=False) as server:
            at_once = _measured(server, ["/"])["first"]
        with serving(data, day) as server:
            timed = {name: _measured(server, asked) for name, asked in routes.items()}
        with serving(data, day) as server:
            address = server.address
            opened = _opened(address, [*_OPENED, f"/runs/{names[0]}"], rounds=3 if quick else 9)
    return {
        "runs": n_runs,
        "rows": n_runs * rows_per_run,
        "built": years.built,
        "first_page_at_once": at_once,
        "server": timed,
        "browser": opened,
    }


def _names(data: Path) -> list[int]:
    """The runs, newest first."""
    context = build(Config(data_folder=data, settings=Settings()))
    with context.store.read() as con:
        names = [activity.activity_id for activity in list_activities(con)]
    context.store.close()
    return names


def _routes(names: Sequence[int], rounds: int) -> Routes:
    """Every page and data route, each with as many different addresses as it has, up to a limit.

    No two routes ask for the same run: what one has worked out, the other would remember.
    """
    kinds = (
        "",
        "/session",
        "/trend",
        "/series",
        "/series?from=600&to=1200",
        "/report.html",
        "/report.md",
    )
    of_runs = {
        kind: [f"/runs/{one}{kind}" for one in islice(names[at :: len(kinds)], rounds)]
        for at, kind in enumerate(kinds)
    }
    pages = range(1, 1 + min(rounds, -(-len(names) // 50)))
    return {
        "/": ["/"],
        "/runs": [f"/runs?page={page}" for page in pages],
        "/runs (filtered)": [
            f"/runs?since={2016 + at % 8}-0{1 + at % 9}-01" for at in range(rounds)
        ],
        **{f"/runs/ID{kind}": addresses for kind, addresses in of_runs.items()},
        "/form": ["/form"],
        "/form/expect": [f"/form/expect?pace={pace}" for pace in range(240, 240 + 5 * rounds, 5)][
            :59
        ],
        "/training": [f"/training?span={span}" for span in ("6m", "3m", "1y", "2y")],
        "/training/paces": ["/training/paces"],
        "/training/trends": ["/training/trends"],
        "/plans": ["/plans"],
    }


def _measured(server: Server, asked: Sequence[str]) -> Mapping[str, object]:
    """One route: each address once, then the last one again as often (at least 20 times)."""
    headers = {"authorization": f"Bearer {TOKEN}", "hx-request": "true"}
    with httpx2.Client(base_url=server.address, headers=headers, timeout=120.0) as client:
        client.get("/static/nothing")  # connected
        first, *fresh = [_asked(client, one, server) for one in asked]
        again = [_asked(client, asked[-1], server) for _ in range(max(20, len(asked)))]
    first_ms, later = round(first.took_ms, 1), _percentiles(fresh)
    return {
        "addresses": len(asked),
        "first": {"ms": first_ms, "busy_ms": round(first.busy_ms, 1)},
        "fresh": later,
        "worked_out_ms": first_ms if later is None else later["p95_ms"],
        "again": _percentiles(again),
        "bytes": again[-1].size_bytes,
    }


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """One request: wall clock of the client, processor time of the server, size of the answer."""

    took_ms: float
    busy_ms: float
    size_bytes: int


def _asked(client: httpx2.Client, path: str, server: Server) -> _Asked:
    busy_before_ms, started_s = server.busy_ms(), time.perf_counter()
    answer = client.get(path)
    took_ms = 1e3 * (time.perf_counter() - started_s)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    busy_ms = server.busy_ms() - busy_before_ms
    return _Asked(took_ms=took_ms, busy_ms=busy_ms, size_bytes=len(answer.content))


def _percentiles(asked: Sequence[_Asked]) -> Mapping[str, float] | None:
    """None: there was none to time."""
    if not asked:
        return None
    times_ms, busy_ms = ([one.took_ms for one in asked], [one.busy_ms for one in asked])
    return {
        "p50_ms": round(statistics.median(times_ms), 1),
        "p95_ms": round(_p95(times_ms), 1),
        "busy_p50_ms": round(statistics.median(busy_ms), 1),
        "busy_p95_ms": round(_p95(busy_ms), 1),
    }


def _p95(values_ms: Sequence[float]) -> float:
    return sorted(values_ms)[min(len(values_ms) - 1, int(0.95 * len(values_ms)))]


def _opened(
    address: str, paths: Sequence[str], *, rounds: int
) -> Mapping[str, Mapping[str, object]]:
    """Every page in new profiles: nothing is in the cache of the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        told: dict[str, Mapping[str, object]] = {}
        for path in paths:
            opened = [_open(browser, address, path) for _ in range(rounds)]
            name = "/runs/ID" if path.startswith("/runs/") else path
            told[name] = {
                "interactive_first_s": round(opened[0][0], 3),
                "interactive_median_s": round(statistics.median(one for one, _ in opened), 3),
                "first_load_bytes": opened[0][1],
            }
        browser.close()
    return told


def _open(browser: Browser, address: str, path: str) -> tuple[float, int]:
    """Seconds until the page can be used, and the bytes of all that it loaded."""
    context = browser.new_context()
    port = int(address.rsplit(":", 1)[1])
    context.request.get(sign_in_link(TOKEN, port=port, now_s=time.time()))
    page = context.new_page()
    sizes_bytes: list[int] = []
    page.on("requestfinished", lambda one: sizes_bytes.append(one.sizes()["responseBodySize"]))
    started_s = time.perf_counter()
    page.goto(address + path)
    page.wait_for_function(_SETTLED)
    took_s = time.perf_counter() - started_s
    page.wait_for_load_state("networkidle")
    context.close()
    return took_s, sum(sizes_bytes)
