"""Heart rate and pace of one runner: one relation, learned from settled running only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from hakaru.running.effort_relation import (
    EffortRelation,
    SteadyStretches,
    fit_relation,
    steady_stretches,
)

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SLOPE, LEVEL, DRIFT = 33.0, 145.0, 3.0


def heart_bpm(speed_mps: float, *, after_h: float) -> float:
    return LEVEL + SLOPE * (speed_mps - 2.9) + DRIFT * after_h


def columns(n_runs: int = 12, *, seed: int = 3, **changes: Any) -> dict[str, Any]:
    """Kilometres of runs every third day, two thirds easy and one third faster."""
    rng = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for run in range(n_runs):
        day_bpm, pace_mps = rng.normal(0.0, 2.5), (2.8, 2.9, 3.5)[run % 3]
        start_s = 0.0
        for _ in range(8):
            speed_mps = pace_mps * float(np.exp(rng.normal(0.0, 0.01)))
            end_s = start_s + 1000.0 / speed_mps
            after_h = (start_s + end_s) / 7200.0
            rows.append(
                {
                    "activity_id": run,
                    "started_at": np.datetime64("2026-06-01")
                    - np.timedelta64(3 * (n_runs - run), "D"),
                    "kind": "km",
                    "role": "main",
                    "speed_mps": speed_mps,
                    "running_s": end_s - start_s,
                    "grade_pct": 0.0,
                    "heart_rate_bpm": heart_bpm(speed_mps, after_h=after_h) + day_bpm,
                    "temperature_c": np.nan,
                    "elevation_gain_m": np.nan,
                    "elevation_loss_m": np.nan,
                    "distance_m": 1000.0,
                    "start_elapsed_s": start_s,
                    "end_elapsed_s": end_s,
                }
                | changes
            )
            start_s = end_s
    found: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return found | {name: found[name].astype(object) for name in ("kind", "role")}


def learned(**changes: Any) -> EffortRelation:
    relation = fit_relation(steady_stretches(columns(**changes), now=NOW), heart_rate_rest_bpm=52.0)
    assert relation is not None
    return relation


@pytest.mark.parametrize("speed_mps", [2.75, 3.0, 3.5])
def test_the_heart_rate_of_a_speed_is_that_of_the_runs(speed_mps: float) -> None:
    told = learned(n_runs=24).heart_rate_bpm(speed_mps, after_h=0.3)
    assert told == pytest.approx(heart_bpm(speed_mps, after_h=0.3), abs=2.5)


def test_a_speed_and_its_heart_rate_lead_to_each_other() -> None:
    relation = learned()
    beats = relation.heart_rate_bpm(3.1, after_h=0.4)
    assert relation.speed_mps(beats, after_h=0.4) == pytest.approx(3.1, abs=0.01)


def test_the_band_holds_four_of_five_kilometres() -> None:
    rows = columns(24, seed=8)
    relation = learned(n_runs=24)
    settled = steady_stretches(rows, now=NOW)
    away = [
        abs(beats - relation.heart_rate_bpm(speed, after_h=after))
        for beats, speed, after in zip(
            settled.heart_rate_bpm, settled.level_mps, settled.after_h, strict=True
        )
    ]
    assert 0.65 <= np.mean(np.array(away) <= relation.half_width_bpm) <= 0.95


def test_two_runs_are_too_few() -> None:
    assert fit_relation(steady_stretches(columns(2), now=NOW)) is None


def test_nothing_is_said_of_speeds_that_are_not_run() -> None:
    relation = learned()
    assert relation.covers(3.0)
    assert not relation.covers(2.2)
    assert not relation.covers(4.2)


def test_nobody_beats_above_the_own_maximum() -> None:
    relation = fit_relation(steady_stretches(columns(), now=NOW), heart_rate_max_bpm=160.0)
    assert relation is not None
    assert relation.heart_rate_bpm(3.6) == 160.0


def settled(**changes: Any) -> SteadyStretches:
    return steady_stretches(columns(3, **changes), now=NOW)


def test_the_first_minutes_are_left_out_because_the_heart_follows_late() -> None:
    assert float(settled().after_h.min()) * 3600.0 > 240.0


@pytest.mark.parametrize(
    "changes",
    [
        {"role": "recovery"},
        {"role": "cooldown"},
        {"heart_rate_bpm": np.nan},
        {"grade_pct": 6.0},
        {"running_s": 100.0},
        {"speed_mps": 1.2},
    ],
)
def test_what_says_nothing_about_steady_running_is_left_out(changes: dict[str, Any]) -> None:
    assert settled(**changes).run_id.size == 0


def test_repetitions_count_only_where_the_heart_had_caught_up() -> None:
    assert settled(role="work").run_id.size < settled().run_id.size


def test_older_runs_than_half_a_year_are_forgotten() -> None:
    later = NOW + timedelta(days=200)
    assert steady_stretches(columns(), now=later).run_id.size == 0


def test_runs_after_the_moment_are_not_known_yet() -> None:
    assert steady_stretches(columns(), now=NOW - timedelta(days=60)).run_id.size == 0


def test_newer_runs_count_more() -> None:
    rows = columns(30)
    old = rows["activity_id"] < 15
    rows["heart_rate_bpm"] = np.where(old, rows["heart_rate_bpm"] + 12.0, rows["heart_rate_bpm"])
    rows["started_at"] = np.where(
        old, rows["started_at"] - np.timedelta64(100, "D"), rows["started_at"]
    )
    relation = fit_relation(steady_stretches(rows, now=NOW))
    assert relation is not None
    assert relation.heart_rate_bpm(2.9, after_h=0.3) < heart_bpm(2.9, after_h=0.3) + 5.0


def test_rolling_ground_costs_more_than_its_mean_slope() -> None:
    flat = learned(n_runs=24)
    rows = columns(24)
    rolling = rows["activity_id"] % 2 == 0
    rows["elevation_gain_m"] = np.where(rolling, 20.0, 0.0)
    rows["elevation_loss_m"] = np.where(rolling, 20.0, 0.0)
    rows["heart_rate_bpm"] = rows["heart_rate_bpm"] + np.where(rolling, 6.0, 0.0)
    relation = fit_relation(steady_stretches(rows, now=NOW), heart_rate_rest_bpm=52.0)
    assert relation is not None
    on_the_level = relation.heart_rate_bpm(2.9, after_h=0.3)
    assert on_the_level == pytest.approx(flat.heart_rate_bpm(2.9, after_h=0.3), abs=2.0)


def test_the_drift_of_an_hour_lies_in_its_80_percent_interval_as_often_as_that() -> None:
    n_inside = 0
    for seed in range(60):
        rng = np.random.default_rng(900 + seed)
        drift = float(rng.normal(4.0, 4.0))
        kilometres = columns(16, seed=seed)
        hours = (kilometres["start_elapsed_s"] + kilometres["end_elapsed_s"]) / 7200.0
        noise = rng.normal(0.0, 1.5, hours.size)
        kilometres["heart_rate_bpm"] = (
            kilometres["heart_rate_bpm"] + (drift - DRIFT) * hours + noise
        )
        relation = fit_relation(steady_stretches(kilometres, now=NOW), heart_rate_rest_bpm=52.0)
        assert relation is not None
        half = 1.2816 * relation.drift_sd_bpm_per_h
        n_inside += abs(relation.drift_bpm_per_h - drift) <= half
    assert 42 <= n_inside <= 56


def test_runs_beyond_an_hour_are_counted() -> None:
    assert learned(n_runs=12).n_long_runs == 0
    long = columns(12)
    for name in ("start_elapsed_s", "end_elapsed_s"):
        long[name] = np.where(long["activity_id"] < 5, 2.0, 1.0) * long[name]
    relation = fit_relation(
        steady_stretches(
            long | {"running_s": long["end_elapsed_s"] - long["start_elapsed_s"]}, now=NOW
        )
    )
    assert relation is not None
    assert relation.n_long_runs == 5
