"""Lasting changes: one finding each, announced by what was known then and by nothing later."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.running.deviations import EFFECTS, RunConditions, RunDeviations, run_deviations
from hakaru.running.drift import LastingChange, follow, lasting_changes, one_witness
from hakaru.running.metrics import SCORED_METRICS, MetricName

DAY = np.datetime64("2026-01-05", "D")
HEAT = EFFECTS.index("heat")


def make_runs(
    shift_ln: FloatArray | float = 0.0,
    *,
    n: int = 60,
    seed: int = 3,
    sd_ln: float = 0.015,
    metric: MetricName = "gct",
    effects: FloatArray | None = None,
    device: NDArray[np.bool_] | None = None,
    shoe: NDArray[np.int64] | None = None,
) -> RunDeviations:
    """Runs every other day with ordinary days around a level; `shift_ln` is added."""
    noise = np.clip(np.random.default_rng(seed).normal(0.0, sd_ln, n), -2 * sd_ln, 2 * sd_ln)
    return RunDeviations(
        metric=metric,
        activity_id=np.arange(n, dtype=np.int64) + 100,
        day=DAY + 2 * np.arange(n),
        actual=260.0 * np.exp(noise + shift_ln),
        deviation_ln=noise + shift_ln,
        effects=np.full((n, len(EFFECTS)), np.nan) if effects is None else effects,
        device=np.zeros(n, dtype=np.int64) if device is None else device.astype(np.int64),
        shoe=np.full(n, -1, dtype=np.int64) if shoe is None else shoe,
    )


def step(n: int, first: int, end: int, size: float = 0.05) -> FloatArray:
    place = np.arange(n)
    return np.where((place >= first) & (place < end), np.log1p(size), 0.0)


def until(runs: RunDeviations, n: int) -> RunDeviations:
    """The first n runs."""
    own = {f.name: getattr(runs, f.name) for f in fields(runs) if f.name != "metric"}
    return replace(runs, **{name: column[:n] for name, column in own.items()})


@pytest.mark.parametrize("seed", range(8))
def test_runs_like_others_are_no_change(seed: int) -> None:
    assert lasting_changes(make_runs(seed=seed)) == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_planted_change_is_one_finding_from_its_start(seed: int) -> None:
    (change,) = lasting_changes(make_runs(step(60, 30, 60), seed=seed))
    assert change.direction == "higher"
    assert 27 <= change.start_index <= 32
    assert 30 <= change.found_index < 36
    assert change.low_frac < 0.05 < change.high_frac
    assert change.change == pytest.approx(260.0 * 0.05, abs=6.0)


@pytest.mark.parametrize("size", [0.035, 0.040])
def test_weeks_in_a_known_pair_of_shoes_are_no_change(size: float) -> None:
    pair = np.where(np.arange(80) % 4 < 2, 0, 1)
    pair[50:66] = 1
    unnamed = make_runs(np.where(pair == 1, size, 0.0), n=80, seed=5)
    assert lasting_changes(unnamed)
    assert lasting_changes(replace(unnamed, shoe=pair)) == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_change_that_comes_with_new_shoes_is_found_all_the_same(seed: int) -> None:
    new = np.where(np.arange(60) >= 30, 1, 0)
    (change,) = lasting_changes(make_runs(step(60, 30, 60, 0.06), seed=seed, shoe=new))
    assert change.direction == "higher"
    assert change.found_index < 40


def test_a_lasting_rise_on_the_costly_side_is_concerning() -> None:
    for metric in SCORED_METRICS:
        (change,) = lasting_changes(make_runs(step(60, 30, 60, 0.09), metric=metric))
        assert change.concerning


@pytest.mark.parametrize("seed", range(8))
def test_a_change_and_its_return_are_one_finding_that_is_gone(seed: int) -> None:
    (change,) = lasting_changes(make_runs(step(70, 30, 42, 0.06), n=70, seed=seed))
    assert change.state == "gone"
    assert 39 <= change.until_index <= 43
    assert change.end_index is not None
    assert change.end_index < 50


def test_a_change_that_stays_is_absorbed_once_it_is_most_of_what_was_learned() -> None:
    runs = make_runs(step(120, 30, 120), n=120)
    (change,) = lasting_changes(runs)
    assert change.state == "absorbed"
    assert change.end_index is not None
    (earlier,) = lasting_changes(until(runs, change.end_index))
    assert earlier.state == "open"
    assert earlier.end_index is None


def test_after_a_change_was_absorbed_the_next_is_told_against_it() -> None:
    runs = make_runs(step(180, 30, 180) + step(180, 130, 180), n=180)
    first, second = lasting_changes(runs)
    assert first.state == "absorbed"
    assert 127 <= second.start_index <= 132
    assert second.low_frac < 0.05 < second.high_frac


def test_heat_alone_is_no_change() -> None:
    n = 90
    effects = np.full((n, len(EFFECTS)), np.nan)
    celsius = 14.0 + 14.0 * np.clip((np.arange(n) - 40.0) / 10.0, 0.0, 1.0)
    effects[:, HEAT] = np.maximum(celsius - 15.0, 0.0) / 10.0
    warm = 0.0025 * np.maximum(celsius - 15.0, 0.0)
    assert lasting_changes(make_runs(warm, n=n, effects=effects)) == ()
    unknown = lasting_changes(make_runs(warm * 1.6, n=n))
    assert len(unknown) == 1  # without a temperature the same is what it looks like


def test_one_odd_run_is_no_lasting_change() -> None:
    assert lasting_changes(make_runs(step(60, 30, 31, 0.2))) == ()


def test_shorter_contact_is_news_and_concerns_nobody() -> None:
    (change,) = lasting_changes(make_runs(step(60, 30, 60, -0.06)))
    assert (change.direction, change.concerning) == ("lower", False)
    assert change.change < 0.0


def test_another_device_starts_anew_and_is_no_finding() -> None:
    device = np.arange(60) >= 30
    assert lasting_changes(make_runs(step(60, 30, 60, 0.08), device=device)) == ()


def test_contact_that_changes_only_beside_cadence_is_no_change_of_contact() -> None:
    effects = np.full((60, len(EFFECTS)), np.nan)
    effects[:, EFFECTS.index("log_cadence")] = step(60, 30, 60, 0.08)
    assert lasting_changes(make_runs(effects=effects)) == ()


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    size=st.floats(-0.09, 0.09),
    first=st.integers(12, 50),
    lasts=st.integers(1, 40),
    n=st.integers(1, 69),
)
def test_later_runs_change_nothing_of_what_stood_after_a_run(
    seed: int, size: float, first: int, lasts: int, n: int
) -> None:
    runs = make_runs(step(70, first, first + lasts, size), n=70, seed=seed, sd_ln=0.025)
    known = [(change.start_index, change.found_index) for change in lasting_changes(until(runs, n))]
    later = [(change.start_index, change.found_index) for change in lasting_changes(runs)]
    assert later[: len(known)] == known
    assert all(found >= n for _, found in later[len(known) :])
    assert follow(runs).changes(n) == lasting_changes(until(runs, n))


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    size=st.floats(-0.09, 0.09),
    changed=st.integers(0, 259),
    kept=st.integers(1, 260),
    moved=st.booleans(),
    drawn=st.data(),
)
def test_going_on_from_what_was_followed_gives_what_following_all_of_it_does(
    seed: int, size: float, changed: int, kept: int, moved: bool, drawn: st.DataObject
) -> None:
    n = 260  # beyond two of the places from which runs can be followed again
    runs = make_runs(
        step(n, 60, 150, size),
        n=n,
        seed=seed,
        sd_ln=0.02,
        shoe=np.arange(n) // 40 % 4 - 1,
        device=np.arange(n) >= drawn.draw(st.sampled_from((n, 130))),
    )
    now = until(runs, kept)
    if moved:
        column = now.deviation_ln + np.where(np.arange(kept) == changed, 0.2, 0.0)
        now = replace(now, deviation_ln=column)
    before = follow(runs)
    told = before.changes()
    again = follow(now, earlier=before)
    places = range(0, kept + 1, 13)
    assert [again.changes(place) for place in places] == [
        follow(now).changes(place) for place in places
    ]
    assert follow(runs, earlier=again).changes() == told
    assert before.changes() == told, "what was followed before is left as it was"


def test_oscillation_and_ratio_tell_one_change_once() -> None:
    shift = step(60, 30, 60, 0.10)
    both: list[LastingChange] = []
    for metric in SCORED_METRICS:
        both.extend(lasting_changes(make_runs(shift, metric=metric)))
    assert [one.metric for one in both] == ["gct", "vo", "vr"]
    assert [one.metric for one in one_witness(both)] == ["gct", "vo"]


def make_columns(n_runs: int = 4, n_splits: int = 5) -> dict[str, np.typing.NDArray[np.generic]]:
    run = np.repeat(np.arange(n_runs), n_splits)
    speed = 2.8 + 0.1 * np.tile(np.arange(n_splits), n_runs)
    return {
        "activity_id": run,
        "activity_date": DAY + run,
        "speed_mps": speed,
        "running_s": 1000.0 / speed,
        "running_distance_m": np.full(run.size, 1000.0),
        "grade_pct": np.zeros(run.size),
        "gct_ms": 250.0 * (speed / 3.0) ** -0.4,
        "vo_cm": np.full(run.size, 8.0),
        "vr_pct": np.full(run.size, 8.0),
        "cadence_spm": 168.0 * (speed / 3.0) ** 0.12,
    }


def make_conditions(device: tuple[str | None, ...]) -> RunConditions:
    unknown = np.full(len(device), np.nan)
    return RunConditions(
        activity_id=np.arange(len(device)),
        device=device,
        temperature_c=np.append(unknown[1:], 25.0),
        climb_m_per_km=unknown,
    )


def test_the_reference_follows_speed_and_nothing_else() -> None:
    runs = run_deviations(make_columns(), make_conditions((None,) * 4), "gct")
    assert runs.deviation_ln == pytest.approx(np.full(4, np.log(250.0)), abs=1e-9)
    assert np.isnan(runs.effects[:3, HEAT]).all()
    assert runs.effects[3, HEAT] == pytest.approx(1.0)


def test_the_temperature_of_a_run_is_what_its_device_measured_else_the_weathers() -> None:
    columns = make_columns()
    columns["temperature_c"] = np.where(columns["activity_id"] == 3, np.nan, 20.0)
    runs = run_deviations(columns, make_conditions((None,) * 4), "gct")
    assert runs.effects[:, HEAT] == pytest.approx([0.5, 0.5, 0.5, 1.0])


def test_a_faulty_split_hardly_moves_its_run() -> None:
    columns = make_columns()
    columns["gct_ms"] = np.where(np.arange(20) == 7, 1.4, 1.0) * columns["gct_ms"]
    runs = run_deviations(columns, make_conditions((None,) * 4), "gct")
    assert runs.deviation_ln[1] - runs.deviation_ln[0] < 0.02


def test_a_run_whose_device_is_not_named_belongs_to_the_one_before() -> None:
    conditions = make_conditions((None, "a", None, "b"))
    assert run_deviations(make_columns(), conditions, "gct").device.tolist() == [0, 0, 0, 1]
