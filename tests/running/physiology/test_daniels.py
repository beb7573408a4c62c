"""Speeds, oxygen uptake and race times are one family of curves."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.physiology import oxygen as daniels
from tests.running.oracle_families_physiology import PRINTED_DISTANCES_M, PRINTED_RACE_TIMES_S

speeds = st.floats(1.5, 7.0)
vdots = st.floats(25.0, 80.0)
distances = st.floats(800.0, 50000.0)


@given(speeds)
def test_a_speed_and_its_oxygen_cost_say_the_same(speed_mps: float) -> None:
    back_mps = daniels.speed_of_vo2_mps(daniels.vo2_of_speed(speed_mps))
    assert back_mps == pytest.approx(speed_mps, rel=1e-9)


@given(vdots, distances)
def test_a_race_time_has_the_vdot_it_was_made_of(grade: float, distance_m: float) -> None:
    time_s = daniels.race_time_s(grade, distance_m)
    assert daniels.vdot(distance_m, time_s) == pytest.approx(grade, rel=1e-9)


@given(vdots, distances)
def test_a_fitter_runner_is_faster_and_a_longer_race_slower(
    grade: float, distance_m: float
) -> None:
    time_s = daniels.race_time_s(grade, distance_m)
    assert daniels.race_time_s(grade + 1.0, distance_m) < time_s
    longer_s = daniels.race_time_s(grade, 1.1 * distance_m)
    assert distance_m * 1.1 / longer_s < distance_m / time_s


def test_race_times_are_those_of_the_printed_tables() -> None:
    for grade, row in PRINTED_RACE_TIMES_S.items():
        for distance_m, printed_s in zip(PRINTED_DISTANCES_M, row, strict=True):
            assert daniels.race_time_s(grade, distance_m) == pytest.approx(printed_s, rel=0.002)


def test_a_vdot_nobody_runs_at_is_refused() -> None:
    with pytest.raises(ValueError, match="no running speed"):
        daniels.race_time_s(1.0, 5000.0)


def test_vo2_max_speed_and_threshold_follow_daniels_and_gilbert() -> None:
    """Resolutions row 19: 3:42 and 4:06 per km for 52.3, not 1000 / (vo2 x 0.2)."""
    assert round(speed_to_pace_s_per_km(daniels.speed_of_vo2_mps(52.3))) == 222
    assert round(speed_to_pace_s_per_km(daniels.threshold_speed_mps(52.3))) == 246


@pytest.mark.parametrize(
    ("kind", "used_pct", "expected"),
    [
        ("threshold", 82.99, "below"),
        ("threshold", 83.0, "within"),
        ("threshold", 88.0, "within"),
        ("threshold", 88.01, "above"),
        ("interval", 94.99, "below"),
        ("interval", 95.0, "within"),
        ("interval", 100.0, "within"),
        ("interval", 100.01, "above"),
    ],
)
def test_utilisation_is_judged_by_oxygen_in_the_range_of_its_kind(
    kind: daniels.UtilisationKind, used_pct: float, expected: str
) -> None:
    """Resolutions row 19."""
    assert daniels.utilisation_class(used_pct, kind) == expected


def test_threshold_speed_itself_counts_as_threshold() -> None:
    used_pct = daniels.utilisation_pct(daniels.threshold_speed_mps(47.1), 47.1)
    assert daniels.utilisation_class(used_pct, "threshold") == "within"
    assert daniels.vo2_max_of_threshold(daniels.threshold_speed_mps(47.1)) == pytest.approx(47.1)


def test_training_speeds_rise_from_easy_to_repetition() -> None:
    rows = daniels.training_speeds(50.0)
    assert [row.intensity for row in rows] == [row.intensity for row in daniels.INTENSITIES]
    for row in rows:
        assert row.low_mps <= row.typical_mps <= row.high_mps
    for slower, faster in itertools.pairwise(rows):
        assert slower.typical_mps < faster.typical_mps


@pytest.mark.parametrize(
    ("intensity", "printed_s_per_km"),
    [("marathon", 271), ("threshold", 255), ("interval", 235), ("repetition", 217)],
)
def test_typical_paces_are_near_those_printed_for_vdot_50(
    intensity: daniels.Intensity, printed_s_per_km: int
) -> None:
    typical = {row.intensity: row.typical_mps for row in daniels.training_speeds(50.0)}
    assert speed_to_pace_s_per_km(typical[intensity]) == pytest.approx(printed_s_per_km, rel=0.01)


def test_a_ratio_of_paces_is_not_the_utilisation() -> None:
    """Resolutions row 19: at threshold the ratio is some 90 % where the utilisation is 88 %."""
    threshold_mps = daniels.threshold_speed_mps(52.3)
    assert daniels.utilisation_pct(threshold_mps, 52.3) == pytest.approx(88.0)
    assert 100.0 * threshold_mps / daniels.speed_of_vo2_mps(52.3) == pytest.approx(90.2, abs=0.1)
