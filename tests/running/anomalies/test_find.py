"""Is a sustained step of form seen, where it is, and nothing else? (resolutions row 40)"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.anomalies.signal import BELIEFS
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.session.model import Structure
from tests.running.anomalies.noisy import (
    STEADY,
    make_noisy_run,
    make_noisy_series,
    make_reps,
    raised,
)
from tests.running.factories import make_recording, make_series


def found_in(series: dict[str, np.ndarray], structure: Structure = STEADY) -> tuple[Anomaly, ...]:
    return find_anomalies(make_noisy_run(series), structure).anomalies


@pytest.mark.parametrize("length", [8, 12, 20, 30, 45, 60, 100])
def test_a_sustained_step_of_contact_time_is_seen_at_its_place(length: int) -> None:
    """Resolutions row 40: the window that judges must not contain what it judges."""
    series = raised(make_noisy_series(), "gct_ms", start=900, end=900 + length, by=40.0)
    (one,) = found_in(series)
    assert (one.metric, one.side) == ("gct", "higher")
    assert one.start_elapsed_s == pytest.approx(900.0, abs=4.0)
    assert one.end_elapsed_s == pytest.approx(900.0 + length, abs=4.0)
    assert one.delta == pytest.approx(40.0, abs=12.0)
    assert one.actual - one.expected == pytest.approx(one.delta)
    assert one.delta_frac == pytest.approx(one.delta / one.expected)
    assert one.anomaly_index == 1


def test_steps_of_the_simulated_kind_are_found_and_quiet_runs_stay_quiet() -> None:
    found, false = [], 0
    for seed in range(5_100, 5_140):
        quiet = make_noisy_series(seed)
        false += len(found_in(quiet))
        rng = np.random.default_rng(seed)
        length, start = int(rng.integers(8, 61)), int(rng.integers(60, 2_200))
        loud = raised(quiet, "gct_ms", start=start, end=start + length, by=40.0)
        found.append(any(abs(one.start_elapsed_s - start) < 15 for one in found_in(loud)))
    assert np.mean(found) >= 0.95
    assert false <= 40 * 2400 / 3600


def test_a_shorter_contact_is_the_other_side() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=500, end=530, by=-40.0)
    (one,) = found_in(series)
    assert one.side == "lower"
    assert one.delta < 0.0
    assert one.z < 0.0


@pytest.mark.parametrize("by", [22.0, 26.0, 30.0])
def test_what_is_reported_is_as_large_as_the_smallest_step_worth_telling(by: float) -> None:
    series = raised(make_noisy_series(), "gct_ms", start=700, end=712, by=by)
    for anomaly in found_in(raised(series, "gct_ms", start=1500, end=1560, by=-by)):
        least = BELIEFS[anomaly.metric].step_min_frac
        assert abs(math.log1p(anomaly.delta_frac)) >= least - 1e-9


def test_two_steps_close_together_cast_no_shadow_between_them() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=800, end=840, by=45.0)
    series = raised(series, "gct_ms", start=870, end=900, by=45.0)
    anomalies = found_in(series)
    assert [one.side for one in anomalies] == ["higher", "higher"]
    assert [one.anomaly_index for one in anomalies] == [1, 2]


def test_a_change_of_speed_is_no_anomaly() -> None:
    speed_mps = np.full(2400, 2.8)
    speed_mps[1000:1040] = 3.4
    assert found_in(make_noisy_series(speed_mps=speed_mps)) == ()


def test_slower_steps_with_longer_contact_are_no_step_of_contact_time() -> None:
    series = make_noisy_series()
    cadence_spm, gct_ms = series["cadence_spm"].copy(), series["gct_ms"].copy()
    cadence_spm[900:912] *= 0.91
    gct_ms[900:912] *= 1.12
    braked = {**series, "cadence_spm": cadence_spm, "gct_ms": gct_ms}
    assert "gct" not in {one.metric for one in found_in(braked)}
    alone = {**series, "gct_ms": gct_ms}
    assert "gct" in {one.metric for one in found_in(alone)}


def test_a_wrong_counter_of_steps_alone_makes_no_step_of_contact_time() -> None:
    series = make_noisy_series()
    series["cadence_spm"] = series["cadence_spm"].copy()
    series["cadence_spm"][900:930] *= 0.8
    assert "gct" not in {one.metric for one in found_in(series)}


def test_repetitions_and_jogs_are_no_anomalies() -> None:
    speed_mps, structure = make_reps()
    series = make_noisy_series(speed_mps=speed_mps, n=speed_mps.size)
    assert found_in(series, structure) == ()


def test_a_step_inside_a_repetition_is_seen() -> None:
    speed_mps, structure = make_reps()
    series = make_noisy_series(speed_mps=speed_mps, n=speed_mps.size)
    (one,) = found_in(raised(series, "gct_ms", start=980, end=1020, by=40.0), structure)
    assert one.start_elapsed_s == pytest.approx(980.0, abs=5.0)


def test_starting_and_stopping_are_no_anomalies() -> None:
    series = make_noisy_series()
    for start in (600, 1400):
        for column in ("speed_mps", "cadence_spm", "gct_ms", "vo_cm", "vr_pct"):
            series[column][start : start + 40] = 0.0
        series["gct_ms"][start + 40 : start + 50] *= 1.4
        series["vo_cm"][start + 40 : start + 50] *= 0.6
    series["gct_ms"][:10] *= 1.5
    assert found_in(series) == ()


def test_walking_is_no_anomaly() -> None:
    series = make_noisy_series()
    series["speed_mps"][1000:1060] = 1.4
    series["cadence_spm"][1000:1060] = 110.0
    series["gct_ms"][1000:1060] = 400.0
    assert found_in(series) == ()


@pytest.mark.parametrize("nothing", [0.0, np.nan])
def test_missing_values_are_no_anomaly(nothing: float) -> None:
    series = make_noisy_series()
    for column in ("gct_ms", "vo_cm", "vr_pct"):
        series[column][700:760] = nothing
    assert found_in(series) == ()


@pytest.mark.parametrize(("column", "by"), [("cadence_spm", -15.0), ("gct_ms", 60.0)])
@pytest.mark.parametrize("length", [2, 3])
def test_what_lasts_a_few_seconds_is_no_anomaly(column: str, by: float, length: int) -> None:
    """A stumble, a kerb, a corner: cadence falls from 165 to 150 for three seconds."""
    series = raised(make_noisy_series(), column, start=900, end=900 + length, by=by)
    assert found_in(series) == ()


@pytest.mark.parametrize("length", [6, 7, 8])
def test_six_seconds_of_longer_contact_are_found(length: int) -> None:
    series = raised(make_noisy_series(length), "gct_ms", start=900, end=900 + length, by=40.0)
    (step,) = found_in(series)
    assert abs(step.start_elapsed_s - 900.0) <= 2.0
    assert abs(step.duration_s - length) <= 3.0


def test_nothing_reported_is_shorter_than_five_seconds() -> None:
    for length in range(3, 20):
        series = raised(make_noisy_series(length), "gct_ms", start=900, end=900 + length, by=50.0)
        assert all(one.duration_s >= 5.0 for one in found_in(series))


def test_a_single_wild_second_is_no_anomaly() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=1200, end=1202, by=90.0)
    assert found_in(series) == ()


def test_slow_drift_is_no_anomaly() -> None:
    series = make_noisy_series()
    series["gct_ms"] = series["gct_ms"] * np.linspace(1.0, 1.08, 2400)
    assert found_in(series) == ()


def test_a_run_without_samples_or_form_has_nothing_to_judge() -> None:
    empty = make_recording({"elapsed_s": np.empty(0)})
    assert find_anomalies(empty, STEADY).judged_s == {}
    plain = make_recording(make_series(gct_ms=None, vo_cm=None, vr_pct=None, cadence_spm=None))
    assert find_anomalies(plain, STEADY).anomalies == ()


def test_the_report_says_how_much_was_judged() -> None:
    series = make_noisy_series()
    series["gct_ms"][:600] = 0.0
    report = find_anomalies(make_noisy_run(series), STEADY)
    assert report.judged_s["gct"] < report.judged_s["cadence"]
    assert report.duration_s == 2399.0
    assert 0.005 < report.noise_frac["gct"] < 0.03


def test_smart_recording_is_read_by_time_not_by_sample() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=900, end=960, by=45.0)
    thinned = {name: values[::3] for name, values in series.items()}
    (one,) = found_in(thinned)
    assert one.start_elapsed_s == pytest.approx(900.0, abs=8.0)
    assert one.duration_s == pytest.approx(60.0, abs=10.0)


@settings(max_examples=20, deadline=None)
@given(factor=st.floats(0.85, 1.2))
def test_a_step_does_not_depend_on_the_level_of_the_sensor(factor: float) -> None:
    series = raised(make_noisy_series(), "gct_ms", start=900, end=940, by=45.0)
    (plain,) = found_in(series)
    (other,) = found_in({**series, "gct_ms": factor * series["gct_ms"]})
    assert other.delta_frac == pytest.approx(plain.delta_frac, abs=0.03)
    assert other.start_elapsed_s == pytest.approx(plain.start_elapsed_s, abs=3.0)


@pytest.mark.filterwarnings("error")
def test_a_minute_faster_than_any_straight_line_reaches_is_left_out() -> None:
    speed_mps = np.full(1800, 3.0)
    speed_mps[900:960] = 11.5
    series = make_noisy_series(n=1800, speed_mps=speed_mps)
    anomalies = found_in(raised(series, "gct_ms", start=1400, end=1430, by=45.0))
    gct = [one for one in anomalies if one.metric == "gct" and one.start_elapsed_s > 1000.0]
    assert len(gct) == 1
    assert np.isfinite(gct[0].delta)
