"""Sessions as a runner would plan them: parts with a role, a length, a speed and a heart rate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hakaru.running.athlete.model import Athlete, HeartRateZones, Known, Origin, Quantity
from hakaru.running.session.model import (
    Criterion,
    CriterionName,
    Phase,
    Segment,
    SegmentFigures,
    SessionInput,
    Structure,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.splits import Role
from tests.running.factories import DAY, make_recording

EXAMPLE: dict[Quantity, float] = {
    "lt_heart_rate_bpm": 168.0,
    "heart_rate_max_bpm": 190.0,
    "threshold_speed_mps": 1000.0 / 275.0,
}
"""The runner whose figures the requirement quotes."""

ZONES = HeartRateZones(low_bpm=(95.0, 114.0, 133.0, 152.0, 171.0), basis="heart_rate_max")


@dataclass(frozen=True, kw_only=True)
class Part:
    """A stretch at one speed whose heart rate moves in a line from its start to its end."""

    role: Role
    duration_s: float
    speed_mps: float
    start_bpm: float | None = 140.0
    end_bpm: float | None = 140.0
    speed_change_mps: float = 0.0
    given: tuple[tuple[str, Any], ...] = ()


def make_athlete(
    known: Mapping[Quantity, float] | None = None, *, origin: Origin = "user"
) -> Athlete:
    """An athlete of whom exactly these quantities are known."""
    return Athlete(
        day=DAY,
        known={
            name: Known(value=value, origin=origin, method="stated")
            for name, value in (known or {}).items()
        },
    )


def example_athlete(origin: Origin = "user") -> Athlete:
    return make_athlete(EXAMPLE, origin=origin)


def make_figures(parts: tuple[Part, ...]) -> tuple[SegmentFigures, ...]:
    """The figures that the parts have by construction; recoveries carry the index before them."""
    found, at_s, rep = [], 0.0, 0
    for index, part in enumerate(parts):
        rep += part.role == "work"
        values: dict[str, Any] = {
            "segment_index": index,
            "role": part.role,
            "source": "speed",
            "rep_index": rep if part.role in ("work", "recovery") else None,
            "start_elapsed_s": at_s,
            "end_elapsed_s": at_s + part.duration_s,
            "distance_m": part.speed_mps * part.duration_s,
            "running_s": part.duration_s,
            "running_distance_m": part.speed_mps * part.duration_s,
            "speed_mps": part.speed_mps,
            "grade_adjusted_speed_mps": part.speed_mps,
            "heart_rate_start_bpm": part.start_bpm,
            "heart_rate_end_bpm": part.end_bpm,
            "heart_rate_bpm": None
            if part.start_bpm is None or part.end_bpm is None
            else (part.start_bpm + part.end_bpm) / 2.0,
            "grade_pct": 0.0,
        }
        found.append(SegmentFigures(**(values | dict(part.given))))
        at_s += part.duration_s
    return tuple(found)


def make_session(training_type: TrainingType, *parts: Part, **given: Any) -> SessionInput:
    """A recorded session of these parts at 1 Hz by the example runner."""
    figures = make_figures(parts)
    end_s = int(figures[-1].end_elapsed_s)
    elapsed_s = np.arange(end_s + 1, dtype=np.float64)
    speed_mps = np.zeros(elapsed_s.size)
    beats_bpm = np.full(elapsed_s.size, np.nan)
    for part, one in zip(parts, figures, strict=True):
        inside = (elapsed_s >= one.start_elapsed_s) & (elapsed_s <= one.end_elapsed_s)
        share = (elapsed_s[inside] - one.start_elapsed_s) / part.duration_s
        speed_mps[inside] = part.speed_mps + part.speed_change_mps * (share - 0.5)
        if part.start_bpm is not None and part.end_bpm is not None:
            beats_bpm[inside] = part.start_bpm + (part.end_bpm - part.start_bpm) * share
    series = {
        "elapsed_s": elapsed_s,
        "speed_mps": speed_mps,
        "distance_m": np.concatenate([[0.0], np.cumsum(speed_mps[1:])]),
        "heart_rate_bpm": beats_bpm,
        "cadence_spm": np.full(elapsed_s.size, 170.0),
    }
    segments = tuple(
        Segment(
            role=figure.role,
            start_elapsed_s=figure.start_elapsed_s,
            end_elapsed_s=figure.end_elapsed_s,
            source=figure.source,
            rep_index=figure.rep_index,
        )
        for figure in figures
    )
    values: dict[str, Any] = {
        "activity_id": 1,
        "recording": make_recording(series),
        "splits": (),
        "structure": Structure(form="steady", segments=segments, confidence_frac=1.0),
        "figures": figures,
        "athlete": example_athlete(),
        "zones": ZONES,
        "zone_s": None,
        "verdict": make_type(training_type),
    }
    return SessionInput(**(values | given))


def make_type(training_type: TrainingType) -> TypeVerdict:
    return TypeVerdict(training_type=training_type, source="user", confidence_frac=1.0)


def changed(part: Part, **given: Any) -> Part:
    """The same part with other values."""
    return replace(part, **given)


WARMUP_EASY = Part(role="warmup", duration_s=600.0, speed_mps=2.25, start_bpm=105.0, end_bpm=135.0)
MAIN_EASY = Part(role="main", duration_s=2400.0, speed_mps=2.7, start_bpm=136.0, end_bpm=146.0)
COOLDOWN_EASY = Part(
    role="cooldown", duration_s=600.0, speed_mps=2.1, start_bpm=140.0, end_bpm=122.0
)
WARMUP_HARD = Part(role="warmup", duration_s=800.0, speed_mps=2.4, start_bpm=105.0, end_bpm=145.0)
MAIN_TEMPO = Part(role="main", duration_s=1500.0, speed_mps=3.6, start_bpm=160.0, end_bpm=170.0)
COOLDOWN_HARD = Part(
    role="cooldown", duration_s=1000.0, speed_mps=2.1, start_bpm=150.0, end_bpm=130.0
)
WORK = Part(role="work", duration_s=220.0, speed_mps=4.5, start_bpm=165.0, end_bpm=175.0)
RECOVERY = Part(role="recovery", duration_s=120.0, speed_mps=2.4, start_bpm=175.0, end_bpm=135.0)


def easy_parts() -> tuple[Part, ...]:
    return WARMUP_EASY, MAIN_EASY, COOLDOWN_EASY


def tempo_parts() -> tuple[Part, ...]:
    return WARMUP_HARD, MAIN_TEMPO, COOLDOWN_HARD


def interval_parts(
    *speeds_mps: float, work: Part = WORK, recovery: Part = RECOVERY
) -> tuple[Part, ...]:
    """Warm-up, repetitions at these speeds with recoveries, cool-down."""
    reps = [
        part
        for speed_mps in speeds_mps or (4.5, 4.52, 4.48, 4.5, 4.51)
        for part in (replace(work, speed_mps=speed_mps), recovery)
    ]
    return WARMUP_HARD, *reps, COOLDOWN_HARD


def row(phases: tuple[Phase, ...], role: Role, name: CriterionName) -> Criterion:
    """One criterion of one phase."""
    phase = next(one for one in phases if one.role == role)
    return next(criterion for criterion in phase.criteria if criterion.name == name)
