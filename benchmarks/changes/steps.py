"""Runs with a known step of contact time, and runs without any.

Two kinds of noise: the product's simulator (three sensors, with their faults), and seconds of real
recordings, drawn in blocks of 30 s into an hour at a steady speed, so that no lasting event of the
recording survives and its noise does, with its memory. What wanders more slowly than 3 minutes is
taken out before, or the seams of the blocks would be steps themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import numpy as np
from tests.shared import REAL
from tests.simulated import run_as_recording

from hakaru.core.errors import SourceError
from hakaru.running.activity import FloatArray, Provenance, Recording
from hakaru.running.anomalies.signal import moving_mean, read_signal
from hakaru.running.session.model import Segment, Structure
from hakaru.running.splits import Role
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.simulated.recorded import SessionTruth
from hakaru.sources.simulated.runner import PhaseRole, SimulatedSensor
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

STEP_MS, SHORTEST_S, LONGEST_S = 40.0, 8, 60
HOUR_S, BLOCK_S, LOCAL_S = 3600, 30, 181
NO_ROLES = Structure(form="steady", segments=(), confidence_frac=0.0)
_ROLES: Mapping[PhaseRole, Role] = {
    "warmup": "warmup",
    "main": "main",
    "rep": "work",
    "recovery": "recovery",
    "cooldown": "cooldown",
}


@dataclass(frozen=True, kw_only=True)
class Run:
    """A recording and the roles of its seconds."""

    recording: Recording
    structure: Structure


@dataclass(frozen=True, kw_only=True)
class Stepped:
    """The same run with contact times longer by 40 ms in [start, end) of elapsed seconds."""

    run: Run
    start_s: float
    end_s: float


def simulated_runs(seed: int, sensor: SimulatedSensor) -> Iterator[Run]:
    """One week of five runs of one runner."""
    settings = SeasonSettings(seed=seed, start_on=date(2026, 1, 5), weeks=1, sensor=sensor)
    for session in simulate_season(settings):
        provenance = Provenance(kind="fit", path=session.file_name, sha256="")
        yield Run(
            recording=run_as_recording(session.recorded, provenance),
            structure=_true_structure(session.truth),
        )


def real_noise() -> Mapping[str, tuple[str, FloatArray, float]]:
    """By file: sensor group, what is left of ln contact time at speed, and its mean in ms."""
    found = {}
    for path in sorted((REAL / "fit_dynamics").glob("*.fit")):
        try:
            runs = read_fit(
                path.read_bytes(), provenance=Provenance(kind="fit", path=path.name, sha256="")
            )
        except SourceError:
            continue
        signal = read_signal(runs[0], NO_ROLES)
        for one in () if signal is None else signal.metrics:
            if one.metric == "gct" and np.count_nonzero(one.judged) >= 10 * BLOCK_S:
                mean_ms = float(np.exp(one.log_value[one.judged].mean()))
                group = runs[0].sensor_group or "other"
                residual = one.residual_frac[one.judged]
                found[path.stem] = (group, residual - moving_mean(residual, LOCAL_S), mean_ms)
    return found


def resampled_run(seed: int, group: str, residual: FloatArray, mean_ms: float) -> Run:
    """An hour at about 3 m/s whose contact times carry blocks of this noise."""
    rng = np.random.default_rng(seed)
    starts = rng.integers(0, residual.size - BLOCK_S, HOUR_S // BLOCK_S)
    noise = np.concatenate([residual[start : start + BLOCK_S] for start in starts])
    speed_mps = 3.0 * np.exp(0.02 * rng.standard_normal(HOUR_S))
    series = {
        "elapsed_s": np.arange(float(HOUR_S)),
        "speed_mps": speed_mps,
        "distance_m": np.cumsum(speed_mps),
        "cadence_spm": np.full(HOUR_S, 168.0),
        "gct_ms": np.rint(mean_ms * np.exp(noise)),
    }
    recording = Recording(
        started_at=datetime(2026, 1, 5, tzinfo=UTC),
        sport="running",
        series=series,
        sensor_group="stryd" if group == "stryd" else "garmin-hrm",
        provenance=(Provenance(kind="fit", path="resampled", sha256=""),),
    )
    return Run(recording=recording, structure=NO_ROLES)


def with_step(run: Run, rng: np.random.Generator) -> Stepped | None:
    """A step of 8-60 s somewhere the runner runs steadily. None: no such place was drawn."""
    signal = read_signal(run.recording, run.structure)
    if signal is None or signal.metrics[0].metric != "gct":
        return None
    judged, ground = signal.metrics[0].judged, signal.ground
    for _ in range(50):
        length = int(rng.integers(SHORTEST_S, LONGEST_S + 1))
        start = int(rng.integers(0, judged.size - length))
        if judged[start : start + length].mean() >= 0.9:
            rows = slice(ground.row[start], ground.row[start + length - 1] + 1)
            gct_ms = run.recording.series["gct_ms"].copy()
            gct_ms[rows] += np.where(gct_ms[rows] > 0.0, STEP_MS, 0.0)
            series = {**run.recording.series, "gct_ms": gct_ms}
            start_s = float(ground.elapsed_s[start])
            return Stepped(
                run=replace(run, recording=replace(run.recording, series=series)),
                start_s=start_s,
                end_s=start_s + length,
            )
    return None


def _true_structure(truth: SessionTruth) -> Structure:
    return Structure(
        form="steady",
        confidence_frac=1.0,
        segments=tuple(
            Segment(
                role=_ROLES[phase.role],
                start_elapsed_s=phase.start_elapsed_s,
                end_elapsed_s=phase.end_elapsed_s,
                source="speed",
            )
            for phase in truth.phases
        ),
    )
