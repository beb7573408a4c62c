"""Made-up pasts: what lies before the made-up runs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.claims.past import EarlierRun, Past
from hakaru.running.effects import Cause
from hakaru.running.sections.model import RunKnown
from hakaru.running.verdict import MetricVerdict
from hakaru.running.why import CausePart, Explanation
from tests.running.sections.known_runs import known_run


def run_with_past(number: int) -> RunKnown:
    """The made-up run of that number, now with what was run before it and what moved its form."""
    known, draw = known_run(number), random.Random(1000 + number)
    summary = None if known.analysis is None else known.analysis.summary
    speed_mps = 3.0 if summary is None or not summary.target_speed_mps else summary.target_speed_mps
    day = known.day
    earlier = []
    for _ in range(draw.choice([0, 1, 4, 12, 30])):
        day -= timedelta(days=draw.choice([1, 3, 7, 40]))
        earlier.append(
            EarlierRun(
                day=day,
                distance_m=draw.choice([None, draw.uniform(3_000.0, 30_000.0)]),
                pace_s_per_km=speed_to_pace_s_per_km(speed_mps * draw.uniform(0.9, 1.1)),
                heart_rate_bpm=draw.choice([None, draw.uniform(130.0, 170.0)]),
                temperature_c=draw.choice([None, draw.uniform(-5.0, 30.0)]),
            )
        )
    metrics = () if known.evaluation is None else tuple(known.evaluation.metrics)
    past = Past(
        of_kind=tuple(earlier),
        form_pct={name: tuple(draw.gauss(0.0, 3.0) for _ in range(10)) for name in metrics},
        last_day=day if earlier else None,
        week_m=draw.uniform(5_000.0, 90_000.0),
        usual_week_m=draw.choice([None, draw.uniform(5_000.0, 90_000.0)]),
    )
    return replace(known, past=past, why=_why(random.Random(2000 + number), known))


_EXPOSURES: Mapping[Cause, tuple[float, float]] = {
    "pace": (-0.8, 1.2),
    "heat": (0.2, 15.0),
    "uphill": (0.1, 4.0),
    "downhill": (0.1, 4.0),
    "fatigue": (-0.4, 2.5),
    "shoe": (1.0, 1.0),
}


def _why(draw: random.Random, known: RunKnown) -> tuple[Explanation, ...]:
    """Ways to the measured values: some parts sure, some not, some together with another."""
    if known.evaluation is None:
        return ()
    return tuple(_way(draw, verdict) for verdict in known.evaluation.metrics.values())


def _way(draw: random.Random, verdict: MetricVerdict) -> Explanation:
    parts = [_part(draw, cause, verdict.expected) for cause in _EXPOSURES if draw.random() < 0.7]
    return Explanation(
        metric=verdict.metric,
        usual_value=verdict.expected - sum(part.change for part in parts),
        usual_speed_mps=3.2,
        expected=verdict.expected,
        actual=verdict.actual,
        parts=tuple(sorted(parts, key=lambda part: -abs(part.change))),
        left_delta=verdict.delta,
        left_one_in_runs=3.0,
        basis=verdict.basis,
        n_runs=verdict.n_runs,
    )


def _part(draw: random.Random, cause: Cause, expected: float) -> CausePart:
    change = expected * draw.uniform(-0.05, 0.05)
    half = abs(change) * draw.uniform(0.1, 1.5)
    return CausePart(
        cause=cause,
        name="Swift 3000" if cause == "shoe" else "",
        exposure_value=draw.uniform(*_EXPOSURES[cause]),
        change=change,
        low=change - half,
        high=change + half,
        sure=abs(change) > 1.6 * half and draw.random() < 0.9,
        own_frac=draw.random(),
    )
