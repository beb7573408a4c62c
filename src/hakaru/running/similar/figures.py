"""Which figures of a session are compared with similar ones? One row per figure, a list per type.

Figures that depend on pace are brought to this session's pace first, or compared only where the
paces are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from hakaru.core.units import PERCENT
from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.search import compared_pace_s_per_km
from hakaru.running.similar.tolerances import TypeFamily

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
"""Powers are compared only within this difference of speed (resolutions row 24)."""

HEART_RATE_PER_SPEED = 2.0 / 3.0
"""Relative change of heart rate per relative change of speed: what lies above rest grows in step
with speed (Swain 1998), and rest is about a third of the heart rate of a run."""


@dataclass(frozen=True, kw_only=True)
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
    """Of repetitions only where they are about as long: 400 m are run faster than 1,600 m."""
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
