"""Made-up runs of every kind, by number: what the store would know about them.

The verdict comes from the product's own judge; splits, session and conditions are drawn. Whatever
can be missing is missing in some of them.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar, get_args

from hakaru.core.units import imbalance_frac
from hakaru.running.baseline.model import Basis, Expectation
from hakaru.running.evaluate import Circumstances, Observed, judge_balance, judge_metric
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.sections.model import RunKnown
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.model import (
    Deduction,
    DeductionReason,
    SessionAnalysis,
    Terrain,
    TrainingType,
)
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation, imbalance_penalty, overall_score, stars
from tests.present.session_factories import (
    make_athlete,
    make_rating,
    make_summary,
    make_verdict_of_type,
)

T = TypeVar("T")
_NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def known_run(number: int) -> RunKnown:
    """The run with this number; always the same."""
    draw = random.Random(number)
    day = date(2025, 1, 1) + timedelta(days=draw.randrange(600))
    training_type = draw.choice(get_args(TrainingType))
    speed_mps = draw.uniform(2.3, 5.2)
    return RunKnown(
        activity_id=20_000_000_000 + number,
        day=day,
        evaluation=_maybe(draw, 0.93, _evaluation(draw, day, speed_mps)),
        splits=_splits(draw, speed_mps, reps=KINDS[training_type] == "reps"),
        analysis=_maybe(draw, 0.95, _analysis(draw, training_type, day, speed_mps=speed_mps)),
    )


def _maybe(draw: random.Random, share: float, value: T) -> T | None:
    return value if draw.random() < share else None


def _evaluation(draw: random.Random, day: date, speed_mps: float) -> FormEvaluation:
    basis: Basis = draw.choice(["personal", "personal", "shrunk", "population"])
    left_pct = draw.choice([49.3, 50.0, 50.6, 53.4, round(draw.uniform(46, 54), 2)])
    uneven = imbalance_penalty(imbalance_frac(left_pct)) > 0.0
    measured: list[MetricName] = [n for n in SCORED_METRICS if draw.random() < 0.95] or ["gct"]
    if draw.random() < 0.9:
        measured.append("cadence")
    running_s = draw.choice([2950.0, 2950.0, 2950.0, 240.0])
    metrics = {
        name: judge_metric(
            _observed(draw, name, speed_mps, basis=basis),
            Circumstances(
                running_s=running_s,
                sensor_coverage_frac=draw.choice([None, 0.98, 0.98, 0.3]),
                earlier_z=[draw.gauss(0.0, 1.0) for _ in range(draw.choice([0, 6, 60]))],
                uneven=uneven and name == "gct",
            ),
        )
        for name in measured
    }
    rated = [metric for metric in metrics.values() if metric.score is not None]
    score = overall_score((METRICS[one.metric].groups, one.score or 0.0) for one in rated)
    contact = "gct" in metrics and metrics["gct"].rated
    balance = judge_balance(left_pct, draw.choice([None, 49.5, 50.4]), scored=contact)
    return FormEvaluation(
        activity_id=1,
        day=day,
        sensor_group="garmin-hrm",
        new_sensor=basis == "population" and draw.random() < 0.3,
        speed_mps=speed_mps,
        n_splits=9,
        running_s=running_s,
        selection="flat_splits",
        sensor_coverage_frac=None,
        cadence_set_spm=draw.choice([None, None, 170.0]),
        metrics=metrics,
        balance=_maybe(draw, 0.7, balance),
        overall_score=score,
        overall_stars=None if score is None else stars(score),
        evaluated_at=_NOW,
        code_version="1",
    )


def _observed(
    draw: random.Random, metric: MetricName, speed_mps: float, *, basis: Basis
) -> Observed:
    prior = METRICS[metric].prior("garmin")
    usual = prior.level_at_ref * draw.uniform(0.9, 1.1)
    if METRICS[metric].model_type == "power":
        usual *= (speed_mps / 3.0) ** prior.slope
    half = usual * draw.uniform(0.02, 0.09)
    share = draw.choice([0.0, draw.gauss(0.0, 0.03), draw.gauss(0.0, 0.1)])
    expectation = Expectation(
        metric=metric,
        value=usual,
        intervals=tuple((usual - half * part, usual + half * part) for part in (0.4, 0.8, 1.0)),  # type: ignore[arg-type]
        basis=basis,
        n_runs=0 if basis == "population" else draw.randrange(3, 200),
        sensor_group="garmin-hrm",
        baseline_version=None if basis == "population" else 3,
        extrapolated=draw.random() < 0.1,
    )
    return Observed(actual=usual * (1.0 + share), expectation=expectation)


def _splits(draw: random.Random, speed_mps: float, *, reps: bool) -> tuple[Split, ...]:
    count = draw.choice([0, 1, 2, 5, 8, 10, 12, 21, 42])
    beats = draw.random() < 0.85
    found: list[Split] = []
    start_s = 0.0
    for index in range(1, count + 1):
        work = reps and index % 2 == 0
        distance_m = draw.choice([1000.0, 1000.0, 1000.0, draw.uniform(90.0, 990.0)])
        speed = speed_mps * (1.15 if work else 1.0) * draw.uniform(0.93, 1.07)
        running_s = distance_m / speed
        elapsed_s = running_s * draw.choice([1.0, 1.0, 1.05, 2.6])
        found.append(
            Split(
                split_index=index,
                kind="segment" if reps else "km",
                start_elapsed_s=start_s,
                end_elapsed_s=start_s + elapsed_s,
                distance_m=distance_m,
                running_s=running_s,
                running_distance_m=distance_m,
                speed_mps=_maybe(draw, 0.97, speed),
                heart_rate_bpm=_maybe(draw, 0.95, draw.uniform(105.0, 188.0)) if beats else None,
                role=("work" if work else "recovery") if reps else "main",
            )
        )
        start_s += elapsed_s
    return tuple(found)


def _analysis(
    draw: random.Random, training_type: TrainingType, day: date, *, speed_mps: float
) -> SessionAnalysis:
    distance_m = draw.uniform(2_000.0, 42_400.0)
    air = draw.random() < 0.7
    summary = make_summary(
        training_type,
        activity_date=day,
        distance_m=_maybe(draw, 0.97, distance_m),
        timer_s=_maybe(draw, 0.97, distance_m / speed_mps),
        speed_mps=speed_mps,
        heart_rate_bpm=_maybe(draw, 0.85, draw.uniform(110.0, 185.0)),
        temperature_c=draw.uniform(-8.0, 36.0) if air else None,
        relative_humidity_pct=draw.uniform(20.0, 99.0) if air and draw.random() < 0.8 else None,
        wind_speed_mps=draw.uniform(0.0, 12.0) if air and draw.random() < 0.8 else None,
        terrain=draw.choice(get_args(Terrain)),
        climb_m_per_km=_maybe(draw, 0.8, draw.uniform(0.0, 45.0)),
        training_load_score=_maybe(draw, 0.8, draw.uniform(10.0, 260.0)),
        heart_rate_retention_pct=_maybe(draw, 0.8, draw.uniform(60.0, 95.0)),
    )
    rating = make_rating(training_type)
    reasons = draw.sample(get_args(DeductionReason), draw.randrange(4))
    charged = tuple(Deduction(reason=reason, stars=draw.choice([0, 1, 1])) for reason in reasons)
    count = 5 - sum(one.stars for one in charged)
    phases = tuple(
        replace(phase, distance_m=draw.uniform(150.0, 30_000.0)) if phase.present else phase
        for phase in rating.phases
    )
    rated = draw.random() < 0.85 and training_type != "unknown"
    return SessionAnalysis(
        summary=summary,
        verdict=make_verdict_of_type(training_type),
        rating=replace(
            rating,
            stars=count if rated else None,
            deductions=charged if rated else (),
            phases=phases,
        ),
        athlete=make_athlete(),
    )
