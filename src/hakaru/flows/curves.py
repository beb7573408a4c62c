"""What slopes, warmth, hours and shoes cost the runner, as of the newest run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.athlete import athlete_at, relation_at
from hakaru.flows.remembered import Past
from hakaru.flows.session import personal_grade
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.curves import Curve, personal_curves, shoe_curves
from hakaru.running.environment.grade import UNKNOWN_GRADE
from hakaru.running.environment.heat import fit_heat_slope
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import REFERENCE_SPEED_MPS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.store.recordings import split_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def read_curves(
    con: DuckDBPyConnection,
    past: Past,
    baselines: Mapping[MetricName, MetricBaseline],
    *,
    sensor_group: str,
) -> tuple[tuple[Curve, ...], float]:
    """Every curve, known or not, and the speed at which costs in pace are told.

    `baselines` are the current ones of the sensor group, which know the shoes.
    """
    columns = split_columns(con)
    shoes = shoe_curves(baselines, n_runs=_runs_by_shoe(columns, sensor_group))
    if not past.sessions:
        return (*_NOTHING_KNOWN, *shoes), REFERENCE_SPEED_MPS
    last = past.sessions[-1]
    athlete = athlete_at(con, past, last.activity_date, last=last)
    relation = relation_at(con, athlete, this=last)
    usual_mps = _usual_speed_mps(columns) if relation is None else relation.reference_mps
    own = personal_curves(
        grade=personal_grade(columns, athlete),
        heat=fit_heat_slope(past.sessions, day=last.activity_date),
        relation=relation,
        usual_speed_mps=usual_mps,
    )
    return (*own, *shoes), usual_mps


_NOTHING_KNOWN = personal_curves(
    grade=UNKNOWN_GRADE,
    heat=fit_heat_slope((), day=date.min),
    relation=None,
    usual_speed_mps=REFERENCE_SPEED_MPS,
)


def _usual_speed_mps(columns: SplitColumns) -> float:
    speed_mps = np.asarray(columns["speed_mps"], dtype=np.float64)
    run = speed_mps[speed_mps > RUNNING_SPEED_MIN_MPS]
    return float(np.median(run)) if run.size else REFERENCE_SPEED_MPS


def _runs_by_shoe(columns: SplitColumns, sensor_group: str) -> Mapping[str, int]:
    """How many runs with this kind of sensor were run in each pair."""
    own = np.asarray(columns["sensor_group"], dtype=object) == sensor_group
    runs = dict(
        zip(
            np.asarray(columns["activity_id"])[own].tolist(),
            np.asarray(columns["gear"], dtype=object)[own].tolist(),
            strict=True,
        )
    )
    return Counter(gear for gear in runs.values() if gear)
