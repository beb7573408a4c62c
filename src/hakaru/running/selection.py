"""Which splits speak about form? One rule for learning a baseline and for judging a run.

A split counts when it is long enough (>= 400 m and >= 60 s of running), has a speed and a form
metric, and is flat (|grade| <= 2 %). Learning and judging use the same flat rule, so that a run is
compared with what was learned from runs of its kind; a hill says little about form until there is
a personal grade term. An unknown grade (no altimeter, a treadmill) counts as flat.

Judging alone has two fallbacks, named in the verdict, so that a hilly or a very short run is not
left without an answer. Nothing is ever learned from what they let in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hakaru.running.splits import Split
from hakaru.running.verdict import Selection

FULL_DISTANCE_M = 400.0
FULL_RUNNING_S = 60.0
FLAT_GRADE_PCT = 2.0

Predicate = Callable[[Split], bool]


def has_form(split: Split) -> bool:
    """True when the split has a speed and at least one scored metric."""
    measured = (split.gct_ms, split.vo_cm, split.vr_pct)
    return split.speed_mps is not None and any(value is not None for value in measured)


def is_full(split: Split) -> bool:
    """True unless the split is a fragment, too short to average out the noise."""
    return split.running_distance_m >= FULL_DISTANCE_M and split.running_s >= FULL_RUNNING_S


def is_flat(split: Split) -> bool:
    """True when the net grade is within 2 %, or unknown."""
    return split.grade_pct is None or abs(split.grade_pct) <= FLAT_GRADE_PCT


def select_for_training(
    splits: Iterable[Split], *, role: Predicate | None = None
) -> tuple[Split, ...]:
    """The full, flat splits with form metrics, in their order.

    `role` lets only some splits in (a warm-up or a recovery jog may be left out); None: all.
    """
    return tuple(
        split
        for split in splits
        if has_form(split) and is_full(split) and is_flat(split) and (role is None or role(split))
    )


def select_for_verdict(
    splits: Iterable[Split], *, role: Predicate | None = None
) -> tuple[tuple[Split, ...], Selection]:
    """The splits that are judged, in the order of the run, and how they were chosen.

    First those of `select_for_training`; if there are none, all full ones whatever their grade; if
    there are none either, everything that was run. The first part is empty when the run carries no
    form metric.
    """
    measured = sorted(filter(has_form, splits), key=lambda split: split.split_index)
    chosen = select_for_training(measured, role=role)
    if chosen:
        return chosen, "flat_splits"
    full = tuple(split for split in measured if is_full(split) and (role is None or role(split)))
    if full:
        return full, "all_splits"
    return tuple(split for split in measured if split.running_s > 0.0), "running_samples"
