"""Looks at every page of the dashboard over a data folder, and says what could not be read there.

`python -m tests.surfaces.web.browser.look DATA [--out FOLDER] [--small]`: every page in both
languages, light and dark, at 1280 and 390 px. Prints one line per fault (clipped text, labels one
upon the other, points outside their plot, ticks that repeat, text under 11 px, columns out of sight
without a cue,
messages on the console, requests to anybody else) and keeps a picture of each page in FOLDER.
Pictures of somebody's own recordings do not belong into the repository.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.store.activities import list_activities
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
    parser.add_argument("--small", action="store_true", help="ja-light phone and en-dark desktop")
    chosen = parser.parse_args(arguments)
    context = build(Config(data_folder=chosen.data, settings=Settings()))
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
                    for fault in (*faults_of(page), *visitor.noise()):
                        n_faults += 1
                        sys.stdout.write(f"{path}  {language} {theme} {size}: {fault}\n")
                    if chosen.out is not None:
                        chosen.out.mkdir(parents=True, exist_ok=True)
                        picture = chosen.out / f"{name}-{size}-{language}-{theme}.png"
                        page.screenshot(path=picture, full_page=True)
    context.store.close()
    return n_faults


def addresses(context: Context) -> Mapping[str, str]:
    """Every page with an address that shows something of this folder."""
    with context.store.read() as con:
        runs = list_activities(con)
    pages = {
        "home": "/",
        "week": "/week",
        "runs": "/runs",
        "calendar": "/calendar",
        "volume": "/volume",
        "volume-year": "/volume?by=year",
        "records": "/records",
        "shoes": "/shoes",
        "compare": "/compare",
        "form": "/form",
        "training": "/training",
        "ready": "/training/ready",
        "focus": "/focus",
        "plans": "/plans",
        "import": "/import",
        "settings": "/settings",
        "lost": "/nowhere",
    }
    if runs:
        newest = runs[0]
        pages |= {
            "day": f"/day/{newest.activity_date}",
            "run": f"/runs/{newest.activity_id}",
            "compared": "/compare?"
            + "&".join(
                f"{letter}={run.activity_id}" for letter, run in zip("abc", runs, strict=False)
            ),
        }
    return pages


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
