"""Rate a session, and gather what is known about it into the one row that is kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.figures import session_environment
from hakaru.running.environment.heat import HeatSlope
from hakaru.running.environment.personal_grade import PersonalGrade
from hakaru.running.load.figures import session_load
from hakaru.running.metrics import MetricName
from hakaru.running.physiology.figures import session_physiology
from hakaru.running.session.analysis import SessionAnalysis
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import SessionInput
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.session.stars import rate_session
from hakaru.running.session.summarise import SessionFigures, summarise
from hakaru.running.verdict import FormEvaluation


def measure(
    session: SessionInput,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    *,
    heat: HeatSlope | None = None,
    grade: PersonalGrade | None = None,
) -> SessionFigures:
    """The figures of a session.

    `baselines`: what this runner usually shows with this sensor; `heat`, `grade`: how this
    runner's heart answers to warmth, and effort to slopes (None: not known).
    """
    known = baselines or {}
    return SessionFigures(
        intervals=interval_figures(session.figures, session.athlete),
        physiology=session_physiology(session, cadence_baseline=known.get("cadence")),
        environment=session_environment(session, heat, personal_grade=grade),
        load=session_load(session, baselines=baselines),
    )


def analyse(
    session: SessionInput,
    *,
    now: datetime,
    form: FormEvaluation | None = None,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
) -> SessionAnalysis:
    """The rating and the row. `now` is noted with it, nothing depends on it.

    `form` is the stored verdict on the form of the run; None: it has none.
    """
    rating = rate_session(session.verdict, evaluate_phases(session, form=form))
    return SessionAnalysis(
        summary=summarise(session, measure(session, baselines), rating=rating, now=now),
        verdict=session.verdict,
        rating=rating,
        athlete=session.athlete,
    )
