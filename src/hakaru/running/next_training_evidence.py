"""Evidence of a session and the weeks before it for and against the kinds of training.

Thresholds of the requirement's table of next trainings, with its figures read as corrected:
utilisation from oxygen cost, power at equal pace on one device, shortening within the session.

A rule of thumb, no law: the steps follow those that running books give for breaks of up to four
weeks, of four to eight weeks and of longer (Daniels' Running Formula has such a table); nobody has
tested them. Fitness at a heart rate fades within weeks (Mujika & Padilla 2000), so that paces from
before a long break no longer fit.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Literal

from hakaru.core.units import PERCENT, SECONDS_PER_DAY, SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.athlete.known import is_circular
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.comeback import BREAK_DAYS_LEAST, days_without
from hakaru.running.effort_relation import EffortRelation
from hakaru.running.load import LATELY_MARGIN_FRAC
from hakaru.running.physiology.power import DECLINE_ACCEPTABLE_PCT
from hakaru.running.session.intervals import RETENTION_FINE_PCT
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.running.similar import FAMILIES, TypeFamily
from hakaru.running.similar_comparison import FIGURES, SideFigures

LONG_BREAK_DAYS = 28
"""After this long, a pace from before belongs to another heart rate."""
_VERY_LONG_DAYS = 56
_RETURN_MOST_DAYS = 63


@frozen
class TrainingBreak:
    """`days` without a run between two runs, or between the last run and today.

    `back_days` since the first run after it; None: there was none yet. `volume_frac` of the weeks
    before it is what the way back begins with or has come to, 0..1.
    """

    days: int
    back_days: int | None
    volume_frac: float

    @property
    def last_before_days(self) -> int:
        """How many days ago the last run before it was."""
        return self.days + 1 + (self.back_days or 0)

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
    lasting = days_without(days[-1], today)
    if lasting >= BREAK_DAYS_LEAST:
        return TrainingBreak(days=lasting, back_days=None, volume_frac=_steps(lasting)[0])
    for before, after in reversed(list(pairwise(days))):
        gap, back_days = days_without(before, after), (today - after).days
        if gap >= BREAK_DAYS_LEAST:
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


ReasonCode = Literal[
    "vo2_utilisation_pct",
    "threshold_share_pct",
    "power_saved_w",
    "step_shortened_cm",
    "days_since_interval_days",
    "days_since_tempo_days",
    "days_since_long_days",
    "no_interval_days",
    "no_tempo_days",
    "no_long_days",
    "hours_since_hard_h",
    "tsb_score",
    "after_break_days",
]
"""What speaks for an option; the last word is the unit of its value. `no_*`: there was none within
so many days."""

ObjectionCode = Literal[
    "hours_since_hard_h",
    "hard_sessions_in_week_n",
    "tsb_score",
    "week_volume_pct",
    "after_break_days",
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
LONG_EVERY_DAYS = 6.0
"""One long run a week; a day earlier than last week is the same week's."""
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
REGULAR_DAYS = 28.0
REGULAR_SESSIONS_N = 6
"""So many runs in four weeks are regular running: then a kind that was never run can be begun."""
WEEK_VOLUME_MAX_PCT = PERCENT * (1.0 + LATELY_MARGIN_FRAC)
"""Of the four weeks before. A rule of thumb: no threshold was found that predicts injury."""
VOLUME_WEEKS = 4
_EDGE = 1e-9


@frozen
class Reason:
    """A figure that speaks for an option, and the threshold it was held against, in its unit."""

    code: ReasonCode
    value: float
    threshold: float


@frozen
class Objection:
    """A figure that speaks against an option; both None: it is missing knowledge itself."""

    code: ObjectionCode
    value: float | None = None
    threshold: float | None = None


@frozen
class NextQuestion:
    """What the options are built from.

    `recent`: earlier sessions in any order, those of a year where a break is to be seen; this one
    may be among them, later ones are ignored, and so are fragments. `day`: the local day of `now`;
    None: that of `now` as it stands. `tsb_score` None: load unknown. `power_device` by activity id,
    as in `SideFigures`. `zones` as the watch and the other figures of the session have them; None:
    by the athlete's own. `relation` of pace and heart rate; None: too few runs with both.
    """

    this: SessionSummary
    recent: Sequence[SessionSummary]
    athlete: Athlete
    now: datetime
    tsb_score: float | None = None
    power_device: Mapping[int, str] = field(default_factory=dict)
    zones: HeartRateZones | None = None
    relation: EffortRelation | None = None
    day: date | None = None

    @property
    def today(self) -> date:
        """The day that is asked for, never one before this session."""
        return max(self.day or self.now.date(), self.this.activity_date)

    @cached_property
    def sessions(self) -> tuple[SessionSummary, ...]:
        """All that are known up to this one, newest first, however long ago."""
        return tuple(
            sorted(
                (
                    self.this,
                    *(
                        session
                        for session in self.recent
                        if session.activity_id != self.this.activity_id
                        and not session.is_fragment
                        and session.started_at < self.this.started_at
                    ),
                ),
                key=lambda session: (session.started_at, session.activity_id),
                reverse=True,
            )
        )

    @cached_property
    def earlier(self) -> tuple[SessionSummary, ...]:
        """The sessions before this one within eight weeks, newest first."""
        return tuple(
            takewhile(
                lambda session: _days_between(session, self.this) <= RECENT_DAYS, self.sessions[1:]
            )
        )

    @cached_property
    def newest_first(self) -> tuple[SessionSummary, ...]:
        """This session and those before it."""
        return (self.this, *self.earlier)

    def latest(self, family: TypeFamily) -> SessionSummary | None:
        """The newest session of a family within eight weeks; None: none."""
        return next(
            (session for session in self.newest_first if FAMILIES[session.training_type] == family),
            None,
        )

    @cached_property
    def latest_long(self) -> SessionSummary | None:
        """The newest long run within eight weeks; None: none."""
        return next(
            (session for session in self.newest_first if session.training_type == "long_run"), None
        )

    @cached_property
    def pause(self) -> TrainingBreak | None:
        """The break that lasts, or from which the way back is not over; None: neither."""
        return find_break(self.sessions, today=self.today)

    @cached_property
    def latest_hard(self) -> SessionSummary | None:
        """The newest hard session within eight weeks; None: none."""
        return next(
            (session for session in self.newest_first if session.training_type in HARD_TYPES), None
        )


def find_reasons(question: NextQuestion) -> tuple[Reason, ...]:
    """Every figure that passes its threshold, in the order of `ReasonCode`."""
    hours, pause = hours_since_hard_h(question), question.pause
    reasons = (
        _at_least("vo2_utilisation_pct", _utilisation_pct(question), UTILISATION_MIN_PCT),
        _at_least("threshold_share_pct", _held_pct(question.this), THRESHOLD_SHARE_MIN_PCT),
        _at_least("power_saved_w", power_saved_w(question), POWER_SAVED_MIN_W),
        _at_least("step_shortened_cm", step_shortened_cm(question.this), STEP_SHORTENED_MIN_CM),
        _at_least(
            "days_since_interval_days",
            _days_since(question, question.latest("interval")),
            WEEK_DAYS,
        ),
        _at_least(
            "days_since_tempo_days", _days_since(question, question.latest("tempo")), WEEK_DAYS
        ),
        _at_least(
            "days_since_long_days", _days_since(question, question.latest_long), LONG_EVERY_DAYS
        ),
        *_missing_kinds(question),
        _below("hours_since_hard_h", hours, REST_HOURS),
        _below("tsb_score", question.tsb_score, TSB_TIRED_SCORE),
        None
        if pause is None
        else _at_least("after_break_days", float(pause.days), BREAK_DAYS_LEAST),
    )
    return tuple(reason for reason in reasons if reason is not None)


def find_objections(question: NextQuestion) -> tuple[Objection, ...]:
    """What speaks against another hard session, and what is not known; most weighty first."""
    hours = hours_since_hard_h(question)
    objections: list[Objection] = []
    if hours is not None and hours < REST_HOURS - _EDGE:
        objections.append(Objection(code="hours_since_hard_h", value=hours, threshold=REST_HOURS))
    if question.tsb_score is not None and question.tsb_score < TSB_TIRED_SCORE - _EDGE:
        objections.append(
            Objection(code="tsb_score", value=question.tsb_score, threshold=TSB_TIRED_SCORE)
        )
    n_hard = _hard_in_week(question)
    if n_hard >= HARD_PER_WEEK:
        objections.append(
            Objection(
                code="hard_sessions_in_week_n", value=float(n_hard), threshold=float(HARD_PER_WEEK)
            )
        )
    objections += find_volume_objections(question)
    if question.tsb_score is None:
        objections.append(Objection(code="load_unknown"))
    if question.athlete.value("threshold_speed_mps") is None:
        objections.append(Objection(code="threshold_unknown"))
    n_known = len(question.newest_first)
    if n_known < FEW_SESSIONS_N:
        objections.append(
            Objection(code="few_sessions_n", value=float(n_known), threshold=float(FEW_SESSIONS_N))
        )
    return tuple(objections)


def find_volume_objections(question: NextQuestion) -> tuple[Objection, ...]:
    """What speaks against more than easy running, hard or long: a break, a full week."""
    objections: list[Objection] = []
    pause, volume_pct = question.pause, week_volume_pct(question)
    if pause is not None:
        days, least = float(pause.days), float(BREAK_DAYS_LEAST)
        objections.append(Objection(code="after_break_days", value=days, threshold=least))
    if volume_pct is not None and volume_pct > WEEK_VOLUME_MAX_PCT + _EDGE:
        objections.append(
            Objection(code="week_volume_pct", value=volume_pct, threshold=WEEK_VOLUME_MAX_PCT)
        )
    return tuple(objections)


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


def week_volume_pct(question: NextQuestion) -> float | None:
    """Distance of the last seven days in percent of the mean of the four weeks before them; None:
    not all of these weeks are known, or nothing was run in them."""
    weeks = weekly_distances_m(question.sessions, question.today, weeks=VOLUME_WEEKS + 1)
    before_m = statistics.fmean(weeks[1:]) if len(weeks) > VOLUME_WEEKS else 0.0
    return PERCENT * weeks[0] / before_m if before_m > 0.0 else None


def weekly_distances_m(
    sessions: Sequence[SessionSummary], today: date, *, weeks: int
) -> tuple[float, ...]:
    """Distance of each seven days up to and including a day, newest first; only weeks that began
    after the first session, and `weeks` of them at most."""
    first = min((session.activity_date for session in sessions), default=today)
    n_weeks = min(weeks, ((today - first).days + 1) // int(WEEK_DAYS))
    sums_m = [0.0] * n_weeks
    for session in sessions:
        place = (today - session.activity_date).days // int(WEEK_DAYS)
        if 0 <= place < n_weeks:
            sums_m[place] += session.distance_m or 0.0
    return tuple(sums_m)


def power_saved_w(question: NextQuestion) -> float | None:
    """Power this session took less than the median of earlier ones of its family and terrain, on
    one device, at equal pace (+-3 %, the rest in proportion); None: fewer than three."""
    this, side = question.this, SideFigures(power_device=question.power_device)
    read = FIGURES["power_at_pace"].read
    own_w = read(this, this, side)
    earlier_w = [
        power_w
        for session in question.earlier
        if FAMILIES[session.training_type] == FAMILIES[this.training_type]
        and session.terrain == this.terrain
        and (power_w := read(this, session, side)) is not None
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


def _days_between(earlier: SessionSummary, later: SessionSummary) -> float:
    return (later.started_at - earlier.started_at).total_seconds() / SECONDS_PER_DAY


def _days_since(question: NextQuestion, last: SessionSummary | None) -> float | None:
    """Whole days from a session to the day that is asked for; None: there was none."""
    return None if last is None else float((question.today - last.activity_date).days)


def _missing_kinds(question: NextQuestion) -> tuple[Reason, ...]:
    """Kinds that a runner who runs regularly did not run within eight weeks. Intervals are begun
    only by those who ran a tempo run within four."""
    sessions, today = question.newest_first, question.today
    recent = [
        session for session in sessions if (today - session.activity_date).days < REGULAR_DAYS
    ]
    known_days = (today - sessions[-1].activity_date).days
    if len(recent) < REGULAR_SESSIONS_N or known_days < REGULAR_DAYS:
        return ()
    days = min(float(known_days), RECENT_DAYS)
    kinds: tuple[tuple[ReasonCode, bool], ...] = (
        (
            "no_interval_days",
            question.latest("interval") is None
            and any(FAMILIES[session.training_type] == "tempo" for session in recent),
        ),
        ("no_tempo_days", question.latest("tempo") is None),
        ("no_long_days", question.latest_long is None),
    )
    return tuple(
        Reason(code=code, value=days, threshold=REGULAR_DAYS) for code, missing in kinds if missing
    )


def _hard_in_week(question: NextQuestion) -> int:
    return sum(
        session.training_type in HARD_TYPES
        and (question.today - session.activity_date).days < WEEK_DAYS
        for session in question.newest_first
    )


def _at_least(code: ReasonCode, value: float | None, threshold: float) -> Reason | None:
    if value is None or value < threshold - _EDGE:
        return None
    return Reason(code=code, value=value, threshold=threshold)


def _below(code: ReasonCode, value: float | None, threshold: float) -> Reason | None:
    if value is None or value >= threshold - _EDGE:
        return None
    return Reason(code=code, value=value, threshold=threshold)
