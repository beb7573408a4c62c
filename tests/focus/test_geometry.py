from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.focus.face import align, measure_face
from tests.focus.streams import (
    HEIGHT_PX,
    REFERENCE,
    WIDTH_PX,
    Shape,
    landmarks,
    measured,
    rotation_matrix,
)
from tests.shared import examples

angles = st.tuples(st.floats(-60, 60), st.floats(-25, 25), st.floats(-25, 25))


@given(angles)
@settings(max_examples=examples(60), deadline=None)
def test_the_pose_of_a_turned_head_is_found(turn: tuple[float, float, float]) -> None:
    yaw, pitch, roll = turn
    face = measured(Shape(yaw=yaw, pitch=pitch, roll=roll))
    assert (face.yaw_deg, face.pitch_deg, face.roll_deg) == pytest.approx(turn, abs=1e-6)


def test_with_a_pixel_of_noise_the_pose_is_within_a_degree() -> None:
    rng = random.Random(7)
    errors = []
    for yaw in range(-60, 61, 15):
        for pitch in (-25, 0, 25):
            face = measured(Shape(yaw=yaw, pitch=pitch, roll=10), noise_px=1.0, rng=rng)
            errors.append(
                (abs(face.yaw_deg - yaw), abs(face.pitch_deg - pitch), abs(face.roll_deg - 10))
            )
    assert np.max(errors) <= 1.0


@given(angles)
@settings(max_examples=examples(40), deadline=None)
def test_eyes_and_mouth_measure_the_same_however_the_head_is_turned(
    turn: tuple[float, float, float],
) -> None:
    yaw, pitch, roll = turn
    face = measured(Shape(ear=0.27, mar=0.4, yaw=yaw, pitch=pitch, roll=roll))
    assert (face.ear_right_frac, face.ear_left_frac) == pytest.approx((0.27, 0.27), abs=1e-9)
    assert face.mar_frac == pytest.approx(0.4, abs=1e-9)


@pytest.mark.parametrize(("width_px", "height_px"), [(640, 480), (1280, 720), (720, 1280)])
def test_no_size_of_frame_is_taken_for_granted(width_px: float, height_px: float) -> None:
    pixels = landmarks(Shape(yaw=30, ear=0.25)) * [WIDTH_PX, HEIGHT_PX, WIDTH_PX]
    face = measure_face(
        pixels / [width_px, height_px, width_px], REFERENCE, width_px=width_px, height_px=height_px
    )
    assert face is not None
    assert (face.yaw_deg, face.ear_frac) == pytest.approx((30, 0.25), abs=1e-6)


def test_a_mirrored_face_turns_the_other_way() -> None:
    turn = rotation_matrix(yaw_deg=20, pitch_deg=5, roll_deg=10)
    flip = np.diag([-1.0, 1.0, 1.0])
    mirrored = flip @ turn @ flip
    assert mirrored == pytest.approx(rotation_matrix(yaw_deg=-20, pitch_deg=5, roll_deg=-10))


def test_each_eye_is_measured_between_its_own_lids() -> None:
    wink = landmarks(Shape(ear=0.3))
    shut = landmarks(Shape(ear=0.05))
    for index in (385, 387, 373, 380):
        wink[index] = shut[index]
    face = measure_face(wink, REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX)
    assert face is not None
    assert (face.ear_right_frac, face.ear_left_frac) == pytest.approx((0.3, 0.05), abs=1e-9)
    assert face.ear_frac == pytest.approx(0.175)


def test_of_a_face_turned_far_only_the_near_eye_counts() -> None:
    for yaw, near in ((40.0, 0.3), (-40.0, 0.05)):
        wink = landmarks(Shape(ear=0.3, yaw=yaw))
        shut = landmarks(Shape(ear=0.05, yaw=yaw))
        for index in (385, 387, 373, 380):
            wink[index] = shut[index]
        face = measure_face(wink, REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX)
        assert face is not None
        assert face.ear_frac == pytest.approx(near, abs=1e-9)


def test_eyes_that_look_back_at_the_screen_undo_the_turn_of_the_head() -> None:
    face = measured(Shape(yaw=25, gaze_yaw=-25, pitch=10, gaze_pitch=-10))
    assert (face.gaze_yaw_deg, face.gaze_pitch_deg) == pytest.approx((0, 0), abs=1e-6)
    lowered = measured(Shape(gaze_pitch=20))
    assert lowered.gaze_pitch_deg == pytest.approx(20, abs=1e-6)


def test_without_irises_the_gaze_is_not_known() -> None:
    face = measure_face(landmarks(Shape())[:468], REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX)
    assert face is not None
    assert face.gaze_yaw_deg is None


@pytest.mark.parametrize("broken", [np.nan, np.inf])
def test_landmarks_that_are_no_numbers_are_no_face(broken: float) -> None:
    points = landmarks(Shape())
    points[1] = broken
    assert measure_face(points, REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX) is None
    assert measure_face(points[:10], REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX) is None


def test_all_landmarks_in_one_place_are_no_face() -> None:
    assert align(np.zeros((478, 3)), REFERENCE) is None
    assert (
        measure_face(np.ones((478, 3)), REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX) is None
    )
    lids = landmarks(Shape())
    lids[33] = lids[133]
    assert measure_face(lids, REFERENCE, width_px=WIDTH_PX, height_px=HEIGHT_PX) is None
