"""Fitness on a day, for every flow and page: one function reads it, so that all say the same."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hakaru.flows.past import Past
from hakaru.running.athlete.known import kept_since
from hakaru.running.athlete.model import Athlete
from hakaru.running.readiness import DatedEfforts, Fitness, fitness_of
from hakaru.running.session.model import SessionSummary
from hakaru.store.athlete import read_known, watch_zones

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
        athlete_at(con, past, day), efforts_until(past, day), watch_zones(con, until=day)
    )


def efforts_until(past: Past, day: date) -> DatedEfforts:
    """The best efforts of every run up to a day."""
    return [(run.day, run.efforts) for run in past.runs if run.day <= day]
