"""What does the store know about a run that its sections may be about?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.errors import NotAnalysed
from hakaru.flows.session_view import form_verdict
from hakaru.running.sections.model import RunKnown
from hakaru.running.session.analyse import SessionAnalysis
from hakaru.store.readers.base import Run
from hakaru.store.recordings import read_splits
from hakaru.store.sessions import read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def read_known(con: DuckDBPyConnection, run: Run) -> RunKnown:
    """Verdict, splits and session of one run: its own rows only, no other run is looked at."""
    return RunKnown(
        activity_id=run.activity_id,
        day=run.day,
        evaluation=form_verdict(con, run.activity_id),
        splits=read_splits(con, run.activity_id),
        analysis=_analysis(con, run.activity_id),
    )


def _analysis(con: DuckDBPyConnection, activity_id: int) -> SessionAnalysis | None:
    try:
        return read_session(con, activity_id)
    except NotAnalysed:
        return None
