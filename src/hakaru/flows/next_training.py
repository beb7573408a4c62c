"""Which options are there for the next session, and what speaks for and against them?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.context import Context
from hakaru.flows.fitness import athlete_at
from hakaru.flows.load import history_of
from hakaru.flows.past import Past, read_past
from hakaru.running.athlete.zones import heart_rate_zones
from hakaru.running.next_training import TrainingOption, next_options
from hakaru.running.next_training_evidence import NextQuestion
from hakaru.running.session.summary import SessionSummary
from hakaru.store.activities import end_of_day, local_day
from hakaru.store.athlete import watch_zones
from hakaru.store.similar import side_figures

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RECENT = timedelta(days=90)


@dataclass(frozen=True, kw_only=True)
class NextResult:
    """Options after the newest session (None: nothing is analysed), the best supported first."""

    after: SessionSummary | None
    options: tuple[TrainingOption, ...]


def get_next_training(context: Context, *, day: date | None) -> NextResult:
    """Options as of a day (None: now), by the sessions before it."""
    return next_training_by(context, None, day=day)


def next_training_by(context: Context, past: Past | None, *, day: date | None) -> NextResult:
    """The same by what was read of the runner before; None: read now."""
    now = context.now()
    with context.store.read() as con:
        is_today = day is None or day == local_day(con, now)
        moment = now if is_today or day is None else end_of_day(con, day)
        past = past or read_past(con, context.settings)
        before = [one for one in past.sessions if one.started_at <= moment]
        if not before:
            return NextResult(after=None, options=())
        return NextResult(
            after=before[-1], options=options_after(con, past, this=before[-1], moment=moment)
        )


def options_after(
    con: DuckDBPyConnection, past: Past, *, this: SessionSummary, moment: datetime
) -> tuple[TrainingOption, ...]:
    """Options after one session, seen from a moment at or after it."""
    recent = [one for one in past.sessions if moment - _RECENT <= one.started_at <= this.started_at]
    day = max(local_day(con, moment), this.activity_date)
    history = history_of([one for one in past.sessions if one.started_at <= moment], until=day)
    balance = np.nan if history is None else history.balance_score[-1]
    athlete = athlete_at(con, past, day, last=this)
    options = next_options(
        NextQuestion(
            this=this,
            recent=recent,
            athlete=athlete,
            zones=heart_rate_zones(athlete, watch_zones(con, until=day)),
            now=moment,
            tsb_score=float(balance) if np.isfinite(balance) else None,
            power_device=side_figures(con, [one.activity_id for one in recent]).power_device,
        )
    )
    return tuple(replace(option, earliest_day=max(option.earliest_day, day)) for option in options)
