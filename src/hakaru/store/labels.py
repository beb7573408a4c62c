"""Which kind of training does the runner say a run was?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.proposals.changes import Source
from hakaru.running.session.model import TrainingType
from hakaru.store.rows import insert_rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def write_label(
    con: DuckDBPyConnection,
    activity_id: int,
    *,
    training_type: TrainingType,
    source: Source,
    now: datetime,
) -> None:
    """Remember the runner's word for a run, and who said it; it outlives every new import."""
    insert_rows(
        con,
        "training_labels",
        kinds={
            "activity_id": "whole",
            "training_type": "text",
            "labelled_at": "moment",
            "source": "text",
        },
        rows=[(activity_id, training_type, now, source)],
        replace=True,
    )


def remove_label(con: DuckDBPyConnection, activity_id: int) -> None:
    """Leave the decision to the recording again."""
    con.execute("DELETE FROM training_labels WHERE activity_id = ?", [activity_id])


def read_labels(con: DuckDBPyConnection) -> Mapping[int, TrainingType]:
    """Every label by activity."""
    return dict(con.execute("SELECT activity_id, training_type FROM training_labels").fetchall())
