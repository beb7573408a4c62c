"""What do the connection-taking names of the requirements do? (resolutions 57)"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hakaru.core.errors import BadArgument, NotEvaluated, UnknownActivity
from hakaru.flows.context import Settings
from hakaru.flows.judge import judge_and_store
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.baseline.predict import expected_values, population_baseline
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.verdict import FormEvaluation
from hakaru.store.database import transaction
from hakaru.store.verdicts import current_baselines

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNKNOWN_SENSOR = "garmin-unknown"


class FormExpectations(NamedTuple):
    """Expected form at one speed. NaN: no expectation for that metric."""

    gct_ms: float
    vo_cm: float
    vr_pct: float


def predict_expectations(
    conn: DuckDBPyConnection,
    avg_speed_mps: float,
    user_id: str = "default",
    condition_group: str = "default",
    *,
    sensor_group: str | None = None,
) -> FormExpectations:
    """Expected contact time (ms), oscillation (cm) and ratio (%) at a speed in m/s.

    `sensor_group` None: that of the latest run with form data. What was never trained is answered
    by the population prior (resolutions 58); `hakaru expect` also says so and gives intervals.

    Raises:
        BadArgument: the speed is not > 0, or no run was measured with the sensor named.
    """
    if not (math.isfinite(avg_speed_mps) and avg_speed_mps > 0):
        raise BadArgument("avg_speed_mps", avg_speed_mps, "a speed > 0 m/s")
    group = chosen_sensor(conn, sensor_group) or _UNKNOWN_SENSOR
    current = current_baselines(conn, group, user_id=user_id, condition_group=condition_group)
    now = datetime.now(UTC)
    gct_ms, vo_cm, vr_pct = (
        float(
            expected_values(
                current.get(metric) or population_baseline(metric, sensor_group=group, now=now),
                np.array([avg_speed_mps]),
            )[0]
        )
        for metric in SCORED_METRICS
    )
    return FormExpectations(gct_ms=gct_ms, vo_cm=vo_cm, vr_pct=vr_pct)


def evaluate_and_store(
    conn: DuckDBPyConnection, activity_id: int, activity_date: str | date | None = None
) -> FormEvaluation:
    """Judge one stored run with the baselines of the store and make the verdict current.

    `conn` is a writable connection to a Hakaru database. `activity_date` (YYYY-MM-DD) is checked
    against the stored local day where it is given.

    Raises:
        UnknownActivity: nothing is stored under this id.
        BadArgument: the run took place on another day.
        NotEvaluated: the run carries no form data.
    """
    rows = conn.execute(
        "SELECT activity_date FROM activities WHERE activity_id = ?", [activity_id]
    ).fetchall()
    if not rows:
        raise UnknownActivity(activity_id)
    day = rows[0][0]
    if activity_date is not None and str(activity_date) != day.isoformat():
        raise BadArgument("activity_date", str(activity_date), f"{day}, its stored day")
    with transaction(conn):
        judged = judge_and_store(conn, [activity_id], settings=Settings(), now=datetime.now(UTC))
    if not judged.evaluations:
        raise NotEvaluated(activity_id, judged.refused[activity_id])
    return judged.evaluations[0]
