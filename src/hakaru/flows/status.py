"""What is stored, and what is worth doing next."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import TABLE_BYTES, Columns, Rows, Text, shown
from hakaru.core.units import METRES_PER_KM, pace_of
from hakaru.flows.context import Context
from hakaru.flows.drift import drift_now
from hakaru.records import frozen
from hakaru.running.drift import DriftFinding
from hakaru.store.activities import (
    RunFilter,
    RunOrder,
    StoredActivity,
    find_runs,
    list_activities,
)
from hakaru.store.overview import StoreSummary, summarise
from hakaru.store.recordings import chosen_sensor
from hakaru.store.verdicts import Learned, learned_from

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_TITLE_BYTES = 60
_COLUMNS: Columns[StoredActivity] = {
    "activity_id": None,
    "activity_date": None,
    "title": lambda run: run.title and Text(run.title, within_bytes=_TITLE_BYTES),
    "distance_m": 0,
    "timer_s": 0,
    "elapsed_s": 0,
    "pace_s_per_km": 1,
    "pace": lambda run: pace_of(run.speed_mps),
    "heart_rate_avg_bpm": 0,
    "power_avg_w": 0,
    "training_type": None,
    "temperature_c": 0,
    "gear": lambda run: run.gear and Text(run.gear, within_bytes=_TITLE_BYTES),
    "totals_basis": None,
    "sensor_group": None,
    "overall_score": 1,
    "overall_stars": None,
    "too_short": lambda run: run.is_fragment,
    "partial": None,
    "recorded_until_s": 0,
    "simulated": None,
}


@frozen
class ActivitiesResult:
    """Stored runs, newest first; `n_stored` counts all that match, also those not listed."""

    n_stored: int
    activities: tuple[StoredActivity, ...] = field(
        metadata=shown(
            Rows,
            columns=_COLUMNS,
            within_bytes=TABLE_BYTES,
            n_marks=2,
            left_out=("n_more", "n_stored"),
        )
    )


@frozen
class StatusResult:
    """The store in figures, and what was learned of how the runner usually runs, per sensor.

    `changes` are the lasting changes of form that hold (with the sensor worn last), oldest first.
    `is_older`: what is shown may be older than what it rests on, because another program is
    bringing it up to date, or because nothing can be written in the data folder.
    """

    data_folder: Path
    summary: StoreSummary
    learned: tuple[Learned, ...]
    is_older: bool
    changes: tuple[DriftFinding, ...] = ()


def activities(  # noqa: PLR0913  # what a list can be asked for
    context: Context,
    *,
    since: date | None,
    until: date | None,
    limit: int,
    type: str | None = None,  # noqa: A002  # the word of the command line
    shoe: str | None = None,
    least_km: float | None = None,
    above_c: float | None = None,
    order: str = "newest",
) -> ActivitiesResult:
    """List the runs that match, between two local days, both included.

    Raises:
        BadArgument: a limit below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, message("a whole number >= {low}", low=1))
    wanted = RunFilter(
        training_type=type,
        since=since,
        until=until,
        shoe=shoe,
        least_m=None if least_km is None else least_km * METRES_PER_KM,
        above_c=above_c,
    )
    with context.store.read() as con:
        runs = find_runs(con, wanted, order=cast(RunOrder, order))
    every = tuple(run.activity for run in runs)
    return ActivitiesResult(activities=every[:limit], n_stored=len(every))


def status(context: Context) -> StatusResult:
    """What is stored, and what stands."""
    with context.store.read() as con:
        summary = summarise(con)
        learned = learned_from(con, user_id=context.settings.user_id)
        changes = _open_changes(con, context)
    return StatusResult(
        data_folder=context.data_folder,
        summary=summary,
        learned=learned,
        is_older=context.store.is_older,
        changes=changes,
    )


def _open_changes(con: DuckDBPyConnection, context: Context) -> tuple[DriftFinding, ...]:
    """The lasting changes that hold today."""
    group = chosen_sensor(con, None)
    if group is None:
        return ()
    drift = drift_now(context, con, group)
    return tuple(finding for finding in drift.findings if finding.state == "open")


def latest_evaluated(context: Context) -> int | None:
    """The id of the newest run with a verdict; None: there is none."""
    with context.store.read() as con:
        for run in list_activities(con):
            if run.judged:
                return run.activity_id
    return None
