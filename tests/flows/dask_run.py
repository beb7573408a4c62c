"""`python -m tests.flows.dask_run LAKE`: learn and judge it on a loopback cluster of two; then what
is said where the workers lack what they are sent, and where the scheduler goes away."""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from distributed import LocalCluster

from hakaru.core.errors import SourceError
from hakaru.flows.cohort import cohort_evaluate, cohort_train
from hakaru.sources.engines import Engine, engine_named, run_each
from tests.flows.factories import make_context


def only_here(folder: Path) -> Callable[[float], float]:
    """A function in a module that the workers cannot import."""
    folder.mkdir()
    (folder / "module_only_here.py").write_text("def same(x):\n    return x\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    function: Callable[[float], float] = importlib.import_module("module_only_here").same
    return function


def wait(seconds: float) -> float:
    """Work of so long."""
    threading.Event().wait(seconds)
    return seconds


def fault(engine: Engine, function: Callable[[float], float], items: list[float]) -> str:
    """The sentence with which it ends."""
    try:
        list(run_each(engine, function, items=items))
    except SourceError as error:
        return str(error).partition(": ")[2]
    return "none"


if __name__ == "__main__":
    lake = Path(sys.argv[1])
    context = make_context(lake.parent / "data")
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        address = str(cluster.scheduler_address).replace("tcp://", "dask://")
        for step in (cohort_train, cohort_evaluate):
            result = step(context, lake=lake, engine=address, anywhere=False)
            sys.stdout.write(f"{result.step} {result.done} {len(result.failed)}\n")
        engine = engine_named(address, workers=1, anywhere=False)
        sys.stdout.write(f"{fault(engine, only_here(lake.parent / 'here'), [1.0])}\n")
        logging.disable()
        threading.Timer(0.5, cluster.close).start()
        sys.stdout.write(f"{fault(engine, wait, [0.2] * 50)}\n")
