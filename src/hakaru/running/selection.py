"""Which splits speak about form? One rule for learning a baseline and for judging a run.

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

from hakaru.running.splits import MIXED_SUMMARY_KINDS, SUMMARY_KINDS, Split
from hakaru.running.verdict import Selection

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
