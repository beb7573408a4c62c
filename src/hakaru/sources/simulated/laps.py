"""Where does the watch end a lap, and what does it call it? Real habits: research data.md §0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hakaru.core.units import METRES_PER_KM
from hakaru.sources.simulated.motion import Pauses
from hakaru.sources.simulated.noise import FloatArray
from hakaru.sources.simulated.plan import PhaseRole, SessionKind
from hakaru.sources.simulated.recorded import IntensityMode, LapMode, RecordedLap
from hakaru.sources.simulated.totals import sum_up
from hakaru.sources.simulated.truth import TruePhase

_STEP_INTENSITY: dict[PhaseRole, str] = {
    "warmup": "warmup",
    "main": "active",
    "rep": "interval",
    "recovery": "recovery",
    "cooldown": "cooldown",
}
_SHORTEST_LAP_S = 2.0


@dataclass(frozen=True, kw_only=True)
class LapRule:
    """How the watch is set, and for which kind of session."""

    kind: SessionKind
    laps: LapMode
    intensity: IntensityMode


def cut_laps(
    columns: Mapping[str, FloatArray],
    pauses: Pauses,
    *,
    phases: Sequence[TruePhase],
    rule: LapRule,
    mass_kg: float,
) -> tuple[RecordedLap, ...]:
    """Laps in order, without gaps, from the start to the end of the run."""
    end_s = float(columns["elapsed_s"][-1])
    trigger, ends_s = _lap_ends_s(columns, phases, rule=rule)
    bounds_s = [0.0, *(at_s for at_s in ends_s if at_s <= end_s - _SHORTEST_LAP_S), end_s]
    return tuple(
        RecordedLap(
            start_elapsed_s=start_s,
            end_elapsed_s=at_s,
            trigger="session_end" if at_s == end_s else trigger,
            intensity=_intensity(rule.intensity, phases, start_s=start_s, end_s=at_s),
            totals=sum_up(columns, pauses, mass_kg=mass_kg, span_s=(start_s, at_s)),
        )
        for start_s, at_s in pairwise(bounds_s)
    )


def _lap_ends_s(
    columns: Mapping[str, FloatArray], phases: Sequence[TruePhase], *, rule: LapRule
) -> tuple[str, Sequence[float]]:
    """What ends the laps, and the elapsed seconds at which it does, the last lap left out."""
    if rule.laps == "none":
        return "session_end", ()
    if rule.laps == "manual" and rule.kind in {"interval", "tempo"}:
        return "manual", [phase.end_elapsed_s for phase in phases[:-1]]
    return "distance", _kilometres_s(columns)


def _kilometres_s(columns: Mapping[str, FloatArray]) -> list[float]:
    """The seconds in which a kilometre was completed."""
    distance_m = columns["distance_m"]
    marks_m = np.arange(METRES_PER_KM, distance_m[-1], METRES_PER_KM)
    at_s: list[float] = columns["elapsed_s"][np.searchsorted(distance_m, marks_m)].tolist()
    return at_s


def _intensity(
    mode: IntensityMode, phases: Sequence[TruePhase], *, start_s: float, end_s: float
) -> str | None:
    if mode != "structured":
        return None if mode == "none" else mode
    overlaps_s = [
        min(end_s, phase.end_elapsed_s) - max(start_s, phase.start_elapsed_s) for phase in phases
    ]
    return _STEP_INTENSITY[phases[int(np.argmax(overlaps_s))].role]
