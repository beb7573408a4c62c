"""Looks at every page of the dashboard over a data folder, and says what could not be read there.

`python -m tests.surfaces.web.browser.look DATA [--out FOLDER] [--small] [--day DAY]`: every page
and tab in both languages, light and dark, at 1280 and 390 px. Prints one line per fault (clipped
text, labels one upon the other, points outside their plot, ticks that repeat, text under 11 px,
columns out of sight without a cue, messages on the console, requests to anybody else) and keeps a
picture of each page in FOLDER.
Pictures of somebody's own recordings do not belong into the repository.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from itertools import product
from pathlib import Path

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.store.activities import StoredActivity, list_activities
from hakaru.store.jobs import Jobs
from hakaru.store.nodes import read_nodes
from hakaru.store.state import State
from tests.surfaces.web.browser.driving import DESKTOP, PHONE, browsing, visiting
from tests.surfaces.web.browser.faults import faults_of
from tests.surfaces.web.serving import served

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def main(arguments: Sequence[str]) -> int:
    """How many faults there are."""
    parser = argparse.ArgumentParser(description="look at every page")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", default="", help="a pattern of addresses")
    parser.add_argument("--day", type=date.fromisoformat, help="the clock stands on its evening")
    parser.add_argument("--small", action="store_true", help="ja-light phone and en-dark desktop")
    chosen = parser.parse_args(arguments)
    context = build(Config(data_folder=chosen.data, settings=Settings()))
    if chosen.day is not None:
        evening = datetime.combine(chosen.day, time(20), tzinfo=UTC)
        context = replace(context, now=lambda: evening)
    kinds: Sequence[tuple[str, str, str]] = (
        (("ja", "light", "phone"), ("en", "dark", "desktop"))
        if chosen.small
        else tuple(product(("ja", "en"), ("light", "dark"), SIZES))
    )
    n_faults = 0
    with served(context) as address, browsing() as browser:
        places = {
            name: path for name, path in addresses(context).items() if re.search(chosen.only, path)
        }
        for language, theme, size in kinds:
            with visiting(
                browser, address, language=language, theme=theme, size=SIZES[size]
            ) as visitor:
                for name, path in places.items():
                    page = visitor.see(path)
                    noise = [
                        said for said in visitor.noise() if name != "lost" or "404" not in said
                    ]
                    for fault in (*faults_of(page), *noise):
                        n_faults += 1
                        sys.stdout.write(f"{path}  {language} {theme} {size}: {fault}\n")
                    if chosen.out is not None:
                        chosen.out.mkdir(parents=True, exist_ok=True)
                        picture = chosen.out / f"{name}-{size}-{language}-{theme}.png"
                        page.screenshot(path=picture, full_page=True)
    context.store.close()
    return n_faults


def addresses(context: Context) -> Mapping[str, str]:
    """Every page and tab with an address that shows something of this folder."""
    with context.store.read() as con:
        runs = list_activities(con)
    state = State(context.data_folder)
    with state.session() as con:
        nodes = read_nodes(con)
    jobs = Jobs(state).find()
    pages = dict(_ALWAYS)
    if runs:
        days = [f"{run.activity_date}" for run in runs]
        pages |= {
            "day": f"/day/{days[0]}",
            "week-of-run": f"/week/{runs[0].activity_date:%G-W%V}",
            "calendar-of-run": f"/calendar?month={days[0][:7]}",
            "runs-sorted": f"/runs?sort=distance&since={days[-1]}",
            "compared": "/compare?"
            + "&".join(
                f"{letter}={run.activity_id}" for letter, run in zip("abc", runs, strict=False)
            ),
        }
    for kind, run in _telling_runs(runs).items():
        pages |= {
            f"run-{kind}{tab and '-'}{tab.partition('?')[0]}{'-d' * ('?' in tab)}": (
                f"/runs/{run.activity_id}{tab and '/'}{tab}"
            )
            for tab in _TABS
        }
    if nodes:
        pages["node"] = f"/plans/node?id={nodes[0].id}"
    if jobs:
        pages["job"] = f"/jobs/{jobs[-1].job_id}"
    return pages


_ALWAYS = {
    "home": "/",
    "week": "/week",
    "runs": "/runs",
    "runs-none": "/runs?words=zzz",
    "calendar": "/calendar",
    "volume": "/volume",
    "volume-week": "/volume?by=week",
    "volume-year": "/volume?by=year",
    "records": "/records",
    "shoes": "/shoes",
    "compare": "/compare",
    "form": "/form",
    "form-expect": "/form?pace=5:00",
    "training": "/training",
    "training-all": "/training?span=all",
    "ready": "/training/ready",
    "ready-race": "/training/ready?distance=marathon",
    "focus": "/focus",
    "plans": "/plans",
    "import": "/import",
    "settings": "/settings",
    "lost": "/nowhere",
}
_TABS = ("", "charts", "charts?x=distance", "laps", "session", "why", "edit")


def _telling_runs(runs: Sequence[StoredActivity]) -> Mapping[str, StoredActivity]:
    """The newest run, the longest, and the newest of each kind of recording: what has seconds and
    form, what has only a heart rate, what is a list's row; and the newest interval training."""
    chosen: dict[str, StoredActivity] = {}
    for run in runs:
        seconds = "seconds" if run.n_samples else "row"
        chosen.setdefault("newest", run)
        chosen.setdefault(f"{seconds}-{'form' if run.sensor_group else 'plain'}", run)
        if run.training_type in ("interval", "trail", "race"):
            chosen.setdefault(run.training_type, run)
    if runs:
        chosen["longest"] = max(runs, key=lambda run: run.timer_s or 0.0)
    different: dict[int, str] = {}
    for kind, run in chosen.items():
        different.setdefault(run.activity_id, kind)
    return {kind: chosen[kind] for kind in different.values()}


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
