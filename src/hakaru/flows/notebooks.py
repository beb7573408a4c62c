"""Which of a runner's own runs do the worked analyses look at?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import UnknownActivity
from hakaru.flows.context import Context
from hakaru.store.sessions import EVERY_RUN, anomalies_of, judged_runs

_MOST_SIDE_BY_SIDE = 5
_LONG_ENOUGH_S = 600.0


@dataclass(frozen=True, kw_only=True)
class RunToShow:
    """A run with samples. `duration_s`: from its first to its last sample."""

    activity_id: int
    day: date
    duration_s: float

    @property
    def stretch(self) -> str:
        """The second five minutes of it, or all of a shorter run."""
        return "5:00-10:00" if self.duration_s >= _LONG_ENOUGH_S else f"0-{self.duration_s:.0f}"


@dataclass(frozen=True, kw_only=True)
class RunsToShow:
    """Newest first. `judged_id` None: no run has a verdict; `step` None: no step of form was found,
    else the run of the newest one and its number."""

    runs: tuple[RunToShow, ...]
    judged_id: int | None
    step: tuple[int, int] | None


def runs_to_show(context: Context) -> RunsToShow:
    """The newest runs with samples, the newest verdict, and the newest step of form.

    Raises:
        UnknownActivity: no run with samples is stored.
    """
    with context.store.read() as con:
        rows = con.execute(
            "SELECT a.activity_id, a.activity_date, max(t.elapsed_s) FROM activities a "
            "JOIN time_series_metrics t USING (activity_id) WHERE t.speed_mps IS NOT NULL "
            "GROUP BY a.activity_id, a.activity_date, a.started_at "
            "ORDER BY a.started_at DESC LIMIT ?",
            [_MOST_SIDE_BY_SIDE],
        ).fetchall()
        judged = con.execute(
            "SELECT activity_id FROM form_evaluations JOIN activities USING (activity_id) "
            "ORDER BY started_at DESC LIMIT 1"
        ).fetchone()
        looked_at = [row[0] for row in judged_runs(con, since=None, limit=EVERY_RUN)]
        steps = anomalies_of(con, looked_at)
    if not rows:
        raise UnknownActivity("latest", empty=True)
    newest = next((run for run in looked_at if steps[run]), None)
    return RunsToShow(
        runs=tuple(RunToShow(activity_id=row[0], day=row[1], duration_s=row[2]) for row in rows),
        judged_id=None if judged is None else judged[0],
        step=None if newest is None else (newest, 1),
    )
