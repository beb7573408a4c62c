"""Stiffness is given only where its model holds; else the reason."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hakaru.running.physiology.power import Piece, read_target
from hakaru.running.physiology.steps import Body, piece_stiffness, speed_cv_frac, stiffness_figures
from tests.running.factories import make_recording
from tests.running.physiology.sessions import kilometres, make_session, series_with_power

BODY = Body(weight_kg=65.0, height_cm=172.0)
PIECE = Piece(
    start_elapsed_s=0.0,
    end_elapsed_s=300.0,
    running_s=300.0,
    speed_mps=3.3,
    cadence_spm=172.0,
    step_length_cm=None,
    gct_ms=250.0,
    power_w=None,
    slope_pct=0.5,
)


def test_a_flat_steady_piece_has_a_stiffness() -> None:
    stiffness = piece_stiffness(PIECE, BODY, cv_frac=0.02)
    assert stiffness.reason is None
    assert stiffness.stiffness is not None
    assert 15.0 < stiffness.stiffness.vertical_stiffness_kn_per_m < 35.0
    assert 6.0 < stiffness.stiffness.leg_stiffness_kn_per_m < 15.0
    assert 0.3 < stiffness.stiffness.duty_factor < 0.42


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"gct_ms": None}, "no_contact_time"),
        ({"cadence_spm": None}, "no_contact_time"),
        ({"slope_pct": None}, "grade_unknown"),
        ({"slope_pct": 2.01}, "sloped"),
        ({"cadence_spm": 245.0}, "contradictory"),
    ],
)
def test_where_the_model_does_not_hold_a_reason_stands(change: dict[str, Any], reason: str) -> None:
    stiffness = piece_stiffness(replace(PIECE, **change), BODY, cv_frac=0.02)
    assert stiffness.stiffness is None
    assert stiffness.reason == reason


def test_an_unknown_body_or_an_unsteady_speed_is_a_reason() -> None:
    no_weight, no_height = replace(BODY, weight_kg=None), replace(BODY, height_cm=None)
    assert piece_stiffness(PIECE, no_weight, cv_frac=0.02).reason == "weight_unknown"
    assert piece_stiffness(PIECE, no_height, cv_frac=0.02).reason == "height_unknown"
    assert piece_stiffness(PIECE, BODY, cv_frac=0.081).reason == "unsteady"
    assert piece_stiffness(PIECE, BODY, cv_frac=None).reason == "unsteady"


def test_a_treadmill_is_level_without_altitude() -> None:
    unknown = replace(PIECE, slope_pct=None)
    assert piece_stiffness(unknown, BODY, cv_frac=0.02, level=True).stiffness is not None


def test_the_noise_of_a_gps_is_no_unsteadiness_but_strides_are() -> None:
    noise = np.random.default_rng(1).normal(0.0, 0.15, 600)
    assert (speed_cv_frac(3.0 + noise, np.ones(600)) or 1.0) < 0.08
    strides = np.where(np.arange(600) % 120 < 20, 5.0, 3.0)
    assert (speed_cv_frac(strides, np.ones(600)) or 0.0) > 0.08
    assert speed_cv_frac(np.full(20, 3.0), np.ones(20)) is None


def test_figures_are_means_over_the_sound_pieces_only() -> None:
    splits = kilometres(3.0, 3.0, 3.0)
    hilly = replace(splits[1], elevation_gain_m=60.0)
    session = make_session(
        recording=make_recording(series_with_power(1001)), splits=(splits[0], hilly, splits[2])
    )
    found = stiffness_figures(read_target(session), BODY)
    assert found is not None
    assert [piece.reason for piece in found.pieces] == [None, "sloped", None]
    assert found.n_pieces == 2
    assert found.leg_stiffness_kn_per_m is not None


def test_when_no_piece_is_sound_the_most_frequent_reason_is_given() -> None:
    session = make_session(splits=kilometres(3.0, 3.0, gct_ms=None))
    found = stiffness_figures(read_target(session), BODY)
    assert found is not None
    assert found.leg_stiffness_kn_per_m is None
    assert found.reason == "no_contact_time"
    assert stiffness_figures(read_target(make_session()), BODY) is None
