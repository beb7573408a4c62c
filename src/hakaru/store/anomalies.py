"""How are the sustained steps of form inside runs stored, and listed over many runs?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from hakaru.core.errors import BadArgument, NotRecorded
from hakaru.running.anomalies.steps import Anomaly, AnomalyReport, CauseShare
from hakaru.store.rows import Kind, insert_rows, kinds_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

EVERY_RUN = 2**31
"""As a limit: all of them."""

_SCALARS = kinds_of(Anomaly)
_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    **_SCALARS,
    "causes": "text",
    "sensor_signs": "text",
}
_COVERAGE: Mapping[str, Kind] = {
    "activity_id": "whole",
    "metric": "text",
    "judged_s": "real",
    "noise_frac": "real",
}


def write_anomalies(con: DuckDBPyConnection, activity_id: int, *, report: AnomalyReport) -> None:
    """Make this what is known about the steps of one run."""
    for table in ("form_anomalies", "anomaly_coverage"):
        con.execute(f"DELETE FROM {table} WHERE activity_id = ?", [activity_id])
    insert_rows(
        con,
        "form_anomalies",
        kinds=_KINDS,
        rows=[
            (
                activity_id,
                *(getattr(anomaly, name) for name in _SCALARS),
                json.dumps([[cause.cause, cause.share_frac] for cause in anomaly.causes]),
                ",".join(anomaly.sensor_signs),
            )
            for anomaly in report.anomalies
        ],
    )
    insert_rows(
        con,
        "anomaly_coverage",
        kinds=_COVERAGE,
        rows=[
            (activity_id, metric, judged_s, report.noise_frac.get(metric))
            for metric, judged_s in report.judged_s.items()
        ],
    )


def anomalies_of(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, tuple[Anomaly, ...]]:
    """The steps of each of the runs asked for, in order of time."""
    rows = con.execute(
        f"SELECT {', '.join(_KINDS)} FROM form_anomalies "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) ORDER BY activity_id, anomaly_index",
        [list(activity_ids)],
    ).fetchall()
    anomalies: dict[int, list[Anomaly]] = {activity_id: [] for activity_id in activity_ids}
    for row in rows:
        anomalies[row[0]].append(_anomaly(dict(zip(_KINDS, row, strict=True))))
    return {activity_id: tuple(steps) for activity_id, steps in anomalies.items()}


def judged_anomalies(con: DuckDBPyConnection, activity_id: int) -> tuple[Anomaly, ...] | None:
    """The steps of one run; None: nothing of it could be looked at second by second."""
    judged = con.execute(
        "SELECT 1 FROM anomaly_coverage WHERE activity_id = ? AND judged_s > 0", [activity_id]
    ).fetchall()
    return anomalies_of(con, [activity_id])[activity_id] if judged else None


def read_anomaly(con: DuckDBPyConnection, activity_id: int, *, number: int) -> Anomaly:
    """One step of a run, counted from 1.

    Raises:
        NotRecorded: the run has none.
        BadArgument: it has fewer.
    """
    steps = anomalies_of(con, [activity_id])[activity_id]
    if not steps:
        raise NotRecorded(activity_id, "a run in which form stepped away")
    if not 1 <= number <= len(steps):
        raise BadArgument("number", number, f"a whole number between 1 and {len(steps)}")
    return steps[number - 1]


def judged_runs(
    con: DuckDBPyConnection, *, since: date | None, limit: int
) -> tuple[tuple[int, date, float], ...]:
    """Id, local day and judged seconds of the newest runs that could be looked at."""
    rows = con.execute(
        "SELECT a.activity_id, a.activity_date, max(c.judged_s) FROM activities a "
        "JOIN anomaly_coverage c USING (activity_id) WHERE ($since IS NULL OR "
        "a.activity_date >= $since) GROUP BY ALL HAVING max(c.judged_s) > 0 "
        "ORDER BY max(a.started_at) DESC LIMIT $limit",
        {"since": since, "limit": min(limit, EVERY_RUN)},
    ).fetchall()
    return tuple((row[0], row[1], row[2]) for row in rows)


def _anomaly(row: Mapping[str, Any]) -> Anomaly:
    causes = json.loads(row["causes"])
    signs = row["sensor_signs"]
    return Anomaly(
        **{name: row[name] for name in _SCALARS},
        causes=tuple(CauseShare(cause=cause, share_frac=share) for cause, share in causes),
        sensor_signs=tuple(signs.split(",")) if signs else (),
    )
