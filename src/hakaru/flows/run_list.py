"""Which runs does somebody look for, and how do they lie among all the others?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.flows.context import Context
from hakaru.store.activities import (
    FoundRun,
    RunCloud,
    RunFilter,
    find_runs,
    run_cloud,
    session_types,
    split_speeds,
)
from hakaru.store.recordings import sensor_groups

PAGE_RUNS = 50


@dataclass(frozen=True, kw_only=True)
class RunPage:
    """One page of the runs that match, newest first; `cloud` holds all of them.

    `speeds_mps` are those of the splits of each run, in order.
    """

    runs: tuple[FoundRun, ...]
    cloud: RunCloud
    speeds_mps: Mapping[int, tuple[float | None, ...]]
    sensors: tuple[str, ...]
    types: tuple[str, ...]
    page: int
    n_pages: int

    @property
    def n_found(self) -> int:
        """How many runs match."""
        return len(self.cloud.speed_mps)


def list_runs(context: Context, wanted: RunFilter, *, page: int) -> RunPage:
    """A page of runs; one beyond the last is the last."""
    with context.store.read() as con:
        cloud = run_cloud(con, wanted)
        n_pages = max(1, -(-len(cloud.speed_mps) // PAGE_RUNS))
        shown = min(page, n_pages)
        runs = find_runs(con, wanted, limit=PAGE_RUNS, offset=(shown - 1) * PAGE_RUNS)
        return RunPage(
            runs=runs,
            cloud=cloud,
            speeds_mps=split_speeds(con, [run.activity.activity_id for run in runs]),
            sensors=sensor_groups(con),
            types=session_types(con),
            page=shown,
            n_pages=n_pages,
        )
