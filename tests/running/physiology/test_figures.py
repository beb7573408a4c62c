"""What a session says, about the part that speaks for it."""

from dataclasses import replace

import numpy as np
import pytest

from hakaru.running.athlete.known import zone_seconds
from hakaru.running.athlete.model import Athlete, HeartRateZones, Known
from hakaru.running.physiology.figures import PhysiologyFigures, session_physiology
from hakaru.running.physiology.power import ThresholdFigures
from hakaru.running.session.phases import evaluate_phases
from tests.running.factories import make_baseline, make_recording
from tests.running.physiology.sessions import (
    kilometres,
    make_athlete,
    make_figures,
    make_segments,
    make_session,
    series_with_power,
)

TEMPO = make_segments(("warmup", 900.0), ("main", 1200.0), ("cooldown", 600.0))


def tempo_series(**given: object) -> dict[str, np.ndarray]:
    """15 min easy, 20 min at threshold, 10 min easy."""
    at_s = np.arange(2701)
    hard = (at_s > 900) & (at_s <= 2100)
    return series_with_power(
        2701,
        **{
            "speed_mps": np.where(hard, 3.6, 2.8),
            "heart_rate_bpm": np.where(hard, 168.0, 140.0),
            "power_w": np.where(hard, 285.0, 210.0),
        }
        | given,
    )


def test_a_perfect_tempo_run_is_all_at_threshold() -> None:
    """Resolutions row 21: the main part alone, with the threshold of that date."""
    session = make_session(
        "tempo_threshold",
        recording=make_recording(tempo_series()),
        segments=TEMPO,
        form="block",
    )
    found = session_physiology(session).threshold
    assert found.heart_rate_share_pct == 100.0
    assert found.speed_share_pct == 100.0
    assert found.power_share_pct == 100.0
    assert found.held == "excellent"
    whole = session_physiology(
        replace(session, verdict=replace(session.verdict, training_type="aerobic_base"))
    )
    assert whole.threshold.heart_rate_share_pct == pytest.approx(44.4, abs=0.1)
    assert whole.threshold.held is None


def test_the_threshold_is_that_of_the_athlete_on_that_day() -> None:
    """Resolutions row 21: no constant 168."""
    session = make_session(
        "tempo_threshold",
        recording=make_recording(tempo_series()),
        segments=TEMPO,
        athlete=make_athlete(lt_heart_rate_bpm=180.0, stale=("lt_heart_rate_bpm",)),
    )
    found = session_physiology(session).threshold
    assert found.heart_rate_share_pct == 0.0
    assert found.held == "low"
    assert found.lt_heart_rate_stale


def test_power_of_the_main_part() -> None:
    session = make_session(
        "tempo_threshold", recording=make_recording(tempo_series()), segments=TEMPO
    )
    found = session_physiology(session).power
    assert found is not None
    assert found.mean_w == pytest.approx(285.0)
    assert found.normalized_w == pytest.approx(285.0)
    assert found.variability_factor == pytest.approx(1.0)
    assert found.zone_s == (0.0, 0.0, 0.0, 1200.0, 0.0, 0.0)
    assert found.energy_j_per_km == pytest.approx(285.0 / 3.6 * 1000.0)
    assert found.running_effectiveness == pytest.approx(3.6 / (285.0 / 65.0))


def test_efficiency_keeps_its_unit_and_effectiveness_needs_the_mass() -> None:
    """Resolutions row 24: J/km is kept; v/(P/m) only where the mass is known."""
    session = make_session(athlete=make_athlete(without=["weight_kg"]))
    found = session_physiology(session).power
    assert found is not None
    assert found.energy_j_per_km == pytest.approx(230.0 / 3.0 * 1000.0)
    assert found.running_effectiveness is None


def test_intervals_are_described_by_their_work() -> None:
    parts = make_segments(
        ("warmup", 600.0),
        ("work", 240.0),
        ("recovery", 120.0),
        ("work", 240.0),
        ("cooldown", 600.0),
    )
    at_s = np.arange(1801)
    hard = ((at_s > 600) & (at_s <= 840)) | ((at_s > 960) & (at_s <= 1200))
    series = series_with_power(1801, speed_mps=np.where(hard, 4.4, 2.5))
    session = make_session(
        "interval",
        recording=make_recording(series),
        segments=parts,
        form="reps",
        figures=make_figures(parts, power_w=[200.0, 310.0, 200.0, 294.5, 200.0]),
        athlete=make_athlete(threshold_speed_mps=4.0),
    )
    physiology = session_physiology(session)
    assert physiology.speed_mps == pytest.approx(4.4)
    assert physiology.power is not None
    assert physiology.power.decline_pct == pytest.approx(5.0)
    assert physiology.power.decline == "acceptable"
    assert physiology.power.consistency == "uneven"
    assert physiology.vo2 is not None
    assert physiology.vo2.utilisation == "within"
    assert physiology.shown == ("power", "vo2_max", "threshold")


def guess(value: float, method: str, *, width: float = 0.1) -> Known:
    """An estimate with bounds so far apart, relative to it."""
    low, high = value * (1.0 - width / 2.0), value * (1.0 + width / 2.0)
    return Known(value=value, origin="estimated", method=method, low=low, high=high)


def athlete_with(**given: Known) -> Athlete:
    athlete = make_athlete()
    known = {quantity: given.pop(quantity, one) for quantity, one in athlete.known.items()}
    return replace(athlete, known=known)


def tempo_run(athlete: Athlete) -> PhysiologyFigures:
    recording = make_recording(tempo_series())
    return session_physiology(
        make_session("tempo_threshold", recording=recording, segments=TEMPO, athlete=athlete)
    )


def test_the_use_of_a_vo2_max_that_the_threshold_implied_is_judged_and_flagged() -> None:
    """Resolutions rows 19 and 87: judged, and said to rest on the threshold."""
    found = tempo_run(athlete_with(vo2_max_ml_per_kg_min=guess(45.0, "threshold_speed"))).vo2
    assert found is not None
    assert found.circular
    assert found.utilisation_pct is not None
    assert found.utilisation is not None
    assert [use.source.method for use in found.by_source] == ["threshold_speed"]


def test_a_threshold_that_vo2_max_implied_is_no_second_source() -> None:
    found = tempo_run(athlete_with(threshold_speed_mps=guess(3.6, "vo2_max"))).vo2
    assert found is not None
    assert found.circular
    assert found.utilisation_pct is not None
    assert [use.source.method for use in found.by_source] == ["stated"]


def test_the_requirements_own_example_is_judged_by_either_source() -> None:
    """VO2max 52.3 beside a threshold pace of 4:35, run at 4:35/km (rows 19 and 87)."""
    speed_mps = 1000.0 / 275.0
    athlete = make_athlete(vo2_max_ml_per_kg_min=52.3, threshold_speed_mps=speed_mps)
    series = series_with_power(2701, speed_mps=speed_mps)
    session = make_session(
        "tempo_threshold", recording=make_recording(series), segments=TEMPO, athlete=athlete
    )
    found = session_physiology(session).vo2
    assert found is not None
    watch, threshold = found.by_source
    assert watch.used_pct == pytest.approx(76.7, abs=0.3)
    assert (watch.utilisation, threshold.utilisation) == ("below", "within")
    assert threshold.used_pct == pytest.approx(88.0, abs=0.1)
    assert found.disagreement is not None


def test_a_vo2_max_that_contradicts_the_threshold_is_flagged_and_judged_beside_it() -> None:
    """Resolutions row 19: both are shown, and which looks out of date."""
    athlete = make_athlete(stale=("vo2_max_ml_per_kg_min",))
    found = tempo_run(athlete).vo2
    assert found is not None
    assert found.disagreement is not None
    assert found.disagreement.stale == "vo2_max_ml_per_kg_min"
    assert len(found.by_source) == 2
    agreed = tempo_run(make_athlete(threshold_speed_mps=4.0)).vo2
    assert agreed is not None
    assert agreed.disagreement is None
    assert agreed.utilisation == "below"


def test_wide_guesses_are_no_reference() -> None:
    physiology = tempo_run(
        athlete_with(
            vo2_max_ml_per_kg_min=guess(40.0, "threshold_speed", width=0.5),
            threshold_speed_mps=guess(3.6, "lower_bound", width=0.4),
            critical_power_w=guess(285.0, "lower_bound", width=0.4),
            lt_heart_rate_bpm=guess(168.0, "share_of_max", width=0.3),
        )
    )
    assert physiology.vo2 is None
    assert physiology.threshold == ThresholdFigures()
    assert physiology.power is not None
    assert physiology.power.zone_s is None
    assert physiology.power.critical_power_share_pct is None


def test_without_a_threshold_the_share_of_the_maximum_has_a_zone() -> None:
    """T's table is the fallback: 80-85 % of the maximum is tempo."""
    athlete = make_athlete()
    known = dict(athlete.known)
    del known["lt_heart_rate_bpm"]
    known["heart_rate_max_bpm"] = Known(value=200.0, origin="user", method="stated")
    series = tempo_series(heart_rate_bpm=165.0)
    session = make_session(
        "tempo_threshold",
        recording=make_recording(series),
        segments=TEMPO,
        athlete=replace(athlete, known=known),
    )
    found = session_physiology(session).of_maximum
    assert found is not None
    assert found.share_pct == pytest.approx(82.5)
    assert found.zone == "tempo"
    assert session_physiology(make_session()).of_maximum is None


def test_time_above_the_threshold_is_the_time_in_the_zone_that_begins_there() -> None:
    """Standing after a hard part counts: the heart goes on."""
    at_s = np.arange(2701)
    series = tempo_series(speed_mps=np.where(at_s > 1800, 0.0, 3.4), heart_rate_bpm=168.0)
    session = make_session(recording=make_recording(series))
    zones = HeartRateZones(low_bpm=(100.0, 120.0, 140.0, 155.0, 168.0), basis="watch")
    seconds = zone_seconds(session.recording, zones)
    found = session_physiology(session).threshold
    assert seconds is not None
    assert found.above_threshold_s == pytest.approx(seconds[-1])
    assert found.target_above_threshold_s is not None
    assert found.target_above_threshold_s < 2000.0


def test_power_varies_by_one_figure_in_phases_and_physiology() -> None:
    at_s = np.arange(2701)
    series = tempo_series(power_w=285.0 + 15.0 * np.sin(at_s / 200.0))
    session = make_session(
        "tempo_threshold",
        recording=make_recording(series),
        segments=TEMPO,
        figures=make_figures(TEMPO),
        splits=kilometres(3.6, 3.6, power_w=290.0),
    )
    found = session_physiology(session).power
    rows = [row for phase in evaluate_phases(session) for row in phase.criteria]
    judged = [row.value for row in rows if row.name == "power_consistency"]
    assert found is not None
    assert [found.cv_frac] == judged
    assert found.cv_frac is not None


def test_utilisation_of_an_easy_run_is_a_number_without_a_judgement() -> None:
    found = session_physiology(make_session()).vo2
    assert found is not None
    assert found.utilisation_pct == pytest.approx(60.3, abs=0.5)
    assert found.utilisation is None
    assert found.standing is not None
    assert found.standing.category == "excellent"


def test_a_climb_counts_as_the_level_speed_of_equal_cost() -> None:
    uphill = series_with_power(1801, elevation_m=20.0 + 0.05 * 3.0 * np.arange(1801))
    physiology = session_physiology(make_session(recording=make_recording(uphill)))
    assert physiology.grade_adjusted_speed_mps == pytest.approx(3.0 * 1.3014, rel=0.01)
    assert physiology.vo2 is not None
    assert physiology.vo2.speed_mps == physiology.grade_adjusted_speed_mps


def test_steps_stiffness_and_gauges_come_with_the_session() -> None:
    session = make_session(
        splits=kilometres(3.0, 3.0), recording=make_recording(series_with_power(701))
    )
    physiology = session_physiology(session, cadence_baseline=make_baseline("cadence"))
    assert physiology.steps is not None
    assert physiology.steps.pattern == "usual"
    assert physiology.stiffness is not None
    assert physiology.stiffness.n_pieces == 2
    assert {reading.metric for reading in physiology.gauges} == {
        "gct_ms",
        "vo_cm",
        "vr_pct",
        "cadence_spm",
    }
    assert physiology.balance == "good"


def test_an_unknown_athlete_leaves_measurements_and_no_judgements() -> None:
    nothing = make_athlete(without=list(make_athlete().known))
    physiology = session_physiology(make_session(athlete=nothing))
    assert physiology.vo2 is None
    assert physiology.threshold.heart_rate_share_pct is None
    assert physiology.power is not None
    assert physiology.power.zone_s is None
    assert physiology.speed_mps == pytest.approx(3.0)


def test_a_bare_recording_says_nothing() -> None:
    series = series_with_power(1801, power_w=None, heart_rate_bpm=None, cadence_spm=None)
    bare = {name: series[name] for name in ("elapsed_s", "speed_mps", "distance_m")}
    physiology = session_physiology(make_session(recording=make_recording(bare)))
    assert physiology.power is None
    assert physiology.steps is None
    assert physiology.gauges == ()
    assert physiology.balance is None
    assert physiology.speed_mps == pytest.approx(3.0)


def test_a_recording_without_samples_still_has_its_splits() -> None:
    recording = make_recording({"elapsed_s": np.empty(0)})
    physiology = session_physiology(make_session(recording=recording, splits=kilometres(3.0, 3.2)))
    assert physiology.speed_mps == pytest.approx(2000.0 / (1000 / 3.0 + 1000 / 3.2))
    assert physiology.steps is not None
    assert physiology.power is None
