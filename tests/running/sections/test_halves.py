"""Do the halves of a run add up to it?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.sections.facts import Half, spread_of
from tests.running.factories import make_split

KILOMETRE = st.tuples(st.floats(800.0, 1600.0), st.floats(2.2, 5.5), st.floats(110.0, 190.0))


@given(st.lists(KILOMETRE, min_size=2, max_size=15), st.booleans())
def test_the_halves_of_any_run_add_up_to_the_whole(
    kilometres: list[tuple[float, float, float]], repetitions: bool
) -> None:
    splits = [
        make_split(
            index,
            running_distance_m=distance_m,
            speed_mps=speed_mps,
            heart_rate_bpm=rate_bpm,
            role="work" if repetitions else "main",
        )
        for index, (distance_m, speed_mps, rate_bpm) in enumerate(kilometres, start=1)
    ]
    spread = spread_of(splits)
    assert spread is not None
    first, second, whole = spread.first, spread.second, spread.whole
    assert first is not None
    assert second is not None
    assert first.running_distance_m == pytest.approx(second.running_distance_m)
    assert first.running_distance_m + second.running_distance_m == pytest.approx(
        whole.running_distance_m
    )
    assert first.running_s + second.running_s == pytest.approx(whole.running_s)
    assert whole.pace_s_per_km == pytest.approx((first.pace_s_per_km + second.pace_s_per_km) / 2.0)
    assert _beats(first) + _beats(second) == pytest.approx(_beats(whole))


def _beats(half: Half) -> float:
    assert half.heart_rate_bpm is not None
    return half.heart_rate_bpm * half.running_s


def test_the_middle_split_of_an_odd_number_belongs_to_both_halves() -> None:
    """A slow first, a fast middle and a slow last kilometre: both halves are the same."""
    splits = [make_split(at, speed_mps=speed) for at, speed in ((1, 2.8), (2, 4.0), (3, 2.8))]
    spread = spread_of(splits)
    assert spread is not None
    assert spread.first is not None
    assert spread.second is not None
    expected = 1000.0 * math.fsum([1000.0 / 2.8, 500.0 / 4.0]) / 1500.0
    assert spread.first.pace_s_per_km == pytest.approx(expected)
    assert spread.second.pace_s_per_km == pytest.approx(expected)
    assert spread.whole.pace_s_per_km == pytest.approx(expected)
    assert spread.even


def test_one_split_has_no_halves() -> None:
    spread = spread_of([make_split(1)])
    assert spread is not None
    assert spread.first is spread.second is None
