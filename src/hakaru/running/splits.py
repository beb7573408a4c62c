"""Splits of a run, and which of them speak about form.

A split counts when it belongs to what the session is judged by (`is_target`: the repetitions of
an interval session, the main part of a tempo run, else everything), is long enough (>= 400 m and
>= 60 s of running, or a repetition of >= 30 s: that is a whole effort and no leftover), has a
speed and a form metric, and is flat (|grade| <= 2 %). Learning and judging use the same rule, so
that a run is compared with what was learned from runs of its kind; a hill says little about form
until there is a personal grade term. An unknown grade (no altimeter, a treadmill) counts as flat.

Judging alone has fallbacks, named in the verdict, so that a hilly or a very short run is not left
without an answer. Nothing is ever learned from what they let in, and nothing from the averages of
a recording without samples that hide climbs: those are shown and not rated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from hakaru.records import frozen
from hakaru.running.verdict import Selection

Role = Literal["warmup", "main", "work", "recovery", "cooldown"]
"""What a stretch of a run is for."""

SplitKind = Literal["lap", "km", "segment", "summary", "hilly_summary", "unknown_summary"]
"""Where a split comes from: a lap, a kilometre or a segment of the samples; or averages that the
device reported of a recording without samples, which may hide climbs (`running.spans`)."""

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


@frozen
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


FULL_DISTANCE_M = 400.0
FULL_RUNNING_S = 60.0
REPETITION_RUNNING_S = 30.0
FLAT_GRADE_PCT = 2.0


def has_form(split: Split) -> bool:
    """True when the split has a speed and at least one scored metric."""
    measured = (split.gct_ms, split.vo_cm, split.vr_pct)
    return split.speed_mps is not None and any(value is not None for value in measured)


def is_full(split: Split) -> bool:
    """True unless the split is a fragment, too short to average out the noise."""
    if is_repetition(split):
        return split.running_s >= REPETITION_RUNNING_S
    return split.running_distance_m >= FULL_DISTANCE_M and split.running_s >= FULL_RUNNING_S


def is_repetition(split: Split) -> bool:
    """True for work of an interval session."""
    return split.role == "work" and split.rep_index is not None


def is_flat(split: Split) -> bool:
    """True when the net grade is within 2 %, or unknown, and no average hides climbs."""
    return split.kind not in MIXED_SUMMARY_KINDS and _within_flat_grade(split)


def _within_flat_grade(split: Split) -> bool:
    return split.grade_pct is None or abs(split.grade_pct) <= FLAT_GRADE_PCT


def is_target(split: Split) -> bool:
    """True unless the session is judged by other splits; a session not understood is all target."""
    return split.is_target is not False


def select_for_training(splits: Iterable[Split]) -> tuple[Split, ...]:
    """The full, flat target splits with form metrics, in their order."""
    return tuple(
        split
        for split in splits
        if is_target(split) and has_form(split) and is_full(split) and is_flat(split)
    )


def select_for_verdict(splits: Iterable[Split]) -> tuple[tuple[Split, ...], Selection]:
    """The splits that are judged, in the order of the run, and how they were chosen.

    First those of `select_for_training`; if there are none, all full targets whatever their grade;
    then everything that was run within the targets; then, where no target carries a form metric,
    the same without regard to targets. The first part is empty when the run carries no form metric.
    Of a recording without samples these are rows of its summary, and called so.
    """
    measured = sorted(filter(has_form, splits), key=lambda split: split.split_index)
    targets = [split for split in measured if is_target(split) and split.running_s > 0.0]
    pool = targets or [split for split in measured if split.running_s > 0.0]
    full = tuple(filter(is_full, pool))
    flat = tuple(filter(is_flat, full))
    if any(split.kind in SUMMARY_KINDS for split in pool):
        return _of_summary(flat, full or tuple(pool))
    if flat:
        return flat, "flat_splits"
    if full:
        return full, "all_splits"
    return tuple(pool), "running_samples"


def sensor_coverage_frac(splits: Iterable[Split]) -> float | None:
    """Share (0..1) of the running time of the targets that carries a contact time.

    Splits without form count as well: a strap that fell silent after a kilometre covers a tenth of
    ten. None: the share is not known, because there is no contact time at all (another sensor's
    oscillation alone) or nobody counted (a share of 0 beside a contact time).
    """
    run = [split for split in splits if split.running_s > 0.0]
    pool = [split for split in run if is_target(split)] or run
    measured = [split for split in pool if split.gct_ms is not None]
    if not measured or any(split.coverage_frac <= 0.0 for split in measured):
        return None
    covered_s = math.fsum(split.coverage_frac * split.running_s for split in pool)
    return covered_s / math.fsum(split.running_s for split in pool)


def _of_summary(
    flat: tuple[Split, ...], rows: tuple[Split, ...]
) -> tuple[tuple[Split, ...], Selection]:
    """Rows of a recording without samples: the flat ones; without any, all, and why they say
    little."""
    if flat:
        return flat, "summary"
    if any(split.kind == "hilly_summary" or not _within_flat_grade(split) for split in rows):
        return rows, "hilly_summary"
    unknown = any(split.kind == "unknown_summary" for split in rows)
    return rows, "unknown_summary" if unknown else "summary"
