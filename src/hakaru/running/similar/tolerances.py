"""How far may a session differ and still be called similar? In real units, one row per type.

`required` filters, `recommended` ranks (resolutions rows 26 and 27).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from hakaru.core.errors import BadArgument
from hakaru.running.session.model import TrainingType

TermName = Literal["distance", "pace", "terrain", "reps", "rep_distance", "rep_time"]
FilterName = Literal["type", "distance", "pace", "terrain"]
StepName = Literal[
    "as_asked", "any_pace", "any_terrain", "wider", "much_wider", "same_kind", "near_kind"
]
STEPS: tuple[StepName, ...] = get_args(StepName)
"""How far what may differ was widened, in this order."""
TypeFamily = Literal["recovery", "base", "tempo", "interval", "trail", "race", "unknown"]


@dataclass(frozen=True, kw_only=True)
class Tolerance:
    """What may differ. `distance_frac` None: distance neither filters nor ranks.

    `pace_tolerance_s_per_km` is in seconds per km. The share 0.25 or 15 seconds written as minutes
    are both below 1, and are refused: a fraction is not accepted silently.

    Raises:
        BadArgument: pace below 1 s/km, or distance not within 0..1.
    """

    pace_tolerance_s_per_km: float
    distance_frac: float | None
    terrain: Literal["required", "recommended"]

    def __post_init__(self) -> None:
        if not 1.0 <= self.pace_tolerance_s_per_km <= 600.0:
            raise BadArgument(
                "pace_tolerance_s_per_km",
                self.pace_tolerance_s_per_km,
                "a number of seconds per km from 1 to 600 (neither minutes nor a fraction)",
            )
        if self.distance_frac is not None and not 0.0 < self.distance_frac <= 1.0:
            raise BadArgument(
                "distance_frac", self.distance_frac, "a share above 0 and at most 1 (0.1 is 10 %)"
            )


FAMILIES: Mapping[TrainingType, TypeFamily] = {
    "recovery": "recovery",
    "low_moderate": "base",
    "aerobic_base": "base",
    "long_run": "base",
    "tempo_threshold": "tempo",
    "interval": "interval",
    "sprint": "interval",
    "trail": "trail",
    "race": "race",
    "unknown": "unknown",
}
"""Types that are compared with each other; a long run is a base run of another length."""

TOLERANCES: Mapping[TypeFamily, Tolerance] = {
    "recovery": Tolerance(pace_tolerance_s_per_km=15.0, distance_frac=0.15, terrain="recommended"),
    "base": Tolerance(pace_tolerance_s_per_km=10.0, distance_frac=0.10, terrain="recommended"),
    "tempo": Tolerance(pace_tolerance_s_per_km=5.0, distance_frac=0.10, terrain="required"),
    "interval": Tolerance(pace_tolerance_s_per_km=3.0, distance_frac=None, terrain="required"),
    "trail": Tolerance(pace_tolerance_s_per_km=30.0, distance_frac=0.20, terrain="recommended"),
    "race": Tolerance(pace_tolerance_s_per_km=15.0, distance_frac=0.05, terrain="recommended"),
    "unknown": Tolerance(pace_tolerance_s_per_km=10.0, distance_frac=0.10, terrain="recommended"),
}
"""Number and length of repetitions take the place of distance for intervals, as ranked terms."""

REPS_TOLERANCE = 1.0
REP_LENGTH_TOLERANCE_FRAC = 0.10
"""At these differences a ranked term is worth half."""
