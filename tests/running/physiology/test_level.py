"""Level speed goes by the distance covered, whatever the speed column says."""

import numpy as np
import pytest

from hakaru.running.environment.grade import (
    mean_level_speed_mps,
    recorded_level_speed_mps,
    smooth_level_speed_mps,
)
from hakaru.running.validity import read_motion
from tests.running.factories import make_recording, make_series


def test_a_speed_column_that_reads_low_does_not_lower_the_mean() -> None:
    distance_m = 3.2 * np.arange(1201)
    recording = make_recording(make_series(1201, speed_mps=3.0, distance_m=distance_m))
    motion = read_motion(recording.series)
    level_mps = recorded_level_speed_mps(recording, motion)
    found = mean_level_speed_mps(level_mps, motion, inside=motion.running)
    assert found == pytest.approx(3.2)


def test_a_slope_counts_by_its_cost() -> None:
    heights_m = 10.0 + 0.05 * 3.0 * np.arange(1201)
    recording = make_recording(make_series(1201, elevation_m=heights_m))
    motion = read_motion(recording.series)
    inside = motion.running & (motion.elapsed_s > 60.0) & (motion.elapsed_s < 1100.0)
    level_mps = recorded_level_speed_mps(recording, motion)
    found = mean_level_speed_mps(level_mps, motion, inside=inside)
    assert found == pytest.approx(3.0 * 1.3014433506944445, rel=1e-3)


def test_noise_of_single_steps_is_smoothed_and_the_mean_kept() -> None:
    steps_m = 3.0 + 0.6 * (-1.0) ** np.arange(1201)
    recording = make_recording(
        make_series(1201, speed_mps=3.0, distance_m=np.cumsum(steps_m), elevation_m=None)
    )
    motion = read_motion(recording.series)
    level_mps = recorded_level_speed_mps(recording, motion)
    smooth_mps = smooth_level_speed_mps(level_mps, motion, inside=motion.running)
    assert np.nanstd(level_mps) > 0.5
    assert np.nanstd(smooth_mps) < 0.05
    assert np.nanmean(smooth_mps) == pytest.approx(3.0, rel=0.01)


def test_without_any_speed_nothing_is_known() -> None:
    recording = make_recording({"elapsed_s": np.arange(60.0)})
    motion = read_motion(recording.series)
    level_mps = recorded_level_speed_mps(recording, motion)
    assert np.isnan(level_mps).all()
    assert np.isnan(smooth_level_speed_mps(level_mps, motion, inside=motion.running)).all()
    assert mean_level_speed_mps(level_mps, motion, inside=motion.running) is None
