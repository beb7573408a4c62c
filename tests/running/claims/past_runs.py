"""Made-up pasts: what lies before the made-up runs."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.claims.past import EarlierRun, Past
from hakaru.running.sections.model import RunKnown
from tests.running.sections.known_runs import known_run


def run_with_past(number: int) -> RunKnown:
    """The made-up run of that number, now with what was run before it."""
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
    return replace(known, past=past)
