"""Which records form one forward-running time line, and what was wrong with the others?

Nothing is re-timed: a record is kept with the time it has or left out. Records of the same second
complete each other, because some devices send one record per sensor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray, Issue
from hakaru.running.plausibility import leaps_between
from hakaru.sources.fit.columns import RELATIVE_BELOW_S
from hakaru.stats.series import longest_increasing

IndexArray = NDArray[np.int64]
_STRAY_MAX_RECORDS = 10
_STRAY_MAX_FRAC = 0.02
"""A few records a day or more away from all others are damage; more are a part of the run, whose
clock leapt (see `running.plausibility`)."""


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """`kept` indexes records whose times strictly increase. `twins` are the records that share
    their time with a kept one, `twin_of` the index of that one."""

    kept: IndexArray
    twins: IndexArray
    twin_of: IndexArray
    issues: tuple[Issue, ...]


def order_records(timestamp_s: FloatArray) -> Timeline:
    """The longest strictly increasing series of times, and an issue for whatever is not in it."""
    usable = np.flatnonzero(np.isfinite(timestamp_s))
    issues = []
    if usable.size < timestamp_s.size:
        n_missing = timestamp_s.size - usable.size
        issues.append(_issue("missing_timestamps", f"{n_missing} records have no time"))
    usable, n_early = _one_clock(timestamp_s, usable)
    if n_early:
        issues.append(_issue("mixed_clocks", f"{n_early} records from before the clock was set"))
    ordered = usable[longest_increasing(timestamp_s[usable])]
    ordered, n_far = _without_strays(timestamp_s, ordered)
    if n_far:
        issues.append(_issue("timestamp_jump", f"{n_far} records lie more than a day away"))
    twins, twin_of = _twins(timestamp_s, usable, ordered)
    if twins.size:
        issues.append(_issue("duplicate_timestamps", f"{twins.size} records repeat a time"))
    n_backward = int(usable.size - ordered.size - twins.size - n_far)
    if n_backward > 0:
        issues.append(_issue("backward_timestamps", f"{n_backward} records run backwards in time"))
    return Timeline(kept=ordered, twins=twins, twin_of=twin_of, issues=tuple(issues))


def _issue(code: str, message: str) -> Issue:
    return Issue(code=code, message=message)


def _one_clock(timestamp_s: FloatArray, usable: IndexArray) -> tuple[IndexArray, int]:
    """Without the records stamped before the device knew the date, if later ones do."""
    absolute = timestamp_s[usable] >= RELATIVE_BELOW_S
    if absolute.all() or not absolute.any():
        return usable, 0
    return usable[absolute], int((~absolute).sum())


def _without_strays(timestamp_s: FloatArray, ordered: IndexArray) -> tuple[IndexArray, int]:
    """The records without the few that lie far away in time, and how many those are."""
    breaks = np.flatnonzero(leaps_between(np.diff(timestamp_s[ordered]))) + 1
    if not breaks.size:
        return ordered, 0
    blocks = np.split(ordered, breaks)
    largest = max(len(block) for block in blocks)
    few = max(1.0, min(_STRAY_MAX_RECORDS, _STRAY_MAX_FRAC * largest))
    near = np.concatenate([block for block in blocks if len(block) > few or len(block) == largest])
    return near, int(ordered.size - near.size)


def _twins(
    timestamp_s: FloatArray, usable: IndexArray, ordered: IndexArray
) -> tuple[IndexArray, IndexArray]:
    if usable.size == ordered.size or not ordered.size:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    others = np.setdiff1d(usable, ordered)
    slots = np.searchsorted(timestamp_s[ordered], timestamp_s[others]).clip(max=ordered.size - 1)
    same = timestamp_s[ordered[slots]] == timestamp_s[others]
    return others[same], ordered[slots[same]]
