"""The athlete on a day: what is known, fitness, load, paces, readiness, and what could come
next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Literal

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Versions, fields_shown
from hakaru.core.units import format_pace, pace_to_speed_mps, parse_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.flows.load import history_of
from hakaru.flows.remembered import Past, past_of
from hakaru.records import frozen
from hakaru.running.athlete.efforts import EffortHistory
from hakaru.running.athlete.known import Disagreement, heart_rate_zones, kept_since, wanted
from hakaru.running.athlete.model import ALWAYS, Athlete, AthleteFact, Gap, HeartRateZones, Quantity
from hakaru.running.effort_relation import (
    LEARNED_DAYS,
    EffortRelation,
    fit_relation,
    steady_stretches,
)
from hakaru.running.lessons import SplitColumns
from hakaru.running.load import LoadHistory
from hakaru.running.next_training import TrainingOption, next_options
from hakaru.running.next_training_evidence import NextQuestion, TrainingBreak
from hakaru.running.next_training_targets import Targets
from hakaru.running.physiology.oxygen import VO2_MAX_MAX, VO2_MAX_MIN, Standing
from hakaru.running.readiness import (
    DatedRun,
    Fitness,
    Readiness,
    assess,
    fitness_of,
    race_times,
    read_distance_m,
    recent_efforts,
)
from hakaru.running.session.model import SessionSummary
from hakaru.running.week_plan import WeekPlan, plan_week, planned_kinds
from hakaru.store.activities import end_of_day, list_activities, local_day
from hakaru.store.athlete import StatedSex, read_known, state_fact, watch_zones
from hakaru.store.history import side_figures
from hakaru.store.recordings import split_columns
from hakaru.store.stale import EVER, StaleMark, mark_stale

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def athlete_at(
    con: DuckDBPyConnection, past: Past, day: date, *, last: SessionSummary | None = None
) -> Athlete:
    """What is known on a day: as of the last session up to it, which was understood by it, and what
    the runner or a watch says since. Estimates of fitness are stale 120 days after that session.

    `last` None: the newest session up to that day.
    """
    now = past.athlete_on(day)
    if last is None:
        before = [session for session in past.sessions if session.activity_date <= day]
        if not before:
            return now
        last = before[-1]
    return kept_since(now, then=read_known(con, last.activity_id, day=last.activity_date))


def fitness_at(con: DuckDBPyConnection, past: Past, day: date) -> Fitness:
    """Threshold, VO2max, zones, paces and race times of a day."""
    return fitness_of(
        athlete_at(con, past, day),
        efforts_until(past, day),
        watch_zones(con, until=day),
        settings=past.settings,
    )


def efforts_until(past: Past, day: date) -> EffortHistory:
    """The best efforts of every run up to a day."""
    return [(run.day, run.efforts) for run in past.runs if run.day <= day]


def get_paces(context: Context, *, day: date | None) -> Fitness:
    """Fitness, and the paces, zones and race times that follow, as of a day (None: today)."""
    with context.store.read() as con:
        on = day or local_day(con, context.now())
        return fitness_at(con, past_of(context, con), on)


def get_race_readiness(context: Context, *, distance: str, day: date | None) -> Readiness:
    """Readiness for a race on `day` (None: today) as of today, or as of that day where it is past.

    Raises:
        BadArgument: no distance that can be asked about.
    """
    distance_m = read_distance_m(distance)
    with context.store.read() as con:
        today = local_day(con, context.now())
        race_day = day or today
        on = min(today, race_day)
        past = past_of(context, con)
        athlete = athlete_at(con, past, on)
        runs = [
            DatedRun(day=run.activity_date, distance_m=run.distance_m, is_fragment=run.is_fragment)
            for run in list_activities(con, until=on)
        ]
    predicted = race_times(
        athlete,
        recent_efforts(efforts_until(past, on), day=on),
        distances_m=(distance_m,),
        days_ahead=(race_day - on).days,
    )
    sessions = [session for session in past.sessions if session.activity_date <= on]
    return assess(
        runs,
        day=on,
        race_day=race_day,
        distance_m=distance_m,
        prediction=predicted[0] if predicted else None,
        load=history_of(sessions, until=on),
    )


LEARNED = timedelta(days=LEARNED_DAYS)
"""Splits before that say nothing about how pace and heart rate go together."""
_REMEMBERED = timedelta(days=400)
"""Sessions before that say nothing about a break, or the weeks before it."""


@frozen
class NextResult:
    """Options after the newest session (None: nothing is analysed), the best supported first.

    `pause`: a break that lasts or was not long ago. `for_week`: a plan of seven days was asked for;
    `week` None: too little is known for one.
    """

    after: SessionSummary | None
    options: tuple[TrainingOption, ...]
    pause: TrainingBreak | None = None
    for_week: bool = False
    week: WeekPlan | None = None

    @property
    def shape(self) -> Mapping[str, object]:
        """Session and options; of a week the plan in their place, a row for each run."""
        if not self.for_week:
            return {
                "after": Versions(short=_named(self.after), whole=self.after),
                "options": [_option_reply(option) for option in self.options],
            }
        return {
            "after": None if self.after is None else self.after.activity_id,
            "week": None if self.week is None else _week_reply(self.week),
        }


def _named(session: SessionSummary | None) -> Mapping[str, object] | None:
    """Which run it is; `get_session` says the rest."""
    if session is None:
        return None
    return {
        "activity_id": session.activity_id,
        "activity_date": session.activity_date,
        "training_type": session.training_type,
    }


def _option_reply(option: TrainingOption) -> Mapping[str, object]:
    """All of it, with its pace as it is said."""
    targets = option.targets
    if targets is None:
        return fields_shown(option)
    pace = targets.pace_s_per_km
    pace_text = None if pace is None else f"{format_pace(pace[0])}-{format_pace(pace[1])}/km"
    return {**fields_shown(option), "targets": {**fields_shown(targets), "pace": pace_text}}


def _week_reply(plan: WeekPlan) -> Mapping[str, object]:
    """Targets once for each kind, and of each run its day, kind, length and duration."""
    return {
        "start": plan.start,
        "load": plan.load,
        "usual_week_m": plan.usual_m,
        "usual_weeks_n": plan.usual_weeks_n,
        "most_m": plan.most_m,
        "targets": {kind: _known(plan.targets[kind]) for kind in planned_kinds(plan)},
        "run_columns": ["day", "kind", "distance_m", "duration_s"],
        "shapes": [
            {
                "n_runs": len(shape.runs),
                "is_usual": shape.is_usual,
                "distance_m": shape.distance_m,
                "of_usual_pct": shape.of_usual_pct,
                "runs": [[run.day, run.kind, run.distance_m, run.duration_s] for run in shape.runs],
            }
            for shape in plan.shapes
        ],
    }


def _known(targets: Targets) -> Mapping[str, object]:
    """What is known of the targets of a kind."""
    targets_by_name = {field.name: getattr(targets, field.name) for field in fields(targets)}
    return {name: value for name, value in targets_by_name.items() if value not in (None, ())}


def get_next_training(context: Context, *, day: date | None, week: bool = False) -> NextResult:
    """Options as of a day (None: now), by the sessions before it; `week`: and a plan of a week."""
    now = context.now()
    with context.store.read() as con:
        is_today = day is None or day == local_day(con, now)
        moment = now if is_today or day is None else end_of_day(con, day)
        past = past_of(context, con)
        before = [session for session in past.sessions if session.started_at <= moment]
        if not before:
            return NextResult(after=None, options=(), for_week=week)
        question = question_after(con, past, this=before[-1], moment=moment)
    return NextResult(
        after=before[-1],
        options=next_options(question),
        pause=question.pause,
        for_week=week,
        week=plan_week(question) if week else None,
    )


def options_after(
    con: DuckDBPyConnection,
    past: Past,
    *,
    this: SessionSummary,
    moment: datetime,
    near: NearRuns,
    then: Athlete,
) -> tuple[TrainingOption, ...]:
    """Options after one session, seen from a moment at or after it; `then` is the athlete that it
    was understood by."""
    return next_options(question_after(con, past, this=this, moment=moment, near=near, then=then))


@frozen
class NearRuns:
    """What is remembered of the runs up to a session that are near enough to learn from: their
    splits, and the name of the device that measured power. `load` is the history of all sessions up
    to it until its day, `n_loads` how many they are; 0: it was not looked at."""

    columns: SplitColumns
    power_device: Mapping[int, str]
    load: LoadHistory | None = None
    n_loads: int = 0


def _near_runs(
    con: DuckDBPyConnection, this: SessionSummary, recent: Sequence[SessionSummary]
) -> NearRuns:
    """The same, read now; `recent` are the sessions up to this one that count."""
    return NearRuns(
        columns=split_columns(con, since=this.started_at - LEARNED, until=this.started_at),
        power_device=side_figures(con, [session.activity_id for session in recent]).power_device,
    )


def question_after(
    con: DuckDBPyConnection,
    past: Past,
    *,
    this: SessionSummary,
    moment: datetime,
    near: NearRuns | None = None,
    then: Athlete | None = None,
) -> NextQuestion:
    """What is known when the next session is chosen, seen from a moment at or after one. `then` is
    the athlete that it was understood by; what is None is read now."""
    since = this.started_at - _REMEMBERED
    recent = [
        session for session in past.sessions if since <= session.started_at <= this.started_at
    ]
    near = _near_runs(con, this, recent) if near is None else near
    day = max(local_day(con, moment), this.activity_date)
    until_now = [session for session in past.sessions if session.started_at <= moment]
    if near.n_loads == len(until_now) and day == this.activity_date:
        history = near.load
    else:
        history = history_of(until_now, until=day)
    balance = np.nan if history is None else history.balance_score[-1]
    if then is None:
        athlete = athlete_at(con, past, day, last=this)
    else:
        athlete = kept_since(past.athlete_on(day), then=then)
    return NextQuestion(
        this=this,
        recent=recent,
        athlete=athlete,
        zones=heart_rate_zones(
            athlete,
            watch_zones(con, until=day),
            shares_frac=past.settings.heart_rate_zones_frac,
        ),
        now=moment,
        day=day,
        tsb_score=float(balance) if np.isfinite(balance) else None,
        power_device=near.power_device,
        relation=relation_at(near.columns, athlete, this=this),
    )


def relation_at(
    columns: SplitColumns, athlete: Athlete, *, this: SessionSummary
) -> EffortRelation | None:
    """Pace and heart rate as the runner's stretches had them up to a session."""
    return fit_relation(
        steady_stretches(columns, now=this.started_at),
        heart_rate_rest_bpm=athlete.value("heart_rate_rest_bpm"),
        heart_rate_max_bpm=athlete.value("heart_rate_max_bpm"),
    )


_FARTHEST_EAST = timedelta(hours=14)

StatedQuantity = Literal[
    "heart_rate_max_bpm",
    "heart_rate_rest_bpm",
    "lt_heart_rate_bpm",
    "threshold_pace",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
    "weight_kg",
    "height_cm",
    "age_years",
    "sex",
]

_RANGES: dict[str, tuple[float, float]] = {
    "heart_rate_max_bpm": (100, 240),
    "heart_rate_rest_bpm": (25, 120),
    "lt_heart_rate_bpm": (80, 230),
    "critical_power_w": (50, 700),
    "vo2_max_ml_per_kg_min": (VO2_MAX_MIN, VO2_MAX_MAX),
    "weight_kg": (25, 250),
    "height_cm": (100, 230),
    "age_years": (5, 110),
}
"""What a person can have, wide."""


@frozen
class AthleteResult:
    """The athlete on a day; what would help to know; where two figures contradict each other."""

    athlete: Athlete
    zones: HeartRateZones | None
    wanted: tuple[Quantity, ...]
    disagreement: Disagreement | None
    gaps: tuple[Gap, ...] = ()
    standing: Standing | None = None
    fitness_age_years: float | None = None


@frozen
class StatedResult:
    """What was noted. `since` None: it holds for every day."""

    quantity: StatedQuantity
    value: str
    since: date | None


def get_athlete(context: Context, *, day: date | None) -> AthleteResult:
    """What is known on a day (None: today), each figure with its origin."""
    with context.store.read() as con:
        on = day or local_day(con, context.now())
        fitness = fitness_at(con, past_of(context, con), on)
    return AthleteResult(
        athlete=fitness.athlete,
        zones=fitness.zones,
        wanted=wanted(fitness.athlete),
        disagreement=fitness.disagreement,
        gaps=fitness.gaps,
        standing=fitness.standing,
        fitness_age_years=fitness.fitness_age_years,
    )


def set_athlete(
    context: Context, *, quantity: StatedQuantity, value: str, since: date | None
) -> StatedResult:
    """Note what the runner says; it counts more than any watch or estimate. Sessions of the days
    that it holds for follow before they are shown.

    Raises:
        BadArgument: not a value a person can have.
    """
    fact = _fact(quantity, value.strip(), since or ALWAYS)
    with context.store.write() as con:
        state_fact(
            con,
            fact,
            user_id=context.settings.user_id,
            source=context.actor,
            now=context.now(),
        )
        mark_stale(con, [StaleMark(kind="session", since=_begin_of(fact.since))])
    return StatedResult(quantity=quantity, value=value.strip(), since=since)


def _begin_of(day: date) -> datetime:
    """A moment before every run of a local day, wherever it was run."""
    if day <= EVER.date():
        return EVER
    return datetime.combine(day, time(), tzinfo=UTC) - _FARTHEST_EAST


def _fact(quantity: StatedQuantity, text: str, since: date) -> AthleteFact | StatedSex:
    if quantity == "sex":
        if text not in ("female", "male"):
            raise BadArgument("sex", text, message("female or male"))
        return StatedSex(sex="female" if text == "female" else "male", since=since)
    try:
        if quantity == "threshold_pace":
            speed_mps = pace_to_speed_mps(parse_pace_s_per_km(text))
            return AthleteFact(quantity="threshold_speed_mps", value=speed_mps, since=since)
        number = float(text)
    except ValueError:
        raise BadArgument(quantity, text, message("a number, or a pace like 4:35")) from None
    low, high = _RANGES[quantity]
    if not low <= number <= high:
        raise BadArgument(
            quantity, text, message("between {low} and {high}", low=f"{low:g}", high=f"{high:g}")
        )
    return AthleteFact(quantity=quantity, value=number, since=since)
