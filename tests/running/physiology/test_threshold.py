"""Time at and above the threshold, of the main part alone."""

import numpy as np
import pytest

from hakaru.running.physiology import power as threshold


def test_the_margin_of_five_beats_includes_both_ends() -> None:
    beats_bpm = np.array([162.9, 163.0, 168.0, 173.0, 173.1])
    held_pct = threshold.threshold_share_pct(beats_bpm, np.ones(5), lt_heart_rate_bpm=168.0)
    assert held_pct == 60.0


def test_unmeasured_time_is_in_neither_side_of_the_share() -> None:
    beats_bpm = np.array([168.0, np.nan, 150.0])
    weight_s = np.array([30.0, 1000.0, 10.0])
    found = threshold.threshold_share_pct(beats_bpm, weight_s, lt_heart_rate_bpm=168.0)
    assert found == pytest.approx(75.0)
    nothing = np.full(3, np.nan)
    assert threshold.threshold_share_pct(nothing, weight_s, lt_heart_rate_bpm=168.0) is None
    assert threshold.time_above_threshold_s(nothing, weight_s, lt_heart_rate_bpm=168.0) is None


def test_speed_and_power_count_within_five_percent() -> None:
    ones = np.ones(4)
    speeds = np.array([3.79, 3.8, 4.2, 4.21])
    assert threshold.relative_share_pct(speeds, ones, threshold=4.0) == 50.0
    powers = np.array([284.9, 285.0, 315.0, 315.1])
    assert threshold.relative_share_pct(powers, ones, threshold=300.0) == 50.0


@pytest.mark.parametrize(
    ("share_pct", "expected"),
    [(70.01, "excellent"), (70.0, "good"), (50.0, "good"), (49.99, "low"), (0.0, "low")],
)
def test_a_share_has_one_class(share_pct: float, expected: str) -> None:
    assert threshold.threshold_class(share_pct) == expected


def test_above_the_threshold_begins_at_it_like_the_zone_above() -> None:
    beats_bpm = np.array([167.9, 168.0, 180.0])
    found = threshold.time_above_threshold_s(
        beats_bpm, np.array([1.0, 2.0, 4.0]), lt_heart_rate_bpm=168.0
    )
    assert found == 6.0
