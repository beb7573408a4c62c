"""What is true about a simulated run, beside what its file says? For tests and benchmarks only."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.sources.simulated.form import RunEffects
from hakaru.sources.simulated.plan import PhaseRole, SessionKind, Terrain
from hakaru.sources.simulated.runner import SimulatedRunner, TrueCurve
from hakaru.sources.simulated.sensors import SimulatedSensor


@dataclass(frozen=True, kw_only=True)
class TruePhase:
    """A stretch of the run with one purpose, [start, end) in elapsed seconds, stops included."""

    role: PhaseRole
    start_elapsed_s: float
    end_elapsed_s: float
    target_speed_mps: float


@dataclass(frozen=True, kw_only=True)
class SessionTruth:
    """The answers: kind of session, phases, and how form really was.

    `curve` is what the sensor shows on flat ground on an average day around this date: it contains
    the season's drift and an injected shift, but not `effects` of the day. `gct_shift_frac` is the
    injected shift (0.05: contact 5 % longer), 0 before it begins. `n_reps` counts repetitions.
    """

    run_index: int
    week: int
    kind: SessionKind
    terrain: Terrain
    sensor: SimulatedSensor
    phases: tuple[TruePhase, ...]
    n_reps: int
    runner: SimulatedRunner
    curve: TrueCurve
    effects: RunEffects
    gct_shift_frac: float
    threshold_speed_mps: float
    air_temperature_c: float
