"""Which SELECT shows a table, or some seconds of some runs? Names are quoted here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument
from hakaru.store.sandbox.source import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SERIES = "time_series_metrics"
_KEYS = ("activity_id", "elapsed_s")
_SEVERAL_SPELLINGS = frozenset({"splits", _SERIES})
"""Views that show a stored column under several names."""


def select_everything(name: str) -> str:
    """All columns of a table, in every spelling."""
    return f"SELECT * FROM {quoted(name)}"


def select_stored(con: DuckDBPyConnection, name: str) -> str:
    """The columns of a table, each stored value once: what a device stated of a run as a whole
    (`device_*`) is in the totals."""
    if name == "activities":
        every = [column for column in _columns(con, name) if not column.startswith("device_")]
        return f"SELECT {', '.join(map(quoted, every))} FROM {name}"
    if name not in _SEVERAL_SPELLINGS:
        return select_everything(name)
    columns = [*_columns(con, f"data.{quoted(name)}"), "pace_s_per_km"]
    return f"SELECT {', '.join(map(quoted, columns))} FROM {quoted(name)}"


def select_series(
    con: DuckDBPyConnection,
    activity_ids: Sequence[int],
    *,
    seconds: tuple[float, float] | None,
    metrics: Sequence[str],
) -> str:
    """The second-by-second values of runs, in order.

    Args:
        con: a connection to the store.
        activity_ids: which runs.
        seconds: [start, end) of elapsed seconds; None: all.
        metrics: any spelling of the columns; none for every stored one.

    Raises:
        BadArgument: there is no such column.
    """
    every = _columns(con, _SERIES)
    for metric in metrics:
        if metric not in every:
            raise BadArgument("metrics", metric, f"one of {', '.join(every)}")
    chosen = dict.fromkeys([*_KEYS, *(metrics or _columns(con, f"data.{_SERIES}"))])
    where = f"activity_id IN ({', '.join(str(int(activity_id)) for activity_id in activity_ids)})"
    if seconds is not None:
        start_s, end_s = (float(at_s) for at_s in seconds)
        where += f" AND elapsed_s >= {start_s!r} AND elapsed_s < {end_s!r}"
    columns = ", ".join(map(quoted, chosen))
    return f"SELECT {columns} FROM {_SERIES} WHERE {where} ORDER BY activity_id, elapsed_s"


def _columns(con: DuckDBPyConnection, table: str) -> list[str]:
    return [str(row[0]) for row in con.execute(f"DESCRIBE {table}").fetchall()]
