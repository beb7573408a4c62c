"""Every recording of a folder as its report, with pictures of it at two widths.

    python -m benchmarks.outside.gallery FOLDER OUT [--language en] [--rows 6] [--keep]

FOLDER holds recordings (`data/real`). They go through `ingest`, `form`, `session` and `report`,
each as the command writes it (of runs without seconds, such as rows of a list, the newest
`--rows`); OUT gets the files and pictures, and must lie outside of the
repository: what is in the pictures belongs to those who ran it. A line per run says how high the
page is, and what is wrong with it.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.present.browser import Look, measure, photograph

from hakaru.api import open_data

WIDTHS_PX: Final = (1280, 390)
MOST_HEIGHT_PX: Final = 6_000
LEAST_TEXT_PX: Final = 9.0
_COMMAND: Final = Path(sys.executable).with_name("hakaru")
_RUNS: Final = (
    "SELECT activity_id, activity_id IN (SELECT DISTINCT activity_id FROM time_series_metrics) "
    "FROM activities ORDER BY started_at"
)
_REPOSITORY: Final = Path(__file__).resolve().parents[2]


def main() -> None:
    """Read the folder, write the reports, photograph them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", choices=("ja", "en"), default="en")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--keep", action="store_true", help="draw again what OUT took in before")
    asked = parser.parse_args()
    out = asked.out.resolve()
    if out.is_relative_to(_REPOSITORY):
        parser.error(f"{out} lies inside the repository; the gallery belongs outside of it")
    if not asked.keep:
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    data = out / "data"
    if not asked.keep:
        text = hakaru(data, asked.language, "ingest", str(asked.folder.resolve()))
        (out / "ingest.txt").write_text(text, encoding="utf-8")
    for activity_id in stored(data, n_rows=asked.rows):
        print(json.dumps(gallery_of(activity_id, out, language=asked.language)), flush=True)


def hakaru(data: Path, language: str, *command: str) -> str:
    """What a command prints, its errors included: a run without form data has no verdict."""
    done = subprocess.run(
        [_COMMAND, *command, "--data", str(data), "--lang", language],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def stored(data: Path, *, n_rows: int) -> Sequence[str]:
    """The ids of all runs with seconds, oldest first, then of the newest without."""
    with open_data(data) as context, context.store.read() as con:
        rows = con.execute(_RUNS).fetchall()
    seconds = [str(activity_id) for activity_id, has_seconds in rows if has_seconds]
    lists = [str(activity_id) for activity_id, has_seconds in rows if not has_seconds]
    return [*seconds, *lists[-n_rows:]] if n_rows else seconds


def gallery_of(activity_id: str, out: Path, *, language: str) -> dict[str, object]:
    """The texts, the report and its pictures of one run; what was measured of the page."""
    data = out / "data"
    for command in ("form", "session"):
        text = hakaru(data, language, command, activity_id)
        (out / f"{activity_id}.{command}.txt").write_text(text, encoding="utf-8")
    to = ("--out", str(out / "reports"), "--overwrite")
    text = hakaru(data, language, "report", activity_id, *to)
    (out / f"{activity_id}.report.txt").write_text(text, encoding="utf-8")
    pages = sorted((out / "reports").glob(f"*-{activity_id}.html"))
    if not pages:
        return {"activity_id": activity_id, "wrong": ["no report was written"]}
    written = pages[0].read_text(encoding="utf-8")
    looks = measure(written, out, widths_px=WIDTHS_PX)
    for look in looks:
        picture = out / f"{pages[0].stem}.{look.width_px}.png"
        photograph(written, picture, width_px=look.width_px, height_px=round(look.height_px))
    heights = {look.width_px: look.height_px for look in looks}
    return {"run": pages[0].stem, "height_px": heights, "wrong": wrong_with(looks)}


def wrong_with(looks: tuple[Look, ...]) -> list[str]:
    """What no report may show."""
    wrong = []
    for look in looks:
        at = f"at {look.width_px}"
        if look.width_px >= WIDTHS_PX[0] and look.height_px > MOST_HEIGHT_PX:
            wrong.append(f"{look.height_px:.0f} px high {at}")
        if look.opened_scroll_width_px > look.width_px:
            wrong.append(f"scrolls sideways {at}: {look.opened_scroll_width_px:.0f} px")
        if look.least_chart_text_px < LEAST_TEXT_PX:
            wrong.append(f"chart text of {look.least_chart_text_px:.1f} px {at}")
        if look.first_chart_top_px is not None and look.first_chart_top_px > 800:
            wrong.append(f"first chart {look.first_chart_top_px:.0f} px down {at}")
        if look.width_px >= WIDTHS_PX[0] and look.cut_tables:
            wrong.append(f"{look.cut_tables} tables wider than the page {at}")
        wrong += [f"nothing below {head!r} {at}" for head in look.bare_headings]
    return wrong


if __name__ == "__main__":
    main()
