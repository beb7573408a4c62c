"""How are the samples of runs written by the thousand, and read back one run at a time?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.running.activity import FloatArray, SeriesColumn
from hakaru.store.rows import AnyArray, floats, insert_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SERIES_COLUMNS: tuple[str, ...] = get_args(SeriesColumn)


def insert_series(
    con: DuckDBPyConnection, runs: Sequence[tuple[int, Mapping[str, FloatArray]]]
) -> None:
    """Append the samples of several activities; a column that one of them lacks is NULL there."""
    runs = [(activity_id, series) for activity_id, series in runs if len(series["elapsed_s"])]
    if not runs:
        return
    lengths = [len(series["elapsed_s"]) for _, series in runs]
    ids = np.array([activity_id for activity_id, _ in runs], dtype=np.int64)
    columns: dict[str, AnyArray] = {"activity_id": np.repeat(ids, lengths)}
    recorded = {name for _, series in runs for name in series}
    _check_columns(recorded)
    for name in recorded:
        pieces = [
            series[name] if name in series else np.full(length, np.nan)
            for (_, series), length in zip(runs, lengths, strict=True)
        ]
        columns[name] = np.concatenate(pieces)
    insert_columns(con, "data.time_series_metrics", columns=columns)


def read_series(
    con: DuckDBPyConnection, activity_id: int, *, columns: Sequence[str] = SERIES_COLUMNS
) -> dict[str, FloatArray]:
    """Columns of one activity in order of time, shape (n_samples,); NaN where nothing is known.

    An activity without samples, or an unknown one, has arrays of length 0.
    """
    _check_columns(columns)
    names = ", ".join(f'"{name}"' for name in columns)
    fetched = con.execute(
        f"SELECT {names} FROM data.time_series_metrics WHERE activity_id = ? ORDER BY elapsed_s",
        [activity_id],
    ).fetchnumpy()
    return {name: floats(fetched[name]) for name in columns}


def _check_columns(names: Sequence[str] | set[str]) -> None:
    for name in names:
        if name not in SERIES_COLUMNS:
            raise BadArgument("series column", name, f"one of {', '.join(SERIES_COLUMNS)}")
