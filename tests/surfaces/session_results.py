"""Made-up results of the operations on sessions and the athlete, as their flows give them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from hakaru.flows.athlete import AthleteResult, NextResult, StatedResult
from hakaru.flows.drift import AnomaliesResult, AnomalyResult, RunAnomalies
from hakaru.flows.evaluate import LabelResult, UnderstoodRuns
from hakaru.flows.load import LoadResult
from hakaru.flows.session import IntervalResult, SessionResult
from hakaru.flows.similar import SimilarResult
from hakaru.flows.trends import MetricTrend, TrendsResult
from hakaru.running.anomalies.steps import AnomalyDetail
from hakaru.running.athlete.known import Disagreement
from hakaru.running.athlete.model import Athlete, Gap, Known
from hakaru.running.load import DatedLoad, LoadHistory, load_history
from hakaru.running.physiology.oxygen import Standing, training_speeds
from hakaru.running.physiology.power import CriticalFit
from hakaru.running.physiology.races import Performance, predict_races
from hakaru.running.readiness import DatedRun, Fitness, Readiness, assess, fitness_of
from hakaru.running.report import SessionReport
from hakaru.running.session.model import TrainingType
from hakaru.running.similar import find_similar
from hakaru.running.trend_changes import SessionTrend
from hakaru.running.trends import Trend, TrendPoint
from tests.present.context_factories import make_anomalies, make_change, make_options
from tests.present.factories import DAY
from tests.present.session_factories import make_bare_session, make_session, make_summary

NOTHING = Athlete(day=DAY)


def session(
    training_type: TrainingType = "interval", *, detail: bool = False, bare: bool = False
) -> SessionResult:
    """One analysed run."""
    report = make_bare_session(training_type) if bare else make_session(training_type)
    return SessionResult(analysis=report.analysis, report=report if detail else None)


def intervals(training_type: TrainingType = "interval") -> IntervalResult:
    """Its repetitions; none of a run without."""
    report = make_session(training_type)
    return IntervalResult(
        activity_id=7, day=DAY, intervals=report.intervals, rep_form=report.rep_form
    )


def label(**changes: object) -> LabelResult:
    """A run that its runner called a tempo run."""
    result = LabelResult(
        activity_id=7, training_type="tempo_threshold", type_source="user", session_stars=4
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def analysed(n: int = 12) -> UnderstoodRuns:
    """Runs of two types."""
    return UnderstoodRuns(analysed=n, by_type={"interval": 2, "recovery": n - 2} if n else {})


def similar(training_type: TrainingType = "interval") -> SimilarResult:
    """Six similar runs, and figures beside theirs."""
    report = make_session(training_type)
    assert report.similar is not None
    return SimilarResult(
        this=report.analysis.summary, similar=report.similar, comparisons=report.comparisons
    )


def not_similar(n_earlier: int) -> SimilarResult:
    """A run unlike all earlier ones; 0: it is the first."""
    this = make_summary("interval")
    earlier = [
        make_summary("recovery", activity_id=at, started_at=this.started_at - timedelta(days=at))
        for at in range(1, n_earlier + 1)
    ]
    return SimilarResult(this=this, similar=find_similar(this, earlier), comparisons=())


def trends() -> TrendsResult:
    """Heart rate with a change, contact time with too few runs to compare, over eight months."""
    points = tuple(
        TrendPoint(
            month=date(2025, month, 1),
            n_runs=9,
            n_samples=60,
            value=150.0 - month,
            low=148.0 - month,
            high=152.0 - month,
            extrapolated=month == 9,
        )
        for month in range(3, 11)
    )
    heart_rate = Trend(metric="heart_rate", reference_speed_mps=3.0, points=points)
    contact = replace(heart_rate, metric="gct", points=points[-2:])
    return TrendsResult(
        sensor_group="garmin-hrm",
        reference_speed_mps=3.0,
        reference_speeds_mps=(2.7, 3.0, 3.3),
        metrics=(
            MetricTrend(trend=heart_rate, change=make_change()),
            MetricTrend(trend=contact, change=None),
        ),
    )


def long_term() -> tuple[SessionTrend, ...]:
    """A threshold that rose and then stayed for 83 days."""
    threshold = SessionTrend(
        quantity="threshold_speed",
        points=(),
        n_sessions=31,
        earlier_value=1000.0 / 290.0,
        later_value=1000.0 / 275.0,
        low=None,
        high=None,
        direction="higher",
        meaning="favourable",
        stale_days=83,
    )
    return (threshold,)


def no_trends() -> TrendsResult:
    """Nothing stored."""
    return TrendsResult(
        sensor_group=None, reference_speed_mps=None, reference_speeds_mps=None, metrics=()
    )


def load(*, n_days: int = 60, known: bool = True) -> LoadResult:
    """A run every other day; the load of the newest is not known."""
    days = [DAY - timedelta(days=at) for at in range(0, n_days, 2)]
    loads = [
        DatedLoad(day=day, load_score=40.0 + at if known and at else None)
        for at, day in enumerate(days)
    ]
    return LoadResult(
        since=DAY - timedelta(days=27),
        history=load_history(loads, until=DAY),
        sessions=tuple(
            make_summary(activity_id=at, activity_date=day) for at, day in enumerate(days)
        ),
        by_basis={"power": 3, "pace": 26} if known else {},
    )


def anomalies(*, n_runs: int = 1, judged_s: float = 3000.0, found: bool = True) -> AnomaliesResult:
    """Two steps in each run."""
    return AnomaliesResult(
        runs=tuple(
            RunAnomalies(
                activity_id=7 + at,
                day=DAY - timedelta(days=at),
                judged_s=judged_s,
                anomalies=make_anomalies() if found else (),
            )
            for at in range(n_runs)
        )
    )


def anomaly() -> AnomalyResult:
    """A step of two minutes with half a minute before and after it, partly not judged."""
    elapsed_s = np.arange(1780.0, 1960.0)
    inside = (elapsed_s >= 1810.0) & (elapsed_s < 1930.0)
    expected = np.where(elapsed_s < 1800.0, np.nan, 270.0)
    detail = AnomalyDetail(
        anomaly=make_anomalies()[0],
        start_elapsed_s=1780.0,
        end_elapsed_s=1960.0,
        series={
            "elapsed_s": elapsed_s,
            "actual": np.where(inside, 284.0, 270.0),
            "expected": expected,
            "speed_mps": np.full(elapsed_s.size, 3.0),
            "grade_pct": np.full(elapsed_s.size, 0.4),
        },
    )
    return AnomalyResult(activity_id=7, day=DAY, detail=detail)


def paces(**changes: object) -> Fitness:
    """Both figures, which contradict each other, and races from an hour's best."""
    report: SessionReport = make_session()
    result = Fitness(
        athlete=report.analysis.athlete,
        from_vo2_max=training_speeds(48.0),
        from_threshold=training_speeds(52.0),
        disagreement=contradiction(),
        zones=report.zones,
        races=predict_races((Performance(distance_m=5000.0, time_s=1260.0, on=DAY),)),
        gaps=(
            Gap(
                quantity="threshold_speed_mps",
                believed=Known(value=3.85, origin="watch", method="device", on=DAY),
                other=Known(value=3.5, origin="estimated", method="reconciled", on=DAY),
                difference_pct=-9.1,
            ),
        ),
        critical_speed=CriticalFit(
            value=3.9,
            low=3.8,
            high=4.0,
            reserve_value=180.0,
            reserve_low=140.0,
            reserve_high=220.0,
            n_efforts=3,
        ),
        critical_power=None,
        power_w=(154.0, 213.0, 255.0, 297.0, 339.0),
        standing=Standing(category="good", percentile="60_to_80"),
        fitness_age_years=31.0,
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def contradiction() -> Disagreement:
    """A threshold pace well above what VO2max implies."""
    return Disagreement(
        stated_mps=3.85,
        implied_mps=3.5,
        vo2_max_ml_per_kg_min=44.0,
        difference_pct=10.0,
        stale="vo2_max_ml_per_kg_min",
    )


def no_paces() -> Fitness:
    """Nothing known."""
    return fitness_of(NOTHING, ())


def readiness(**changes: object) -> Readiness:
    """A half marathon in six weeks, with too few long runs."""
    (race,) = predict_races(
        (Performance(distance_m=5000.0, time_s=1260.0, on=DAY),), distances_m=(21097.5,)
    )
    result = assess(
        [DatedRun(day=DAY - timedelta(days=2 * at), distance_m=9000.0) for at in range(20)],
        day=DAY,
        race_day=DAY + timedelta(days=42),
        distance_m=21097.5,
        prediction=race,
        load=None,
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def athlete(**changes: object) -> AthleteResult:
    """Some known, some wanted."""
    report = make_session()
    result = AthleteResult(
        athlete=replace(report.analysis.athlete, sex="female"),
        zones=report.zones,
        wanted=("weight_kg", "height_cm"),
        disagreement=contradiction(),
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def stated(**changes: object) -> StatedResult:
    """A maximum heart rate for every day."""
    result = StatedResult(quantity="heart_rate_max_bpm", value="188", since=None)
    return replace(result, **changes)  # type: ignore[arg-type]


def options(**changes: object) -> NextResult:
    """Three options after an interval session."""
    result = NextResult(after=make_summary("interval"), options=make_options())
    return replace(result, **changes)  # type: ignore[arg-type]


def load_with_ratio() -> LoadHistory:
    """Two months in which every load is known."""
    days = [DAY - timedelta(days=at) for at in range(0, 60, 2)]
    history = load_history([DatedLoad(day=day, load_score=50.0) for day in days], until=DAY)
    assert history is not None
    return history
