"""The splits that the product makes of a season from outside: through FIT bytes, run after run.

Each run is decoded, divided and understood with what the runs before it said about the runner, as
`ingest` does in the order of time. The result is kept in a folder, since it takes minutes.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.outside.experiments import EVEN, EXPERIMENTS, RUNNERS, SAME_DEVICE
from benchmarks.outside.fit_file import encode
from benchmarks.outside.runner import make_runner
from benchmarks.outside.season import Options, Season, make_season
from benchmarks.outside.seconds import runs_of
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, past_run
from hakaru.running.activity import Provenance, Recording
from hakaru.running.session.analyse import analyse
from hakaru.running.session.understand import understand
from hakaru.running.splits import Split
from hakaru.sources.fit.recordings import read_fit

CACHE: Final = Path(tempfile.gettempdir()) / "hakaru-outside-seasons"
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
    serial: str | None = None
    temperature_c: float | None = None
    climb_m_per_km: float | None = None

    def at(self, started_at: datetime, *, activity_id: int, sensor_group: str) -> OutsideRun:
        """The same run at another time, by another number and sensor."""
        return replace(
            self, started_at=started_at, activity_id=activity_id, sensor_group=sensor_group
        )

    def altered(self, percent: float) -> OutsideRun:
        """The same run with contact time longer by so many percent in every second."""
        return self.scaled(gct=1.0 + percent / 100.0)

    def scaled(self, *, gct: float = 1.0, vo: float = 1.0, cadence: float = 1.0) -> OutsideRun:
        """The same run with every second of a metric multiplied, and the ratio as it follows."""
        factors = {"gct_ms": gct, "vo_cm": vo, "cadence_spm": cadence, "vr_pct": vo * cadence}

        def changed(split: Split) -> Split:
            values = {name: getattr(split, name) for name in factors}
            more: dict[str, Any] = {
                name: None if value is None else value * factors[name]
                for name, value in values.items()
            }
            return replace(split, **more)

        return replace(self, splits=tuple(map(changed, self.splits)))


BASES: Final = {"ordinary": Options(), "same": SAME_DEVICE, "even": EVEN}


@dataclass(frozen=True, kw_only=True)
class OutsideSeason:
    """A season beside its runs. A planted change and the size of the day effect multiply all
    seconds of a run alike, so that they multiply its splits: one season answers for its twins."""

    season: Season
    runs: tuple[OutsideRun, ...]

    def altered(self, season: Season) -> OutsideSeason:
        """The same season with other planted changes or another size of the day effect."""
        runs = []
        for run, mine, theirs in zip(self.runs, self.season.runs, season.runs, strict=True):
            more = sum(theirs.shares[one] - mine.shares[one] for one in ("planted", "day"))
            gct, vo, cadence = np.exp(more).tolist()
            runs.append(run.scaled(gct=gct, vo=vo, cadence=cadence))
        return OutsideSeason(season=season, runs=tuple(runs))


def outside_seasons(
    seed: int, runners: int = RUNNERS, *, experiment: str = "ordinary"
) -> Iterator[OutsideSeason]:
    """Yield each runner's season of a named experiment, made anew where it is not kept."""
    asked = EXPERIMENTS[experiment]
    plain = replace(asked.options, day_sd=None)
    base = next(name for name, options in BASES.items() if options == plain)
    for index in range(runners):
        season = make_season(make_runner(seed, index), BASES[base])
        kept = CACHE / f"{base}-{seed}-{index}.pickle"
        if not kept.exists():
            CACHE.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(".part")
            part.write_bytes(pickle.dumps(outside_runs(season)))
            part.replace(kept)
        made = OutsideSeason(season=season, runs=pickle.loads(kept.read_bytes()))
        yield made.altered(asked.season(index, seed))


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
        summary = analyse(session, now=_NOTED).summary
        past.remember(known, summary)
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
                serial=_serial(recording),
                temperature_c=summary.temperature_c,
                climb_m_per_km=summary.climb_m_per_km,
            )
        )
    return tuple(made)


def _serial(recording: Recording) -> str | None:
    """Of the device that measured form, as `store.history` takes it from the store."""
    if recording.sensor_group == "garmin-wrist":
        return next(
            (device.serial for device in recording.devices if device.role == "recorder"), None
        )
    sensors = [device for device in recording.devices if device.role == "sensor" and device.serial]
    named = [sensor.serial for sensor in sensors if sensor.product == recording.sensor_label]
    return named[0] if named else sensors[0].serial if len(sensors) == 1 else None
