import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hakaru.stats.cusum import CusumRule, two_sided_cusum


def test_a_quiet_series_raises_no_alarm() -> None:
    assert two_sided_cusum(np.tile([0.5, -0.5], 50), CusumRule(slack=1.0, threshold=2.0)) == ()


def test_a_step_is_found_with_its_start_side_and_size() -> None:
    z = np.concatenate((np.zeros(20), np.full(5, 2.5)))
    first, *_ = two_sided_cusum(z, CusumRule(slack=1.0, threshold=2.2))
    assert (first.index, first.start_index, first.side, first.mean_z) == (21, 20, "higher", 2.5)


def test_counting_restarts_after_an_alarm_and_skips_what_is_missing() -> None:
    z = np.array([-3.0, np.nan, -3.0, -3.0, -3.0])
    alarms = two_sided_cusum(z, CusumRule(slack=1.0, threshold=3.5))
    assert [a.index for a in alarms] == [2, 4]
    assert alarms[0].mean_z == -3.0


def test_one_wild_value_is_no_lasting_change() -> None:
    rule = CusumRule(slack=1.0, threshold=2.2, values_min=3, cap=3.0)
    wild = np.array([0.0, 0.0, 9.0, 0.0, 0.0, 0.0])
    assert two_sided_cusum(wild, rule) == ()
    lasting = np.array([0.0, 0.0, 2.0, 2.0, 2.0, 2.0])
    (alarm,) = two_sided_cusum(lasting, rule)
    assert (alarm.start_index, alarm.index) == (2, 4)


@given(arrays(np.float64, st.integers(0, 40), elements=st.floats(-6, 6)))
def test_mirroring_the_series_mirrors_the_alarms(z: np.ndarray) -> None:
    up = two_sided_cusum(z, CusumRule(slack=0.7, threshold=2.0))
    down = two_sided_cusum(-z, CusumRule(slack=0.7, threshold=2.0))
    assert [a.index for a in up] == [a.index for a in down]
    assert all(a.side != b.side for a, b in zip(up, down, strict=True))
