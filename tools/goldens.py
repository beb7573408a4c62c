# ruff: noqa
"""Everything that is said, as files: `python tools/goldens.py OUT`; two trees are compared by diff.

Scaffolding while the source is rearranged: replies (JSON and as a model gets them), terminals,
reports and pages in both languages, over a fixed season and some real recordings.
"""

import dataclasses
import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.outside.contradictions import _calls, _written  # noqa: E402
from tests.acceptance.season import NOW  # noqa: E402
from tests.flows.factories import make_context, stored_runs, take_in  # noqa: E402
from tests.shared import REAL  # noqa: E402
from tests.surfaces.web.serving import talking  # noqa: E402

from hakaru.catalog.operation import load  # noqa: E402
from hakaru.catalog.operations import OPERATIONS  # noqa: E402
from hakaru.catalog.reply import as_json  # noqa: E402
from hakaru.core.errors import HakaruError  # noqa: E402
from hakaru.flows.context import Settings  # noqa: E402
from hakaru.flows.report import whole_run  # noqa: E402
from hakaru.present.report import render_html  # noqa: E402
from hakaru.present.report import render_markdown  # noqa: E402
from hakaru.sources.simulated.season import SeasonSettings, simulate_season  # noqa: E402
from hakaru.surfaces.cli.command import shown  # noqa: E402
from hakaru.surfaces.mcp.server import answer  # noqa: E402
from hakaru.surfaces.mcp.server import Board  # noqa: E402

REAL_RUNS = (
    "fit_dynamics/fr965_2026_intervals_power.fit",
    "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit",
    "fit_dynamics/fenix5xplus_2018_trail_stryd_dev.fit",
    "fit_hr_only/fr245_2025.fit",
    "tcx/runpandas_11km.tcx",
    "gpx/activatr_running_example.gpx.gz",
    "fit_dynamics/fenix5_2017_tiny_run.fit",
)
PAGES = (
    "/", "/runs", "/form", "/calendar", "/compare", "/day", "/week", "/volume", "/records", "/shoes",
    "/training", "/training/paces", "/training/ready", "/training/trends", "/plans", "/focus",
    "/focus/summary", "/import", "/settings", "/plans/next",
)  # fmt: skip
ODD = re.compile(
    r"/tmp/[\w./-]+|\b[0-9a-f]{16,}\b|\bh_[\w-]+|nonce=\"[^\"]*\"|127\.0\.0\.1:\d+"
    r"|\b\d+(\.\d+)? ?(ms|MB|GB) (of|free)"
)


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "fit"
        folder.mkdir()
        settings = SeasonSettings(seed=3, start_on=NOW.date().replace(month=10, day=1), weeks=3)
        for place, session in enumerate(simulate_season(settings)):
            (folder / f"{place:02}.fit").write_bytes(session.to_fit())
        write(out / "season", Path(scratch) / "a", [folder], newest=5)
        files = [REAL / name for name in REAL_RUNS]
        write(out / "real", Path(scratch) / "b", files, newest=len(files))


def write(out, data, files, *, newest):
    context = make_context(data, now=NOW, settings=Settings(workers=1, language="en"))
    take_in(context, *files)
    runs = stored_runs(context)[-newest:]
    say(out / "general", context, {})
    for run in runs:
        say(out / str(run.activity_id), context, {"activity": str(run.activity_id)})
        for lang in ("ja", "en"):
            spoken = dataclasses.replace(context.settings, language=lang)
            whole = whole_run(dataclasses.replace(context, settings=spoken), str(run.activity_id))
            keep(out / str(run.activity_id) / f"report.{lang}.html", render_html(whole, lang=lang))
            keep(
                out / str(run.activity_id) / f"report.{lang}.md", render_markdown(whole, lang=lang)
            )
    for day in sorted({run.activity_date for run in runs})[-2:]:
        say(out / day.isoformat(), context, {"date": day})
    addresses = [*PAGES]
    for run in runs:
        one = f"/runs/{run.activity_id}"
        addresses += [one, f"{one}/session"]
    with talking(context) as client:
        for lang in ("ja", "en"):
            client.headers["accept-language"] = lang
            for address in addresses:
                reply = client.get(address)
                text = f"{reply.status_code}\n{reply.text}"
                keep(
                    out / "pages" / f"{address.strip('/').replace('/', '_') or 'home'}.{lang}.html",
                    text,
                )
    context.store.close()


def say(out, context, given):
    for operation in OPERATIONS:
        for number, (arguments, _) in enumerate(_calls(operation, given)):
            name = f"{operation.name}.{number}"
            try:
                result = load(operation.target)(context, **arguments)
            except HakaruError as error:
                keep(out / f"{name}.error.txt", f"{type(error).__name__}: {error}")
                continue
            keep(out / f"{name}.json", as_json(result, whole=True))
            told = answer(context, operation, given=_written(operation, arguments), board=Board())
            keep(out / f"{name}.tool.txt", str(told.value))
            for lang in ("ja", "en"):
                keep(out / f"{name}.{lang}.txt", shown(operation, result, lang))


def keep(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(ODD.sub("…", text), encoding="utf-8")


if __name__ == "__main__":
    main()
