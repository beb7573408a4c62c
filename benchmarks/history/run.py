"""How long does a list of years of runs take? `python -m benchmarks history [--quick]`.

The rows of a real Activities.csv where the shared folder exists, else of an invented one, into an
empty folder: as the one list it is, and each row as a list of its own, which is how every row went
in before rows went in together (some of them, at the end of the history, scaled to all). By the
clock, and by the processor (`..._cpu_s`), for a machine that does other things meanwhile.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.shared import REAL

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.ingest import IngestResult, ingest

_REAL_LIST = REAL / "csv" / "garmin_connect_activities_eu_locale.csv"
_ROWS, _QUICK_ROWS = 1131, 60
_ALONE, _QUICK_ALONE = 120, 10
_HEADER = (
    "Activity Type,Date,Title,Distance,Time,Avg HR,Max HR,Avg Run Cadence,Avg Pace,"
    "Avg Stride Length,Elapsed Time"
)
_START = datetime(2019, 1, 5, 7, 30, tzinfo=UTC)


def run(quick: bool) -> Mapping[str, object]:
    """Seconds for all rows together and one by one."""
    header, *rows = _lines()
    rows = rows[: _QUICK_ROWS if quick else _ROWS]
    n_alone = _QUICK_ALONE if quick else _ALONE
    with tempfile.TemporaryDirectory(prefix="hakaru-history-") as scratch:
        folder = Path(scratch)
        together = _write(folder / "list", header, [rows])
        alone = _write(folder / "rows", header, [[row] for row in rows[:n_alone]])
        all_s, all_cpu_s, result = _timed(folder / "data", together)
        _timed(folder / "before", _write(folder / "old", header, [rows[n_alone:]]))
        row_s, row_cpu_s, _ = _timed(folder / "before", alone)
    scale = len(rows) / n_alone
    return {
        "real_list": _REAL_LIST.is_file(),
        "rows": len(rows),
        "runs": result.ingested,
        "together": {"s": round(all_s, 2), "cpu_s": round(all_cpu_s, 2)},
        "one_by_one": {"s": round(scale * row_s, 1), "cpu_s": round(scale * row_cpu_s, 1)},
        "together_cpu_ms_per_row": round(1000 * all_cpu_s / len(rows), 1),
        "one_by_one_cpu_ms_per_row": round(1000 * row_cpu_s / n_alone, 1),
        "times_faster": round(scale * row_cpu_s / all_cpu_s, 1),
    }


def _lines() -> Sequence[str]:
    if _REAL_LIST.is_file():
        return _REAL_LIST.read_text(encoding="utf-8-sig").splitlines()
    rows = [
        f"Running,{_START + timedelta(days=2 * number):%Y-%m-%d %H:%M:%S},Run,10.12,00:50:00,"
        f"{140 + number % 17},{165 + number % 23},176,4:56,1.15,00:50:20"
        for number in range(_ROWS)
    ]
    return [_HEADER, *reversed(rows)]


def _write(folder: Path, header: str, lists: Sequence[Sequence[str]]) -> Path:
    folder.mkdir()
    for number, rows in enumerate(lists):
        text = "\n".join((header, *rows)) + "\n"
        (folder / f"{number:04}.csv").write_text(text, encoding="utf-8")
    return folder


def _timed(data: Path, recordings: Path) -> tuple[float, float, IngestResult]:
    """Seconds by the clock and by the processor, and what came of it."""
    context = build(Config(data_folder=data, settings=Settings(workers=1)))
    started_s, started_cpu_s = time.perf_counter(), time.process_time()
    result = ingest(context, paths=(recordings,))
    spent_s, spent_cpu_s = time.perf_counter() - started_s, time.process_time() - started_cpu_s
    context.store.close()
    return spent_s, spent_cpu_s, result
