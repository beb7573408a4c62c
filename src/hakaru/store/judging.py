"""What does the judge need to know about stored runs, besides the baselines?"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.running.evaluate import RunToJudge
from hakaru.store.splits import splits_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class _Run:
    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    left_pct: float | None


def runs_to_judge(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> tuple[tuple[RunToJudge, ...], tuple[int, ...]]:
    """Those runs that carry form metrics, oldest first, and the ids of those that do not."""
    chosen = _runs(con, "list_contains(?::BIGINT[], a.activity_id)", [list(activity_ids)])
    measured = [run for run in chosen if run.sensor_group is not None]
    past = _Past(_runs(con, "a.coverage_frac > 0", []) if measured else [])
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


def _runs(con: DuckDBPyConnection, where: str, values: Sequence[object]) -> list[_Run]:
    rows = con.execute(
        "SELECT a.activity_id, a.activity_date, a.started_at, a.sensor_group, "
        "sum(s.gct_balance_left_pct * s.running_s) / nullif(sum(s.running_s) "
        "FILTER (WHERE s.gct_balance_left_pct IS NOT NULL), 0) "
        "FROM activities a LEFT JOIN data.splits s USING (activity_id) "
        f"WHERE {where} GROUP BY ALL ORDER BY a.started_at, a.activity_id",
        values,
    ).fetchall()
    return [
        _Run(
            activity_id=row[0],
            day=row[1],
            started_at=row[2].replace(tzinfo=UTC),
            sensor_group=row[3],
            left_pct=row[4],
        )
        for row in rows
    ]


_USUAL_RUNS = 60
"""A balance trait is the median of so many runs before."""


class _Past:
    """Every measured run, oldest first, by kind of sensor: what came before a given run?"""

    def __init__(self, runs: Sequence[_Run]) -> None:
        self._first: dict[str | None, datetime] = {}
        self._starts: dict[str | None, list[datetime]] = defaultdict(list)
        self._left_pct: dict[str | None, list[float]] = defaultdict(list)
        for run in runs:
            self._first.setdefault(run.sensor_group, run.started_at)
            if run.left_pct is not None:
                self._starts[run.sensor_group].append(run.started_at)
                self._left_pct[run.sensor_group].append(run.left_pct)

    def usual_left_pct(self, run: _Run) -> float | None:
        """Median left share of the latest earlier runs with the same kind of sensor."""
        end = bisect_left(self._starts[run.sensor_group], run.started_at)
        earlier = self._left_pct[run.sensor_group][max(0, end - _USUAL_RUNS) : end]
        return float(np.median(earlier)) if earlier else None

    def known_elsewhere(self, run: _Run) -> bool:
        """Whether an earlier run was measured with another kind of sensor."""
        return any(
            group != run.sensor_group and first < run.started_at
            for group, first in self._first.items()
        )
