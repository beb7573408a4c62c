"""What was true about a simulated session, whichever simulator made it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tests.simulated import as_recording

from benchmarks.sessions.second_generator import season
from hakaru.running.activity import Recording
from hakaru.running.splits import Role
from hakaru.sources.simulated.recorded import IntensityMode, LapMode
from hakaru.sources.simulated.runner import PhaseRole
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import SimulatedSession

FIRST_REPORTED_SEED = 5_000
"""Constants were tuned on simulator seeds below 1,000; nothing was on those from here on."""

_ROLES: dict[PhaseRole, Role] = {
    "warmup": "warmup",
    "main": "main",
    "rep": "work",
    "recovery": "recovery",
    "cooldown": "cooldown",
}
_LAPS: tuple[LapMode, ...] = ("manual", "auto", "none")
_LABELS: tuple[IntensityMode, ...] = ("none", "active", "interval", "structured")
_START_ON = date(2026, 1, 5)


@dataclass(frozen=True, kw_only=True)
class TrueStretch:
    """[start, end) in elapsed seconds with its role."""

    role: Role
    start_s: float
    end_s: float


@dataclass(frozen=True, kw_only=True)
class TrueSession:
    """A recording and the truth about it; `laps` names how its laps were made."""

    recording: Recording
    kind: str
    laps: str
    stretches: tuple[TrueStretch, ...]
    n_reps: int
    n_strides: int
    runner: int

    @property
    def works(self) -> tuple[TrueStretch, ...]:
        """The repetitions."""
        return tuple(stretch for stretch in self.stretches if stretch.role == "work")


def simulator_sessions(seed: int, *, weeks: int) -> Iterator[TrueSession]:
    """The sessions of one runner of the first simulator; the seed decides the habit of laps."""
    settings = SeasonSettings(
        seed=seed,
        start_on=_START_ON,
        weeks=weeks,
        runs_per_week=5,
        laps=_LAPS[seed % len(_LAPS)],
        intensity=_LABELS[seed % len(_LABELS)],
    )
    for session in simulate_season(settings):
        yield _of_simulator(session, f"{settings.laps}, {settings.intensity}", seed)


def _of_simulator(session: SimulatedSession, laps: str, seed: int) -> TrueSession:
    return TrueSession(
        recording=as_recording(session),
        kind=session.truth.kind,
        laps=laps,
        stretches=tuple(
            TrueStretch(
                role=_ROLES[phase.role],
                start_s=phase.start_elapsed_s,
                end_s=phase.end_elapsed_s,
            )
            for phase in session.truth.phases
        ),
        n_reps=session.truth.n_reps,
        n_strides=0,
        runner=seed,
    )


def second_sessions(seed: int) -> Iterator[TrueSession]:
    """The sessions of one runner of the second generator."""
    for session in season(seed):
        truth = session.truth
        yield TrueSession(
            recording=session.recording,
            kind=truth.kind,
            laps=f"{truth.habits.mode}, {truth.habits.labels}",
            stretches=tuple(
                TrueStretch(role=phase.role, start_s=phase.start_s, end_s=phase.end_s)
                for phase in truth.phases
            ),
            n_reps=truth.n_reps,
            n_strides=truth.n_strides,
            runner=seed,
        )
