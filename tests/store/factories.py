"""Runs, baselines and verdicts as the tests of the store need them."""

from __future__ import annotations

import dataclasses
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    PlannedStep,
    Provenance,
    Recording,
    RunTotals,
    Weather,
)
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.splits import Split
from hakaru.running.verdict import (
    BalanceVerdict,
    FormEvaluation,
    MetricVerdict,
)
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import (
    METRIC_KINDS,
    RUN_KINDS,
    LaidVersion,
    add_versions,
    build_evaluation,
    build_metric,
)
from tests.once import empty_database, run_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

START = datetime(2025, 10, 25, 21, 30, tzinfo=UTC)


def memory_store() -> DuckDBPyConnection:
    """A database in which nothing is stored yet; its file goes away with the run."""
    return duckdb.connect(empty_database(Path(tempfile.mkdtemp(dir=run_folder()))))


def lay_baselines(con: DuckDBPyConnection, *baselines: MetricBaseline, version: int = 1) -> None:
    """Store what was learned under a number."""
    numbered = [dataclasses.replace(baseline, version=version) for baseline in baselines]
    add_versions(con, [LaidVersion(baseline=each, inputs_sha256="of a test") for each in numbered])


def superseded(con: DuckDBPyConnection, activity_id: int) -> tuple[FormEvaluation, ...]:
    """The earlier verdicts on one run, oldest first."""
    found = []
    for eval_id, *run in con.execute(
        f"SELECT eval_id, {', '.join(RUN_KINDS)} FROM data.run_verdict_history "
        "WHERE activity_id = ? ORDER BY eval_id",
        [activity_id],
    ).fetchall():
        metrics = con.execute(
            f"SELECT {', '.join(METRIC_KINDS)} FROM metric_verdict_history WHERE eval_id = ?",
            [eval_id],
        ).fetchall()
        found.append(
            build_evaluation(
                dict(zip(RUN_KINDS, run, strict=True)),
                [build_metric(dict(zip(METRIC_KINDS, row, strict=True))) for row in metrics],
            )
        )
    return tuple(found)


def make_series(n_samples: int, seed: int = 0) -> dict[str, FloatArray]:
    rng = np.random.default_rng(seed)
    gct_ms = np.round(rng.normal(250, 8, n_samples), 1)
    gct_ms[::50] = np.nan
    return {
        "elapsed_s": np.arange(n_samples, dtype=np.float64),
        "speed_mps": np.round(rng.normal(3, 0.1, n_samples), 3),
        "heart_rate_bpm": np.round(rng.normal(150, 5, n_samples)),
        "cadence_spm": np.round(rng.normal(172, 2, n_samples)),
        "gct_ms": gct_ms,
        "vo_cm": np.round(rng.normal(9, 0.3, n_samples), 2),
        "vr_pct": np.round(rng.normal(8.5, 0.3, n_samples), 2),
    }


def make_recording(started_at: datetime = START, n_samples: int = 600, **changes: Any) -> Recording:
    fields: dict[str, Any] = {
        "started_at": started_at,
        "utc_offset_s": 9 * 3600,
        "sport": "running",
        "series": make_series(n_samples),
        "sensor_group": "garmin-hrm",
        "provenance": (Provenance(kind="fit", path="runs/a.fit", sha256="a" * 64),),
    }
    return Recording(**(fields | changes))


def make_full_recording() -> Recording:
    """A recording in which every part says something."""
    return make_recording(
        sub_sport="street",
        title="朝ラン 'quoted'",
        location="京都",
        garmin_activity_id=20790040925,
        laps=(
            Lap(
                start_elapsed_s=0.0,
                elapsed_s=300.5,
                trigger="distance",
                intensity="active",
                workout_step=0,
            ),
            Lap(start_elapsed_s=300.5, elapsed_s=299.5, distance_m=900.25, gct_ms=251.0),
        ),
        event_kind="race",
        workout_title="5 x 3 min",
        planned_steps=(
            PlannedStep(step_index=0, name="easy", intensity="warmup", ends_by="open"),
            PlannedStep(step_index=1, ends_by="time", duration_s=180.0, distance_m=800.0),
            PlannedStep(step_index=2, ends_by="repeat", repeats_from=1, n_repeats=5),
        ),
        pauses=((10.0, 20.5), (100.0, 130.0)),
        sensor_label="HRM-Pro",
        devices=(DeviceInfo(role="recorder", manufacturer="garmin", product="fr965"),),
        summary=DeviceSummary(distance_m=1800.5, training_effect_label="TEMPO"),
        heart_rate_zones=(
            HeartRateZone(zone_number=1, low_bpm=95.0, time_in_zone_s=60.0),
            HeartRateZone(zone_number=2, low_bpm=120.0, time_in_zone_s=180.0),
        ),
        weather=Weather(temperature_c=18.5, wind_direction_compass="NW"),
        physiology=Physiology(
            vo2_max_ml_per_kg_min=52.3,
            vo2_max_on=date(2025, 10, 20),
            lt_heart_rate_bpm=168.0,
            lt_on=date(2025, 9, 1),
            weight_kg=61.5,
        ),
        gear="shoes",
        partial=True,
        simulated=True,
        issues=(Issue(code="crc", message="checksum differs", offset_byte=77),),
        provenance=(
            Provenance(kind="fit", path="x.zip", sha256="b" * 64, member="a/b.fit"),
            Provenance(kind="garmin-json", path="activity.json", sha256="c" * 64),
        ),
    )


def make_split(split_index: int = 0, **changes: Any) -> Split:
    fields: dict[str, Any] = {
        "split_index": split_index,
        "kind": "lap",
        "start_elapsed_s": 300.0 * split_index,
        "end_elapsed_s": 300.0 * (split_index + 1),
        "distance_m": 1000.0,
        "running_s": 290.0,
        "running_distance_m": 990.0,
        "speed_mps": 990.0 / 290.0,
        "heart_rate_bpm": 150.0,
        "cadence_spm": 176.0,
        "power_w": 280.0,
        "gct_ms": 240.0 + split_index,
        "vo_cm": 9.1,
        "vr_pct": 8.4,
        "step_length_cm": 112.0,
        "grade_pct": 0.4,
        "coverage_frac": 0.97,
        "intensity": "ACTIVE",
    }
    return Split(**(fields | changes))


def make_run(
    started_at: datetime = START, *, n_samples: int = 600, n_splits: int = 2, **changes: Any
) -> StoredRun:
    return StoredRun(
        recording=make_recording(started_at, n_samples, **changes),
        splits=tuple(make_split(index) for index in range(n_splits)),
        totals=RunTotals(
            distance_m=2000.0,
            elapsed_s=float(n_samples),
            running_s=580.0,
            speed_mps=3.41,
            heart_rate_avg_bpm=150.0,
            coverage_frac=0.97,
        ),
    )


def make_runs(count: int, *, n_samples: int = 60, **changes: Any) -> list[StoredRun]:
    return [
        make_run(START + timedelta(days=number), n_samples=n_samples, **changes)
        for number in range(count)
    ]


def make_baseline(**changes: Any) -> MetricBaseline:
    fields: dict[str, Any] = {
        "metric": "gct",
        "sensor_group": "garmin-hrm",
        "model_type": "power",
        "intercept": 5.9,
        "slope": -0.4,
        "basis": "personal",
        "n_samples": 120,
        "n_runs": 20,
        "n_runs_effective": 14.2,
        "rmse": 8.7,
        "run_sd_frac": 0.03,
        "split_sd_frac": 0.03,
        "splits_per_run": 8.0,
        "drift_var_per_day": 1e-6,
        "half_widths": (0.02, 0.04, 0.05),
        "level_var": 1e-4,
        "slope_var": 1e-3,
        "level_slope_cov": -1e-5,
        "speed_center_mps": 3.0,
        "speed_min_mps": 2.2,
        "speed_max_mps": 4.4,
        "half_life_days": 90.0,
        "window_start": START - timedelta(days=300),
        "window_end": START,
        "trained_at": START + timedelta(days=1),
        "code_version": "0.1.0",
    }
    return MetricBaseline(**(fields | changes))


def make_metric_verdict(metric: str = "gct", **changes: Any) -> MetricVerdict:
    fields: dict[str, Any] = {
        "metric": metric,
        "actual": 258.0,
        "expected": 261.5,
        "interval_50": (256.0, 267.0),
        "interval_80": (251.0, 272.0),
        "interval_90": (248.0, 276.0),
        "basis": "personal",
        "n_runs": 20,
        "sensor_group": "garmin-hrm",
        "baseline_version": 3,
        "extrapolated": False,
        "tolerance_frac": 0.054,
        "z": -0.41,
        "rank_pct": 34.5,
        "rated": True,
        "unrated_reason": None,
        "penalty": 0.0,
        "score": 100.0,
        "stars": 5,
        "needs_improvement": False,
        "notable": None,
        "text_ja": "接地時間は普段どおりです。",
        "text_en": "Contact time is as usual.",
    }
    return MetricVerdict(**(fields | changes))


def make_evaluation(activity_id: int, **changes: Any) -> FormEvaluation:
    fields: dict[str, Any] = {
        "activity_id": activity_id,
        "day": date(2025, 10, 26),
        "sensor_group": "garmin-hrm",
        "new_sensor": False,
        "speed_mps": 2.32,
        "n_splits": 6,
        "running_s": 2500.0,
        "selection": "flat_splits",
        "sensor_coverage_frac": 0.97,
        "cadence_set_spm": None,
        "metrics": {
            "gct": make_metric_verdict(),
            "vo": make_metric_verdict(
                "vo",
                actual=9.0,
                expected=8.2,
                penalty=12.0,
                score=88.0,
                stars=4,
                needs_improvement=True,
                baseline_version=None,
                basis="population",
            ),
            "cadence": make_metric_verdict(
                "cadence",
                actual=183.0,
                expected=178.0,
                interval_50=(175.0, 181.0),
                interval_80=(172.0, 184.0),
                interval_90=(170.0, 186.0),
                basis="shrunk",
                n_runs=7,
                rated=False,
                unrated_reason="never_scored",
                penalty=None,
                score=None,
                stars=None,
                needs_improvement=None,
                notable="higher",
                text_ja="普段どおりの歩数です。",
                text_en="Cadence is as usual.",
            ),
        },
        "balance": BalanceVerdict(
            left_pct=50.8,
            imbalance_frac=0.016,
            usual_left_pct=None,
            penalised=False,
            text_ja="左右差は小さいです。",
            text_en="Left and right are even.",
        ),
        "overall_score": 94.0,
        "overall_stars": 4,
        "evaluated_at": START + timedelta(days=2),
        "code_version": "0.1.0",
    }
    return FormEvaluation(**(fields | changes))


def same_recording(recording: Recording, other: Recording) -> bool:
    """Equality that compares series by value, NaN equal to NaN."""
    if set(recording.series) != set(other.series):
        return False
    if not all(
        np.array_equal(recording.series[name], other.series[name], equal_nan=True)
        for name in recording.series
    ):
        return False
    return dataclasses.replace(recording, series={}) == dataclasses.replace(other, series={})
