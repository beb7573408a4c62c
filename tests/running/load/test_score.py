"""Load of an intensity, and the training impulse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running import intensity as score
from hakaru.running.activity import Sex

shares = st.floats(0.05, 0.95)
sexes = st.sampled_from(("female", "male"))


def test_an_hour_at_the_threshold_is_one_hundred() -> None:
    """Resolutions row 20: seconds are divided by 3600 once."""
    assert score.training_load_score(3600.0, 1.0) == 100.0
    assert score.training_load_score(3600.0, 250 / 285) == pytest.approx(76.9, abs=0.05)


@pytest.mark.parametrize(
    ("load", "expected"),
    [
        (49.9, "low"),
        (50.0, "moderate"),
        (99.9, "moderate"),
        (100.0, "high"),
        (199.9, "high"),
        (200.0, "very_high"),
    ],
)
def test_every_load_has_one_class(load: float, expected: str) -> None:
    assert score.load_class(load) == expected


@given(shares, sexes)
def test_a_constant_heart_rate_has_the_same_impulse_as_its_samples(share: float, sex: Sex) -> None:
    series = np.full(600, share)
    found = score.trimp_of_series(series, np.ones(600), sex=sex)
    assert found == pytest.approx(score.trimp_score(600.0, share, sex=sex))


@given(shares, sexes)
def test_the_impulse_at_threshold_is_intensity_one(share: float, sex: Sex) -> None:
    found = score.trimp_intensity_frac(
        np.full(60, share), np.ones(60), threshold_reserve_frac=share, sex=sex
    )
    assert found == pytest.approx(1.0)


@given(shares, shares)
def test_a_harder_run_has_more_impulse(first: float, second: float) -> None:
    low, high = sorted((first, second))
    assert score.trimp_score(60.0, low, sex="male") <= score.trimp_score(60.0, high, sex="male")


def test_a_heart_below_rest_counts_as_rest_and_a_gap_not_at_all() -> None:
    found = score.trimp_of_series(np.array([-0.1, np.nan]), np.ones(2), sex="male")
    assert found == 0.0
