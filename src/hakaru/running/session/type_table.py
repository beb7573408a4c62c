"""Which shares of heart rate zones, and which intensities, belong to which kind of training?

Data only. The rows of shares are those of requirement T; they overlap (zone 2 is recovery and base,
zone 3 base and tempo, zone 4 tempo and interval), so their order matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.running.session.model import TrainingType
from hakaru.running.session.summary import FRAGMENT_S

CLASSIFIES_PCT = 60.0
ACHIEVED_PCT = 70.0
"""A share of 60 % says what a run is, one of 70 % that it did what it should (resolutions row 15).
"""


@dataclass(frozen=True, kw_only=True)
class ShareRow:
    """A type is possible where the zones from `first_zone` to `last_zone` (1..5) hold `least_pct`
    of the time in zones."""

    training_type: TrainingType
    first_zone: int
    last_zone: int
    least_pct: float


SHARE_TABLE: tuple[ShareRow, ...] = (
    ShareRow(training_type="aerobic_base", first_zone=2, last_zone=3, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="tempo_threshold", first_zone=3, last_zone=4, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="recovery", first_zone=1, last_zone=2, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="interval", first_zone=4, last_zone=5, least_pct=50.0),
)
"""In order of precedence. Of the rows that hold, the one with the largest share decides, which is
the one whose outer zone outweighs the other's; equal shares go to the row that comes first."""

CONTINUOUS_ROWS = tuple(row for row in SHARE_TABLE if row.training_type != "interval")
"""Without repetitions nothing is an interval training, however high the heart rate."""

Band = Literal["recovery", "aerobic_base", "tempo_threshold", "above"]
"""Intensities of running without repetitions; `above`: harder than a type without them allows."""

INTENSITY_BANDS: Mapping[Band, tuple[float, float]] = {
    "recovery": (0.0, 0.73),
    "aerobic_base": (0.73, 0.87),
    "tempo_threshold": (0.87, 1.06),
    "above": (1.06, float("inf")),
}
"""Half-open bands of speed relative to threshold speed, or of heart rate by its reserve. Easy
running is 59-74 % and threshold 83-88 % of VO2max (Daniels' Running Formula): as speeds about
0.71-0.86 and 0.95-1.0 of threshold speed; marathon pace, 0.87-0.96, trains the threshold."""

EASY_TYPES: frozenset[TrainingType] = frozenset({"recovery", "aerobic_base", "long_run"})

SHORT_WORK_S = 180.0
SHORT_WORK_LEAST, WORK_LEAST = 0.97, 0.90
"""Repetitions slower than this share of threshold speed are no interval training: walk breaks,
traffic, hills. The shorter they are, the faster they are run."""
CRUISE_REST_RATIO = 0.2
CRUISE_MOST = 1.04
"""Rests up to a fifth of the work, at threshold: cruise intervals (Daniels' Running Formula asks
for a minute of rest for five of work), which are threshold training."""
SPRINT_LONGEST_S = 35.0
SPRINT_LEAST = 1.25
BLOCK_SHORTEST_S = 480.0
"""A faster part shorter than 8 min (a quick last kilometre) leaves the run what it was."""
BLOCK_OF_REST_PCT = 116.0
"""A block this much faster than what surrounds it is meant, even where no threshold is known."""

SHORTEST_SESSION_S = FRAGMENT_S
"""Less is no training of any kind, and no measure for others."""

RUN_LEAST_FRAC = 0.5
"""Of the active time: who runs less of it was on a walk."""

LONG_OF_USUAL = 1.5
LONG_LEAST_S = 70.0 * SECONDS_PER_MINUTE
LONG_UNKNOWN_S = 90.0 * SECONDS_PER_MINUTE
"""A long run is 1.5 x the usual easy run and 70 min, or 90 min where habits are unknown."""
TEMPO_LONGEST_S = 75.0 * SECONDS_PER_MINUTE
FAST_LONGEST_S = 20.0 * SECONDS_PER_MINUTE
"""Threshold intensity lasts about an hour, more than that for some 20 min: what is longer
was probably easier than it looks."""

EvidenceCode = Literal[
    "reps_n",
    "rep_duration_s",
    "work_of_threshold_pct",
    "main_of_threshold_pct",
    "speed_of_threshold_pct",
    "heart_rate_of_threshold_pct",
    "heart_rate_bpm",
    "zone_1_2_share_pct",
    "zone_2_3_share_pct",
    "zone_3_4_share_pct",
    "zone_4_5_share_pct",
    "block_of_rest_pct",
    "running_s",
    "of_usual_length_pct",
    "climb_per_km_m",
    "walked_share_pct",
    "race_distance_m",
    "of_best_speed_pct",
]
"""What the evidence of a verdict is called; worded by the tables of texts."""

SHARE_CODES: Mapping[int, EvidenceCode] = {
    1: "zone_1_2_share_pct",
    2: "zone_2_3_share_pct",
    3: "zone_3_4_share_pct",
    4: "zone_4_5_share_pct",
}
"""By the first zone of a row."""


def work_least(rep_s: float) -> float:
    """The share of threshold speed from which repetitions of that length are a training."""
    return SHORT_WORK_LEAST if rep_s < SHORT_WORK_S else WORK_LEAST
