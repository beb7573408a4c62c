"""What is a split of a run, computed from running samples only? (research data.md §3, trap 8)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["warmup", "main", "work", "recovery", "cooldown"]
"""What a stretch of a run is for."""

SplitKind = Literal["lap", "km", "segment", "summary", "hilly_summary", "unknown_summary"]
"""Where a split comes from: a lap, a kilometre or a segment of the samples; or averages that the
device reported of a recording without samples, which may hide climbs (`running.reported`)."""

SUMMARY_KINDS: frozenset[SplitKind] = frozenset({"summary", "hilly_summary", "unknown_summary"})
MIXED_SUMMARY_KINDS: frozenset[SplitKind] = frozenset({"hilly_summary", "unknown_summary"})
"""Averages over climbs, or over nobody knows what: they say too little about form."""

RoleSource = Literal["workout_step", "lap_label", "lap_speed", "speed", "heart_rate", "whole_run"]
"""How a role was decided: steps of the planned workout, labels of laps that differ, speeds of laps,
change points of the speed trace, heart rate at its ends, or because nothing divides the run."""

MOSTLY_RUN_FRAC = 0.5
"""Of a stretch that was run for less, the speed while running says little: it was a walk."""

FORM_MIN_S = 30.0
"""Contact time, cadence and power of fewer running seconds are those of starting and stopping."""

STANDING_MPS = 0.5
"""Slower than this over a whole stretch is standing while the position drifts."""

MEAN_COLUMNS: tuple[str, ...] = (
    "heart_rate_bpm",
    "cadence_spm",
    "power_w",
    "gct_ms",
    "vo_cm",
    "vr_pct",
    "gct_balance_left_pct",
    "step_length_cm",
    "temperature_c",
)
"""The fields of a split that are means of the series column of the same name."""


class Stretch:
    """A part of a run that was run, walked or stood: what both splits and segments can be asked."""

    start_elapsed_s: float
    end_elapsed_s: float
    distance_m: float
    running_s: float
    speed_mps: float | None
    role: Role | None

    @property
    def duration_s(self) -> float:
        """Elapsed time, standing included."""
        return self.end_elapsed_s - self.start_elapsed_s

    @property
    def is_mostly_run(self) -> bool:
        """Whether at least half of its time was run."""
        return mostly_run(self.running_s, self.duration_s)

    @property
    def covered_speed_mps(self) -> float | None:
        """Distance over elapsed time, walking and standing included; None: it was stood."""
        return covered_mps(self.distance_m, self.duration_s)

    @property
    def stretch_speed_mps(self) -> float | None:
        """The speed that speaks for all of it: while running where it was mostly run."""
        return self.speed_mps if self.is_mostly_run else self.covered_speed_mps

    @property
    def says_form(self) -> bool:
        """Whether enough of it was run for contact time, cadence and power to mean something."""
        return self.role == "work" or self.running_s >= FORM_MIN_S


@dataclass(frozen=True, kw_only=True)
class Split(Stretch):
    """One lap, kilometre or segment (a repetition, a jog, a part of a warm-up) of a run.

    Metrics are means over *running* samples (speed > 1.7 m/s, cadence > 130 spm, value in its
    physical window), weighted by time; None where no valid sample exists. `speed_mps` is running
    distance over running time, so that standing at a light does not slow the runner down.
    `grade_pct` is net rise over distance, None without elevation. `coverage_frac` is the share of
    running time that carries a contact time (0..1). `role` is the one most of it belongs to,
    `rep_index` counts repetitions from 1; `is_target` says whether it speaks for the session (form
    is learned and judged on those), None before the session was understood.

    >>> from hakaru import api
    >>> kilometre = api.Split(
    ...     split_index=1, kind="km", start_elapsed_s=0.0, end_elapsed_s=330.0, distance_m=1000.0,
    ...     running_s=320.0, running_distance_m=990.0, speed_mps=990.0 / 320.0, gct_ms=268.0,
    ... )
    >>> kilometre.duration_s, kilometre.is_mostly_run, round(kilometre.covered_speed_mps, 2)
    (330.0, True, 3.03)
    """

    split_index: int
    kind: SplitKind
    start_elapsed_s: float
    end_elapsed_s: float
    distance_m: float
    running_s: float
    running_distance_m: float
    speed_mps: float | None
    heart_rate_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    gct_ms: float | None = None
    vo_cm: float | None = None
    vr_pct: float | None = None
    gct_balance_left_pct: float | None = None
    step_length_cm: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    grade_pct: float | None = None
    temperature_c: float | None = None
    coverage_frac: float = 0.0
    intensity: str | None = None
    trigger: str | None = None
    role: Role | None = None
    role_source: RoleSource | None = None
    rep_index: int | None = None
    is_target: bool | None = None


def mostly_run(running_s: float, duration_s: float) -> bool:
    """Whether at least half of a stretch was run."""
    return running_s >= MOSTLY_RUN_FRAC * duration_s


def covered_mps(distance_m: float, duration_s: float) -> float | None:
    """Distance over elapsed time; None below `STANDING_MPS` or without any time."""
    if not duration_s > 0.0 or distance_m < STANDING_MPS * duration_s:
        return None
    return distance_m / duration_s
