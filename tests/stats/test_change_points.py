import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.stats.robust import FloatArray
from hakaru.stats.series import change_points
from tests.shared import examples


def _cost(values: FloatArray, cuts: tuple[int, ...], penalty: float) -> float:
    pieces = np.split(values, list(cuts))
    return sum(float(((p - p.mean()) ** 2).sum()) for p in pieces) + penalty * len(cuts)


def _best_cost(values: FloatArray, penalty: float, size_min: int) -> float:
    """The optimum by trying every beginning of every last piece."""
    best = [0.0] + [np.inf] * values.size
    for end in range(size_min, values.size + 1):
        for start in [0, *range(size_min, end)]:
            if end - start >= size_min:
                piece = float(((values[start:end] - values[start:end].mean()) ** 2).sum())
                best[end] = min(best[end], best[start] + piece + (penalty if start else 0.0))
    return best[values.size]


def test_steps_are_found_where_they_are() -> None:
    values = np.repeat([0.0, 1.0, 0.2, 1.1], [40, 25, 30, 50])
    assert change_points(values, penalty=1.0).tolist() == [40, 65, 95]


def test_a_level_with_noise_has_no_change() -> None:
    noise = np.random.default_rng(3).normal(0.0, 0.1, 500)
    assert change_points(noise, penalty=0.01 * 4 * np.log(500)).size == 0


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_short_series_has_no_change(n: int) -> None:
    assert change_points(np.arange(n, dtype=np.float64), penalty=0.1, size_min=2).size == 0


@settings(max_examples=examples(150), deadline=None)
@given(
    values=st.lists(st.floats(-5, 5), min_size=2, max_size=24).map(np.array),
    penalty=st.floats(0.05, 20.0),
    size_min=st.integers(1, 4),
)
def test_no_other_cut_is_cheaper(values: FloatArray, penalty: float, size_min: int) -> None:
    if values.size < size_min:
        return
    cuts = tuple(change_points(values, penalty=penalty, size_min=size_min).tolist())
    lengths = np.diff([0, *cuts, values.size])
    assert (lengths >= size_min).all()
    assert _cost(values, cuts, penalty) == pytest.approx(
        _best_cost(values, penalty, size_min), abs=1e-6
    )


def test_the_steps_of_a_long_series_are_found() -> None:
    rng = np.random.default_rng(1)
    values = np.repeat(rng.normal(0, 1, 40), 50) + rng.normal(0, 0.1, 2000)
    assert change_points(values, penalty=0.3, size_min=3).size >= 30
