"""Are bulk recordings fit for store tests: distinct, complete, repeatable?"""

from __future__ import annotations

import dataclasses
from itertools import islice, pairwise

import numpy as np
import pytest

from hakaru.running.activity import Recording
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.simulated import as_recording, column_runs

ROWS = 1800


def runs(seed: int = 1) -> list[Recording]:
    return list(column_runs(12, ROWS, seed=seed))


def test_every_run_has_its_own_day_identity_and_source() -> None:
    recordings = runs()
    assert len(recordings) == 12
    assert len({recording.activity_id for recording in recordings}) == 12
    assert len({recording.day for recording in recordings}) == 12
    assert len({recording.provenance[0].sha256 for recording in recordings}) == 12
    assert all(recording.simulated for recording in recordings)


def test_columns_are_those_of_a_chest_strap_and_all_of_one_length() -> None:
    settings = SeasonSettings(seed=1, start_on=runs()[0].day, weeks=1, duration_frac=0.1)
    (season_run,) = islice(simulate_season(settings), 1)
    for run in runs():
        assert run.series.keys() == as_recording(season_run).series.keys()
        assert {len(column) for column in run.series.values()} == {ROWS}
        assert all(np.isfinite(column).all() for column in run.series.values())
        assert run.sensor_group == "garmin-hrm"


def test_values_are_those_of_running() -> None:
    for run in runs():
        series = run.series
        assert np.all(np.diff(series["elapsed_s"]) == 1)
        assert np.all(np.diff(series["distance_m"]) > 0)
        assert series["speed_mps"].min() > 1.7
        assert series["cadence_spm"].min() > 130
        assert 120 < series["gct_ms"].min() < series["gct_ms"].max() < 420
        assert 2 < series["vo_cm"].min() < series["vo_cm"].max() < 20
        step_mps = series["cadence_spm"] * series["step_length_cm"] / 6000
        np.testing.assert_allclose(step_mps, series["speed_mps"], rtol=0.01)


def test_laps_are_kilometres_that_tile_the_run() -> None:
    for run in runs():
        for before, after in pairwise(run.laps):
            assert after.start_elapsed_s == before.start_elapsed_s + before.elapsed_s
            assert before.distance_m == pytest.approx(1000, abs=8)
        assert run.laps[-1].start_elapsed_s + run.laps[-1].elapsed_s == ROWS - 1


def test_equal_seeds_give_equal_runs_and_other_seeds_others() -> None:
    for one, same, other in zip(runs(), runs(), runs(seed=2), strict=True):
        for name, column in one.series.items():
            np.testing.assert_array_equal(column, same.series[name])
        assert dataclasses.replace(one, series={}) == dataclasses.replace(same, series={})
        assert not np.array_equal(one.series["gct_ms"], other.series["gct_ms"])


def test_runs_come_one_at_a_time() -> None:
    assert len(list(islice(column_runs(1_000_000, 60, seed=1), 3))) == 3
