"""Rows that leave the database as a file, of which only a handle is told."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Columns, Rows, Versions, as_plain, cells
from hakaru.core.units import parse_day
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.activities import resolve_activity
from hakaru.store.exported_frames import READ_WITH
from hakaru.store.exports import (
    Export,
    ExportFolder,
    Materialized,
    MaterializedFolder,
    megabytes,
    select_everything,
    select_series,
    select_stored,
)
from hakaru.store.readers.base import size_bytes
from hakaru.store.readers.reader import ExportReader
from hakaru.store.sandbox.job import FileFormat
from hakaru.store.sandbox.tree import TABLES
from hakaru.store.sessions import read_anomaly

_TABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BETWEEN = re.compile(r"\.\.|,|~|〜| - |–")
_NUMBER = re.compile(r"\d{1,9}")
_CONTEXT_MAX_S = 600
_SECONDS_PER_MINUTE = 60.0


@frozen
class Select:
    """A SELECT; `table`: of one of our tables only, so that it can be read twice."""

    text: str
    table: bool = False


def rows_of(context: Context, table_or_query: str, *, every_spelling: bool) -> Select:
    """A table of ours or a materialised result by its name; anything else is SQL.

    `every_spelling`: a column that has several names is shown under each.

    Raises:
        BadArgument: there is no table of that name.
    """
    named = table_or_query.strip().strip('"')
    if not _TABLE_NAME.fullmatch(named):
        return Select(text=table_or_query)
    name = named.lower()
    attachments = MaterializedFolder(context.data_folder).attached(now=context.now())
    if name not in TABLES and not any(name in attached.names for attached in attachments):
        raise BadArgument("table_or_query", named, message("a table of yours or a SELECT"))
    if every_spelling:
        return Select(text=select_everything(name), table=True)
    with context.store.read() as con:
        return Select(text=select_stored(con, name), table=True)


def series_rows(
    context: Context,
    activity_ids: tuple[int, ...],
    *,
    seconds: tuple[float, float] | None,
    metrics: tuple[str, ...],
) -> Select:
    """The seconds of runs; see `select_series`."""
    with context.store.read() as con:
        return Select(text=select_series(con, activity_ids, seconds=seconds, metrics=metrics))


def chosen_activities(context: Context, references: str) -> tuple[int, ...]:
    """Runs named by ids or days, separated by commas.

    Raises:
        BadArgument: no name at all.
        UnknownActivity, AmbiguousActivity: one of them names no run, or several.
    """
    named = chosen_names(references)
    if not named:
        raise BadArgument("activity_ids", references, message("ids or days, separated by commas"))
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
        raise BadArgument(
            "time_range", text, message("two times like 300-600 or 5:00-10:00")
        ) from exc
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
        raise BadArgument(
            "context_window", around_s, message("between {low} and {high}", low=0, high=600)
        )
    reference, _, number = anomaly_id.strip().rpartition(":")
    if not reference or not _NUMBER.fullmatch(number):
        raise BadArgument(
            "anomaly_id", anomaly_id, message("ACTIVITY:NUMBER, as in `hakaru anomalies`")
        )
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
        raise BadArgument(
            "date_range", text, message("two days like 2025-01-01..2025-01-31")
        ) from exc
    return _iso(since), _iso(until)


def _seconds(text: str) -> float:
    minutes, _, seconds = text.rpartition(":")
    hours, _, minutes = minutes.rpartition(":")
    whole = int(hours or 0) * _SECONDS_PER_MINUTE + int(minutes or 0)
    return whole * _SECONDS_PER_MINUTE + float(seconds)


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


MOST_ROWS = 10_000_000
_REPLY_BYTES = 480
_LISTED = 15
_TTL_LOW_S, _TTL_HIGH_S = 60, 604_800


@frozen
class ExportResult:
    """What was exported."""

    export: Export

    @property
    def read_with(self) -> Mapping[str, str]:
        """One line for each tool that opens it; `file` stands for its path."""
        return READ_WITH[self.export.file_format]

    @property
    def shape(self) -> Versions[Mapping[str, object], Mapping[str, object]]:
        """Where it is and its columns. A reply has at most 500 bytes: of many columns the first,
        and how many there are; the file and a line that opens it, unless its path is too long."""
        export, names = self.export, [name for name, _ in self.export.columns]
        whole = {
            **cells(export, _EXPORT),
            "file": export.path.absolute(),
            "read": self.read_with,
            "columns": names,
            "n_columns": len(names),
        }
        return Versions(short=_shortened(whole, names), whole=whole)


@frozen
class ExportsResult:
    """What is kept, newest first."""

    exports: tuple[Export, ...]
    materialized: tuple[Materialized, ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """All of them, in a reply the newest; the counts are those of all."""
        return {
            "n_exports": len(self.exports),
            "size_mb": megabytes(sum(export.size_bytes for export in self.exports)),
            "exports": Rows((cells(export, _EXPORT) for export in self.exports), most=_LISTED),
            "materialized": [cells(result, MATERIALIZED) for result in self.materialized],
        }


@frozen
class CleanedExports:
    """How many exports and kept results are gone."""

    n_removed: int


def export(  # noqa: PLR0913  # what the requirements list
    context: Context,
    *,
    query: str | None,
    activity_ids: str | None,
    time_range: str | None,
    metrics: str | None,
    anomaly_id: str | None,
    context_window: int,
    format: str,  # noqa: A002  # the requirements name it so
    max_rows: int,
    ttl_seconds: int,
) -> ExportResult:
    """Write the rows of a query, or the seconds of runs, to a file for `ttl_seconds`.

    Raises:
        BadArgument: what to export is not said once, or all exports together are too large.
        QueryRefused: the query may not run.
        QueryStopped: it took too long, too much, or more than `max_rows` rows; no file is left.
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        StoreBusy, QueriesBusy: a writer, or other queries, kept it out.
    """
    if not 1 <= max_rows <= MOST_ROWS:
        raise BadArgument(
            "max_rows",
            max_rows,
            message("a whole number between {low} and {high}", low=1, high=MOST_ROWS),
        )
    ttl_s = checked_ttl_s(ttl_seconds)
    if (query is not None) == (activity_ids is not None or anomaly_id is not None):
        raise BadArgument(
            "query", query, message("given, or activity_ids or anomaly_id instead of it")
        )
    if query is not None and (time_range is not None or metrics is not None):
        raise BadArgument(
            "query", query, message("without time_range and metrics: say them in SQL")
        )
    rows = (
        Select(text=query)
        if query is not None
        else _series(context, activity_ids, time_range, (anomaly_id, context_window), metrics)
    )
    made = ExportReader(context.store, check=context.progress.check).export_query_result(
        rows.text,
        cast(FileFormat, format),
        max_rows=max_rows,
        ttl_s=ttl_s,
        now=context.now(),
    )
    return ExportResult(export=made)


def list_exports(context: Context) -> ExportsResult:
    """What is kept and has not expired. Nothing is removed."""
    now = context.now()
    return ExportsResult(
        exports=ExportFolder(context.data_folder).list(now=now),
        materialized=MaterializedFolder(context.data_folder).list(now=now),
    )


def clean_exports(context: Context) -> CleanedExports:
    """Remove every export and every kept result, expired or not."""
    now = context.now()
    folders = (ExportFolder(context.data_folder), MaterializedFolder(context.data_folder))
    return CleanedExports(
        n_removed=sum(folder.clean(now=now, everything=True) for folder in folders)
    )


def prepare_store(context: Context) -> None:
    """Make or migrate the database where need be: the sandbox only reads it."""
    with context.store.read():
        pass


def checked_ttl_s(ttl_seconds: int) -> float:
    """How long something is kept. Raises BadArgument outside a minute to a week."""
    if not _TTL_LOW_S <= ttl_seconds <= _TTL_HIGH_S:
        raise BadArgument(
            "ttl_seconds",
            ttl_seconds,
            message("between {low} and {high}", low=_TTL_LOW_S, high=_TTL_HIGH_S),
        )
    return float(ttl_seconds)


def _series(
    context: Context,
    activity_ids: str | None,
    time_range: str | None,
    anomaly: tuple[str | None, int],
    metrics: str | None,
) -> Select:
    anomaly_id, around_s = anomaly
    names = chosen_names(metrics)
    if anomaly_id is None:
        seconds = None if time_range is None else chosen_seconds(time_range)
        ids = chosen_activities(context, activity_ids or "")
        return series_rows(context, ids, seconds=seconds, metrics=names)
    if activity_ids is not None or time_range is not None:
        raise BadArgument(
            "anomaly_id", anomaly_id, message("alone: it says which run and which seconds")
        )
    activity_id, window = anomaly_seconds(context, anomaly_id, around_s=around_s)
    return series_rows(context, (activity_id,), seconds=window, metrics=names)


_EXPORT: Columns[Export] = {
    "handle": None,
    "rows": lambda export: export.n_rows,
    "size_mb": lambda export: megabytes(export.size_bytes),
    "expires_at": lambda export: export.expires_at.isoformat(timespec="seconds"),
}
MATERIALIZED: Columns[Materialized] = {
    "view": None,
    "name": None,
    "rows": lambda result: result.n_rows,
    "expires_at": lambda result: result.expires_at.isoformat(timespec="seconds"),
}


def _shortened(whole: Mapping[str, object], names: Sequence[str]) -> Mapping[str, object]:
    """The same within the bytes of a reply, or what comes next to it; null where there is no room
    for a field."""
    short: dict[str, object] = as_plain(whole)
    if size_bytes(short) > _REPLY_BYTES:
        short["read"] = None
    if size_bytes(short) <= _REPLY_BYTES:
        return short
    short["columns"] = None
    if size_bytes(short) > _REPLY_BYTES:
        short["file"] = None
    for n in range(len(names), 0, -1):
        cut = short | {"columns": [*names[:n], "…"]}
        if size_bytes(cut) <= _REPLY_BYTES:
            return cut
    return short
