"""What does a recording say about a session by itself, before anything is known of the athlete?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.running.activity import Recording
from hakaru.running.athlete.efforts import Effort, best_efforts
from hakaru.running.athlete.listed import listed_efforts
from hakaru.running.records import DistanceEffort, distance_efforts
from hakaru.running.session.figures import segment_figures
from hakaru.running.session.model import SegmentFigures, Structure
from hakaru.running.session.structure import find_structure


@dataclass(frozen=True, kw_only=True)
class Anatomy:
    """The parts of a session, what each showed, and the best efforts within it: over
    durations, and the fastest time over distances."""

    structure: Structure
    figures: tuple[SegmentFigures, ...]
    efforts: tuple[Effort, ...]
    distance_efforts: tuple[DistanceEffort, ...] = ()


def dissect(recording: Recording) -> Anatomy:
    """Structure, figures of its segments, best efforts: all from the recording alone."""
    structure = find_structure(recording)
    return Anatomy(
        structure=structure,
        figures=segment_figures(recording, structure),
        efforts=(*best_efforts(recording), *listed_efforts(recording)),
        distance_efforts=distance_efforts(recording),
    )
