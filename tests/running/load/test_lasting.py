"""Decoupling and durability: what happens to speed per heartbeat over time."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hakaru.running.load import session_decoupling, session_durability
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import Form, SessionInput
from tests.running.factories import make_baseline, make_recording
from tests.running.physiology.sessions import make_segments, make_session, series_with_power


def long_run(n_minutes: int = 60, form: Form = "steady", **given: Any) -> SessionInput:
    """A run at 3 m/s and 145 bpm, unless told otherwise."""
    series = series_with_power(60 * n_minutes + 1, **given)
    return make_session(recording=make_recording(series), form=form)


def rising(n_minutes: int, first_bpm: float, last_bpm: float) -> np.ndarray:
    return np.linspace(first_bpm, last_bpm, 60 * n_minutes + 1)


def test_an_even_run_is_not_decoupled() -> None:
    decoupling = session_decoupling(long_run())
    assert decoupling.decoupling_pct == pytest.approx(0.0, abs=1e-9)
    assert decoupling.decoupled is False
    assert decoupling.running_s == pytest.approx(3000.0)


def test_a_rising_heart_rate_at_one_speed_decouples() -> None:
    decoupling = session_decoupling(long_run(60, heart_rate_bpm=rising(60, 130.0, 160.0)))
    assert decoupling.decoupled is True
    assert decoupling.decoupling_pct == pytest.approx(8.3, abs=0.5)
    assert (decoupling.first_efficiency_factor or 0.0) > (
        decoupling.second_efficiency_factor or 0.0
    )


def test_the_first_ten_minutes_are_left_out() -> None:
    beats_bpm = np.where(np.arange(3601) < 600, 110.0, 145.0)
    assert session_decoupling(long_run(heart_rate_bpm=beats_bpm)).decoupling_pct == pytest.approx(
        0.0, abs=1e-9
    )


def test_a_climb_in_the_second_half_is_no_drift() -> None:
    """The effort of a slope is not fatigue: slower and at the same heart rate uphill."""
    at_s = np.arange(3601)
    uphill = at_s > 2100
    speed_mps = np.where(uphill, 3.0 / 1.3014433506944445, 3.0)
    path_m = np.concatenate([[0.0], np.cumsum(speed_mps[1:])])
    climbed_m = 0.05 * (path_m - path_m[2100]).clip(min=0.0)
    hilly = long_run(speed_mps=speed_mps, distance_m=path_m, elevation_m=20.0 + climbed_m)
    flat = long_run(speed_mps=speed_mps, distance_m=path_m)
    assert session_decoupling(hilly).decoupling_pct == pytest.approx(0.0, abs=0.5)
    assert session_decoupling(flat).reason == "not_steady"


@pytest.mark.parametrize(
    ("session", "reason"),
    [
        (long_run(form="reps"), "repetitions"),
        (long_run(29), "too_short"),
        (long_run(heart_rate_bpm=None), "no_heart_rate_or_speed"),
        (long_run(speed_mps=np.where(np.arange(3601) % 600 < 300, 2.5, 3.8)), "not_steady"),
    ],
)
def test_where_it_cannot_be_told_a_reason_stands(session: SessionInput, reason: str) -> None:
    decoupling = session_decoupling(session)
    assert decoupling.decoupling_pct is None
    assert decoupling.reason == reason


def test_a_tempo_run_is_compared_inside_its_main_part() -> None:
    hard = (np.arange(3601) > 900) & (np.arange(3601) <= 2700)
    series = series_with_power(
        3601,
        speed_mps=np.where(hard, 3.6, 2.6),
        heart_rate_bpm=np.where(hard, 168.0, 140.0),
    )
    session = make_session(
        "tempo_threshold",
        recording=make_recording(series),
        segments=make_segments(("warmup", 900.0), ("main", 1800.0), ("cooldown", 900.0)),
        form="block",
    )
    decoupling = session_decoupling(session)
    assert decoupling.running_s == pytest.approx(1800.0)
    assert decoupling.decoupling_pct == pytest.approx(0.0, abs=1e-9)


def test_a_short_run_says_nothing_about_lasting() -> None:
    assert session_durability(long_run(69)) == ()
    assert session_durability(long_run(120, form="reps")) == ()
    assert [part.after_s for part in session_durability(long_run(71))] == [3600.0]
    assert [part.after_s for part in session_durability(long_run(101))] == [3600.0, 5400.0]


def test_lasting_is_the_change_of_metres_per_heartbeat() -> None:
    beats_bpm = np.where(np.arange(7201) <= 3600, 140.0, 147.0)
    first, second = session_durability(long_run(120, heart_rate_bpm=beats_bpm))
    assert first.efficiency_change_pct == pytest.approx(100.0 * (140.0 / 147.0 - 1.0))
    assert second.efficiency_change_pct == pytest.approx(first.efficiency_change_pct)


def test_form_is_compared_with_the_own_line_so_that_slowing_down_is_no_fatigue() -> None:
    line = make_baseline("gct")
    baselines: dict[MetricName, Any] = {"gct": line}
    speed_mps = np.where(np.arange(7201) <= 3600, 3.2, 2.8)
    on_line_ms = np.exp(line.intercept + line.slope * np.log(speed_mps))
    even = long_run(120, speed_mps=speed_mps, gct_ms=on_line_ms)
    tired = long_run(
        120, speed_mps=speed_mps, gct_ms=on_line_ms * np.where(speed_mps < 3.0, 1.04, 1.0)
    )
    assert session_durability(even, baselines=baselines)[0].form[0].change_pct == pytest.approx(
        0.0, abs=1e-6
    )
    assert session_durability(tired, baselines=baselines)[0].form[0].change_pct == pytest.approx(
        4.0, abs=1e-6
    )


def test_without_heart_rate_form_still_speaks() -> None:
    session = long_run(80, heart_rate_bpm=None)
    durabilities = session_durability(session, baselines={"gct": make_baseline("gct")})
    assert durabilities[0].efficiency_change_pct is None
    assert durabilities[0].form[0].metric == "gct"


def test_the_cooldown_is_not_part_of_it() -> None:
    speed_mps = np.where(np.arange(5401) <= 4500, 3.0, 2.0)
    session = long_run(90, speed_mps=speed_mps)
    parts = make_segments(("main", 4500.0), ("cooldown", 900.0))
    durabilities = session_durability(
        replace(session, structure=replace(session.structure, segments=parts))
    )
    assert durabilities[0].late_s == pytest.approx(900.0)
    assert durabilities[0].efficiency_change_pct == pytest.approx(0.0, abs=1e-9)
