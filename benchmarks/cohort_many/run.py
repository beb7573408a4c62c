"""What do 20,000 runners cost, and does each of them get what one person gets?

`python -m benchmarks cohort_many [--quick]`. A lake of 20,000 simulated runners of eight runs each,
and beside them three people whose runs went through the product, is learned and judged in two
processes, and again when nothing is left to do. `files`: how many files hold it, and how long it
takes to see what there is. `peak_mb`: the most that all processes held together, pages they share
counted for each. `alone`: runners from all over the lake, each in a lake of its own, give
`different` rows; `people`: the versions and verdicts of the product give `different` ones.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmarks.cohort.run import context_of, measured, sizes_of
from benchmarks.cohort_many.alone import compared_alone, compared_people, people_in
from benchmarks.tools.memory import resident_mb
from hakaru.flows.cohort import cohort_simulate
from hakaru.store.lake import parts_of

_MANY, _QUICK = (20_000, 8), (200, 8)
_WORKERS = 2
_SEED = 100_000
_LOOK_S = 0.5


def run(quick: bool) -> Mapping[str, object]:
    """Seconds, files, megabytes, and rows that are not the same."""
    n_runners, n_runs = _QUICK if quick else _MANY
    folder = Path(tempfile.mkdtemp(prefix="hakaru-cohort-"))
    try:
        lake, context = folder / "lake", context_of(folder, _WORKERS)
        began_s = time.perf_counter()
        cohort_simulate(context, lake=lake, runners=n_runners, runs=n_runs, seed=_SEED)
        simulated_s = time.perf_counter() - began_s
        people = people_in(lake, folder)
        n_all = n_runners + len(people)
        with _watched() as peak:
            steps = measured(context, lake, "local", n_all)
        began_s = time.perf_counter()
        n_parts = len(parts_of(lake))
        seen_s = time.perf_counter() - began_s
        return {
            "n_runners": n_runners,
            "runs_each": n_runs,
            "simulate_s": round(simulated_s, 1),
            **steps,
            "peak_mb": round(peak[0]),
            "files": {
                "of_splits": n_parts,
                "in_all": sum(path.is_file() for path in lake.rglob("*")),
                "folders": sum(path.is_dir() for path in lake.rglob("*")),
                "see_what_there_is_s": round(seen_s, 4),
            },
            **sizes_of(lake, n_all),
            "alone": compared_alone(lake, folder, n_runners=n_runners),
            "people": compared_people(lake, people),
        }
    finally:
        shutil.rmtree(folder)


@contextmanager
def _watched() -> Iterator[list[float]]:
    """The most megabytes that this process and those below it hold, twice a second."""
    peak, over = [0.0], threading.Event()

    def look() -> None:
        while not over.wait(_LOOK_S):
            peak[0] = max(peak[0], resident_mb(os.getpid()))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()
