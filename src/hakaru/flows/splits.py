"""The splits of every run, read once until a run changes."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.lessons import SplitColumns, TaughtRows, taught
from hakaru.running.metrics import METRICS
from hakaru.store.recordings import split_columns, where
from hakaru.store.rows import stamp

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class EverySplit:
    """The splits of every run, as `split_columns` gives them: nobody who asks changes them.
    Threads may share it."""

    columns: SplitColumns
    _measured: dict[str, SplitColumns] = field(default_factory=dict, init=False)
    _taught: dict[str, TaughtRows] = field(default_factory=dict, init=False)

    def between(self, first: datetime | None, last: datetime) -> SplitColumns:
        """Those of runs that started from one moment to another, both included; None: from the
        first run on. They share their memory with the rest."""
        started_at = self.columns["started_at"]  # in order
        start = 0 if first is None else np.searchsorted(started_at, stamp(first), side="left")
        stop = np.searchsorted(started_at, stamp(last), side="right")
        return {name: column[start:stop] for name, column in self.columns.items()}

    def measured_by(self, sensor_group: str) -> SplitColumns:
        """Those of runs that were measured by one kind of sensor."""
        known = self._measured.get(sensor_group)
        if known is None:
            of_sensor = self.columns["sensor_group"] == sensor_group
            own = self.columns if of_sensor.all() else where(self.columns, of_sensor)
            known = self._measured.setdefault(sensor_group, own)
        return known

    def taught_by(self, sensor_group: str) -> TaughtRows:
        """What a baseline of one kind of sensor may learn from."""
        known = self._taught.get(sensor_group)
        if known is None:
            rows = taught(self.measured_by(sensor_group), METRICS)
            known = self._taught.setdefault(sensor_group, rows)
        return known


def every_split(context: Context, con: DuckDBPyConnection) -> EverySplit:
    """The splits that are stored now."""
    return context.store.memo.of("splits", lambda: EverySplit(columns=split_columns(con)))
