"""Rows of warm-up and cool-down (T §2), relative to the athlete (resolutions row 17)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.units import pace_to_speed_mps
from hakaru.running.session.phases import evaluate_phases
from tests.running.session.rating_factories import (
    COOLDOWN_EASY,
    COOLDOWN_HARD,
    MAIN_EASY,
    MAIN_TEMPO,
    RECOVERY,
    WARMUP_EASY,
    WARMUP_HARD,
    WORK,
    changed,
    easy_parts,
    interval_parts,
    make_athlete,
    make_session,
    row,
)
from tests.shared import examples


def test_heart_rates_scale_with_the_threshold_of_the_athlete() -> None:
    """Resolutions row 17: 130 bpm of a runner with 168 is 139 of one with 180."""
    athlete = make_athlete({"lt_heart_rate_bpm": 180.0})
    cool = changed(COOLDOWN_EASY, start_bpm=134.0, end_bpm=133.0)
    parts = (WARMUP_EASY, MAIN_EASY, cool)
    own = row(
        evaluate_phases(make_session("aerobic_base", *parts, athlete=athlete)),
        "cooldown",
        "heart_rate_settles",
    )
    example = row(
        evaluate_phases(make_session("aerobic_base", *parts)), "cooldown", "heart_rate_settles"
    )
    assert own.target_high == pytest.approx(130.0 * 180.0 / 168.0)
    assert (own.outcome, own.basis) == ("met", "athlete")
    assert (example.outcome, example.target_high) == ("not_met", 130.0)


def test_heart_rates_scale_with_the_maximum_where_only_that_is_known() -> None:
    """Resolutions row 17."""
    session = make_session(
        "aerobic_base",
        MAIN_EASY,
        changed(COOLDOWN_EASY, start_bpm=120.0),
        athlete=make_athlete({"heart_rate_max_bpm": 171.0}),
    )
    settles = row(evaluate_phases(session), "cooldown", "heart_rate_settles")
    assert settles.target_high == pytest.approx(130.0 * 0.9)


def test_the_absolute_figures_are_shown_but_cost_nothing_when_nothing_is_known() -> None:
    """Resolutions row 17."""
    session = make_session("aerobic_base", *easy_parts(), athlete=make_athlete(), zones=None)
    phases = evaluate_phases(session)
    pace = row(phases, "warmup", "pace")
    assert (pace.basis, pace.target_low, pace.target_high) == ("default", 420.0, 480.0)
    settles = row(phases, "cooldown", "heart_rate_settles")
    assert (settles.basis, settles.target_high) == ("default", 130.0)
    assert not pace.counts
    assert not settles.counts
    assert row(phases, "main", "zone_share").missing == "heart_rate_zones"


@settings(max_examples=examples(40), deadline=None)
@given(threshold_mps=st.floats(2.3, 5.8), share=st.floats(0.60, 0.83), hard=st.booleans())
def test_a_warm_up_at_easy_pace_is_never_wrong_whatever_the_level(
    threshold_mps: float, share: float, hard: bool
) -> None:
    """Resolutions row 17: 60-83 % of threshold speed is easy running."""
    athlete = make_athlete({"threshold_speed_mps": threshold_mps})
    warmup = changed(WARMUP_HARD, speed_mps=share * threshold_mps)
    session = make_session(
        "tempo_threshold" if hard else "recovery", warmup, MAIN_EASY, athlete=athlete
    )
    assert row(evaluate_phases(session), "warmup", "pace").outcome == "met"


@pytest.mark.parametrize(
    ("pace_s_per_km", "outcome"), [(420.0, "met"), (480.0, "met"), (300.0, "not_met")]
)
def test_a_warm_up_that_is_already_hard_running_is_too_fast(
    pace_s_per_km: float, outcome: str
) -> None:
    warmup = changed(WARMUP_EASY, speed_mps=pace_to_speed_mps(pace_s_per_km))
    phases = evaluate_phases(make_session("aerobic_base", warmup, MAIN_EASY))
    assert row(phases, "warmup", "pace").outcome == outcome


@pytest.mark.parametrize(
    ("start_bpm", "end_bpm", "rises", "arrives"),
    [
        (105.0, 145.0, "met", "met"),
        (130.0, 131.0, "not_met", "met"),
        (90.0, 110.0, "met", "not_met"),
        (120.0, 172.0, "met", "not_met"),
        (150.0, 125.0, "not_met", "not_met"),
    ],
)
def test_heart_rate_rises_during_a_warm_up_to_where_the_work_can_begin(
    start_bpm: float, end_bpm: float, rises: str, arrives: str
) -> None:
    warmup = changed(WARMUP_HARD, start_bpm=start_bpm, end_bpm=end_bpm)
    phases = evaluate_phases(make_session("tempo_threshold", warmup, MAIN_TEMPO))
    assert row(phases, "warmup", "heart_rate_ramp").outcome == rises
    assert row(phases, "warmup", "warmup_heart_rate").outcome == arrives


def test_a_warm_up_of_two_minutes_says_nothing_about_a_rise() -> None:
    warmup = changed(WARMUP_HARD, duration_s=120.0)
    phases = evaluate_phases(make_session("tempo_threshold", warmup, MAIN_TEMPO))
    assert row(phases, "warmup", "heart_rate_ramp").missing == "too_short"


@pytest.mark.parametrize(
    ("length_s", "speed_mps", "outcome"),
    [
        (400.0, 3.0, "not_met"),
        (484.0, 3.0, "met"),
        (500.0, 3.0, "met"),
        (500.0, 2.0, "not_met"),
        (600.0, 2.0, "met"),
        (1500.0, 2.0, "met"),
    ],
)
def test_a_required_warm_up_is_a_kilometre_and_a_half_or_ten_minutes_long(
    length_s: float, speed_mps: float, outcome: str
) -> None:
    """1452 m pass: where a phase ends is known to some fifteen seconds."""
    warmup = changed(WARMUP_HARD, duration_s=length_s, speed_mps=speed_mps)
    found = row(
        evaluate_phases(make_session("interval", warmup, WORK, RECOVERY)), "warmup", "distance"
    )
    assert found.outcome == outcome
    assert found.value == pytest.approx(speed_mps * length_s)


def test_a_cool_down_may_also_settle_by_falling_from_a_high_start() -> None:
    """144 bpm is above the 135 of the requirement, but 15 % below where the jog began."""
    cool = changed(COOLDOWN_HARD, start_bpm=175.0, end_bpm=144.0)
    settled = row(
        evaluate_phases(make_session("interval", *interval_parts()[:-1], cool)),
        "cooldown",
        "heart_rate_settles",
    )
    assert settled.outcome == "met"
    assert settled.target_high == pytest.approx(0.85 * 175.0)


def test_a_cool_down_after_easy_running_falls_a_little() -> None:
    """A jog is not far from the pace of a base run: 3 % are enough, none are not."""
    for end_bpm, outcome in ((138.0, "met"), (144.0, "not_met")):
        cool = changed(COOLDOWN_EASY, start_bpm=143.0, end_bpm=end_bpm)
        phases = evaluate_phases(make_session("aerobic_base", MAIN_EASY, cool))
        assert row(phases, "cooldown", "heart_rate_settles").outcome == outcome
