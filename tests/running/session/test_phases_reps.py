"""Rows of work and recovery (T §2), as corrected by resolutions 18, 22, 31 and 54."""

from dataclasses import replace

import numpy as np
import pytest

from hakaru.running.session.phases import evaluate_phases
from tests.running.factories import make_evaluation, make_verdict
from tests.running.session.rating_factories import (
    RECOVERY,
    WORK,
    changed,
    interval_parts,
    make_session,
    row,
)


@pytest.mark.parametrize(
    ("speeds_mps", "outcome"),
    [((4.5, 4.52, 4.48, 4.5), "met"), ((4.5, 4.7, 4.3, 4.5), "not_met")],
)
def test_repetitions_vary_by_less_than_two_percent(
    speeds_mps: tuple[float, ...], outcome: str
) -> None:
    """Resolutions row 31: per repetition, sample SD of speed."""
    phases = evaluate_phases(make_session("interval", *interval_parts(*speeds_mps)))
    found = row(phases, "work", "work_consistency")
    assert found.outcome == outcome
    assert found.value == pytest.approx(np.std(speeds_mps, ddof=1) / np.mean(speeds_mps))


def test_work_ends_at_85_to_95_percent_of_maximum() -> None:
    phases = evaluate_phases(make_session("interval", *interval_parts()))
    found = row(phases, "work", "heart_rate_of_max")
    assert found.value == pytest.approx(100.0 * 175.0 / 190.0)
    assert [found.target_low, found.target_high] == pytest.approx([85.0, 95.0])
    weak = interval_parts(work=changed(WORK, end_bpm=155.0))
    shown = row(evaluate_phases(make_session("interval", *weak)), "work", "heart_rate_of_max")
    assert shown.outcome == "shown"
    assert shown.value == pytest.approx(100.0 * 155.0 / 190.0)


def test_heart_rate_of_short_repetitions_is_shown_without_counting() -> None:
    short = interval_parts(work=changed(WORK, duration_s=40.0, end_bpm=150.0))
    for training_type in ("interval", "sprint"):
        phases = evaluate_phases(make_session(training_type, *short))
        assert not row(phases, "work", "band_share").counts
        assert not row(phases, "work", "heart_rate_of_max").counts


@pytest.mark.parametrize(
    ("end_bpm", "outcome"), [(140.0, "met"), (148.7, "met"), (148.8, "not_met"), (160.0, "not_met")]
)
def test_more_than_85_percent_of_heart_rate_left_is_a_recovery_too_fast(
    end_bpm: float, outcome: str
) -> None:
    """Resolutions row 18: retention R / W of 175 bpm."""
    parts = interval_parts(recovery=changed(RECOVERY, end_bpm=end_bpm))
    found = row(
        evaluate_phases(make_session("interval", *parts)), "recovery", "heart_rate_retention"
    )
    assert found.outcome == outcome
    assert found.value == pytest.approx(100.0 * end_bpm / 175.0)


def test_a_recovery_goes_down_to_75_percent_of_maximum() -> None:
    phases = evaluate_phases(make_session("interval", *interval_parts()))
    found = row(phases, "recovery", "recovery_heart_rate")
    assert found.value == pytest.approx(100.0 * 135.0 / 190.0)
    assert found.outcome == "shown"
    assert found.target_high == pytest.approx(75.0)


def test_the_pace_of_a_recovery_is_that_of_all_its_time() -> None:
    """Two fast seconds at the start do not make a walk a fast jog. Shown beside the retention."""
    fast = changed(RECOVERY, speed_mps=3.2)
    walked = changed(RECOVERY, speed_mps=1.2, given=(("speed_mps", None), ("running_s", 0.0)))
    nearly = (("speed_mps", 5.0), ("running_s", 2.0), ("running_distance_m", 10.0))
    slowed = changed(RECOVERY, speed_mps=1.2, given=nearly)
    stood = changed(walked, speed_mps=0.0)
    found = [
        row(
            evaluate_phases(make_session("interval", *interval_parts(recovery=recovery))),
            "recovery",
            "pace",
        )
        for recovery in (RECOVERY, fast, walked, slowed, stood)
    ]
    assert [one.outcome for one in found] == ["shown"] * 4 + ["cannot_tell"]
    assert found[1].value == pytest.approx(1000.0 / 3.2)
    assert found[2].value == pytest.approx(1000.0 / 1.2)
    assert found[3].value == pytest.approx(1000.0 / 1.2)
    assert found[4].missing == "speed"


@pytest.mark.parametrize(("rep_s", "n_reps"), [(180.0, 5), (90.0, 4), (300.0, 6)])
def test_two_to_five_minutes_a_repetition_and_ten_to_twenty_five_in_all_are_shown(
    rep_s: float, n_reps: int
) -> None:
    """Resolutions row 22; shown, without counting for stars."""
    parts = interval_parts(*([4.5] * n_reps), work=changed(WORK, duration_s=rep_s))
    phases = evaluate_phases(make_session("interval", *parts))
    duration, total = row(phases, "work", "work_duration"), row(phases, "work", "work_total")
    assert [duration.value, total.value] == pytest.approx([rep_s, rep_s * n_reps])
    assert (duration.target_low, duration.target_high) == (120.0, 300.0)
    assert (total.target_low, total.target_high) == (600.0, 1500.0)
    assert (duration.outcome, total.outcome) == ("shown", "shown")
    assert not duration.counts
    assert not total.counts


def test_form_is_the_stored_personal_verdict() -> None:
    """Resolutions row 54: met, not met, or no verdict; 260 ms of one's own is not a fault."""
    session = make_session("interval", *interval_parts())
    own = make_evaluation(make_verdict("gct", actual=260.0, expected=260.0))
    worse = make_evaluation(make_verdict("gct", needs_improvement=True, penalty=20.0, score=80.0))
    assert row(evaluate_phases(session, form=own), "work", "form").outcome == "met"
    assert row(evaluate_phases(session, form=worse), "work", "form").outcome == "not_met"
    untold = row(evaluate_phases(session), "work", "form")
    assert (untold.outcome, untold.missing) == ("cannot_tell", "form_verdict")


def test_form_that_was_compared_but_not_rated_is_not_called_missing() -> None:
    compared = replace(make_evaluation(make_verdict("gct")), overall_score=None)
    session = make_session("interval", *interval_parts())
    unrated = row(evaluate_phases(session, form=compared), "work", "form")
    assert (unrated.outcome, unrated.missing) == ("cannot_tell", "form_rating")
