"""Which columns of which run does an analysis get?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import NotRecorded
from hakaru.flows.context import Context
from hakaru.running.analyses import RunSeries
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_series

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def one_run(context: Context, activity: str | int, *, columns: Sequence[str]) -> RunSeries:
    """Columns of the run an id or a local day names; those that were not recorded are left out.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotRecorded: the run was stored without samples.
    """
    with context.store.read() as con:
        return read_run(con, resolve_activity(con, activity), columns=columns)


def read_run(con: DuckDBPyConnection, activity_id: int, *, columns: Sequence[str]) -> RunSeries:
    """The same, by our own id."""
    series = read_series(con, activity_id, columns=columns)
    if len(series["elapsed_s"]) < 2:
        raise NotRecorded(activity_id, "a run with samples", name="activity")
    ((day,),) = con.execute(
        "SELECT activity_date FROM activities WHERE activity_id = ?", [activity_id]
    ).fetchall()
    return RunSeries(
        activity_id=activity_id,
        day=day,
        series={name: values for name, values in series.items() if np.isfinite(values).any()},
    )
