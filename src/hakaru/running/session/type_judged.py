"""What is the type of a run decided from, and which part of the run is judged?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hakaru.core.units import PERCENT
from hakaru.running.athlete.model import Athlete
from hakaru.running.athlete.zones import ZoneSeconds, zone_shares_pct
from hakaru.running.session import type_table as table
from hakaru.running.session.model import SegmentFigures, Structure
from hakaru.running.session.type_habits import Habits
from hakaru.running.session.type_intensity import Intensity, Part, intensity_of, part_of


@dataclass(frozen=True, kw_only=True)
class Whole:
    """The run as a whole, standing included: active time (pauses and gaps are none), and mean
    heart rate over it (None: not measured)."""

    active_s: float
    heart_rate_bpm: float | None = None


@dataclass(frozen=True, kw_only=True)
class TypeQuestion:
    """What the type is decided from.

    `zone_s` is time in heart rate zones 1..5 of the whole run, `main_zone_s` of its main or work
    segments; None without heart rate or zones. `whole` None: only a summary was recorded.
    """

    structure: Structure
    figures: tuple[SegmentFigures, ...]
    athlete: Athlete
    zone_s: ZoneSeconds | None = None
    main_zone_s: ZoneSeconds | None = None
    habits: Habits = field(default_factory=Habits)
    whole: Whole | None = None

    @property
    def active_s(self) -> float:
        """Active time; of a summary the time of its laps."""
        if self.whole is not None:
            return self.whole.active_s
        return math.fsum(figure.running_s or figure.duration_s for figure in self.figures)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The part of a run that is not made of repetitions, and what it is judged by."""

    part: Part
    whole: Part
    intensity: Intensity | None
    shares_pct: ZoneSeconds | None
    block_of_rest_pct: float | None
    structure: Structure
    habits: Habits

    @property
    def has_block(self) -> bool:
        """Whether a sustained part is faster than what surrounds it by more than mood."""
        return (
            self.block_of_rest_pct is not None and self.block_of_rest_pct >= table.BLOCK_OF_REST_PCT
        )


def judged_part(question: TypeQuestion) -> Judged:
    """The main part of a steady run or of a long enough block, else the run as a whole."""
    main = part_of([figure for figure in question.figures if figure.role == "main"])
    whole = _whole_part(question)
    form = question.structure.form
    takes_main = form == "steady" or (form == "block" and main.running_s >= table.BLOCK_SHORTEST_S)
    part = main if takes_main and main.running_s > 0.0 else whole
    zone_s = question.main_zone_s if part is main else question.zone_s
    return Judged(
        part=part,
        whole=whole,
        intensity=intensity_of(part, athlete=question.athlete, habits=question.habits),
        shares_pct=None if zone_s is None else zone_shares_pct(zone_s),
        block_of_rest_pct=_block_of_rest_pct(question, main)
        if form == "block" and takes_main
        else None,
        structure=question.structure,
        habits=question.habits,
    )


def _whole_part(question: TypeQuestion) -> Part:
    """Where neither speed nor distance was measured (a treadmill without a foot pod), nobody can
    say when the runner ran: active time and the heart rate over it stand for it."""
    moved_m = math.fsum(figure.distance_m for figure in question.figures)
    if question.whole is None or moved_m > 0.0:
        return part_of(question.figures)
    return Part(
        running_s=question.whole.active_s,
        speed_mps=None,
        heart_rate_bpm=question.whole.heart_rate_bpm,
    )


def _block_of_rest_pct(question: TypeQuestion, main: Part) -> float | None:
    """Speed of the block in percent of what surrounds it; None: nothing does."""
    around = part_of([figure for figure in question.figures if figure.role != "main"])
    if main.speed_mps is None or around.speed_mps is None:
        return None
    return PERCENT * main.speed_mps / around.speed_mps
