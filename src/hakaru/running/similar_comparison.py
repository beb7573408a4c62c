"""How unusual a figure is among similar sessions, figure by figure.

Figures that depend on pace are brought to this session's pace first, or compared only where the
paces are equal.

`p` is the share of a future of equally likely orders in which the figure would lie as far out: the
rank of this session among all of them (as in conformal prediction), which assumes nothing but that
they are exchangeable. Fewer than 39 cannot reach 5 % by rank; there, a figure must lie outside all
others *and* outside the prediction interval of a normal sample (Student's t).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.session.model import SessionSummary
from hakaru.running.similar import ENOUGH, FAMILIES, TypeFamily, compared_pace_s_per_km
from hakaru.stats.robust import student_half_width

FigureName = Literal[
    "pace",
    "heart_rate_at_pace",
    "zone2_share",
    "form",
    "threshold_share",
    "pace_consistency",
    "heart_rate_retention",
    "heart_rate_rise",
    "power_at_pace",
]

FigureUnit = Literal["s_per_km", "bpm", "pct", "frac", "w", "score"]

LIKE_REP_RATIO = 1.25
"""Paces of repetitions are compared up to this ratio of their times."""

EQUAL_PACE_FRAC = 0.03
"""Powers are compared only within this difference of speed."""

HEART_RATE_PER_SPEED = 2.0 / 3.0
"""Relative change of heart rate per relative change of speed: what lies above rest grows in step
with speed (Swain 1998), and rest is about a third of the heart rate of a run."""


@frozen
class SideFigures:
    """What a summary does not hold, by activity id: overall form score 0-100, and the name of the
    device that measured power. An absent id: not known."""

    form_score: Mapping[int, float] = field(default_factory=dict)
    power_device: Mapping[int, str] = field(default_factory=dict)


class Figure(NamedTuple):
    """A row: its unit, the smallest difference worth a word (in that unit), and how to read it.

    `read(this, one, side)` gives the figure of `one` as it compares with `this`; None: it cannot be
    compared.
    """

    unit: FigureUnit
    slack: float
    read: Callable[[SessionSummary, SessionSummary, SideFigures], float | None]


def _pace(this: SessionSummary, other: SessionSummary, _: SideFigures) -> float | None:
    """Of repetitions only where they are about as long: 400 m are run faster than 1,600 m, and
    than a run without any."""
    if (this.rep_s is None) != (other.rep_s is None):
        return None
    if this.rep_s is not None and other.rep_s is not None:
        longer, shorter = max(this.rep_s, other.rep_s), min(this.rep_s, other.rep_s)
        if longer > LIKE_REP_RATIO * shorter:
            return None
    return compared_pace_s_per_km(other)


def _heart_rate(this: SessionSummary, other: SessionSummary, _: SideFigures) -> float | None:
    ratio = _speed_ratio(this, other)
    if ratio is None or other.target_heart_rate_bpm is None:
        return None
    return other.target_heart_rate_bpm * (1.0 + HEART_RATE_PER_SPEED * (ratio - 1.0))


def _zone2_share(_: SessionSummary, other: SessionSummary, __: SideFigures) -> float | None:
    zones = (other.zone1_s, other.zone2_s, other.zone3_s, other.zone4_s, other.zone5_s)
    known_s = [seconds for seconds in zones if seconds is not None]
    if other.zone2_s is None or not sum(known_s) > 0.0:
        return None
    return PERCENT * other.zone2_s / sum(known_s)


def _form(_: SessionSummary, other: SessionSummary, side: SideFigures) -> float | None:
    return side.form_score.get(other.activity_id)


def _power(this: SessionSummary, other: SessionSummary, side: SideFigures) -> float | None:
    """Only from the device that measured this session's power, and only at equal pace; the rest of
    the difference in speed is taken out in proportion."""
    ratio = _speed_ratio(this, other)
    device = side.power_device.get(this.activity_id)
    if ratio is None or device is None or side.power_device.get(other.activity_id) != device:
        return None
    if other.target_power_w is None or abs(ratio - 1.0) > EQUAL_PACE_FRAC + 1e-9:
        return None
    return other.target_power_w * ratio


def _speed_ratio(this: SessionSummary, other: SessionSummary) -> float | None:
    here, there = compared_pace_s_per_km(this), compared_pace_s_per_km(other)
    return None if here is None or there is None else there / here


FIGURES: Mapping[FigureName, Figure] = {
    "pace": Figure("s_per_km", 1.0, _pace),
    "heart_rate_at_pace": Figure("bpm", 1.0, _heart_rate),
    "zone2_share": Figure("pct", 1.0, _zone2_share),
    "form": Figure("score", 1.0, _form),
    "threshold_share": Figure("pct", 1.0, lambda _, other, __: other.threshold_share_pct),
    "pace_consistency": Figure("frac", 0.002, lambda _, other, __: other.target_cv_frac),
    "heart_rate_retention": Figure("pct", 0.5, lambda _, other, __: other.heart_rate_retention_pct),
    "heart_rate_rise": Figure("bpm", 1.0, lambda _, other, __: other.heart_rate_rise_bpm),
    "power_at_pace": Figure("w", 2.0, _power),
}

COMPARED: Mapping[TypeFamily, tuple[FigureName, ...]] = {
    "recovery": ("pace", "heart_rate_at_pace", "zone2_share"),
    "base": ("pace", "heart_rate_at_pace", "form", "power_at_pace"),
    "tempo": ("pace", "threshold_share", "pace_consistency", "power_at_pace"),
    "interval": (
        "pace",
        "pace_consistency",
        "heart_rate_retention",
        "heart_rate_rise",
        "power_at_pace",
    ),
    "trail": ("pace", "heart_rate_at_pace", "form"),
    "race": ("pace", "heart_rate_at_pace", "form", "power_at_pace"),
    "unknown": ("pace", "heart_rate_at_pace"),
}
"""Main figures of each type, in the order of the table of the requirement, power last."""


Unusual = Literal["usual", "unusual_low", "unusual_high", "too_few", "not_measured", "by_selection"]
"""`by_selection`: similar sessions were chosen by this figure, so it cannot stand out.
`not_measured`: this session has no such figure."""

ALPHA = 0.05
N_MIN = ENOUGH
SELECTED_BY: frozenset[FigureName] = frozenset({"pace"})
_EDGE = 1e-9


@frozen
class FigureComparison:
    """One figure beside those of similar sessions, all in `unit`.

    `level` is their median, `delta` this minus it; `low`, `high` their range. `rank_share_frac` is
    the two-sided p described above, 0..1. None: nothing to compare, or too few to say how far it
    lies from them.
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
    """The figures of this session's type among similar sessions (all that are alike enough, not
    only the ten that are shown). `selected_by`: figures by which these were chosen."""
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


def ranks_decide(n: int) -> bool:
    """Whether a rank among so many others can be rare enough to decide by itself."""
    return 2.0 / (n + 1.0) <= ALPHA + _EDGE


def _is_out(value: float, values: Sequence[float]) -> bool:
    n = len(values)
    if ranks_decide(n):
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
    both = None
    if value is not None and level is not None and len(others) >= N_MIN:
        both = (value, level)
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
