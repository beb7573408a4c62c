"""What do the session functions named in the requirements do? They take a connection first, as the
others do (resolutions 57)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.flows.context import Settings
from hakaru.flows.session_view import form_verdict, read_input
from hakaru.running.session.model import Phase, TrainingType, TypeVerdict, with_targets
from hakaru.running.session.model import get_target_splits as target_splits
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.similar import SimilarWorkout, find_widening
from hakaru.running.splits import Split
from hakaru.store.recordings import read_splits
from hakaru.store.sessions import read_anatomy, read_session, session_summaries

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def get_target_splits(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[Split, ...]:
    """The splits by which a run would be judged as a session of that type.

    Roles decide (work, main, ...), found in laps or in the trace; empty for an unknown run.
    """
    return target_splits(read_splits(conn, activity_id), training_type)


def generate_phase_evaluation(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[Phase, ...]:
    """The three or four phases of a run, judged as a session of that type.

    Raises:
        UnknownActivity: nothing is stored under this id.
        NotAnalysed: the run was not looked at as a session yet.
    """
    analysis = read_session(conn, activity_id)
    anatomy = read_anatomy(conn, analysis.summary)
    session = read_input(conn, analysis, anatomy=anatomy, settings=Settings())
    as_said = TypeVerdict(training_type=training_type, source="user", confidence_frac=1.0)
    session = replace(session, verdict=as_said, splits=with_targets(session.splits, training_type))
    return evaluate_phases(session, form=form_verdict(conn, activity_id))


def get_similar_workouts(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[SimilarWorkout, ...]:
    """Earlier runs like this one, by the tolerances of that type, widened until five are found;
    most similar first.

    Raises:
        UnknownActivity: nothing is stored under this id.
        NotAnalysed: the run was not looked at as a session yet.
    """
    this = replace(read_session(conn, activity_id).summary, training_type=training_type)
    earlier = [
        session for session in session_summaries(conn) if session.started_at < this.started_at
    ]
    return find_widening(this, earlier).workouts
