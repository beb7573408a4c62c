"""Back after a break: the runs around it read, and breaks noted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.comeback import (
    BEFORE_DAYS,
    MEASURES,
    Break,
    Comeback,
    Effort,
    Measure,
    NotedBreak,
    Reading,
    breaks_of,
    comeback_of,
    is_form,
)
from hakaru.running.devices import run_levels
from hakaru.running.lessons import SplitColumns, floats, taught_rows
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import SessionSummary
from hakaru.store.activities import local_day, resolve_activity
from hakaru.store.breaks import (
    RunOfDay,
    forget_break,
    note_break,
    noted_breaks,
    run_days,
    run_of_day,
)
from hakaru.store.recordings import chosen_sensor, split_columns
from hakaru.store.sessions import session_summaries
from hakaru.store.verdicts import baselines_before

_TEXT_MOST = 200
LATELY_DAYS = 60
"""So long after a break its page says how things stand."""


@frozen
class ComebackResult:
    """Where the runner stands after the latest break, or that of the day asked for; None: there
    was none, or the run asked for (`activity_id`) is not within a return. `sensor_group` measured
    form."""

    sensor_group: str | None
    comeback: Comeback | None
    activity_id: int | None = None


@frozen
class BreaksResult:
    """The breaks that the runner noted, oldest first."""

    breaks: tuple[NotedBreak, ...]


def back(context: Context, *, day: date | None, activity: str | None = None) -> ComebackResult:
    """Where form, heart rate at pace and balance stand since a break (`day` is one of its days;
    None: the latest), or where they stood after a run (`activity`), by it and the runs before it.

    Raises:
        BadArgument: the day belongs to no break, or both a day and a run are given.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if activity is not None:
        if day is not None:
            raise BadArgument("day", day.isoformat(), message("either a day or a run"))
        after = back_after(context, activity)
        if after is not None:
            return after
        with context.store.read() as con:
            run = resolve_activity(con, activity)
        return ComebackResult(sensor_group=None, comeback=None, activity_id=run)
    days, gaps, _ = _breaks(context)
    chosen = [gap for gap in gaps if day is None or gap.first_day <= day <= gap.last_day]
    if not chosen and day is not None:
        wanted = message("a day of a break: two weeks without a run, or one that was noted")
        raise BadArgument("day", day.isoformat(), wanted)
    return _since(context, chosen[-1] if chosen else None, days)


def back_lately(context: Context) -> ComebackResult | None:
    """The same of a break that ended within `LATELY_DAYS` and was followed by a run; None: there
    was none. Runs are only read where there was."""
    days, gaps, today = _breaks(context)
    if not gaps or gaps[-1].last_day < today - timedelta(days=LATELY_DAYS):
        return None
    if days[-1] <= gaps[-1].last_day:
        return None
    return _since(context, gaps[-1], days)


def back_after(context: Context, activity: str) -> ComebackResult | None:
    """How things stood after a run, by it and the runs before it alone, where a break ended at most
    `LATELY_DAYS` before it; None: none did. Splits are only read where one did.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        run = run_of_day(con, resolve_activity(con, activity))
    days, gaps, _ = _breaks(context)
    ended = [
        gap for gap in gaps if gap.last_day < run.day <= gap.last_day + timedelta(days=LATELY_DAYS)
    ]
    if not ended:
        return None
    return _since(context, ended[-1], days, after=run)


def _breaks(context: Context) -> tuple[tuple[date, ...], tuple[Break, ...], date]:
    """The days with a run, every break, and today."""
    with context.store.read() as con:
        days = run_days(con)
        noted = noted_breaks(con, user_id=context.settings.user_id)
        today = local_day(con, context.now())
    return days, breaks_of(days, noted, today=today), today


def _since(
    context: Context, gap: Break | None, days: Sequence[date], *, after: RunOfDay | None = None
) -> ComebackResult:
    """Everything since a break, by runs up to `after` and its sensor; None: by all there are."""
    with context.store.read() as con:
        group = chosen_sensor(con, None) if after is None else after.sensor_group
        if gap is None:
            return ComebackResult(sensor_group=group, comeback=None)
        until = None if after is None else after.started_at
        since = datetime.combine(
            gap.first_day - timedelta(days=BEFORE_DAYS + 1), time(), tzinfo=UTC
        )
        columns = (
            None
            if group is None
            else split_columns(con, sensor_group=group, since=since, until=until)
        )
        sessions = session_summaries(
            con, started_since=since, until=None if after is None else after.day
        )
    if until is not None:
        sessions = tuple(session for session in sessions if session.started_at <= until)
        days = [day for day in days if after is None or day <= after.day]
    readings = {} if columns is None else dict(_readings(columns, _slopes(context, group, gap)))
    comeback = comeback_of(gap, readings, _efforts(sessions), days=days)
    return ComebackResult(sensor_group=group, comeback=comeback)


def away(
    context: Context,
    *,
    first: date | None,
    last: date | None,
    text: str | None,
    remove: bool,
) -> BreaksResult:
    """Note a break from a day to another (`last` None: that day alone), or remove the one that
    began on a day; without a day only list them.

    Raises:
        BadArgument: it ends before it begins, the words are too long, or none began on that day.
    """
    user_id = context.settings.user_id
    if first is None:
        if remove or last is not None or text is not None:
            raise BadArgument("first", None, message("the first day of the break"))
    elif remove:
        with context.store.write() as con:
            if not forget_break(con, first, user_id=user_id):
                raise BadArgument(
                    "first", first.isoformat(), message("the first day of a break that was noted")
                )
    else:
        noted = _noted(first, last or first, text)
        with context.store.write() as con:
            note_break(con, noted, user_id=user_id, source=context.actor, now=context.now())
    with context.store.read() as con:
        return BreaksResult(breaks=noted_breaks(con, user_id=user_id))


def _noted(first: date, last: date, text: str | None) -> NotedBreak:
    if last < first:
        wanted = message("{day} or later", day=first.isoformat())
        raise BadArgument("last", last.isoformat(), wanted)
    if text is not None and len(text) > _TEXT_MOST:
        raise BadArgument("text", text, message("at most {n} characters", n=_TEXT_MOST))
    return NotedBreak(first_day=first, last_day=last, text=text)


def _slopes(context: Context, group: str | None, gap: Break) -> Mapping[MetricName, float]:
    """The runner's own response to speed, as it was known when the break began."""
    if group is None:
        return {}
    moment = datetime.combine(gap.first_day, time(), tzinfo=UTC)
    with context.store.read() as con:
        known = baselines_before(con, group, moment, user_id=context.settings.user_id)
    return {metric: own.slope for metric, own in known.items() if own.model_type == "power"}


def _readings(
    columns: SplitColumns, slopes: Mapping[MetricName, float]
) -> Iterator[tuple[Measure, Sequence[Reading]]]:
    """Form and balance of every run with one kind of sensor, oldest first."""
    day_of = dict(
        zip(columns["activity_id"].tolist(), columns["activity_date"].tolist(), strict=True)
    )
    for measure in MEASURES:
        metric = is_form(measure)
        if metric is not None:
            levels = run_levels(columns, metric, slope=slopes.get(metric))
            yield (
                measure,
                [
                    Reading(activity_id=run, day=day_of[run], value=level.log_level)
                    for run, level in levels.items()
                ],
            )
    yield "balance", list(_balances(columns, day_of))


def _balances(columns: SplitColumns, day_of: Mapping[int, date]) -> Iterator[Reading]:
    rows = taught_rows(columns)
    left, weight = floats(rows, "gct_balance_left_pct"), floats(rows, "running_s")
    ids = np.asarray(rows["activity_id"], dtype=np.int64)
    keep = np.isfinite(left) & (weight > 0.0)
    for run in dict.fromkeys(ids[keep].tolist()):
        own = keep & (ids == run)
        value = float(left[own] @ weight[own] / weight[own].sum())
        yield Reading(activity_id=run, day=day_of[run], value=value)


def _efforts(sessions: Sequence[SessionSummary]) -> list[Effort]:
    """Heart rate and speed of the sessions that have both, slopes taken out of speed."""
    efforts = []
    for session in sessions:
        speed_mps = session.target_grade_adjusted_speed_mps or session.target_speed_mps
        if speed_mps and session.target_heart_rate_bpm:
            efforts.append(
                Effort(
                    activity_id=session.activity_id,
                    day=session.activity_date,
                    speed_mps=speed_mps,
                    heart_rate_bpm=session.target_heart_rate_bpm,
                )
            )
    return efforts
