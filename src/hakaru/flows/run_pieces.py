"""What do several parts of a report rest on? Read once for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.lessons import SplitColumns
from hakaru.running.splits import Split
from hakaru.store.recordings import read_recording, read_splits, split_columns, where
from hakaru.store.rows import naive_utc

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class RunPieces:
    """A run as it was recorded, and the splits of every run, as `split_columns` gives them."""

    activity_id: int
    recording: Recording
    splits: tuple[Split, ...]
    columns: SplitColumns

    def up_to(self, moment: datetime) -> SplitColumns:
        """The splits of runs that had started by a moment."""
        started = self.columns["started_at"]
        return where(self.columns, started <= np.datetime64(naive_utc(moment), "us"))

    def measured_by(self, sensor_group: str) -> SplitColumns:
        """The splits of runs that were measured by one kind of sensor."""
        return where(self.columns, self.columns["sensor_group"] == sensor_group)


def read_pieces(con: DuckDBPyConnection, activity_id: int) -> RunPieces:
    """The pieces of one run.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    return RunPieces(
        activity_id=activity_id,
        recording=read_recording(con, activity_id),
        splits=read_splits(con, activity_id),
        columns=split_columns(con),
    )
