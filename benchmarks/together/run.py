"""Ingest, a watched folder, web, two MCP clients and focus at once for ten minutes: what is lost?

`python -m benchmarks together [--quick]`. HAKARU_SOAK_MINUTES minutes (10; 0.5 if quick) on a copy
of 60 simulated sessions: one process takes in a file a second, `hakaru watch` what comes into a
folder every five seconds, a dashboard is browsed, two models' clients ask every tool that reads and
give up one call in six (`given_up`), a day of attention is scored and stored. What each holds
resident is looked at every five seconds: `mb_per_minute` is its slope after the first third, alone;
`peak_with_children_mb` counts the processes it started for queries, pages they share for each.
A reply from 500 on is an error; `lost` are files that were said to be stored and are not there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import cycle
from pathlib import Path

import httpx2
import numpy as np
from tests.flows.factories import HALF_ACTIVITIES, ORPHANS
from tests.simulated import write_season

from benchmarks.pages.server import TOKEN
from benchmarks.tools.memory import own_mb, resident_mb
from benchmarks.tools.season import Season, kept_season
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.surfaces.mcp.offered import offered

_TOOLS = tuple(one for one in offered("all", write=False) if one.offline)
_LOOK_S = 5.0
_NEW = SeasonSettings(
    seed=99, start_on=date(2022, 1, 3), weeks=120, runs_per_week=6, duration_frac=0.25
)
_ARRIVING = replace(_NEW, seed=98, start_on=date(2025, 4, 7), weeks=60)
"""Newer than what is stored, as what comes off a watch is."""


@dataclass(kw_only=True)
class Browsed:
    """What the dashboard answered."""

    calls: int = 0
    errors: list[str] = field(default_factory=list)
    longest_s: float = 0.0


def run(quick: bool) -> Mapping[str, object]:
    """Calls, errors and resident megabytes of each process."""
    minutes = 0.5 if quick else float(os.environ.get("HAKARU_SOAK_MINUTES", "10"))
    season = kept_season(quick=True)
    with tempfile.TemporaryDirectory(prefix="hakaru-together-") as scratch:
        folder = Path(scratch)
        data = folder / "data"
        shutil.copytree(season.folder, data)
        n_before = _rows(data)["activities"]
        write_season(folder / "season", _NEW)
        write_season(folder / "arriving", _ARRIVING)
        (folder / "downloads").mkdir()
        told = _together(folder, data, replace(season, folder=data), minutes=minutes)
        rows = _rows(data)
    stored = sum(one["stored"] for one in told.values() if isinstance(one, dict))
    lost = stored + n_before - rows["activities"]
    return {"minutes": minutes, **told, "rows": {**rows, "lost": lost}}


def _together(folder: Path, data: Path, season: Season, *, minutes: float) -> dict[str, object]:
    """Start them all, look at them, and end them."""
    sent = folder / "sent.json"
    sent.write_text(json.dumps({tool.name: dict(season.arguments(tool)) for tool in _TOOLS}))
    arriving = folder / "downloads", folder / "arriving"
    started = {
        "web": _start("benchmarks.pages.server", str(data), season.day),
        "ingest": _start("benchmarks.together.ingesting", str(data), str(folder / "season")),
        "mcp 1": _start("benchmarks.together.asking", str(data), str(sent)),
        "mcp 2": _start("benchmarks.together.asking", str(data), str(sent)),
        "focus": _start("benchmarks.together.replaying", str(data)),
        "watch": _start("benchmarks.together.arriving", str(data), *map(str, arriving)),
    }
    port = _line(started["web"])
    watched = {name: process.pid for name, process in started.items()}
    watched |= {name: _line(started[name]) for name in ("mcp 1", "mcp 2", "watch")}
    over, browsed = threading.Event(), Browsed()
    browser = threading.Thread(target=_browse, args=(port, season.day, browsed, over))
    browser.start()
    samples = _watch(watched, minutes=minutes, browsed=browsed)
    over.set()
    browser.join()
    told = {name: _ended(process) for name, process in started.items()}
    told["web"] = {"calls": browsed.calls, "stored": 0, "errors": browsed.errors}
    return {
        "longest_page_s": round(browsed.longest_s, 2),
        **{name: _told(told[name], samples[name]) for name in started},
    }


def _start(module: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", module, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )


def _line(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def _ended(process: subprocess.Popen[str]) -> dict[str, object]:
    out, _ = process.communicate(timeout=120)
    errors = [] if process.returncode == 0 else [f"ended with {process.returncode}"]
    last = out.strip().splitlines()[-1:] or ["{}"]
    return {"errors": errors, **json.loads(last[0])}


def _browse(port: int, day: str, browsed: Browsed, over: threading.Event) -> None:
    """Page after page, as fast as they come, two a second at most."""
    pages = ["/", "/runs", "/form", "/training", "/training/paces", "/training/trends", "/plans"]
    pages += [f"/form/expect?pace={pace}" for pace in (270, 300, 330, 360)] + ["/focus", "/day"]
    pages += [f"/runs?since={day[:4]}-01-01", "/static/none"]
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx2.Client(
        base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60.0
    ) as client:
        for page in cycle(pages):
            if over.wait(0.5):
                return
            began_s = time.monotonic()
            browsed.calls += 1
            try:
                answer = client.get(page)
            except httpx2.TimeoutException:
                browsed.errors.append(f"{page}: no answer")
                continue
            finally:
                browsed.longest_s = max(browsed.longest_s, time.monotonic() - began_s)
            if answer.status_code >= 500 or answer.status_code in (401, 403):
                browsed.errors.append(f"{page}: {answer.status_code}")


def _watch(
    watched: Mapping[str, int], *, minutes: float, browsed: Browsed
) -> Mapping[str, list[tuple[float, float, float]]]:
    """(minute, resident MB alone, with its children) of each process, every five seconds."""
    samples: dict[str, list[tuple[float, float, float]]] = {name: [] for name in watched}
    began_s = time.monotonic()
    while (minute := (time.monotonic() - began_s) / 60.0) < minutes:
        for name, pid in watched.items():
            samples[name].append((minute, own_mb(pid), resident_mb(pid)))
        if len(samples["web"]) % 12 == 0:
            last = {name: round(one[-1][1]) for name, one in samples.items()}
            print(f"  {minute:.1f} min: {last}, {browsed.calls} pages", file=sys.stderr, flush=True)
        time.sleep(_LOOK_S)
    return samples


def _told(
    ended: Mapping[str, object], samples: list[tuple[float, float, float]]
) -> dict[str, object]:
    """What a process did and held; the slopes are those of straight lines."""
    errors = ended["errors"]
    assert isinstance(errors, list)
    at, held, with_children = np.array(samples).T
    return {
        "calls": ended.get("calls", 0),
        "stored": ended.get("stored", 0),
        **({"given_up": ended["given_up"]} if "given_up" in ended else {}),
        "errors": len(errors),
        "first_errors": errors[:3],
        "first_mb": round(float(held[0]), 1),
        "last_mb": round(float(held[-1]), 1),
        "peak_mb": round(float(held.max()), 1),
        "peak_with_children_mb": round(float(with_children.max()), 1),
        "mb_per_minute": _slope(at, held, after_frac=1 / 3),
        "mb_per_minute_second_half": _slope(at, held, after_frac=1 / 2),
    }


def _slope(at: np.ndarray, held: np.ndarray, *, after_frac: float) -> float:
    late = at >= after_frac * at[-1]
    return round(float(np.polyfit(at[late], held[late], 1)[0]), 2) if late.sum() > 1 else 0.0


def _rows(data: Path) -> dict[str, int]:
    context = build(Config(data_folder=data, settings=Settings()))
    with context.store.read() as con:
        ((n_runs,),) = con.execute("SELECT count(*) FROM activities").fetchall()
        halves = len(con.execute(HALF_ACTIVITIES).fetchall())
        orphans = len(con.execute(ORPHANS).fetchall())
    context.store.close()
    return {"activities": int(n_runs), "halves": halves, "orphans": orphans}
