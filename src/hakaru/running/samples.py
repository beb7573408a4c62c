"""Which rows of stored splits does a baseline learn from? `select_for_training`, over columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import FormSamples
from hakaru.running.effects import conditions_of
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.selection import (
    FLAT_GRADE_PCT,
    FULL_DISTANCE_M,
    FULL_RUNNING_S,
    REPETITION_RUNNING_S,
)
from hakaru.running.splits import MIXED_SUMMARY_KINDS
from hakaru.running.validity import BoolArray

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MICROSECONDS_PER_SECOND = timedelta(seconds=1) / _MICROSECOND

SplitColumns = Mapping[str, NDArray[Any]]
"""One row per stored split: activity_id, started_at (datetime64, UTC), speed_mps, gct_ms, vo_cm,
vr_pct, cadence_spm, running_s, running_distance_m, grade_pct; NaN or masked where missing. And
kind; role, rep_index and is_target where the sessions were understood; temperature_c, distance_m,
elevation_gain_m, elevation_loss_m, start_elapsed_s and end_elapsed_s, the conditions; sensor_label,
which names the unit of the sensor. A column left out is missing."""


@dataclass(frozen=True, kw_only=True)
class TaughtRows:
    """Rows that a baseline may learn from, ready for several metrics, shape (n_rows,) each.

    `value` has the metrics asked for, NaN where a row does not carry one.
    """

    value: Mapping[MetricName, FloatArray]
    started_at: NDArray[Any]
    speed_mps: FloatArray
    run_id: NDArray[np.int64]
    weight_s: FloatArray
    conditions: FloatArray
    unit: NDArray[np.object_]

    def chosen(self, rows: slice | NDArray[np.intp]) -> TaughtRows:
        """Some of the rows."""
        return TaughtRows(
            value={metric: value[rows] for metric, value in self.value.items()},
            started_at=self.started_at[rows],
            speed_mps=self.speed_mps[rows],
            run_id=self.run_id[rows],
            weight_s=self.weight_s[rows],
            conditions=self.conditions[rows],
            unit=self.unit[rows],
        )

    def samples(self, metric: MetricName, *, now: datetime) -> FormSamples:
        """The samples of one metric, in the order of the rows; runs after `now` are left out."""
        value = self.value[metric]
        age_days = _age_days(self.started_at, now)
        keep = np.isfinite(value) & (age_days >= 0.0)
        rows = slice(None) if keep.all() else np.flatnonzero(keep)
        return FormSamples(
            value=value[rows],
            speed_mps=self.speed_mps[rows],
            run_id=self.run_id[rows],
            age_days=age_days[rows],
            weight_s=self.weight_s[rows],
            conditions=self.conditions[rows],
            unit=self.unit[rows],
        )


def taught(columns: SplitColumns, metrics: Iterable[MetricName]) -> TaughtRows:
    """The rows of some stored splits that a baseline may learn from, in their order."""
    keep = training_rows(columns)
    own = {name: column[keep] for name, column in columns.items()}
    return TaughtRows(
        value={metric: METRICS[metric].values_in(own) for metric in metrics},
        started_at=np.asarray(own["started_at"]),
        speed_mps=_floats(own, "speed_mps"),
        run_id=np.asarray(own["activity_id"], dtype=np.int64),
        weight_s=_floats(own, "running_s"),
        conditions=_conditions(own),
        unit=_units(own),
    )


def form_samples(columns: SplitColumns, metric: MetricName, *, now: datetime) -> FormSamples:
    """The samples of one metric, in the order of the rows; runs after `now` are left out.

    The rows must be of one sensor group and one user: they are never pooled.
    """
    return taught(columns, (metric,)).samples(metric, now=now)


def _conditions(columns: SplitColumns) -> FloatArray:
    """What is known of the conditions of each row, of `effects.EFFECTS`."""
    return conditions_of(
        temperature_c=_known_floats(columns, "temperature_c"),
        gain_m=_known_floats(columns, "elevation_gain_m"),
        loss_m=_known_floats(columns, "elevation_loss_m"),
        distance_m=_known_floats(columns, "distance_m"),
        grade_pct=_known_floats(columns, "grade_pct"),
        elapsed_s=0.5
        * (_known_floats(columns, "start_elapsed_s") + _known_floats(columns, "end_elapsed_s")),
    )


def _units(columns: SplitColumns) -> NDArray[np.object_]:
    """The unit that measured each row; one and the same where none is named."""
    n_rows = len(columns["activity_id"])
    names = columns.get("sensor_label")
    units = np.empty(n_rows, dtype=object)
    units[:] = [""] * n_rows if names is None else [str(name or "") for name in names]
    return units


def _known_floats(columns: SplitColumns, name: str) -> FloatArray:
    """A column, or NaN for a column that was left out."""
    if name not in columns:
        return np.full(len(columns["activity_id"]), np.nan)
    return _floats(columns, name)


def training_rows(columns: SplitColumns) -> BoolArray:
    """True for each row that `select_for_training` would take."""
    rows = counted_rows(columns)
    measured = np.zeros(rows.shape, dtype=np.bool_)
    for metric in SCORED_METRICS:
        measured |= np.isfinite(_floats(columns, METRICS[metric].series_column))
    return rows & measured & level_rows(columns)


def level_rows(columns: SplitColumns) -> BoolArray:
    """False for averages that hide climbs, or nobody knows what: form is not read from them."""
    kinds = columns.get("kind")
    if kinds is None:
        return np.ones(len(columns["activity_id"]), dtype=np.bool_)
    return ~np.isin(np.asarray(kinds, dtype=object), list(MIXED_SUMMARY_KINDS))


def counted_rows(columns: SplitColumns) -> BoolArray:
    """True for each full, flat row with a speed that speaks for its session, form or no form."""
    running_s = _floats(columns, "running_s")
    long_enough = _floats(columns, "running_distance_m") >= FULL_DISTANCE_M
    full = np.where(
        _repetitions(columns),
        running_s >= REPETITION_RUNNING_S,
        long_enough & (running_s >= FULL_RUNNING_S),
    )
    grade_pct = _floats(columns, "grade_pct")
    flat = np.isnan(grade_pct) | (np.abs(grade_pct) <= FLAT_GRADE_PCT)
    finite = np.isfinite(_floats(columns, "speed_mps"))
    rows: BoolArray = finite & full & flat & _targets(columns)
    return rows


def _repetitions(columns: SplitColumns) -> BoolArray:
    """`selection.is_repetition` of each row."""
    n_rows = len(columns["activity_id"])
    if "role" not in columns or "rep_index" not in columns:
        return np.zeros(n_rows, dtype=np.bool_)
    roles = np.ma.asarray(columns["role"])
    work: BoolArray = np.asarray(roles.filled("") if roles.mask.any() else roles) == "work"
    return work & np.isfinite(_floats(columns, "rep_index"))


def _targets(columns: SplitColumns) -> BoolArray:
    """`selection.is_target` of each row: False only where it says so."""
    if "is_target" not in columns:
        return np.ones(len(columns["activity_id"]), dtype=np.bool_)
    targets: BoolArray = _floats(columns, "is_target") != 0.0
    return targets


def _floats(columns: SplitColumns, name: str) -> FloatArray:
    filled: FloatArray = np.ma.filled(np.ma.asarray(columns[name]).astype(np.float64), np.nan)
    return filled


def _age_days(started_at: NDArray[Any], now: datetime) -> FloatArray:
    started_us = started_at.astype("datetime64[us]").astype(np.int64)
    age_us = (now - _EPOCH) // _MICROSECOND - started_us
    return age_us.astype(np.float64) / (_MICROSECONDS_PER_SECOND * SECONDS_PER_DAY)
