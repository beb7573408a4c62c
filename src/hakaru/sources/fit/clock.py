"""When was each message written? Times of their own, and those packed into message headers.

A compressed header holds the lowest five bits of the time; the rest is that of the last time that
any message before it stated.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.definitions import TIMES_S, TIMESTAMP
from hakaru.sources.fit.groups import Group, OffsetArray
from hakaru.sources.fit.rows import rows_of

_IS_COMPRESSED, _LOW_BITS = 0x80, 0x1F


class HeaderTimes:
    """The times that compressed headers stand for."""

    def __init__(self, data: bytes, groups: Sequence[Group]) -> None:
        self._at, self._time_s = _header_times(data, groups)

    def fill(self, time_s: FloatArray, at: OffsetArray) -> None:
        """Complete the times of the messages at `at` where they state none (NaN)."""
        if not self._at.size:
            return
        places = np.searchsorted(self._at, at).clip(max=self._at.size - 1)
        fits = (self._at[places] == at) & np.isnan(time_s)
        time_s[fits] = self._time_s[places[fits]]

    def at(self, offset: int) -> float | None:
        """The time of one message; None where its header holds none."""
        place = int(np.searchsorted(self._at, offset))
        has_time = place < self._at.size and self._at[place] == offset
        return float(self._time_s[place]) if has_time else None


def _header_times(data: bytes, groups: Sequence[Group]) -> tuple[OffsetArray, FloatArray]:
    """Offsets of all messages with compressed headers, and their times in FIT seconds."""
    raw = np.frombuffer(data, dtype=np.uint8)
    at = np.sort(np.concatenate([np.empty(0, np.int64), *(group.at for group in groups)]))
    at = at[raw[at] >= _IS_COMPRESSED]
    if not at.size:
        return at, np.empty(0)
    anchor_at, anchor_s = _anchors(data, groups)
    low = (raw[at] & _LOW_BITS).astype(np.int64)
    before = np.searchsorted(anchor_at, at, side="right") - 1
    base_s = np.where(before >= 0, anchor_s[before], 0) if anchor_s.size else np.zeros_like(at)
    is_first = np.diff(before, prepend=-2) != 0
    previous = np.where(is_first, base_s & _LOW_BITS, np.roll(low, 1))
    steps_s = (low - previous) & _LOW_BITS
    since_start_s = np.cumsum(steps_s)
    first = np.maximum.accumulate(np.where(is_first, np.arange(at.size), 0))
    since_anchor_s = since_start_s - (since_start_s - steps_s)[first]
    return at, (base_s + since_anchor_s).astype(np.float64)


def _anchors(data: bytes, groups: Sequence[Group]) -> tuple[OffsetArray, OffsetArray]:
    """Offsets of all messages that state a time, and these times."""
    places, times_s = [np.empty(0, np.int64)], [np.empty(0)]
    for group in groups:
        field = group.definition.field(TIMESTAMP)
        if field is not None and field.is_one_number and group.offsets:
            places.append(group.at)
            times_s.append(rows_of(data, group, at=group.at).numbers(field))
    at, time_s = np.concatenate(places), np.concatenate(times_s)
    in_range = (time_s >= 0) & (time_s < TIMES_S)
    order = np.argsort(at[in_range], kind="stable")
    return at[in_range][order], time_s[in_range][order].astype(np.int64)
