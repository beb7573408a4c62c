"""What does the judge need to know about stored runs, besides the baselines?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import TYPE_CHECKING

from hakaru.running.evaluate import RunToJudge
from hakaru.running.past_runs import PastRun, PastRuns
from hakaru.store.splits import splits_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def runs_to_judge(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> tuple[tuple[RunToJudge, ...], tuple[int, ...]]:
    """Those runs that carry form metrics, oldest first, and the ids of those that do not."""
    chosen = _runs(con, "list_contains(?::BIGINT[], a.activity_id)", [list(activity_ids)])
    measured = [run for run in chosen if run.sensor_group is not None]
    past = PastRuns(_runs(con, "a.coverage_frac > 0", []) if measured else [])
    splits = splits_of(con, [run.activity_id for run in measured]) if measured else {}
    judged = tuple(
        RunToJudge(
            activity_id=run.activity_id,
            day=run.day,
            sensor_group=str(run.sensor_group),
            splits=splits[run.activity_id],
            usual_left_pct=past.usual_left_pct(run),
            started_at=run.started_at,
            known_elsewhere=past.known_elsewhere(run),
        )
        for run in measured
    )
    return judged, tuple(run.activity_id for run in chosen if run.sensor_group is None)


def _runs(con: DuckDBPyConnection, where: str, values: Sequence[object]) -> list[PastRun]:
    rows = con.execute(
        "SELECT a.activity_id, a.activity_date, a.started_at, a.sensor_group, "
        "sum(s.gct_balance_left_pct * s.running_s) / nullif(sum(s.running_s) "
        "FILTER (WHERE s.gct_balance_left_pct IS NOT NULL), 0) "
        "FROM activities a LEFT JOIN data.splits s USING (activity_id) "
        f"WHERE {where} GROUP BY ALL ORDER BY a.started_at, a.activity_id",
        values,
    ).fetchall()
    return [
        PastRun(
            activity_id=row[0],
            day=row[1],
            started_at=row[2].replace(tzinfo=UTC),
            sensor_group=row[3],
            left_pct=row[4],
        )
        for row in rows
    ]
