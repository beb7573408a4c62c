"""Hours on the feet of a whole run: what was run before a split counts, judged or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from hakaru.running.effects import EFFECTS, USUAL_ELAPSED_H
from hakaru.running.evaluate import evaluate_run
from hakaru.running.lessons import SplitColumns, taught
from hakaru.running.metrics import REFERENCE_SPEED_MPS
from hakaru.running.splits import Split
from hakaru.running.why import explain_run
from tests.running.factories import NOW, make_baseline, make_run, make_split

FATIGUE = EFFECTS.index("fatigue")
REPETITION_H = (0.313457, 0.705926, 1.098395, 1.490864, 1.883333)
"""Hours at 3 m/s at the middle of each repetition of `intervals`. 15 min at 2.5 m/s weigh
900 (2.5/3)^4 = 434.03 s; 3 min at 5 m/s 180 (5/3)^4 = 1388.89 s; 2 min at 2 m/s 23.70 s."""


def in_turn(*stretches: tuple[float, float, dict[str, Any]]) -> tuple[Split, ...]:
    """Splits one after the other: seconds, m/s and what else is known of each."""
    splits, now_s = [], 0.0
    for index, (lasting_s, speed_mps, known) in enumerate(stretches, start=1):
        values: dict[str, Any] = {
            "speed_mps": speed_mps,
            "running_s": lasting_s,
            "running_distance_m": speed_mps * lasting_s,
            "start_elapsed_s": now_s,
            "end_elapsed_s": now_s + lasting_s,
        }
        splits.append(make_split(index, kind="segment", **(values | known)))
        now_s += lasting_s
    return tuple(splits)


def intervals() -> tuple[Split, ...]:
    """A quarter of an hour of warm-up, five times three minutes with jogs of two, ten minutes."""
    reps: list[tuple[float, float, dict[str, Any]]] = []
    for rep in range(1, 6):
        reps.append((180.0, 5.0, {"role": "work", "rep_index": rep, "is_target": True}))
        reps.append((120.0, 2.0, {"role": "recovery", "rep_index": rep, "is_target": False}))
    return in_turn(
        (900.0, 2.5, {"role": "warmup", "is_target": False}),
        *reps,
        (600.0, 2.5, {"role": "cooldown", "is_target": False}),
    )


def columns_of(*runs: Sequence[Split]) -> SplitColumns:
    """Runs as they are stored."""
    rows = [(run, split) for run, splits in enumerate(runs, start=1) for split in splits]
    numbers = (
        "speed_mps", "gct_ms", "vo_cm", "vr_pct", "cadence_spm", "running_s", "distance_m",
        "running_distance_m", "grade_pct", "is_target", "rep_index", "start_elapsed_s",
        "end_elapsed_s",
    )  # fmt: skip
    columns: dict[str, Any] = {
        name: np.array([getattr(split, name) for _, split in rows], dtype=np.float64)
        for name in numbers
    }
    columns["activity_id"] = np.array([run for run, _ in rows], dtype=np.int64)
    columns["started_at"] = np.full(len(rows), np.datetime64("2026-02-01T07:00", "us"))
    columns["kind"] = np.array([split.kind for _, split in rows], dtype=object)
    columns["role"] = np.array([split.role for _, split in rows], dtype=object)
    return columns


def learned_h(*runs: Sequence[Split]) -> list[float]:
    """Hours of the splits that a baseline learns from."""
    hours: list[float] = taught(columns_of(*runs), ("gct",)).conditions[:, FATIGUE].tolist()
    return hours


def judged_h(splits: Sequence[Split]) -> float:
    """Hours of the judged splits of a run on average, as its explanation has them."""
    run = make_run(*splits)
    center = REFERENCE_SPEED_MPS
    baselines = {"gct": make_baseline("gct", speed_center_mps=center, fatigue_var=1e-6)}
    verdict = evaluate_run(run, baselines, now=NOW)
    (way,) = explain_run(run, verdict, baselines, metrics=("gct",), now=NOW)
    (part,) = (part for part in way.parts if part.cause == "fatigue")
    return part.exposure_value + USUAL_ELAPSED_H


def test_repetitions_come_after_the_warm_up_and_the_jogs_as_hard_as_these_were() -> None:
    assert learned_h(intervals()) == pytest.approx(REPETITION_H, abs=1e-6)


def test_a_run_is_judged_by_the_hours_that_are_learned_from() -> None:
    assert judged_h(intervals()) == pytest.approx(np.mean(REPETITION_H), abs=1e-6)
