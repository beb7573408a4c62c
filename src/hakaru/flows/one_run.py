"""One stored run, read once until a run changes: pages of a run ask for the same again and again.

Nobody may change what is kept; the seconds of a recording cannot be written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.memo import freeze
from hakaru.flows.context import Context
from hakaru.flows.remembered import known_before
from hakaru.running.activity import Recording
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import SessionAnalysis, SessionSummary
from hakaru.running.session.understand import Anatomy
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import read_anatomy, read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def recording_of(context: Context, con: DuckDBPyConnection, activity_id: int) -> Recording:
    """What was recorded. Raises UnknownActivity."""

    def read() -> Recording:
        recording = read_recording(con, activity_id)
        freeze(recording.series.values())
        return recording

    return context.store.memo_of_runs.of(("recording", activity_id), read)


def usual_before(
    context: Context, con: DuckDBPyConnection, recording: Recording
) -> Mapping[MetricName, MetricBaseline]:
    """What this runner usually showed with the sensor of a recording, as known before it."""
    settings = context.settings
    return context.store.memo_of_runs.of(
        ("usual_before", recording.activity_id, settings.user_id),
        lambda: known_before(con, recording, settings=settings),
    )


def analysis_of(context: Context, con: DuckDBPyConnection, activity_id: int) -> SessionAnalysis:
    """What was understood about a run. Raises UnknownActivity, NotAnalysed."""
    return context.store.memo_of_runs.of(
        ("analysis", activity_id), lambda: read_session(con, activity_id)
    )


def anatomy_of(context: Context, con: DuckDBPyConnection, summary: SessionSummary) -> Anatomy:
    """The segments, their figures and the best efforts of an understood run."""
    return context.store.memo_of_runs.of(
        ("anatomy", summary.activity_id), lambda: read_anatomy(con, summary)
    )
