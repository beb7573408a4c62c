"""Which basis does a load have, and what is said when it is not sound?"""

from typing import Any

import numpy as np
import pytest

from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.environment.grade import cost_factor
from hakaru.running.intensity import normalised_level_mps, read_effort, read_moments
from hakaru.running.load import LoadFigures, session_load
from hakaru.running.physiology.power import normalised_mean, per_second
from tests.running.factories import DAY, make_recording
from tests.running.physiology.sessions import make_athlete, make_session, series_with_power


def load(athlete: Athlete | None = None, n_samples: int = 3601, **given: Any) -> LoadFigures:
    recording = make_recording(series_with_power(n_samples, **given))
    return session_load(
        make_session(recording=recording, athlete=make_athlete() if athlete is None else athlete)
    )


def codes(found: LoadFigures) -> list[tuple[str, str]]:
    return [(note.basis, note.problem) for note in found.notes]


def test_power_comes_first_when_it_is_sound() -> None:
    found = load(power_w=285.0)
    assert found.basis == "power"
    assert found.sound
    assert found.notes == ()
    assert found.training_load_score == pytest.approx(100.0)
    assert found.load_class == "high"


def test_stale_critical_power_leaves_it_to_pace() -> None:
    found = load(make_athlete(stale=["critical_power_w"]), power_w=285.0)
    assert found.basis == "pace"
    assert codes(found) == [("power", "threshold_stale")]
    assert found.training_load_score == pytest.approx(100.0 * (3.0 / 3.6) ** 2)


def test_without_power_and_threshold_speed_heart_rate_answers() -> None:
    athlete = make_athlete(without=["threshold_speed_mps"])
    found = load(athlete, power_w=None, heart_rate_bpm=168.0)
    assert found.basis == "heart_rate"
    assert found.training_load_score == pytest.approx(100.0)
    assert codes(found) == [("power", "not_recorded"), ("pace", "threshold_unknown")]


def test_a_guessed_threshold_is_passed_over_and_used_when_nothing_else_is_known() -> None:
    guess = Known(value=3.6, origin="estimated", method="best_effort", low=3.3, high=4.4)
    known = dict(make_athlete().known) | {"threshold_speed_mps": guess}
    found = load(Athlete(day=DAY, known=known, sex="male"), power_w=None)
    assert found.basis == "heart_rate"
    only_pace = Athlete(day=DAY, known={"threshold_speed_mps": guess})
    found = load(only_pace, power_w=None)
    assert found.basis == "pace"
    assert not found.sound
    assert ("pace", "threshold_guessed") in codes(found)


def test_a_narrow_estimate_is_sound() -> None:
    estimate = Known(value=3.6, origin="estimated", method="best_effort", low=3.5, high=3.7)
    found = load(Athlete(day=DAY, known={"threshold_speed_mps": estimate}), power_w=None)
    assert found.basis == "pace"
    assert found.sound


def test_gaps_in_power_leave_it_to_pace() -> None:
    power_w = np.where(np.arange(3601) % 3 == 0, np.nan, 285.0)
    found = load(power_w=power_w)
    assert found.basis == "pace"
    assert codes(found) == [("power", "gaps")]


def test_an_intensity_nobody_holds_speaks_against_the_threshold() -> None:
    found = load(make_athlete(critical_power_w=200.0), power_w=285.0)
    assert found.basis == "pace"
    assert codes(found) == [("power", "implausible")]


def test_an_intensity_nobody_holds_gives_no_load_when_it_is_all_there_is() -> None:
    guess = Known(value=2.2, origin="estimated", method="lower_bound", low=2.2, high=3.1)
    found = load(Athlete(day=DAY, known={"threshold_speed_mps": guess}), power_w=None)
    assert found.training_load_score is None
    assert found.basis is None
    assert found.intensity_frac is None
    assert ("pace", "implausible") in codes(found)


def test_of_unsound_bases_the_least_doubtful_is_taken() -> None:
    guess = Known(value=285.0, origin="estimated", method="lower_bound", low=280.0, high=400.0)
    known = dict(make_athlete(stale=["threshold_speed_mps"]).known) | {"critical_power_w": guess}
    del known["lt_heart_rate_bpm"]
    found = load(Athlete(day=DAY, known=known))
    assert found.basis == "pace"
    assert not found.sound
    assert ("power", "threshold_guessed") in codes(found)


def test_noise_of_an_altimeter_is_no_effort() -> None:
    """A trembling altitude makes level speed seem to vary; an even run stays an even run."""
    trembling_m = 50.0 + 4.0 * np.sin(2.0 * np.pi * np.arange(3601) / 90.0)
    session = make_session(
        recording=make_recording(series_with_power(3601, elevation_m=trembling_m))
    )
    moments = read_moments(session, read_effort(session))
    raw = normalised_mean(per_second(moments.level_mps, moments.moving_s))
    mean_mps = float(np.nanmean(moments.level_mps))
    assert raw is not None
    assert raw > 1.02 * mean_mps
    assert normalised_level_mps(moments) == pytest.approx(mean_mps, rel=1e-3)


def test_an_even_effort_over_hills_is_even() -> None:
    """Plain speed varies over hills; the level speed tells that effort did not."""
    path_m = np.cumsum(np.full(3601, 2.5))
    grade_frac = 0.05 * np.sign(np.sin(2.0 * np.pi * path_m / 2000.0))
    speed_mps = 3.0 / cost_factor(grade_frac)
    heights_m = 100.0 + np.cumsum(grade_frac * speed_mps)
    athlete = make_athlete(without=["critical_power_w"])
    found = load(
        athlete, speed_mps=speed_mps, elevation_m=heights_m, distance_m=np.cumsum(speed_mps)
    )
    assert found.intensity_frac == pytest.approx(3.0 / 3.6, rel=0.01)


def test_short_hard_runs_may_exceed_the_threshold() -> None:
    found = load(n_samples=601, power_w=1.1 * 285.0)
    assert found.basis == "power"
    assert found.sound


def test_nothing_known_gives_no_load() -> None:
    found = load(Athlete(day=DAY))
    assert found.training_load_score is None
    assert found.basis is None
    assert found.load_class is None
    assert {basis for basis, _ in codes(found)} == {"power", "pace", "heart_rate"}


def test_the_training_impulse_needs_the_bounds_of_the_heart_rate_and_the_sex() -> None:
    assert load().trimp_score == pytest.approx(
        60.0 * 0.6786 * 0.64 * np.exp(1.92 * 0.6786), rel=1e-3
    )
    assert load(make_athlete(without=["heart_rate_rest_bpm"])).trimp_score is None
    assert load(make_athlete(sex=None)).trimp_score is None


def test_an_unknown_sex_or_bound_is_said_when_heart_rate_is_the_basis() -> None:
    only: list[Quantity] = ["threshold_speed_mps", "critical_power_w"]
    found = load(make_athlete(without=only, sex=None))
    assert ("heart_rate", "sex_unknown") in codes(found)
    woman = load(make_athlete(without=only, sex="female")).training_load_score
    man = load(make_athlete(without=only)).training_load_score
    assert woman is not None
    assert man is not None
    assert found.training_load_score is not None
    assert min(woman, man) < found.training_load_score < max(woman, man)
    found = load(make_athlete(without=[*only, "heart_rate_rest_bpm"]))
    assert ("heart_rate", "bounds_unknown") in codes(found)
    assert found.intensity_frac == pytest.approx(145.0 / 168.0)


def test_the_three_bases_agree_on_a_steady_run_near_threshold() -> None:
    at_threshold: dict[str, Any] = {"speed_mps": 3.6, "power_w": 285.0, "heart_rate_bpm": 168.0}
    by_power = load(**at_threshold)
    by_pace = load(make_athlete(without=["critical_power_w"]), **at_threshold)
    by_beats = load(
        make_athlete(without=["critical_power_w", "threshold_speed_mps"]), **at_threshold
    )
    assert [found.basis for found in (by_power, by_pace, by_beats)] == [
        "power",
        "pace",
        "heart_rate",
    ]
    for found in (by_power, by_pace, by_beats):
        assert found.training_load_score == pytest.approx(100.0)


def test_standing_is_no_load_of_pace() -> None:
    speed_mps = np.where(np.arange(3601) < 1800, 3.6, 0.0)
    found = load(make_athlete(without=["critical_power_w"]), speed_mps=speed_mps)
    assert found.duration_s == pytest.approx(1800.0, abs=2.0)
    assert found.training_load_score == pytest.approx(50.0, abs=0.2)


def test_lasting_comes_with_the_load() -> None:
    found = load(n_samples=7201)
    assert found.decoupling.decoupling_pct == pytest.approx(0.0, abs=1e-9)
    assert found.durability_pct(3600.0) == pytest.approx(0.0, abs=1e-9)
    assert found.durability_pct(5400.0) == pytest.approx(0.0, abs=1e-9)
    assert load().durability_pct(3600.0) is None


def test_a_recording_without_samples_has_no_load() -> None:
    found = session_load(make_session(recording=make_recording({"elapsed_s": np.empty(0)})))
    assert found.training_load_score is None
    assert found.decoupling.reason == "too_short"
    assert found.durability == ()
