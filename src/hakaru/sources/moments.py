"""Which times and numbers can stand in a recording at all?

A damaged file can say any. What no watch writes is missing, so that nothing further down has to
compute with the year 1 or with 1e308.
"""

from __future__ import annotations

from datetime import datetime

EARLIEST_UNIX_S, LATEST_UNIX_S = 0.0, 4_102_444_800.0
"""1970 to 2100."""
LARGEST = 1e15
"""Beyond every quantity of an activity, in any unit; Unix milliseconds are at 2e12."""


def credible(moment: datetime | None) -> datetime | None:
    """An aware time, or None where it lies outside of what can be a recording's."""
    if moment is None or not EARLIEST_UNIX_S <= moment.timestamp() <= LATEST_UNIX_S:
        return None
    return moment
