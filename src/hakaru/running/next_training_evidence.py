"""What do this session and the weeks before it say for and against the kinds of training?

Thresholds of the requirement's table of next trainings, with its figures read as corrected:
utilisation from oxygen cost, power at equal pace on one device, shortening within the session.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from hakaru.running.athlete.known import is_circular
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.physiology.power import DECLINE_ACCEPTABLE_PCT
from hakaru.running.session.intervals import RETENTION_FINE_PCT
from hakaru.running.session.model import TrainingType
from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.figures import FIGURES, SideFigures
from hakaru.running.similar.tolerances import FAMILIES, TypeFamily
from hakaru.units import PERCENT, SECONDS_PER_DAY, SECONDS_PER_HOUR

ReasonCode = Literal[
    "vo2_utilisation_pct",
    "threshold_share_pct",
    "power_saved_w",
    "step_shortened_cm",
    "days_since_interval_days",
    "days_since_tempo_days",
    "hours_since_hard_h",
    "tsb_score",
]
"""What speaks for an option; the last word is the unit of its value."""

ObjectionCode = Literal[
    "hours_since_hard_h",
    "hard_sessions_in_week_n",
    "tsb_score",
    "heart_rate_retention_pct",
    "power_decline_pct",
    "load_unknown",
    "threshold_unknown",
    "few_sessions_n",
]
"""What speaks against an option, or is not known; the last word is the unit of its value."""

HARD_TYPES: frozenset[TrainingType] = frozenset({"tempo_threshold", "interval", "sprint"})

UTILISATION_MIN_PCT = 90.0
UTILISATION_MOST_PCT = 105.0
"""Nobody repeats far above VO2max: then the VO2max is too low, and says nothing about training."""
THRESHOLD_SHARE_MIN_PCT = 70.0
POWER_SAVED_MIN_W = 5.0
POWER_SESSIONS_MIN = 3
STEP_SHORTENED_MIN_CM = 3.0
WEEK_DAYS = 7.0
RECENT_DAYS = 56.0
"""What was not done in eight weeks is no habit that could be continued."""

REST_HOURS = 72.0
"""Recovery before the next hard session: the stricter end of the usual 48-72 hours, one figure
wherever it is named."""

HARD_PER_WEEK = 2
"""One tempo run and one interval session a week (the requirement's conditions of progress)."""

TSB_TIRED_SCORE = -30.0
"""Load of the last week above that of the last six by this much: usually called overreaching. It
describes, and predicts little."""

FEW_SESSIONS_N = 6
_EDGE = 1e-9


@dataclass(frozen=True, kw_only=True)
class Reason:
    """A figure that speaks for an option, and the threshold it was held against, in its unit."""

    code: ReasonCode
    value: float
    threshold: float


@dataclass(frozen=True, kw_only=True)
class Objection:
    """A figure that speaks against an option; both None: it is missing knowledge itself."""

    code: ObjectionCode
    value: float | None = None
    threshold: float | None = None


@dataclass(frozen=True, kw_only=True)
class NextQuestion:
    """What the options are built from.

    `recent`: sessions of the last weeks in any order; this one may be among them, later ones than
    `now` are ignored, and so are fragments. `tsb_score` None: load unknown. `power_device` by
    activity id, as in `SideFigures`. `zones` as the watch and the other figures of the session have
    them; None: by the athlete's own.
    """

    this: SessionSummary
    recent: Sequence[SessionSummary]
    athlete: Athlete
    now: datetime
    tsb_score: float | None = None
    power_device: Mapping[int, str] = field(default_factory=dict)
    zones: HeartRateZones | None = None

    @property
    def earlier(self) -> tuple[SessionSummary, ...]:
        """The sessions before this one within eight weeks, newest first."""
        return tuple(
            sorted(
                (
                    one
                    for one in self.recent
                    if one.activity_id != self.this.activity_id
                    and not one.is_fragment
                    and one.started_at < self.this.started_at
                    and _days_between(one, self.this) <= RECENT_DAYS
                ),
                key=lambda one: (one.started_at, one.activity_id),
                reverse=True,
            )
        )

    @property
    def newest_first(self) -> tuple[SessionSummary, ...]:
        """This session and those before it."""
        return (self.this, *self.earlier)

    def latest(self, family: TypeFamily) -> SessionSummary | None:
        """The newest session of a family within eight weeks; None: none."""
        return next(
            (one for one in self.newest_first if FAMILIES[one.training_type] == family), None
        )

    @property
    def latest_hard(self) -> SessionSummary | None:
        """The newest hard session within eight weeks; None: none."""
        return next((one for one in self.newest_first if one.training_type in HARD_TYPES), None)


def find_reasons(question: NextQuestion) -> tuple[Reason, ...]:
    """Every figure that passes its threshold, in the order of `ReasonCode`."""
    hours = hours_since_hard_h(question)
    found = (
        _at_least("vo2_utilisation_pct", _utilisation_pct(question), UTILISATION_MIN_PCT),
        _at_least("threshold_share_pct", _held_pct(question.this), THRESHOLD_SHARE_MIN_PCT),
        _at_least("power_saved_w", power_saved_w(question), POWER_SAVED_MIN_W),
        _at_least("step_shortened_cm", step_shortened_cm(question.this), STEP_SHORTENED_MIN_CM),
        _at_least("days_since_interval_days", _days_since(question, "interval"), WEEK_DAYS),
        _at_least("days_since_tempo_days", _days_since(question, "tempo"), WEEK_DAYS),
        _below("hours_since_hard_h", hours, REST_HOURS),
        _below("tsb_score", question.tsb_score, TSB_TIRED_SCORE),
    )
    return tuple(reason for reason in found if reason is not None)


def find_objections(question: NextQuestion) -> tuple[Objection, ...]:
    """What speaks against another hard session, and what is not known; most weighty first."""
    hours = hours_since_hard_h(question)
    found: list[Objection] = []
    if hours is not None and hours < REST_HOURS - _EDGE:
        found.append(Objection(code="hours_since_hard_h", value=hours, threshold=REST_HOURS))
    if question.tsb_score is not None and question.tsb_score < TSB_TIRED_SCORE - _EDGE:
        found.append(
            Objection(code="tsb_score", value=question.tsb_score, threshold=TSB_TIRED_SCORE)
        )
    n_hard = _hard_in_week(question)
    if n_hard >= HARD_PER_WEEK:
        found.append(
            Objection(
                code="hard_sessions_in_week_n", value=float(n_hard), threshold=float(HARD_PER_WEEK)
            )
        )
    if question.tsb_score is None:
        found.append(Objection(code="load_unknown"))
    if question.athlete.value("threshold_speed_mps") is None:
        found.append(Objection(code="threshold_unknown"))
    n_known = len(question.newest_first)
    if n_known < FEW_SESSIONS_N:
        found.append(
            Objection(code="few_sessions_n", value=float(n_known), threshold=float(FEW_SESSIONS_N))
        )
    return tuple(found)


def find_signs_of_strain(this: SessionSummary) -> tuple[Objection, ...]:
    """What in this session speaks against doing the same again: recovery too short, power lost."""
    figures: tuple[tuple[ObjectionCode, float | None, float], ...] = (
        ("heart_rate_retention_pct", this.heart_rate_retention_pct, RETENTION_FINE_PCT),
        ("power_decline_pct", this.power_decline_pct, DECLINE_ACCEPTABLE_PCT),
    )
    return tuple(
        Objection(code=code, value=value, threshold=limit)
        for code, value, limit in figures
        if value is not None and value > limit + _EDGE
    )


def hours_since_hard_h(question: NextQuestion) -> float | None:
    """Hours from the start of the last hard session to now; None: none in eight weeks."""
    hard = question.latest_hard
    if hard is None:
        return None
    return max(0.0, (question.now - hard.started_at).total_seconds() / SECONDS_PER_HOUR)


def power_saved_w(question: NextQuestion) -> float | None:
    """Power this session took less than the median of earlier ones of its family and terrain, on
    one device, at equal pace (+-3 %, the rest in proportion); None: fewer than three."""
    this, side = question.this, SideFigures(power_device=question.power_device)
    read = FIGURES["power_at_pace"].read
    own_w = read(this, this, side)
    earlier_w = [
        power_w
        for one in question.earlier
        if FAMILIES[one.training_type] == FAMILIES[this.training_type]
        and one.terrain == this.terrain
        and (power_w := read(this, one, side)) is not None
    ]
    if own_w is None or len(earlier_w) < POWER_SESSIONS_MIN:
        return None
    return statistics.median(earlier_w) - own_w


def step_shortened_cm(this: SessionSummary) -> float | None:
    """How much shorter the last part's steps were than the first part's; None: not measured."""
    decline_pct, mean_cm = this.step_length_decline_pct, this.target_step_length_cm
    if decline_pct is None or mean_cm is None:
        return None
    first_cm = mean_cm / (1.0 - decline_pct / (2.0 * PERCENT))
    return first_cm * decline_pct / PERCENT


def _utilisation_pct(question: NextQuestion) -> float | None:
    """That of repetitions, by a VO2max that threshold speed does not rest on, nor the other way
    round: else it only repeats how fast they were. None too where it is more than possible."""
    value_pct = question.this.vo2_utilisation_pct
    if value_pct is None or FAMILIES[question.this.training_type] != "interval":
        return None
    if value_pct > UTILISATION_MOST_PCT + _EDGE or is_circular(question.athlete):
        return None
    return value_pct


def _held_pct(this: SessionSummary) -> float | None:
    return this.threshold_share_pct if FAMILIES[this.training_type] == "tempo" else None


def _days_between(one: SessionSummary, later: SessionSummary) -> float:
    return (later.started_at - one.started_at).total_seconds() / SECONDS_PER_DAY


def _days_since(question: NextQuestion, family: TypeFamily) -> float | None:
    """Whole days from the last session of a family to this one; None: no habit, or this is it."""
    last = question.latest(family)
    if last is None or last.activity_id == question.this.activity_id:
        return None
    return float((question.this.activity_date - last.activity_date).days)


def _hard_in_week(question: NextQuestion) -> int:
    return sum(
        one.training_type in HARD_TYPES and _days_between(one, question.this) < WEEK_DAYS
        for one in question.newest_first
    )


def _at_least(code: ReasonCode, value: float | None, threshold: float) -> Reason | None:
    if value is None or value < threshold - _EDGE:
        return None
    return Reason(code=code, value=value, threshold=threshold)


def _below(code: ReasonCode, value: float | None, threshold: float) -> Reason | None:
    if value is None or value >= threshold - _EDGE:
        return None
    return Reason(code=code, value=value, threshold=threshold)
