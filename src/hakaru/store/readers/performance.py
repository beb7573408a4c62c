"""How even was a run, did its heart rate drift, and how did its phases go?

The columns are those of the requirement's table `performance_trends`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hakaru.running.activity import WHILE_RUNNING
from hakaru.running.load import session_decoupling
from hakaru.running.session.analyse import PhasePerformance, SessionAnalysis, phase_performances
from hakaru.running.session.model import SessionInput
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Bounded, Content, rounded
from hakaru.store.recordings import read_recording
from hakaru.store.rows import Kind, insert_rows
from hakaru.store.sessions import read_anatomy, read_session
from hakaru.store.splits import read_splits

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_PHASES = ("warmup", "run", "recovery", "cooldown")
_PHASE_KINDS: Mapping[str, Kind] = {
    "splits": "text",
    "avg_pace_seconds_per_km": "real",
    "avg_hr": "real",
    "evaluation": "text",
}
TREND_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    "pace_consistency": "real",
    "hr_drift_percentage": "real",
    **{f"{phase}_{name}": kind for phase in _PHASES for name, kind in _PHASE_KINDS.items()},
}
"""The columns of the table `performance_trends`."""


@dataclass(frozen=True, kw_only=True)
class PerformanceTrends(Bounded):
    """One run from phase to phase.

    `pace_cv_frac` is the variation that the rating judged (of repetitions, else of equal
    distances), `decoupling_pct` Pa:HR; None goes with a reason in `missing`.
    """

    run: Run
    training_type: str
    pace_cv_frac: float | None
    decoupling_pct: float | None
    phases: tuple[PhasePerformance, ...]
    missing: Mapping[str, str]

    @property
    def content(self) -> Content:
        """One row per phase; criteria that were not met or cannot be told, by name."""
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "training_type": self.training_type,
            "pace_consistency": rounded("frac", self.pace_cv_frac),
            "hr_drift_percentage": rounded("pct", self.decoupling_pct),
            "missing": dict(self.missing),
            "measured": WHILE_RUNNING,
            "phases": [
                {
                    "phase": phase.phase,
                    "present": phase.present,
                    "splits": list(phase.splits),
                    "avg_pace_seconds_per_km": rounded("s", phase.pace_s_per_km),
                    "avg_hr": rounded("bpm", phase.heart_rate_bpm),
                    "evaluation": _evaluation(phase),
                }
                for phase in self.phases
            ],
        }


class PerformanceReader(BaseDBReader):
    """Phases of a run."""

    def get_performance_trends(self, activity_id: Reference) -> PerformanceTrends:
        """Evenness, drift and phases of one run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
        """
        with self.reading(activity_id) as (con, run):
            analysis = read_session(con, run.activity_id)
            session = _session(con, analysis)
        summary = analysis.summary
        return PerformanceTrends(
            run=run,
            training_type=summary.training_type,
            pace_cv_frac=summary.target_cv_frac,
            decoupling_pct=summary.decoupling_pct,
            phases=phase_performances(session, analysis.rating.phases),
            missing=_missing(session, analysis),
        )


def write_performance_trends(
    con: DuckDBPyConnection,
    analysis: SessionAnalysis,
    *,
    phases: Sequence[PhasePerformance],
) -> None:
    """Make this the row of one run in the requirement's table."""
    key = analysis.summary.activity_id
    con.execute("DELETE FROM performance_trends WHERE activity_id = ?", [key])
    add_performance_trends(con, [(analysis, phases)])


def add_performance_trends(
    con: DuckDBPyConnection,
    runs: Sequence[tuple[SessionAnalysis, Sequence[PhasePerformance]]],
) -> None:
    """Add the rows of runs that have none yet."""
    rows = [_trend_row(analysis, phases) for analysis, phases in runs]
    insert_rows(
        con,
        "performance_trends",
        kinds=TREND_KINDS,
        rows=[tuple(row.get(name) for name in TREND_KINDS) for row in rows],
    )


def _trend_row(
    analysis: SessionAnalysis, phases: Sequence[PhasePerformance]
) -> Mapping[str, object]:
    row: dict[str, object] = {
        "activity_id": analysis.summary.activity_id,
        "pace_consistency": analysis.summary.target_cv_frac,
        "hr_drift_percentage": analysis.summary.decoupling_pct,
    }
    for phase in phases:
        row |= {
            f"{phase.phase}_splits": ",".join(map(str, phase.splits)),
            f"{phase.phase}_avg_pace_seconds_per_km": phase.pace_s_per_km,
            f"{phase.phase}_avg_hr": phase.heart_rate_bpm,
            f"{phase.phase}_evaluation": json.dumps(_evaluation(phase)),
        }
    return row


def _evaluation(phase: PhasePerformance) -> dict[str, object]:
    """Met m of n, and the criteria that were not met or cannot be told, by name."""
    content: dict[str, object] = {"met": phase.tally.n_met, "of": phase.tally.n_told}
    if phase.tally.not_met:
        content["not_met"] = list(phase.tally.not_met)
    if phase.tally.cannot_tell:
        content["cannot_tell"] = list(phase.tally.cannot_tell)
    return content


def _session(con: DuckDBPyConnection, analysis: SessionAnalysis) -> SessionInput:
    """The session as the criteria of phases look at it; zones are not needed here."""
    activity_id = analysis.summary.activity_id
    anatomy = read_anatomy(con, analysis.summary)
    return SessionInput(
        activity_id=activity_id,
        recording=read_recording(con, activity_id),
        splits=read_splits(con, activity_id),
        structure=anatomy.structure,
        figures=anatomy.figures,
        athlete=analysis.athlete,
        zones=None,
        zone_s=None,
        verdict=analysis.verdict,
    )


def _missing(session: SessionInput, analysis: SessionAnalysis) -> Mapping[str, str]:
    """Why a figure is not there, as a code."""
    reasons: dict[str, str] = {}
    if analysis.summary.target_cv_frac is None:
        rows = [row for phase in analysis.rating.phases for row in phase.criteria]
        named = [row for row in rows if row.name in ("work_consistency", "pace_consistency")]
        reason = next((row.missing for row in named if row.missing is not None), None)
        reasons["pace_consistency"] = reason or "not_judged_for_this_type"
    if analysis.summary.decoupling_pct is None:
        reasons["hr_drift_percentage"] = session_decoupling(session).reason or "not_computed"
    return reasons
