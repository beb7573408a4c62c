"""`python -m tests.flows.dask_run LAKE`: learn and judge it on a loopback cluster of two."""

from __future__ import annotations

import sys
from pathlib import Path

from distributed import LocalCluster

from hakaru.flows.cohort import cohort_evaluate, cohort_train
from tests.flows.factories import make_context

if __name__ == "__main__":
    lake = Path(sys.argv[1])
    context = make_context(lake.parent / "data")
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        engine = str(cluster.scheduler_address).replace("tcp://", "dask://")
        for step in (cohort_train, cohort_evaluate):
            result = step(context, lake=lake, engine=engine, anywhere=False)
            sys.stdout.write(f"{result.step} {result.done} {len(result.failed)}\n")
