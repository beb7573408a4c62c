"""Three runners through `ingest`, beside the same three as kilometres.

`python -m benchmarks.outside.check_changes FOLDER`: one FIT file after another in the order of
names, nothing else; after each file the findings are read, and the run at which each first appeared
is compared with what `measure_changes` gets without files.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.outside.experiments import EXPERIMENTS
from benchmarks.outside.fit_file import write_season
from benchmarks.outside.kilometres import kilometres_of
from benchmarks.outside.measure_changes import SCORED, monitor
from benchmarks.outside.season import RUNS
from hakaru.bootstrap import build, load_config
from hakaru.flows.context import Context
from hakaru.flows.drift import drift_of
from hakaru.flows.ingest import ingest
from hakaru.store.sensors import sensor_groups


def through_ingest(folder: Path, runner: int, name: str) -> list[list[object]]:
    """Metric, direction, run announced after and first run of each finding, in that order."""
    files = write_season(EXPERIMENTS[name].season(runner), folder / f"files{runner}")
    config = load_config(data_folder=folder / f"data{runner}", language="en")
    context = build(config)
    first: dict[tuple[str, str, int], int] = {}
    for run, path in enumerate(files):
        ingest(context, paths=[path])
        for metric, direction, since in _shown(context):
            first.setdefault((metric, direction, since), run)
    order = _order(context)
    context.store.close()
    return sorted(
        [metric, direction, run, order.index(since)]
        for (metric, direction, since), run in first.items()
    )


def _shown(context: Context) -> list[tuple[str, str, int]]:
    with context.store.read() as con:
        return [
            (one.metric, one.direction, one.since_activity_id)
            for group in sensor_groups(con)
            for one in drift_of(con, group, half_life_days=90.0).findings
        ]


def _order(context: Context) -> list[int]:
    with context.store.read() as con:
        rows = con.execute("SELECT activity_id FROM activities ORDER BY started_at").fetchall()
    return [row[0] for row in rows]


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runners", type=int, nargs="*", default=[0, 1, 2])
    parser.add_argument("--experiment", default="lasting")
    asked = parser.parse_args()
    for runner in asked.runners:
        season = kilometres_of(EXPERIMENTS[asked.experiment].season(runner))
        short = sorted(
            [one.metric, "higher" if one.higher else "lower", one.announced, one.start]
            for one in monitor(season, SCORED)
        )
        whole = through_ingest(asked.folder, runner, asked.experiment)
        print(json.dumps({"runner": runner, "runs": RUNS, "ingest": whole, "kilometres": short}))
        print(datetime.now(UTC).isoformat(timespec="seconds"), flush=True)


if __name__ == "__main__":
    main()
