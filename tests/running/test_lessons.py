"""Is what a sensor's splits teach recognised when it is learned again?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.baseline.model import BaselineSettings
from hakaru.running.lessons import SensorHistory, SplitColumns, fits_of, learn

SETTINGS = BaselineSettings()
SINCE = datetime(2026, 3, 1, tzinfo=UTC)


def make_columns(strap: str) -> SplitColumns:
    """Ten runs of five kilometres; every name of the strap is an object of its own."""
    run = np.repeat(np.arange(10), 5)
    speed_mps = 2.8 + 0.1 * np.tile(np.arange(5.0), 10)
    numbers = ("distance_m", "elevation_gain_m", "elevation_loss_m", "temperature_c", "grade_pct")
    columns: dict[str, Any] = {
        **{name: np.zeros(50) for name in numbers},
        "activity_id": run,
        "started_at": np.datetime64("2026-02-01T07:00", "us") + run * np.timedelta64(1, "D"),
        "speed_mps": speed_mps,
        "running_s": 1000.0 / speed_mps,
        "running_distance_m": np.full(50, 1000.0),
        "start_elapsed_s": np.zeros(50),
        "end_elapsed_s": 1000.0 / speed_mps,
        "gct_ms": 250.0 * (speed_mps / 3.0) ** -0.4,
        "vo_cm": np.full(50, 8.0),
        "vr_pct": np.full(50, 8.0),
        "cadence_spm": np.full(50, 168.0),
    }
    columns["sensor_label"] = np.array(["".join(list(strap)) for _ in run], dtype=object)
    return columns


def digests(columns: SplitColumns) -> set[str]:
    lesson = SensorHistory("garmin-hrm", columns, settings=SETTINGS).before(SINCE)
    return {fit.inputs_sha256 for fit in fits_of(lesson, SETTINGS)}


def test_the_same_splits_read_again_have_the_same_digest() -> None:
    again = make_columns(" strap one ".strip())
    assert digests(make_columns("strap one")) == digests(again)


def test_another_strap_has_another_digest() -> None:
    columns = make_columns("strap one")
    changed = columns["sensor_label"].copy()
    changed[:25] = "strap two"
    assert not digests(columns) & digests({**columns, "sensor_label": changed})


def drawn_columns(seed: int, n_runs: int) -> SplitColumns:
    """Runs of three to eight kilometres, some days apart, with slopes, warmth and noise."""
    rng = np.random.default_rng(seed)
    n_splits = rng.integers(3, 9, n_runs)
    run = np.repeat(np.arange(n_runs), n_splits)
    speed_mps = 3.0 * np.exp(rng.normal(0.0, 0.08, run.size))
    lasting_s = 1000.0 / speed_mps
    end_s = np.concatenate([np.cumsum(lasting_s[run == number]) for number in range(n_runs)])
    days = np.cumsum(rng.integers(1, 6, n_runs)).astype("timedelta64[D]")
    noise = {name: np.exp(rng.normal(0.0, 0.02, run.size)) for name in ("gct", "vo", "cadence")}
    climb_m = rng.uniform(0.0, 12.0, run.size)
    return {
        "activity_id": run,
        "started_at": (np.datetime64("2025-02-01T07:00", "us") + days)[run],
        "speed_mps": speed_mps,
        "running_s": lasting_s,
        "running_distance_m": np.full(run.size, 1000.0),
        "distance_m": np.full(run.size, 1000.0),
        "start_elapsed_s": end_s - lasting_s,
        "end_elapsed_s": end_s,
        "elevation_gain_m": climb_m,
        "elevation_loss_m": climb_m,
        "temperature_c": rng.uniform(5.0, 30.0, run.size),
        "grade_pct": np.zeros(run.size),
        "gct_ms": 250.0 * (speed_mps / 3.0) ** -0.4 * noise["gct"],
        "vo_cm": 8.0 * noise["vo"],
        "vr_pct": 8.0 * noise["vo"] * noise["cadence"],
        "cadence_spm": 168.0 * noise["cadence"],
    }


def of_runs(columns: SplitColumns, first: int, end: int) -> SplitColumns:
    rows = (columns["activity_id"] >= first) & (columns["activity_id"] < end)
    return {name: column[rows] for name, column in columns.items()}


def start_of(columns: SplitColumns, run: int) -> datetime:
    moment = columns["started_at"][columns["activity_id"] == run][0].item()
    assert isinstance(moment, datetime)
    return moment.replace(tzinfo=UTC)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), n_runs=st.integers(2, 14), data=st.data())
def test_what_is_expected_of_a_run_stays_when_later_runs_come(
    seed: int, n_runs: int, data: st.DataObject
) -> None:
    columns = drawn_columns(seed, n_runs)
    run = data.draw(st.integers(1, n_runs - 1))
    moment = start_of(columns, run)
    learned = [
        tuple(
            learn(
                SensorHistory("garmin-hrm", known, settings=SETTINGS).before(moment),
                SETTINGS,
                user_id="default",
                trained_at=SINCE,
            )
        )
        for known in (of_runs(columns, 0, run), of_runs(columns, 0, run + 1), columns)
    ]
    assert learned[0] == learned[1] == learned[2]


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_runs_that_weigh_nothing_any_more_leave_the_digest_as_it_is(seed: int) -> None:
    columns = drawn_columns(seed, 150)
    moment = start_of(columns, 149)
    every, recent = (
        SensorHistory("garmin-hrm", known, settings=SETTINGS).before(moment)
        for known in (columns, of_runs(columns, 10, 150))
    )
    assert every.rows.run_id.min() > 10
    assert [fit.inputs_sha256 for fit in fits_of(every, SETTINGS)] == [
        fit.inputs_sha256 for fit in fits_of(recent, SETTINGS)
    ]
