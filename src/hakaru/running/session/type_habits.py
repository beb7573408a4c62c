"""How does this runner usually run when it is easy? What is long or slow depends on it."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from hakaru.running.session.model import TrainingType
from hakaru.running.session.summary import SessionSummary
from hakaru.running.session.type_table import LONG_LEAST_S, LONG_OF_USUAL, LONG_UNKNOWN_S

WINDOW_DAYS = 90
LEAST_RUNS = 3
LEAST_LENGTHS = 1
"""One easy run already says more about what is long than nothing: 70 min are asked for anyway."""
EASY_TYPES: frozenset[TrainingType] = frozenset(
    {"recovery", "aerobic_base", "low_moderate", "long_run", "unknown"}
)
"""Runs that make the habit. Those of unknown type count where nothing divides them: a runner of
whom nothing is known has no others, and most runs are easy."""
_SHORTER_SHARE = 1.0 / 3.0
"""Whatever they were called at the time, long runs are fewer than two thirds of the easy ones."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """Medians over the easy runs of the last 90 days before a day; None: too few of them.

    Long runs are not among them, by the rule that tells them and not by what they were called when
    little was known, nor are runs under five minutes. Speed and distance are those of runs that
    were not recovery, either.
    """

    n_easy_runs: int = 0
    median_easy_s: float | None = None
    median_easy_distance_m: float | None = None
    median_easy_speed_mps: float | None = None


def habits_on(day: date, sessions: Sequence[SessionSummary]) -> Habits:
    """The habits of a runner from sessions before `day`, in any order.

    Times are running times, speeds level speeds of equal cost where altitude is known.
    """
    easy = [session for session in sessions if _is_easy(session) and _is_recent(session, day)]
    usual = _without_long(easy)
    brisk = [session for session in easy if session.training_type != "recovery"]
    of_brisk = [session for session in usual if session.training_type != "recovery"]
    lengths = of_brisk if len(of_brisk) >= LEAST_LENGTHS else usual
    speeds = (
        session.running_speed_mps
        if session.grade_adjusted_speed_mps is None
        else session.grade_adjusted_speed_mps
        for session in brisk
    )
    return Habits(
        n_easy_runs=len(usual),
        median_easy_s=_median((session.length_s for session in lengths), least=LEAST_LENGTHS),
        median_easy_distance_m=_median(
            (session.distance_m for session in lengths), least=LEAST_LENGTHS
        ),
        median_easy_speed_mps=_median(speeds, least=LEAST_RUNS),
    )


def _without_long(easy: Sequence[SessionSummary]) -> Sequence[SessionSummary]:
    """The runs that are not long compared with the shorter third of them."""
    lengths_s = sorted(session.length_s for session in easy if session.length_s is not None)
    if not lengths_s:
        return ()
    shorter_s = lengths_s[int(_SHORTER_SHARE * (len(lengths_s) - 1))]
    limit_s = least_long_s(shorter_s)
    return [
        session for session in easy if session.length_s is not None and session.length_s < limit_s
    ]


def least_long_s(usual_s: float | None) -> float:
    """From which running time on an easy run is a long one; None: nothing usual is known."""
    return LONG_UNKNOWN_S if usual_s is None else max(LONG_LEAST_S, LONG_OF_USUAL * usual_s)


def _is_easy(session: SessionSummary) -> bool:
    if session.is_fragment:
        return False
    if session.training_type == "unknown":
        return session.form == "steady"
    return session.training_type in EASY_TYPES


def _is_recent(session: SessionSummary, day: date) -> bool:
    return 0 < (day - session.activity_date).days <= WINDOW_DAYS


def _median(values: Iterable[float | None], *, least: int) -> float | None:
    numbers = [value for value in values if value is not None]
    return statistics.median(numbers) if len(numbers) >= least else None
