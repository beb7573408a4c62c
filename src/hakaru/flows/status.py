"""What is stored, and what is worth doing next?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from hakaru.errors import BadArgument
from hakaru.flows.brevity import TABLE_BYTES, beginning, first_rows, rounded
from hakaru.flows.context import Context
from hakaru.running.session.version import SESSION_VERSION
from hakaru.store.activities import StoredActivity, StoreSummary, list_activities, summarise
from hakaru.store.sessions import unanalysed_activities

RETRAIN_AFTER_RUNS = 100
RETRAIN_AFTER = timedelta(days=30)
_COLUMNS = (
    "activity_id",
    "activity_date",
    "title",
    "distance_m",
    "elapsed_s",
    "speed_mps",
    "heart_rate_avg_bpm",
    "sensor_group",
    "overall_score",
    "overall_stars",
    "partial",
    "simulated",
)
_TITLE_BYTES = 60


@dataclass(frozen=True, kw_only=True)
class ActivitiesResult:
    """Stored runs, newest first; `n_stored` counts all that match, also those not listed."""

    activities: tuple[StoredActivity, ...]
    n_stored: int

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per run, newest first; `n_more` runs match and are not among them."""
        return self._told(TABLE_BYTES, title_bytes=_TITLE_BYTES)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every run that was asked for, titles whole."""
        return self._told(None, title_bytes=None)

    def _told(self, within_bytes: int | None, *, title_bytes: int | None) -> Mapping[str, object]:
        rows = first_rows(
            (_row(run, title_bytes) for run in self.activities),
            within_bytes=within_bytes,
            n_marks=1,
        )
        return {
            "n_stored": self.n_stored,
            "columns": _COLUMNS,
            "activities": rows,
            "n_more": self.n_stored - len(rows),
        }


@dataclass(frozen=True, kw_only=True)
class StatusResult:
    """The store in figures. `retrain` says that 100 runs or 30 days with new runs have passed since
    training (or that there was none, with form data to learn from). `n_unanalysed` counts runs that
    this version has not looked at as sessions."""

    data_folder: Path
    summary: StoreSummary
    retrain: bool
    n_unanalysed: int


def activities(
    context: Context, *, since: date | None, until: date | None, limit: int
) -> ActivitiesResult:
    """List runs between two local days, both included.

    Raises:
        BadArgument: a limit below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, "a whole number >= 1")
    with context.store.read() as con:
        every = list_activities(con, since=since, until=until)
    return ActivitiesResult(activities=every[:limit], n_stored=len(every))


def status(context: Context) -> StatusResult:
    """What is stored, and whether training again would pay."""
    with context.store.read() as con:
        summary = summarise(con)
        unanalysed = unanalysed_activities(con, code_version=SESSION_VERSION)
    return StatusResult(
        data_folder=context.data_folder,
        summary=summary,
        retrain=retrain_due(context, summary),
        n_unanalysed=len(unanalysed),
    )


def latest_evaluated(context: Context) -> int | None:
    """The id of the newest run with a verdict; None: there is none."""
    with context.store.read() as con:
        for run in list_activities(con):
            if run.judged:
                return run.activity_id
    return None


def _row(run: StoredActivity, title_bytes: int | None) -> list[object]:
    """What a list needs of a run, in the order of the columns."""
    return [
        run.activity_id,
        run.activity_date.isoformat(),
        None if run.title is None else beginning(run.title, within_bytes=title_bytes),
        rounded(run.distance_m, 0),
        rounded(run.elapsed_s, 0),
        rounded(run.speed_mps, 2),
        rounded(run.heart_rate_avg_bpm, 0),
        run.sensor_group,
        rounded(run.overall_score, 1),
        run.overall_stars,
        run.partial,
        run.simulated,
    ]


def retrain_due(context: Context, summary: StoreSummary) -> bool:
    """Whether 100 runs, or 30 days with new runs, have passed since training (resolutions 60)."""
    if summary.n_with_form == 0:
        return False
    if summary.trained_at is None:
        return True
    old = context.now() - summary.trained_at >= RETRAIN_AFTER and summary.n_since_training > 0
    return old or summary.n_since_training >= RETRAIN_AFTER_RUNS
