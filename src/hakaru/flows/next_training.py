"""Which options are there for the next session, and what speaks for and against them?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.context import Context
from hakaru.flows.fitness import athlete_at
from hakaru.flows.load import history_of
from hakaru.flows.past import Past, read_past
from hakaru.running.athlete.known import heart_rate_zones
from hakaru.running.athlete.model import Athlete
from hakaru.running.effort_relation import (
    LEARNED_DAYS,
    EffortRelation,
    fit_relation,
    steady_stretches,
)
from hakaru.running.next_training import TrainingOption, next_options
from hakaru.running.next_training_evidence import NextQuestion, TrainingBreak
from hakaru.running.next_training_targets import Targets
from hakaru.running.session.model import SessionSummary
from hakaru.running.week_plan import WeekPlan, plan_week, planned_kinds
from hakaru.store.activities import end_of_day, local_day
from hakaru.store.athlete import watch_zones
from hakaru.store.history import side_figures
from hakaru.store.recordings import split_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_REMEMBERED = timedelta(days=400)
"""Sessions before that say nothing about a break, or the weeks before it."""


@dataclass(frozen=True, kw_only=True)
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
    def reply(self) -> Mapping[str, object]:
        """Session and options; of a week the plan in their place, a row for each run."""
        if not self.for_week:
            return {"after": self.after, "options": self.options}
        return {
            "after": None if self.after is None else self.after.activity_id,
            "week": None if self.week is None else _week_reply(self.week),
        }


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
    return next_training_by(context, None, day=day, week=week)


def next_training_by(
    context: Context, past: Past | None, *, day: date | None, week: bool = False
) -> NextResult:
    """The same by what was read of the runner before; None: read now."""
    now = context.now()
    with context.store.read() as con:
        is_today = day is None or day == local_day(con, now)
        moment = now if is_today or day is None else end_of_day(con, day)
        past = past or read_past(con, context.settings)
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
    con: DuckDBPyConnection, past: Past, *, this: SessionSummary, moment: datetime
) -> tuple[TrainingOption, ...]:
    """Options after one session, seen from a moment at or after it."""
    return next_options(question_after(con, past, this=this, moment=moment))


def question_after(
    con: DuckDBPyConnection, past: Past, *, this: SessionSummary, moment: datetime
) -> NextQuestion:
    """What is known when the next session is chosen, seen from a moment at or after one."""
    since = this.started_at - _REMEMBERED
    recent = [
        session for session in past.sessions if since <= session.started_at <= this.started_at
    ]
    day = max(local_day(con, moment), this.activity_date)
    history = history_of(
        [session for session in past.sessions if session.started_at <= moment], until=day
    )
    balance = np.nan if history is None else history.balance_score[-1]
    athlete = athlete_at(con, past, day, last=this)
    return NextQuestion(
        this=this,
        recent=recent,
        athlete=athlete,
        zones=heart_rate_zones(athlete, watch_zones(con, until=day)),
        now=moment,
        day=day,
        tsb_score=float(balance) if np.isfinite(balance) else None,
        power_device=side_figures(con, [session.activity_id for session in recent]).power_device,
        relation=_relation(con, athlete, this=this),
    )


def _relation(
    con: DuckDBPyConnection, athlete: Athlete, *, this: SessionSummary
) -> EffortRelation | None:
    """Pace and heart rate as the runner's stretches had them up to a session."""
    since = this.started_at - timedelta(days=LEARNED_DAYS)
    columns = split_columns(con, since=since, until=this.started_at)
    return fit_relation(
        steady_stretches(columns, now=this.started_at),
        heart_rate_rest_bpm=athlete.value("heart_rate_rest_bpm"),
        heart_rate_max_bpm=athlete.value("heart_rate_max_bpm"),
    )
