"""How much load was a session, on which basis, and how did effort hold up in it?

The basis is the first sound one of power, pace and heart rate: measured over 80 % of the time, the
athlete's threshold known, not out of date and not a mere guess, the intensity possible for so long.
Where none is sound, the one that least speaks against is taken, and its problems are named. An
intensity that nobody holds for so long is never used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.load.bases import (
    Intensity,
    LoadProblem,
    heart_rate_intensity,
    pace_intensity,
    power_intensity,
    session_trimp_score,
)
from hakaru.running.load.decoupling import Decoupling, session_decoupling
from hakaru.running.load.durability import Durability, session_durability
from hakaru.running.load.effort import read_effort
from hakaru.running.load.moments import read_moments
from hakaru.running.load.score import LoadClass, load_class, training_load_score
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import SessionInput
from hakaru.running.session.summary import LoadBasis


@dataclass(frozen=True, kw_only=True)
class LoadNote:
    """Why a basis was passed over, or what to keep in mind about the one that was taken."""

    basis: LoadBasis
    problem: LoadProblem


@dataclass(frozen=True, kw_only=True)
class LoadFigures:
    """The load of one session. `training_load_score` None: no basis can be computed, or only with
    an intensity that nobody holds for so long.

    `sound` says that nothing speaks against the chosen basis. `notes` are those of the bases before
    it and its own. `trimp_score` None: heart rate, its bounds or the sex are not known.
    """

    training_load_score: float | None
    load_class: LoadClass | None
    basis: LoadBasis | None
    intensity_frac: float | None
    duration_s: float | None
    sound: bool
    notes: tuple[LoadNote, ...]
    trimp_score: float | None
    decoupling: Decoupling
    durability: tuple[Durability, ...]

    def durability_pct(self, after_s: float) -> float | None:
        """Change of metres per heartbeat after so many seconds (3600 or 5400); None: not run or
        not measured."""
        changes_pct = [
            part.efficiency_change_pct for part in self.durability if part.after_s == after_s
        ]
        return changes_pct[0] if changes_pct else None


def session_load(
    session: SessionInput, *, baselines: Mapping[MetricName, MetricBaseline] | None = None
) -> LoadFigures:
    """Load, decoupling and durability of one session.

    `baselines` (of the sensor that recorded it) let durability speak about form.
    """
    effort = read_effort(session)
    athlete, moments = session.athlete, read_moments(session, effort)
    intensities = (
        power_intensity(athlete, moments),
        pace_intensity(athlete, moments),
        heart_rate_intensity(athlete, moments),
    )
    chosen = choose_basis(intensities)
    score = None
    if chosen is not None and chosen.intensity_frac is not None:
        score = training_load_score(chosen.duration_s, chosen.intensity_frac)
    return LoadFigures(
        training_load_score=score,
        load_class=None if score is None else load_class(score),
        basis=None if chosen is None else chosen.basis,
        intensity_frac=None if chosen is None else chosen.intensity_frac,
        duration_s=None if chosen is None else chosen.duration_s,
        sound=chosen is not None and not chosen.doubt,
        notes=_notes(intensities, chosen),
        trimp_score=session_trimp_score(athlete, moments),
        decoupling=session_decoupling(session, effort),
        durability=session_durability(session, baselines=baselines, effort=effort),
    )


def choose_basis(intensities: tuple[Intensity, ...]) -> Intensity | None:
    """The usable one that least speaks against, of equals the first. None: none is usable."""
    usable = [intensity for intensity in intensities if intensity.usable]
    return min(usable, key=lambda intensity: intensity.doubt, default=None)


def _notes(intensities: tuple[Intensity, ...], chosen: Intensity | None) -> tuple[LoadNote, ...]:
    """The problems of every basis up to the chosen one; of all of them where the chosen one is not
    sound."""
    seen = intensities
    if chosen is not None and not chosen.doubt:
        seen = intensities[: intensities.index(chosen) + 1]
    return tuple(
        LoadNote(basis=intensity.basis, problem=problem)
        for intensity in seen
        for problem in intensity.problems
    )
