"""What slopes, warmth, hours and shoes cost this runner, from what is learned of them elsewhere.

Nothing is estimated here: what slopes cost is `environment.grade`, beats per degree
`environment.heat`, drift and the heart rate of a speed `effort_relation`, shoes the baselines of
form. A cost in pace is that in heart rate, by the runner's own relation of the two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from hakaru.core.i18n import Message, message
from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import expected_values
from hakaru.running.effort_relation import EffortRelation
from hakaru.running.environment.grade import RUNS_MIN as GRADE_RUNS_MIN
from hakaru.running.environment.grade import PersonalGrade, cost_factor
from hakaru.running.environment.heat import RUNS_MIN as HEAT_RUNS_MIN
from hakaru.running.environment.heat import SPREAD_MIN_C, HeatAnswer
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.wording import fixed
from hakaru.stats.robust import normal_half_width, student_half_width

COVERAGE = 0.8
SHOWN_GRADE_PCT = 3.0
"""A slope that runners know: what it costs is told for it."""
LONG_RUNS_MIN = 3

CurveName = Literal["uphill", "downhill", "heat", "fatigue", "shoe"]
Measure = MetricName | Literal["pace", "heart_rate"]


@frozen
class Curve:
    """One cost with its 80 % interval, in `unit`; positive: slower, more beats, a larger value.

    Slopes are for `SHOWN_GRADE_PCT`, warmth for each degree above 10 °C, fatigue for each hour run;
    a pace is that of the same effort (heart rate), a heart rate that of the same pace. `name` is
    that of a pair of shoes, against the mean of all. `n_runs` stand behind it. `value` None: it is
    not known yet, `needs` says what it takes.
    """

    curve: CurveName
    measure: Measure
    unit: str
    n_runs: int
    name: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    needs: Message | None = None


def personal_curves(
    *,
    grade: PersonalGrade,
    heat: HeatAnswer,
    relation: EffortRelation | None,
    usual_speed_mps: float,
) -> tuple[Curve, ...]:
    """What slopes, warmth and hours cost; those of pace are told at the usual (level) speed."""
    return (
        *_grade_curves(grade, speed_to_pace_s_per_km(usual_speed_mps)),
        *_heat_curves(heat, relation, usual_speed_mps),
        *_fatigue_curves(relation, usual_speed_mps),
    )


def _grade_curves(grade: PersonalGrade, pace_s_per_km: float) -> tuple[Curve, Curve]:
    """Pace on a slope at the effort of the usual pace on the flat, less that pace."""
    up = _slope_curve(grade, pace_s_per_km, name="uphill", grade_pct=SHOWN_GRADE_PCT)
    down = _slope_curve(grade, pace_s_per_km, name="downhill", grade_pct=-SHOWN_GRADE_PCT)
    return up, down


def _slope_curve(
    grade: PersonalGrade,
    pace_s_per_km: float,
    *,
    name: Literal["uphill", "downhill"],
    grade_pct: float,
) -> Curve:
    unknown = Curve(curve=name, measure="pace", unit="s/km", n_runs=grade.n_runs)
    if grade.basis != "personal":
        needs = message(
            "{n} <n:run|runs> with heart rate that go up and down ({known} so far)",
            n=GRADE_RUNS_MIN,
            known=grade.n_runs,
        )
        return replace(unknown, needs=needs)
    degrees = grade.n_runs - 1.0
    narrower = student_half_width(COVERAGE, degrees) / student_half_width(0.9, degrees)
    exponents = [
        grade.exponent + share * narrower * (grade.interval[1] - grade.exponent)
        for share in (0.0, -1.0, 1.0)
    ]
    factor = float(cost_factor(np.array([grade_pct / PERCENT]))[0])
    value, *ends = [pace_s_per_km * (factor**exponent - 1.0) for exponent in exponents]
    return replace(unknown, value=value, low=min(ends), high=max(ends))


def _heat_curves(
    heat: HeatAnswer, relation: EffortRelation | None, speed_mps: float
) -> tuple[Curve, Curve]:
    """Beats a degree at the same pace, seconds a degree at the same heart rate."""
    beats = Curve(curve="heat", measure="heart_rate", unit="bpm/°C", n_runs=heat.n_runs)
    pace = Curve(curve="heat", measure="pace", unit="s/km/°C", n_runs=heat.n_runs)
    if heat.slope is None:
        return replace(beats, needs=_heat_needs(heat)), replace(pace, needs=_heat_needs(heat))
    low, high = heat.slope.interval_80_bpm_per_c
    known = replace(beats, value=heat.slope.slope_bpm_per_c, low=low, high=high)
    return known, _in_pace(known, pace, relation, speed_mps)


def _heat_needs(heat: HeatAnswer) -> Message:
    if heat.reason == "temperatures_too_alike":
        return message(
            "cooler or warmer runs: temperatures {needed} °C apart ({known} so far)",
            needed=fixed(SPREAD_MIN_C, 0),
            known=fixed(heat.spread_c or 0.0, 0),
        )
    return message(
        "{n} steady <n:run|runs> with heart rate and the temperature of the air ({known} so far)",
        n=HEAT_RUNS_MIN,
        known=heat.n_runs,
    )


def _fatigue_curves(relation: EffortRelation | None, speed_mps: float) -> tuple[Curve, Curve]:
    """Drift of heart rate at the same pace in an hour, and of pace at the same heart rate."""
    n_runs = 0 if relation is None else relation.n_long_runs
    beats = Curve(curve="fatigue", measure="heart_rate", unit="bpm/h", n_runs=n_runs)
    pace = Curve(curve="fatigue", measure="pace", unit="s/km/h", n_runs=n_runs)
    if relation is None or n_runs < LONG_RUNS_MIN:
        needs = message(
            "{n} <n:run|runs> of more than an hour with heart rate ({known} in the last half year)",
            n=LONG_RUNS_MIN,
            known=n_runs,
        )
        return replace(beats, needs=needs), replace(pace, needs=needs)
    half = normal_half_width(COVERAGE) * relation.drift_sd_bpm_per_h
    drift = relation.drift_bpm_per_h
    known = replace(beats, value=drift, low=drift - half, high=drift + half)
    return known, _in_pace(known, pace, relation, speed_mps)


def _in_pace(beats: Curve, pace: Curve, relation: EffortRelation | None, speed_mps: float) -> Curve:
    """Beats as the pace that would save them, at a speed."""
    if relation is None:
        return replace(pace, needs=message("three runs with heart rate in the last half year"))
    assert beats.value is not None, "asked of what is known"
    assert beats.low is not None, "known with its interval"
    assert beats.high is not None, "known with its interval"
    slope, sd = relation.slope_bpm_per_mps, relation.slope_sd_bpm_per_mps
    s_per_bpm = speed_to_pace_s_per_km(speed_mps) / (speed_mps * slope)
    value = beats.value * s_per_bpm
    of_slope = normal_half_width(COVERAGE) * value * sd / slope
    below, above = (
        math.hypot((end - beats.value) * s_per_bpm, of_slope) for end in (beats.low, beats.high)
    )
    return replace(pace, value=value, low=value - below, high=value + above)


def shoe_curves(
    baselines: Mapping[MetricName, MetricBaseline], *, n_runs: Mapping[str, int]
) -> tuple[Curve, ...]:
    """What each pair does to form at the usual speed, in the metric's unit; `n_runs` by pair."""
    needs = message("three runs or more in each of two pairs of shoes that the watch knows")
    curves: list[Curve] = []
    for metric in SCORED_METRICS:
        baseline = baselines.get(metric)
        if baseline is None or not baseline.shoes:
            continue
        usual = float(expected_values(baseline, np.array([baseline.speed_center_mps]))[0])
        apart = next((pair for pair in baseline.confounded_pairs if "shoe" in pair), None)
        for name, effect in sorted(baseline.shoes.items()):
            mean, half = effect.mean, normal_half_width(COVERAGE) * math.sqrt(effect.var)
            known = Curve(
                curve="shoe",
                measure=metric,
                unit=METRICS[metric].unit,
                n_runs=n_runs.get(name, 0),
                name=name,
            )
            if apart is not None:
                mixed = message(
                    "runs in which pairs change by turns: they were worn one after another"
                )
                curves.append(replace(known, needs=mixed))
                continue
            curves.append(
                replace(
                    known,
                    value=usual * mean,
                    low=usual * (mean - half),
                    high=usual * (mean + half),
                )
            )
    if curves:
        return tuple(curves)
    return (Curve(curve="shoe", measure="gct", unit=METRICS["gct"].unit, n_runs=0, needs=needs),)
