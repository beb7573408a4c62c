"""How unusual is a figure among similar sessions, and is there enough to say so?

`p` is the share of a future of equally likely orders in which the figure would lie as far out: the
rank of this session among all of them (as in conformal prediction), which assumes nothing but that
they are exchangeable. Fewer than 39 cannot reach 5 % by rank; there, a figure must lie outside all
others *and* outside the prediction interval of a normal sample (Student's t).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.figures import (
    COMPARED,
    FIGURES,
    FigureName,
    FigureUnit,
    SideFigures,
)
from hakaru.running.similar.tolerances import FAMILIES
from hakaru.stats.robust import student_half_width

Unusual = Literal["usual", "unusual_low", "unusual_high", "too_few", "not_measured", "by_selection"]
"""`by_selection`: similar sessions were chosen by this figure, so it cannot stand out.
`not_measured`: this session has no such figure."""

ALPHA = 0.05
N_MIN = 4
SELECTED_BY: frozenset[FigureName] = frozenset({"pace"})
_EDGE = 1e-9


@dataclass(frozen=True, kw_only=True)
class FigureComparison:
    """One figure beside those of similar sessions, all in `unit`.

    `level` is their median, `delta` this minus it; `low`, `high` their range. `rank_share_frac` is
    the two-sided p described above, 0..1. None: nothing to compare.
    """

    name: FigureName
    unit: FigureUnit
    value: float | None
    n: int
    level: float | None
    low: float | None
    high: float | None
    delta: float | None
    rank_share_frac: float | None
    outcome: Unusual


def compare_figures(
    this: SessionSummary,
    similar: Sequence[SessionSummary],
    *,
    side: SideFigures | None = None,
    selected_by: frozenset[FigureName] = SELECTED_BY,
) -> tuple[FigureComparison, ...]:
    """The figures of this session's type among similar sessions (all that were found, not only the
    ten that are shown). `selected_by`: figures by which these were chosen."""
    known = SideFigures() if side is None else side
    return tuple(
        _compare(name, this, similar, side=known, selected_by=selected_by)
        for name in COMPARED[FAMILIES[this.training_type]]
    )


def rank_share(value: float, values: Sequence[float]) -> float:
    """Two-sided rank p of a value among others: 2 min(share at most, share at least), itself in."""
    below = sum(other <= value + _EDGE for other in values)
    above = sum(other >= value - _EDGE for other in values)
    return min(1.0, 2.0 * (1.0 + min(below, above)) / (len(values) + 1.0))


def judge_unusual(value: float, values: Sequence[float], *, slack: float) -> Unusual:
    """Whether a value stands out; differences below `slack` from the median never do."""
    if len(values) < N_MIN:
        return "too_few"
    delta = value - statistics.median(values)
    if abs(delta) < slack or not _is_out(value, values):
        return "usual"
    return "unusual_low" if delta < 0.0 else "unusual_high"


def _is_out(value: float, values: Sequence[float]) -> bool:
    n = len(values)
    if 2.0 / (n + 1.0) <= ALPHA + _EDGE:
        return rank_share(value, values) <= ALPHA + _EDGE
    if min(values) - _EDGE <= value <= max(values) + _EDGE:
        return False
    reach = student_half_width(1.0 - ALPHA, n - 1) * math.sqrt(1.0 + 1.0 / n)
    return abs(value - statistics.fmean(values)) > reach * statistics.stdev(values)


def _compare(
    name: FigureName,
    this: SessionSummary,
    similar: Sequence[SessionSummary],
    *,
    side: SideFigures,
    selected_by: frozenset[FigureName],
) -> FigureComparison:
    row = FIGURES[name]
    value = row.read(this, this, side)
    others = [
        figure for session in similar if (figure := row.read(this, session, side)) is not None
    ]
    level = statistics.median(others) if others else None
    both = None if value is None or level is None else (value, level)
    return FigureComparison(
        name=name,
        unit=row.unit,
        value=value,
        n=len(others),
        level=level,
        low=min(others, default=None),
        high=max(others, default=None),
        delta=None if both is None else both[0] - both[1],
        rank_share_frac=None if both is None else rank_share(both[0], others),
        outcome=_outcome(name, value, others, selected=name in selected_by),
    )


def _outcome(
    name: FigureName, value: float | None, values: Sequence[float], *, selected: bool
) -> Unusual:
    if value is None:
        return "not_measured"
    if len(values) < N_MIN:
        return "too_few"
    if selected:
        return "by_selection"
    return judge_unusual(value, values, slack=FIGURES[name].slack)
