"""Hours on the feet of a whole run: what was run before a split counts, judged or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.effects import EFFECTS, USUAL_ELAPSED_H, split_conditions
from hakaru.running.evaluate import evaluate_run
from hakaru.running.lessons import SplitColumns, taught
from hakaru.running.metrics import REFERENCE_SPEED_MPS, MetricName
from hakaru.running.splits import Split, select_for_training
from hakaru.running.why import explain_run
from tests.running.factories import NOW, make_baseline, make_run, make_split

FATIGUE = EFFECTS.index("fatigue")
REPETITION_H = (0.313465, 0.705851, 1.098238, 1.490625, 1.883012)
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


def metres(whole_m: float, running_m: float) -> dict[str, float]:
    """How far a split went, and how far of it was run."""
    return {"distance_m": whole_m, "running_distance_m": running_m}


def whole_h(splits: Sequence[Split]) -> list[float]:
    """Hours of every split of a run."""
    hours: list[float] = split_conditions(splits)[:, FATIGUE].tolist()
    return hours


def learned_h(*runs: Sequence[Split]) -> list[float]:
    """Hours of the splits that a baseline learns from."""
    hours: list[float] = taught(columns_of(*runs), ("gct",)).conditions[:, FATIGUE].tolist()
    return hours


def judged_h(splits: Sequence[Split]) -> float:
    """Hours of the judged splits of a run on average, as its explanation has them."""
    run = make_run(*splits)
    baseline = make_baseline("gct", speed_center_mps=REFERENCE_SPEED_MPS, fatigue_var=1e-6)
    baselines: dict[MetricName, MetricBaseline] = {"gct": baseline}
    verdict = evaluate_run(run, baselines, now=NOW)
    (way,) = explain_run(run, verdict, baselines, metrics=("gct",), now=NOW)
    (part,) = (part for part in way.parts if part.cause == "fatigue")
    return part.exposure_value + USUAL_ELAPSED_H


def test_repetitions_come_after_the_warm_up_and_the_jogs_as_hard_as_these_were() -> None:
    assert learned_h(intervals()) == pytest.approx(REPETITION_H, abs=1e-6)


def test_a_run_is_judged_by_the_hours_that_are_learned_from() -> None:
    assert judged_h(intervals()) == pytest.approx(np.mean(REPETITION_H), abs=1e-6)


def test_a_steady_run_weighs_its_hours_and_a_faster_one_more() -> None:
    def last_h(speed_mps: float) -> float:
        return whole_h(in_turn(*[(600.0, speed_mps, {})] * 6))[-1]

    assert last_h(3.0) == pytest.approx(3300.0 / 3600.0)
    assert last_h(3.3) == pytest.approx(3300.0 / 3600.0 * 1.1**4)


def test_standing_weighs_nothing_within_a_split_or_between_two() -> None:
    run_through = in_turn((600.0, 3.0, {}), (600.0, 3.0, {}))
    light = in_turn((900.0, 3.0, {"running_s": 600.0, **metres(1800.0, 1800.0)}), (600.0, 3.0, {}))
    first, second = run_through
    late = replace(second, start_elapsed_s=900.0, end_elapsed_s=1500.0)
    assert whole_h(light) == pytest.approx(whole_h(run_through))
    assert whole_h((first, late)) == pytest.approx(whole_h(run_through))


def test_a_walk_weighs_as_a_walk() -> None:
    walked = {"speed_mps": None, "running_s": 0.0, **metres(900.0, 0.0)}
    half = {"running_s": 300.0, **metres(1350.0, 900.0)}
    broken, walk, last = in_turn((600.0, 3.0, half), (600.0, 1.5, walked), (600.0, 3.0, {}))
    hours_h = whole_h((broken, walk, last))
    walk_s = 600.0 * 0.5**4
    assert hours_h[-1] == pytest.approx((300.0 + walk_s / 2 + walk_s + 300.0) / 3600.0)


@pytest.mark.parametrize("jump_m", [3_000.0, 300_000.0, 1e9])
def test_a_ride_or_a_jump_of_the_position_weighs_no_more_than_running_would(jump_m: float) -> None:
    jumped = {"running_s": 300.0, **metres(900.0 + jump_m, 900.0)}
    lost = {"speed_mps": None, "running_s": 0.0, **metres(jump_m, 0.0)}
    splits = in_turn((600.0, 3.0, jumped), (600.0, 3.0, lost), (600.0, 3.0, {}))
    assert whole_h(splits)[-1] == pytest.approx(1500.0 / 3600.0)


SPLITS = st.lists(
    st.tuples(
        st.floats(20.0, 900.0),
        st.floats(1.8, 6.0),
        st.fixed_dictionaries(
            {
                "role": st.sampled_from([None, "main", "work", "recovery"]),
                "rep_index": st.sampled_from([None, 1]),
                "is_target": st.sampled_from([None, True, False]),
                "grade_pct": st.sampled_from([None, 0.0, 5.0]),
                "gct_ms": st.sampled_from([None, 240.0]),
            }
        ),
    ),
    min_size=1,
    max_size=12,
).map(lambda stretches: in_turn(*stretches))


@given(before=st.lists(SPLITS, max_size=3), splits=SPLITS)
def test_what_is_learned_of_a_run_is_what_it_is_judged_by(
    before: list[tuple[Split, ...]], splits: tuple[Split, ...]
) -> None:
    taken = {id(split) for split in select_for_training(splits)}
    own = [h for h, split in zip(whole_h(splits), splits, strict=True) if id(split) in taken]
    earlier = [h for run in before for h in learned_h(run)]
    assert learned_h(*before, splits) == [*earlier, *own], "to the last digit, whatever came before"


@given(SPLITS)
def test_what_comes_later_in_a_run_changes_no_split_before_it(splits: tuple[Split, ...]) -> None:
    hours_h = whole_h(splits)
    assert all(whole_h(splits[:end]) == hours_h[:end] for end in range(1, len(splits)))
    assert hours_h == sorted(hours_h)


@pytest.mark.parametrize("speed_mps", [12.0, 1e3, 1e300])
def test_nobody_runs_faster_than_a_human(speed_mps: float) -> None:
    splits = in_turn((600.0, speed_mps, metres(7200.0, 7200.0)), (600.0, 3.0, {}))
    assert whole_h(splits)[-1] == pytest.approx((600.0 * 4.0**4 + 300.0) / 3600.0)


@given(st.lists(st.sampled_from([None, 1.0, 3.0]), min_size=1, max_size=6))
def test_unknown_times_take_nothing_out(speeds_mps: list[float | None]) -> None:
    splits = [
        make_split(n, speed_mps=speed_mps, end_elapsed_s=None)
        for n, speed_mps in enumerate(speeds_mps)
    ]
    assert whole_h(splits) == [0.0] * len(splits)
