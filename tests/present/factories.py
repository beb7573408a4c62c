"""Made-up reports: a season of one runner, with everything a page can show."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import Basis
from hakaru.running.drift import DriftFinding
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.report import (
    HistoryPoints,
    MetricCurve,
    MetricHistory,
    ReportFacts,
    ResidualTrend,
    RunReport,
    build_report,
)
from hakaru.running.splits import Split
from hakaru.running.verdict import BalanceVerdict, FormEvaluation, MetricVerdict
from hakaru.running.verdict_text import balance_text, metric_text
from tests.running import factories as running

DAY = date(2025, 10, 25)
JST = timezone(timedelta(hours=9))
SPEED_MPS = 3.05
ACTUAL: Mapping[MetricName, float] = {"gct": 274.2, "vo": 8.84, "vr": 8.31, "cadence": 171.6,
    "step_length": 1.07, "leg_stiffness": 131.0,
}  # fmt: skip
HALF_FRAC: Mapping[MetricName, float] = {"gct": 0.035, "vo": 0.06, "vr": 0.055, "cadence": 0.022,
    "step_length": 0.022, "leg_stiffness": 0.08,
}  # fmt: skip


def expected(metric: MetricName, speed_mps: FloatArray) -> FloatArray:
    """The line of the made-up runner."""
    prior = METRICS[metric].prior("garmin")
    if METRICS[metric].model_type == "power":
        return prior.level_at_ref * 0.98 * (speed_mps / 3.0) ** prior.slope
    return prior.level_at_ref + prior.slope * (speed_mps - 3.0)


def make_verdict(metric: MetricName = "gct", **changes: Any) -> MetricVerdict:
    """A verdict inside its interval unless changed, graded and worded as the judge does."""
    value = float(expected(metric, np.array([SPEED_MPS]))[0])
    given: dict[str, Any] = {
        "expected": value,
        "actual": ACTUAL[metric],
        "half_width_frac": HALF_FRAC[metric],
        "n_runs": 84,
    }
    verdict = running.make_verdict(metric, **(given | changes))
    return replace(verdict, text_ja=metric_text(verdict, "ja"), text_en=metric_text(verdict, "en"))


def make_balance() -> BalanceVerdict:
    """A trait: the left foot a little shorter, as always."""
    balance = BalanceVerdict(
        left_pct=49.4,
        imbalance_frac=0.012,
        usual_left_pct=49.5,
        penalised=False,
        text_ja="",
        text_en="",
    )
    return replace(
        balance, text_ja=balance_text(balance, "ja"), text_en=balance_text(balance, "en")
    )


def make_evaluation(**changes: object) -> FormEvaluation:
    """All metrics measured, one of them above its interval."""
    metrics = {metric: make_verdict(metric) for metric in (*SCORED_METRICS, "cadence")}
    metrics["gct"] = make_verdict("gct", actual=274.2, rank_pct=96.0)
    evaluation = FormEvaluation(
        activity_id=20790040925,
        day=DAY,
        sensor_group="garmin-hrm",
        new_sensor=False,
        speed_mps=SPEED_MPS,
        n_splits=9,
        running_s=2950.0,
        selection="flat_splits",
        sensor_coverage_frac=None,
        cadence_set_spm=None,
        metrics=metrics,
        balance=make_balance(),
        overall_score=96.13,
        overall_stars=5,
        evaluated_at=datetime(2025, 10, 25, 12, 0, tzinfo=UTC),
        code_version="0.1.0",
    )
    return replace(evaluation, **changes)  # type: ignore[arg-type]


def make_facts(**changes: object) -> ReportFacts:
    """Facts of a ten-kilometre run."""
    facts = ReportFacts(
        activity_id=20790040925,
        title="朝ラン 川沿い 10km",
        day=DAY,
        started_at=datetime(2025, 10, 25, 7, 2, tzinfo=JST),
        distance_m=10023.0,
        timer_s=3290.0,
        elapsed_s=3365.0,
        running_s=3270.0,
        speed_mps=SPEED_MPS,
        heart_rate_avg_bpm=148.2,
        heart_rate_max_bpm=167.0,
        cadence_spm=171.6,
        power_w=241.0,
        elevation_gain_m=62.0,
        elevation_loss_m=60.0,
        temperature_c=14.4,
        relative_humidity_pct=64.0,
        wind_speed_mps=2.2,
        device_label="Forerunner 965",
        sensor_label="HRM-Pro",
        gear="Ghost 16",
    )
    return replace(facts, **changes)  # type: ignore[arg-type]


def make_splits(n_splits: int = 10, *, seed: int = 4) -> tuple[Split, ...]:
    """Kilometres of varied pace."""
    random = np.random.default_rng(seed)
    speeds = SPEED_MPS + np.cumsum(random.normal(0.0, 0.08, n_splits))
    ends = np.cumsum(1000.0 / speeds)
    gct_ms = expected("gct", speeds) * random.normal(1.04, 0.012, n_splits)
    return tuple(
        Split(
            split_index=at + 1,
            kind="km",
            start_elapsed_s=float(ends[at] - 1000.0 / speeds[at]),
            end_elapsed_s=float(ends[at]),
            distance_m=1000.0,
            running_s=float(1000.0 / speeds[at]),
            running_distance_m=1000.0,
            speed_mps=float(speeds[at]),
            heart_rate_bpm=140.0 + 2.0 * at,
            cadence_spm=171.0,
            gct_ms=float(gct_ms[at]),
            grade_pct=float(random.normal(0.0, 0.6)),
        )
        for at in range(n_splits)
    )


def make_series(n_samples: int = 3365, *, seed: int = 5) -> dict[str, FloatArray]:
    """One hertz with noise, a hill, a stop at a light and a gap in heart rate."""
    random = np.random.default_rng(seed)
    elapsed_s = np.arange(n_samples, dtype=np.float64)
    speed_mps = SPEED_MPS + 0.25 * np.sin(elapsed_s / 300) + random.normal(0, 0.12, n_samples)
    speed_mps[1500:1550] = 0.1
    heart_rate_bpm = 150 - 42 * np.exp(-elapsed_s / 180) + 5 * np.sin(elapsed_s / 500)
    heart_rate_bpm[2000:2120] = np.nan
    return {
        "elapsed_s": elapsed_s,
        "speed_mps": speed_mps,
        "heart_rate_bpm": heart_rate_bpm,
        "elevation_m": 24 + 11 * np.sin(elapsed_s / 420) + elapsed_s / 400,
        "gct_ms": 272 + 0.002 * elapsed_s + random.normal(0, 5, n_samples),
    }


def make_curve(metric: MetricName, *, basis: Basis = "personal") -> MetricCurve:
    """The line with bands that widen away from its centre."""
    speed_mps = np.linspace(2.0, 5.2, 80)
    value = expected(metric, speed_mps)
    half = value * HALF_FRAC[metric] * np.sqrt(1 + ((speed_mps - 3.1) / 1.1) ** 2)
    known = basis != "population"
    return MetricCurve(
        metric=metric,
        speed_mps=speed_mps,
        expected=value,
        low_50=value - half * 0.41,
        high_50=value + half * 0.41,
        low_90=value - half,
        high_90=value + half,
        basis=basis,
        trained_min_mps=2.35 if known else None,
        trained_max_mps=4.35 if known else None,
    )


def make_history(metric: MetricName, *, n_runs: int = 84, seed: int = 6) -> MetricHistory:
    """A season of splits and residuals, with a step in the last ones."""
    random = np.random.default_rng(seed)
    run_of = np.repeat(np.arange(n_runs), 8)
    level = random.normal(0.0, HALF_FRAC[metric] / 1.9, n_runs)
    level[-6:] += HALF_FRAC[metric]
    speed_mps = np.repeat(random.choice([2.7, 2.95, 3.1, 3.6, 4.1], n_runs), 8)
    speed_mps = speed_mps + random.normal(0, 0.07, n_runs * 8)
    value = expected(metric, speed_mps) * (1 + level[run_of] + random.normal(0, 0.008, n_runs * 8))
    age_days = np.asarray((n_runs - 1 - run_of) * 2.2, dtype=np.float64)
    days = tuple(DAY - timedelta(days=int((n_runs - 1 - run) * 2.2)) for run in range(n_runs))
    this_run = np.arange(n_runs) == n_runs - 1
    own = run_of == n_runs - 1
    speed_mps[own] = SPEED_MPS + random.normal(0, 0.06, 8)
    value[own] = ACTUAL[metric] * random.normal(1, 0.008, 8)
    delta = ACTUAL[metric] / float(expected(metric, np.array([SPEED_MPS]))[0]) - 1
    return MetricHistory(
        curve=make_curve(metric),
        points=HistoryPoints(
            metric=metric, speed_mps=speed_mps, value=value, age_days=age_days, this_run=own
        ),
        trend=ResidualTrend(
            metric=metric,
            days=days,
            delta_frac=np.where(this_run, delta, level),
            half_width_90_frac=np.linspace(1.6, 1.0, n_runs) * HALF_FRAC[metric],
            this_run=this_run,
            drifts=(make_finding(since=days[-6], day=days[-3]),) if metric == "gct" else (),
        ),
    )


def make_finding(**changes: object) -> DriftFinding:
    """Contact longer by 4 % since a day."""
    values: dict[str, object] = {
        "metric": "gct",
        "state": "open",
        "direction": "higher",
        "since": date(2025, 9, 1),
        "since_activity_id": 11,
        "day": date(2025, 9, 8),
        "activity_id": 14,
        "until": None,
        "n_runs": 6,
        "change_frac": 0.041,
        "low_frac": 0.02,
        "high_frac": 0.06,
        "change": 10.6,
        "concerning": True,
    }
    return DriftFinding(**(values | changes))  # type: ignore[arg-type]


def make_report(**changes: object) -> RunReport:
    """The full report; `changes` replace pieces given to `build_report`."""
    pieces: dict[str, object] = {
        "evaluation": make_evaluation(),
        "facts": make_facts(),
        "splits": make_splits(),
        "series": make_series(),
        "history": {metric: make_history(metric) for metric in METRICS},
    }
    return build_report(**(pieces | changes))  # type: ignore[arg-type]
