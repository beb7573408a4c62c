"""Which runs fill the store when its speed is measured? Values are rounded as a watch rounds them.

They serve size and speed alone: nothing about form can be learned from them.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from hakaru.core.units import semicircles_to_deg
from hakaru.running.activity import FloatArray, Lap, Provenance, Recording, RunTotals
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.store.stored_run import StoredRun

FIRST_START = datetime(2016, 1, 1, 6, tzinfo=UTC)
HOUR_S = 3600
_SHAPES: tuple[tuple[str, float, float, float], ...] = (
    ("speed_mps", 3.0, 0.02, 0.001),
    ("heart_rate_bpm", 150.0, 0.5, 1.0),
    ("cadence_spm", 172.0, 0.7, 1.0),
    ("power_w", 270.0, 4.0, 1.0),
    ("gct_ms", 245.0, 1.5, 1.0),
    ("vo_cm", 9.0, 0.05, 0.01),
    ("vr_pct", 8.5, 0.05, 0.01),
    ("gct_balance_left_pct", 50.5, 0.1, 0.01),
    ("step_length_cm", 105.0, 0.6, 0.1),
    ("elevation_m", 50.0, 0.1, 0.2),
    ("temperature_c", 18.0, 0.01, 1.0),
)
"""Column, level, step of its random walk back to that level, resolution of the device."""


def make_run(number: int, *, n_samples: int = HOUR_S) -> StoredRun:
    """The run of one day: all columns a strap, a watch and GPS give, and ten splits."""
    rng = np.random.default_rng(number)
    series = _series(rng, n_samples)
    start = FIRST_START + timedelta(days=number)
    recording = Recording(
        started_at=start,
        utc_offset_s=9 * 3600,
        sport="running",
        title=f"run {number}",
        series=series,
        laps=tuple(
            Lap(start_elapsed_s=360.0 * lap, elapsed_s=360.0, distance_m=1080.0)
            for lap in range(10)
        ),
        sensor_group="garmin-hrm",
        simulated=True,
        provenance=(Provenance(kind="fit", path=f"{number}.fit", sha256=f"{number:064x}"),),
    )
    splits = tuple(_split(rng, index) for index in range(10))
    totals = RunTotals(
        distance_m=float(series["distance_m"][-1]),
        elapsed_s=float(n_samples),
        running_s=float(n_samples),
        speed_mps=float(np.mean(series["speed_mps"])),
        coverage_frac=1.0,
    )
    return StoredRun(recording=recording, splits=splits, totals=totals)


def make_evaluation(run: StoredRun) -> FormEvaluation:
    """A verdict of ordinary length for a run."""
    verdict = MetricVerdict(
        metric="gct",
        actual=245.3,
        expected=246.8,
        interval_50=(242.0, 251.5),
        interval_80=(238.0, 256.0),
        interval_90=(235.0, 259.0),
        basis="personal",
        n_runs=120,
        sensor_group="garmin-hrm",
        baseline_version=1,
        extrapolated=False,
        tolerance_frac=0.05,
        z=-0.2,
        rank_pct=41.0,
        rated=True,
        unrated_reason=None,
        penalty=0.0,
        score=100.0,
        stars=5,
        needs_improvement=False,
        notable=None,
        text_ja="接地時間は245ms。このペースでのあなたの普段の範囲に入っています。",
        text_en="Contact time 245 ms, within your usual range at this pace.",
    )
    return FormEvaluation(
        activity_id=run.recording.activity_id,
        day=run.recording.day,
        sensor_group="garmin-hrm",
        new_sensor=False,
        speed_mps=3.0,
        n_splits=10,
        running_s=3600.0,
        selection="flat_splits",
        sensor_coverage_frac=1.0,
        cadence_set_spm=None,
        metrics={"gct": verdict},
        balance=None,
        overall_score=100.0,
        overall_stars=5,
        evaluated_at=FIRST_START,
        code_version="benchmark",
    )


def _series(rng: np.random.Generator, n_samples: int) -> dict[str, FloatArray]:
    series: dict[str, FloatArray] = {"elapsed_s": np.arange(n_samples, dtype=np.float64)}
    for name, level, step, resolution in _SHAPES:
        walk = np.cumsum(rng.normal(0.0, step, n_samples))
        wave = level + walk - np.linspace(0.0, walk[-1], n_samples)
        series[name] = np.round(np.round(wave / resolution) * resolution, 3)
    series["distance_m"] = np.cumsum(series["speed_mps"]).round(2)
    for name, centre in (("latitude_deg", 4.17e8), ("longitude_deg", 1.62e9)):
        position = np.round(centre + np.cumsum(rng.normal(0.0, 200.0, n_samples)))
        series[name] = np.array([semicircles_to_deg(value) for value in position])
    return series


def _split(rng: np.random.Generator, index: int) -> Split:
    speed_mps = float(rng.normal(3.0, 0.3))
    return Split(
        split_index=index,
        kind="lap",
        start_elapsed_s=360.0 * index,
        end_elapsed_s=360.0 * (index + 1),
        distance_m=360.0 * speed_mps,
        running_s=358.0,
        running_distance_m=358.0 * speed_mps,
        speed_mps=speed_mps,
        heart_rate_bpm=150.0,
        cadence_spm=172.0,
        gct_ms=float(rng.normal(245.0, 8.0)),
        vo_cm=9.0,
        vr_pct=8.5,
        grade_pct=0.3,
        coverage_frac=1.0,
    )
