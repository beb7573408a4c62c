"""Which rows does a request mean that names activities, seconds and columns instead of SQL?"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.core.units import parse_day
from hakaru.flows.context import Context
from hakaru.store.activities import resolve_activity
from hakaru.store.exports import MaterializedFolder, select_everything, select_series, select_stored
from hakaru.store.sandbox.tree import TABLES
from hakaru.store.sessions import read_anomaly

_TABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BETWEEN = re.compile(r"\.\.|,|~|〜| - |–")
_NUMBER = re.compile(r"\d{1,9}")
_CONTEXT_MAX_S = 600
_SECONDS_PER_MINUTE = 60.0


@dataclass(frozen=True, kw_only=True)
class Rows:
    """A SELECT; `table`: of one of our tables only, so that it can be read twice."""

    text: str
    table: bool = False


def rows_of(context: Context, table_or_query: str, *, every_spelling: bool) -> Rows:
    """A table of ours or a materialised result by its name; anything else is SQL.

    `every_spelling`: a column that has several names is shown under each.

    Raises:
        BadArgument: there is no table of that name.
    """
    named = table_or_query.strip().strip('"')
    if not _TABLE_NAME.fullmatch(named):
        return Rows(text=table_or_query)
    name = named.lower()
    attachments = MaterializedFolder(context.data_folder).attached(now=context.now())
    if name not in TABLES and not any(name in attached.names for attached in attachments):
        raise BadArgument("table_or_query", named, "a table of yours or a SELECT")
    if every_spelling:
        return Rows(text=select_everything(name), table=True)
    with context.store.read() as con:
        return Rows(text=select_stored(con, name), table=True)


def series_rows(
    context: Context,
    activity_ids: tuple[int, ...],
    *,
    seconds: tuple[float, float] | None,
    metrics: tuple[str, ...],
) -> Rows:
    """The seconds of runs; see `select_series`."""
    with context.store.read() as con:
        return Rows(text=select_series(con, activity_ids, seconds=seconds, metrics=metrics))


def chosen_activities(context: Context, references: str) -> tuple[int, ...]:
    """Runs named by ids or days, separated by commas.

    Raises:
        BadArgument: no name at all.
        UnknownActivity, AmbiguousActivity: one of them names no run, or several.
    """
    named = chosen_names(references)
    if not named:
        raise BadArgument("activity_ids", references, "ids or days, separated by commas")
    with context.store.read() as con:
        return tuple(dict.fromkeys(resolve_activity(con, activity) for activity in named))


def chosen_names(text: str | None) -> tuple[str, ...]:
    """Names separated by commas."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def chosen_seconds(text: str) -> tuple[float, float]:
    """'300-600' or '5:00-10:00' as [start, end) in elapsed seconds.

    Raises:
        BadArgument: not two times, the second after the first.
    """
    parts = re.split(r"\s*(?:-|\.\.|,|~|〜)\s*", text.strip())
    try:
        start_s, end_s = (_seconds(part) for part in parts)
        if not 0.0 <= start_s < end_s < math.inf:
            raise ValueError
    except ValueError as exc:
        raise BadArgument("time_range", text, "two times like 300-600 or 5:00-10:00") from exc
    return start_s, end_s


def anomaly_seconds(
    context: Context, anomaly_id: str, *, around_s: int
) -> tuple[int, tuple[float, float]]:
    """The run of an anomaly ('ACTIVITY:NUMBER'), and its seconds with those around it.

    Raises:
        BadArgument: not of that form, the run has no anomaly of that number, or a window beyond
            0-600 s.
        NotRecorded: form was steady in the run: there is no anomaly.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if not 0 <= around_s <= _CONTEXT_MAX_S:
        raise BadArgument("context_window", around_s, "between 0 and 600")
    reference, _, number = anomaly_id.strip().rpartition(":")
    if not reference or not _NUMBER.fullmatch(number):
        raise BadArgument("anomaly_id", anomaly_id, "ACTIVITY:NUMBER, as in `hakaru anomalies`")
    with context.store.read() as con:
        activity_id = resolve_activity(con, reference)
        step = read_anomaly(con, activity_id, number=int(number))
    start_s = max(0.0, step.start_elapsed_s - around_s)
    return activity_id, (start_s, step.end_elapsed_s + around_s)


def chosen_days(text: str | None) -> tuple[str | None, str | None]:
    """'2025-01-01..2025-01-31', both days included; either may be left out.

    Raises:
        BadArgument: not days, or the second before the first.
    """
    if text is None:
        return None, None
    parts = [part.strip() for part in _BETWEEN.split(text.strip())]
    try:
        since, until = (parse_day(part) if part else None for part in parts)
        if since is not None and until is not None and until < since:
            raise ValueError
    except ValueError as exc:
        raise BadArgument("date_range", text, "two days like 2025-01-01..2025-01-31") from exc
    return _iso(since), _iso(until)


def _seconds(text: str) -> float:
    minutes, _, seconds = text.rpartition(":")
    hours, _, minutes = minutes.rpartition(":")
    whole = int(hours or 0) * _SECONDS_PER_MINUTE + int(minutes or 0)
    return whole * _SECONDS_PER_MINUTE + float(seconds)


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
