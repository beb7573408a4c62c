"""The run of the requirement: 25 October 2025, easy, contact time 258 ms at 7:11/km; and a fast one
with 216 ms at 5:00/km. Judged by the product, against a runner whose line passes near both."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from hakaru.core.units import pace_to_speed_mps
from hakaru.running.baseline.model import Expectation
from hakaru.running.evaluate import Circumstances, Observed, judge_metric
from hakaru.running.metrics import MetricName
from hakaru.running.sections.model import RunKnown
from hakaru.running.verdict import FormEvaluation
from tests.running.sections.known_runs import known_run

DAY = date(2025, 10, 25)
EASY = {"gct": (258.0, 261.5), "vo": (7.13, 7.46), "vr": (8.4, 8.5), "cadence": (183.0, 181.0)}
FAST = {"gct": (216.0, 215.2), "vo": (7.6, 7.7), "vr": (6.9, 7.0), "cadence": (188.0, 187.0)}


def october_run(values: dict[str, tuple[float, float]], pace_s_per_km: float) -> RunKnown:
    """Measured and expected value by metric."""
    names: tuple[MetricName, ...] = ("gct", "vo", "vr", "cadence")
    circumstances = Circumstances(running_s=4318.0)
    metrics = {name: judge_metric(_observed(name, *values[name]), circumstances) for name in names}
    evaluation = FormEvaluation(
        activity_id=20790040925,
        day=DAY,
        sensor_group="garmin-hrm",
        new_sensor=False,
        speed_mps=pace_to_speed_mps(pace_s_per_km),
        n_splits=9,
        running_s=4318.0,
        selection="flat_splits",
        sensor_coverage_frac=None,
        cadence_set_spm=None,
        metrics=metrics,
        balance=None,
        overall_score=100.0,
        overall_stars=5,
        evaluated_at=datetime(2025, 10, 25, 12, tzinfo=UTC),
        code_version="1",
    )
    return replace(known_run(3), day=DAY, evaluation=evaluation, analysis=None)


def _observed(metric: MetricName, actual: float, expected: float) -> Observed:
    half = expected * 0.05
    spans = tuple((expected - half * part, expected + half * part) for part in (0.4, 0.8, 1.0))
    return Observed(
        actual=actual,
        expectation=Expectation(
            metric=metric,
            value=expected,
            intervals=spans,  # type: ignore[arg-type]
            basis="personal",
            n_runs=60,
            sensor_group="garmin-hrm",
            baseline_version=1,
            extrapolated=False,
        ),
    )
