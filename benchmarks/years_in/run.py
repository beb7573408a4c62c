"""How long do years of recordings take, from files to verdicts and sessions? `python -m benchmarks
years_in [--quick]`.

300 simulated files (60 weeks of five runs) go into an empty folder with two reading processes;
a tenth of ten years, so that it can be measured again in a minute. `ten_years` is the same for
3,000 runs: seconds of processor in all, and by the clock on two cores that nobody else uses, of
which the busier process or half of the sum decides. Meanwhile another process reads again and
again: how long it waited at most.
"""

from __future__ import annotations

import multiprocessing
import resource
import tempfile
import time
from collections.abc import Mapping
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path

from tests.simulated import write_season

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.overview import summarise

_WEEKS, _QUICK_WEEKS = 60, 4
_RUNS = 3_000
_PAUSE_S = 0.5


def run(quick: bool) -> Mapping[str, object]:
    """Seconds, per run in milliseconds."""
    weeks = _QUICK_WEEKS if quick else _WEEKS
    settings = SeasonSettings(seed=1, start_on=date(2024, 1, 6), weeks=weeks)
    with tempfile.TemporaryDirectory(prefix="hakaru-years-in-") as scratch:
        files = write_season(Path(scratch) / "files", settings)
        context = _context(Path(scratch) / "data")
        figures = _taken_in(context, Path(scratch) / "files")
        with context.store.read() as con:
            stored = summarise(con)
        context.store.close()
        again = _context(Path(scratch) / "read-meanwhile")
        waited_s = _longest_wait_s(again, Path(scratch) / "files")
    return {
        "files": len(files),
        "records": stored.n_samples,
        "judged": stored.n_evaluated,
        **figures,
        "reader_waited_at_most_s": round(waited_s, 2),
    }


def _context(data: Path) -> Context:
    return build(Config(data_folder=data, settings=Settings(workers=2)))


def _taken_in(context: Context, files: Path) -> Mapping[str, object]:
    children_s, own_s, clock_s = _children_cpu_s(), time.process_time(), time.perf_counter()
    result = ingest(context, paths=(files,))
    clock_s, own_s = time.perf_counter() - clock_s, time.process_time() - own_s
    children_s = _children_cpu_s() - children_s
    n_runs = result.ingested
    per_run_s = max(own_s, (own_s + children_s) / 2.0) / n_runs
    return {
        "clock_s": round(clock_s, 1),
        "storing_cpu_ms_per_run": round(1e3 * own_s / n_runs, 1),
        "reading_cpu_ms_per_run": round(1e3 * children_s / n_runs, 1),
        "ten_years": {
            "cpu_s": round(_RUNS * (own_s + children_s) / n_runs),
            "two_free_cores_s": round(_RUNS * per_run_s),
        },
    }


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _longest_wait_s(context: Context, files: Path) -> float:
    """How long a reader of another process waited at most while the same files went in."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    reader = spawn.Process(target=_read_on, args=(context.data_folder, theirs))
    reader.start()
    ours.recv()
    ingest(context, paths=(files,))
    context.store.close()
    ours.send(None)
    waited_s: float = ours.recv()
    reader.join()
    return waited_s


def _read_on(data: Path, parent: Connection) -> None:
    store = _context(data).store
    with store.read(as_it_is=True):
        pass
    parent.send(None)
    longest_s = 0.0
    while not parent.poll(_PAUSE_S):
        started_s = time.perf_counter()
        with store.read(as_it_is=True) as con:
            summarise(con)
        longest_s = max(longest_s, time.perf_counter() - started_s)
        store.close()
    parent.send(longest_s)
