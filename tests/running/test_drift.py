import numpy as np
import pytest

from hakaru.running.drift import DriftSettings, detect_drift, standardise


def test_runs_like_others_give_no_signal() -> None:
    z = np.clip(np.random.default_rng(4).normal(size=60), -1.5, 1.5)
    report = detect_drift(z, DriftSettings(threshold=4.0))
    assert (report.n_runs, report.signals, report.latest) == (60, (), None)


def test_a_lasting_rise_on_the_costly_side_is_concerning() -> None:
    report = detect_drift(np.concatenate((np.zeros(10), np.full(4, 2.4))))
    assert report.latest is not None
    assert report.signals[0].since_index == 10
    assert report.signals[0].index <= 12
    assert report.signals[0].direction == "higher"
    assert report.signals[0].concerning
    assert report.signals[0].shift_sd == pytest.approx(2.4)


def test_a_lasting_fall_is_a_change_but_never_concerning() -> None:
    report = detect_drift(np.concatenate((np.zeros(10), np.full(4, -2.4))))
    assert {(s.direction, s.concerning) for s in report.signals} == {("lower", False)}


def test_a_metric_without_a_costly_side_concerns_on_neither() -> None:
    series = np.concatenate((np.full(4, 3.0), np.full(6, -3.0)))
    report = detect_drift(series, unfavourable=0)
    assert {s.direction for s in report.signals} == {"higher", "lower"}
    assert not any(s.concerning for s in report.signals)


def test_one_odd_run_is_no_lasting_change() -> None:
    z = np.concatenate((np.zeros(10), [8.0], np.zeros(10)))
    assert detect_drift(z).signals == ()


def test_runs_without_a_deviation_are_skipped() -> None:
    z = np.array([np.nan, 2.5, np.nan, 2.5, 2.5])
    report = detect_drift(z)
    assert report.n_runs == 3
    assert report.signals[0].index == 4


def test_deviations_are_measured_in_the_runners_own_sds() -> None:
    assert standardise(np.array([0.0164485]), np.array([0.0164485]))[0] == pytest.approx(
        1.645, abs=1e-3
    )
