"""Synthetic runs, splits, baselines and verdicts: plausible by default, each figure settable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from hakaru.running.activity import (
    DeviceSummary,
    FloatArray,
    Lap,
    Provenance,
    Recording,
    SensorGroup,
)
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.evaluate import RunToJudge
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.splits import Split
from hakaru.running.verdict import (
    BalanceVerdict,
    FormEvaluation,
    MetricVerdict,
    grade,
    standard_deviations,
)

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
DAY = date(2026, 3, 1)


def make_split(split_index: int = 1, **given: Any) -> Split:
    """A flat kilometre at 3 m/s with every form metric."""
    speed_mps = given.pop("speed_mps", 3.0)
    running_m = given.pop("running_distance_m", 1000.0)
    running_s = given.pop("running_s", running_m / (speed_mps or 3.0))
    values: dict[str, Any] = {
        "kind": "km",
        "start_elapsed_s": 0.0,
        "end_elapsed_s": running_s,
        "distance_m": running_m,
        "heart_rate_bpm": 145.0,
        "cadence_spm": 168.0,
        "gct_ms": 265.0,
        "vo_cm": 9.1,
        "vr_pct": 8.5,
        "gct_balance_left_pct": 50.2,
        "grade_pct": 0.1,
        "coverage_frac": 1.0,
    }
    return Split(
        split_index=split_index,
        running_s=running_s,
        running_distance_m=running_m,
        speed_mps=speed_mps,
        **(values | given),
    )


def make_series(n_samples: int = 1801, *, interval_s: float = 1.0, **given: Any) -> dict[str, Any]:
    """A steady run at 3 m/s; a scalar fills a column, None leaves it out."""
    elapsed_s = np.arange(n_samples) * interval_s
    values: dict[str, Any] = {
        "speed_mps": 3.0,
        "heart_rate_bpm": 145.0,
        "cadence_spm": 168.0,
        "gct_ms": 265.0,
        "vo_cm": 9.1,
        "vr_pct": 8.5,
        "gct_balance_left_pct": 50.2,
        "elevation_m": 20.0,
    } | given
    columns = {
        name: np.broadcast_to(np.asarray(value, dtype=np.float64), (n_samples,)).copy()
        for name, value in values.items()
        if value is not None
    }
    if "distance_m" not in values:
        speed_mps = columns.get("speed_mps", np.full(n_samples, 3.0))
        columns["distance_m"] = np.cumsum(np.nan_to_num(speed_mps)) * interval_s
        columns["distance_m"] -= columns["distance_m"][0]
    return {"elapsed_s": elapsed_s} | columns


def make_recording(
    series: Mapping[str, FloatArray] | None = None,
    *,
    laps: tuple[Lap, ...] = (),
    pauses: tuple[tuple[float, float], ...] = (),
    summary: DeviceSummary | None = None,
    sensor_group: SensorGroup | None = "garmin-hrm",
) -> Recording:
    return Recording(
        started_at=NOW,
        sport="running",
        series=make_series() if series is None else series,
        laps=laps,
        pauses=pauses,
        sensor_group=sensor_group,
        summary=DeviceSummary() if summary is None else summary,
        provenance=(Provenance(kind="fit", path="synthetic", sha256="0" * 64),),
    )


def make_laps(*lengths_s: float, **given: Any) -> tuple[Lap, ...]:
    """Laps one after the other."""
    starts_s = np.concatenate([[0.0], np.cumsum(lengths_s)[:-1]])
    return tuple(
        Lap(start_elapsed_s=float(start_s), elapsed_s=length_s, **given)
        for start_s, length_s in zip(starts_s, lengths_s, strict=True)
    )


def make_baseline(metric: MetricName, **given: Any) -> MetricBaseline:
    """A personal baseline on the prior's curve: 3 % half-width at 90 %, 40 runs."""
    values: dict[str, Any] = {
        "sensor_group": "garmin-hrm",
        "basis": "personal",
        "n_samples": 300,
        "n_runs": 40,
        "n_runs_effective": 25.0,
        "run_sd_frac": 0.017,
        "half_widths": (0.012, 0.023, 0.03),
        "level_var": 0.0,
        "slope_var": 0.0,
        "uphill_frac_per_pct": 0.0,
        "downhill_frac_per_pct": 0.0,
        "speed_min_mps": 2.2,
        "speed_max_mps": 4.4,
        "version": 3,
    } | given
    prior = population_baseline(metric, sensor_group=values["sensor_group"], now=NOW)
    return replace(prior, **values)


def make_baselines(**given: Any) -> dict[MetricName, MetricBaseline]:
    return {metric: make_baseline(metric, **given) for metric in METRICS}


def make_run(*splits: Split, **given: Any) -> RunToJudge:
    values: dict[str, Any] = {
        "activity_id": 20790040925,
        "day": DAY,
        "sensor_group": "garmin-hrm",
        "usual_left_pct": 50.1,
    } | given
    return RunToJudge(splits=splits or (make_split(),), **values)


def make_verdict(metric: MetricName = "gct", **given: Any) -> MetricVerdict:
    """A verdict at the expected value with a 6 % interval, graded; no words unless given."""
    row = METRICS[metric]
    expected = given.pop("expected", row.prior("garmin").level_at_ref)
    half = given.pop("half_width_frac", 0.06)
    actual = given.get("actual", expected)
    tolerance_frac = max(row.half_width_floor_frac, half)
    z = standard_deviations((actual - expected) / expected, half_width_90_frac=tolerance_frac)
    values: dict[str, Any] = {
        "actual": actual,
        "interval_50": (expected * (1 - half / 3), expected * (1 + half / 3)),
        "interval_80": (expected * (1 - half / 1.5), expected * (1 + half / 1.5)),
        "interval_90": (expected * (1 - half), expected * (1 + half)),
        "basis": "personal",
        "n_runs": 40,
        "sensor_group": "garmin-hrm",
        "baseline_version": 3,
        "extrapolated": False,
        "tolerance_frac": tolerance_frac,
        "z": z,
        "rank_pct": None,
        "notable": None,
        "text_ja": "",
        "text_en": "",
    }
    reason = given.pop("unrated_reason", None if row.scored else "never_scored")
    graded = None if reason else grade(z, unfavourable=row.unfavourable)
    values |= {
        "rated": graded is not None,
        "unrated_reason": reason,
        "penalty": graded and graded.penalty,
        "score": graded and graded.score,
        "stars": graded and graded.stars,
        "needs_improvement": None if graded is None else graded.needs_improvement,
    }
    return MetricVerdict(metric=metric, expected=expected, **(values | given))


def make_cadence(**given: Any) -> MetricVerdict:
    """A cadence of 168 spm where 167 +- 6 are usual."""
    values: dict[str, Any] = {"actual": 168.0, "expected": 167.0, "half_width_frac": 6.0 / 167.0}
    return make_verdict("cadence", **(values | given))


def make_balance(**given: Any) -> BalanceVerdict:
    values: dict[str, Any] = {
        "left_pct": 50.2,
        "imbalance_frac": 0.004,
        "usual_left_pct": 50.1,
        "penalised": False,
        "text_ja": "",
        "text_en": "",
    }
    return BalanceVerdict(**(values | given))


def make_evaluation(*verdicts: MetricVerdict, **given: Any) -> FormEvaluation:
    """A verdict on a run, with cadence unless metrics are given."""
    usual = (*(make_verdict(metric) for metric in SCORED_METRICS), make_cadence())
    metrics = {verdict.metric: verdict for verdict in verdicts or usual}
    values: dict[str, Any] = {
        "activity_id": 20790040925,
        "day": DAY,
        "sensor_group": "garmin-hrm",
        "new_sensor": False,
        "speed_mps": 3.0,
        "n_splits": 8,
        "running_s": 2667.0,
        "selection": "flat_splits",
        "sensor_coverage_frac": None,
        "cadence_set_spm": None,
        "balance": None,
        "overall_score": 100.0,
        "overall_stars": 5,
        "evaluated_at": NOW,
        "code_version": "1",
    }
    return FormEvaluation(metrics=metrics, **(values | given))
