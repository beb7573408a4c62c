"""What happened on a day: which runs, how much attention, which plans changed; and in its week?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from hakaru.flows.context import Context
from hakaru.flows.focus import known_intervals, local_bounds
from hakaru.flows.report import gather_form
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval, clip, merge, seconds_by_state
from hakaru.proposals.nodes import HistoryEntry, Node, tray_of
from hakaru.running.report import RunReport
from hakaru.store.activities import StoredActivity, StoreSummary, list_activities, summarise
from hakaru.store.nodes import read_history, read_nodes
from hakaru.store.state import State

WEEK_DAYS = 7


@dataclass(frozen=True, kw_only=True)
class Day:
    """One local day. `titles` are those of the nodes that changed, as far as they still exist."""

    day: date
    runs: tuple[StoredActivity, ...]
    intervals: tuple[Interval, ...]
    seconds: Mapping[FocusState, float]
    changes: tuple[HistoryEntry, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Today:
    """The first page: where things stand. `latest` None: no run is stored.

    `is_older`: what is shown may be older than what it rests on (see `Store.is_older`). `waiting`
    are the nodes that wait for a decision, most recently touched first.
    """

    summary: StoreSummary
    is_older: bool
    latest: RunReport | None
    day: Day
    week: tuple[Day, ...]
    waiting: tuple[Node, ...]


def view_today(context: Context) -> Today:
    """Where things stand now."""
    today = context.now().astimezone().date()
    with context.store.read() as con:
        summary = summarise(con)
        newest = list_activities(con, limit=1)
        latest = None
        if newest:
            latest = gather_form(con, newest[0].activity_id, context=context)
    week = view_week(context, last=today)
    with State(context.data_folder).session() as con:
        waiting = [node for node in read_nodes(con) if tray_of(node.status) == "needs_decision"]
    return Today(
        summary=summary,
        is_older=context.store.is_older,
        latest=latest,
        day=week[-1],
        week=week,
        waiting=tuple(sorted(waiting, key=lambda node: node.updated_at, reverse=True)),
    )


def view_week(context: Context, *, last: date) -> tuple[Day, ...]:
    """The seven days up to one, oldest first."""
    return view_days(context, first=last - timedelta(days=WEEK_DAYS - 1), last=last)


def view_days(context: Context, *, first: date, last: date) -> tuple[Day, ...]:
    """Each day of a span, oldest first. Runs are those of a local day, the earliest first."""
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    with context.store.read() as con:
        runs = tuple(reversed(list_activities(con, since=first, until=last)))
    start, end = local_bounds(first)[0], local_bounds(last)[1]
    state = State(context.data_folder)
    intervals = merge(known_intervals(state, start=start, end=end))
    with state.session() as con:
        changes = [change for change in read_history(con) if start <= change.at < end]
        titles = {node.id: node.title for node in read_nodes(con)}
    return tuple(_day(day, runs, intervals, changes=changes, titles=titles) for day in days)


def _day(
    day: date,
    runs: tuple[StoredActivity, ...],
    intervals: tuple[Interval, ...],
    *,
    changes: list[HistoryEntry],
    titles: Mapping[str, str],
) -> Day:
    start, end = local_bounds(day)
    own = clip(intervals, start=start, end=end)
    return Day(
        day=day,
        runs=tuple(run for run in runs if run.activity_date == day),
        intervals=own,
        seconds=seconds_by_state(own),
        changes=tuple(change for change in changes if start <= change.at < end),
        titles=titles,
    )
