"""Was there a time without running, and how does one come back from it?

A rule of thumb, no law: the steps follow those that running books give for breaks of up to four
weeks, of four to eight weeks and of longer (Daniels' Running Formula has such a table); nobody has
tested them. Fitness at a heart rate fades within weeks (Mujika & Padilla 2000), so that paces from
before a long break no longer fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from hakaru.running.session.summary import SessionSummary

BREAK_DAYS = 14
"""So long without a run is a break, and not a rest."""
LONG_BREAK_DAYS = 28
"""After this long, a pace from before belongs to another heart rate."""
_VERY_LONG_DAYS = 56
_RETURN_MOST_DAYS = 63


@dataclass(frozen=True, kw_only=True)
class TrainingBreak:
    """`days` between two runs, or from the last run to today.

    `back_days` since the first run after it; None: there was none yet. `volume_frac` of the weeks
    before it is what the way back begins with or has come to, 0..1.
    """

    days: int
    back_days: int | None
    volume_frac: float

    @property
    def is_long(self) -> bool:
        """Whether paces from before it no longer fit."""
        return self.days >= LONG_BREAK_DAYS


def find_break(sessions: Sequence[SessionSummary], *, today: date) -> TrainingBreak | None:
    """The break that lasts, or whose return is not over; None: neither.

    Sessions in any order, those after `today` left out.
    """
    days = sorted({session.activity_date for session in sessions if session.activity_date <= today})
    if not days:
        return None
    lasting = (today - days[-1]).days
    if lasting >= BREAK_DAYS:
        return TrainingBreak(days=lasting, back_days=None, volume_frac=_steps(lasting)[0])
    for before, after in reversed(list(pairwise(days))):
        gap, back_days = (after - before).days, (today - after).days
        if gap >= BREAK_DAYS:
            return _returning(gap, back_days)
        if back_days > _RETURN_MOST_DAYS:
            return None
    return None


def _returning(gap: int, back_days: int) -> TrainingBreak | None:
    """As many days as the break lasted are the way back, nine weeks at most."""
    length = min(gap, _RETURN_MOST_DAYS)
    if back_days >= length:
        return None
    steps = _steps(gap)
    return TrainingBreak(
        days=gap, back_days=back_days, volume_frac=steps[len(steps) * back_days // length]
    )


def _steps(gap: int) -> tuple[float, ...]:
    """Shares of the volume before, each for an equal part of the way back."""
    if gap < LONG_BREAK_DAYS:
        return (0.5, 0.75)
    if gap < _VERY_LONG_DAYS:
        return (0.33, 0.5, 0.75)
    return (0.33, 0.5, 0.7)
