"""The splits that the product makes of a season from outside: through FIT bytes, run after run.

Each run is decoded, divided and understood with what the runs before it said about the runner, as
`ingest` does in the order of time. The result is kept in a folder, since it takes minutes.
"""

import pickle
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.outside.experiments import EXPERIMENTS, RUNNERS
from benchmarks.outside.fit_file import encode
from benchmarks.outside.season import Season
from benchmarks.outside.seconds import runs_of
from hakaru.flows.past import Past
from hakaru.flows.place import prepare
from hakaru.flows.understand import past_run
from hakaru.running.activity import Provenance
from hakaru.running.session.analyse import analyse
from hakaru.running.session.understand import understand
from hakaru.running.splits import Split
from hakaru.sources.fit.recordings import read_fit

CACHE: Final = Path(tempfile.gettempdir()) / "hakaru-outside-splits"
_NOTED: Final = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class OutsideRun:
    """One run as the product sees it, beside what the generator knows of it.

    `device` counts the devices of the season from 0; `after_break` counts the runs since the long
    break (0: the first after it), None before it or without one.
    """

    runner: int
    index: int
    activity_id: int
    started_at: datetime
    sensor_group: str
    sensor_label: str | None
    device: int
    ambient_c: float
    after_break: int | None
    splits: tuple[Split, ...]

    def altered(self, percent: float) -> "OutsideRun":
        """The same run with contact time longer by so many percent in every second."""
        factor = 1.0 + percent / 100.0
        longer = tuple(
            replace(split, gct_ms=None if split.gct_ms is None else split.gct_ms * factor)
            for split in self.splits
        )
        return replace(self, splits=longer)


def outside_seasons(
    seed: int, runners: int = RUNNERS, *, experiment: str = "ordinary"
) -> Iterator[tuple[OutsideRun, ...]]:
    """Yield each runner's runs in the order of time, made anew where they are not kept."""
    for index in range(runners):
        kept = CACHE / f"{experiment}-{seed}-{index}.pickle"
        if not kept.exists():
            runs = outside_runs(EXPERIMENTS[experiment].season(index, seed))
            CACHE.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(".part")
            part.write_bytes(pickle.dumps(runs))
            part.replace(kept)
        yield pickle.loads(kept.read_bytes())


def outside_runs(season: Season, *, runs: int | None = None) -> tuple[OutsideRun, ...]:
    """The runs of one season (the first so many) as the product understands them, in order."""
    past = Past(runs=[], sessions=[])
    broke_at = next((plan.index for plan in season.runs if plan.after_long_break), None)
    made = []
    for run in islice(runs_of(season), runs):
        provenance = Provenance(
            kind="fit",
            path=f"runner{run.runner.index:02d}/{run.plan.index:03d}.fit",
            sha256=f"{run.runner.seed:08d}{run.runner.index:04d}{run.plan.index:04d}".zfill(64),
        )
        (recording,) = read_fit(encode(run), provenance=provenance)
        stored = prepare(recording)
        assert stored.anatomy is not None
        known = past_run(stored)
        session = understand(
            recording, stored.splits, anatomy=stored.anatomy, runner=past.runner_then(known)
        )
        past.remember(known, analyse(session, now=_NOTED).summary)
        assert recording.sensor_group is not None
        index = run.plan.index
        since = None if broke_at is None or index < broke_at else index - broke_at
        made.append(
            OutsideRun(
                runner=run.runner.index,
                index=index,
                activity_id=recording.activity_id,
                started_at=recording.started_at,
                sensor_group=recording.sensor_group,
                sensor_label=recording.sensor_label,
                device=int(run.plan.device != season.runs[0].device),
                ambient_c=float(np.mean(run.truth.ambient_c)),
                after_break=since,
                splits=session.splits,
            )
        )
    return tuple(made)
