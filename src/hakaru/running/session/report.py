"""What does a report say about a run as a session? Everything that was understood, no wording."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.running.anomalies.model import Anomaly
from hakaru.running.athlete.model import HeartRateZones, Quantity
from hakaru.running.athlete.zones import ZoneSeconds
from hakaru.running.environment.figures import EnvironmentFigures
from hakaru.running.load.figures import LoadFigures
from hakaru.running.load.fitness import LoadHistory
from hakaru.running.next_training import TrainingOption
from hakaru.running.physiology.figures import PhysiologyFigures
from hakaru.running.session.analysis import SessionAnalysis
from hakaru.running.session.intervals import IntervalFigures
from hakaru.running.session.model import SegmentFigures
from hakaru.running.session.rep_form import RepForm
from hakaru.running.similar.comparison import FigureComparison
from hakaru.running.similar.search import SimilarWorkouts
from hakaru.running.trends.model import Trend, WindowChange
from hakaru.running.trends.sessions import SessionTrend


@dataclass(frozen=True, kw_only=True)
class SessionReport:
    """One analysed session with what surrounds it.

    None or empty: not known, not measured, or not looked for; the page then says so or leaves the
    part out. `zone_s` is time in heart rate zones of the whole run. `wanted` is what the runner
    should be asked for. `anomalies` None: nothing could be judged, empty: nothing was found.
    `long_term`: figures of whole sessions up to this one, such as the threshold.
    """

    analysis: SessionAnalysis
    figures: tuple[SegmentFigures, ...] = ()
    zones: HeartRateZones | None = None
    zone_s: ZoneSeconds | None = None
    wanted: tuple[Quantity, ...] = ()
    intervals: IntervalFigures | None = None
    rep_form: RepForm | None = None
    physiology: PhysiologyFigures | None = None
    environment: EnvironmentFigures | None = None
    similar: SimilarWorkouts | None = None
    comparisons: tuple[FigureComparison, ...] = ()
    trends: tuple[Trend, ...] = ()
    changes: tuple[WindowChange, ...] = ()
    anomalies: tuple[Anomaly, ...] | None = None
    load: LoadFigures | None = None
    load_history: LoadHistory | None = None
    options: tuple[TrainingOption, ...] = ()
    long_term: tuple[SessionTrend, ...] = ()
