"""A telephone, a portrait, a talk, a dark room: what the last half minute of looks tells."""

from __future__ import annotations

import random
from collections.abc import Callable

from hakaru.focus.face import Look
from hakaru.focus.features import Tracker, follow, summarise
from hakaru.focus.states import CameraSnapshot
from tests.focus.streams import Shape, face_of


def watched(
    shape: Callable[[float], Shape | None], until_s: float, *, luma: float | None = None
) -> CameraSnapshot | None:
    """Ten looks a second; a head sways a little as heads do."""
    rng, tracker = random.Random(1), Tracker()
    for index in range(round(10 * until_s)):
        at_s = index / 10.0
        now = shape(at_s)
        face = None
        if now is not None:
            swayed = Shape(
                ear=now.ear, mar=now.mar, gaze_pitch=now.gaze_pitch,
                yaw=now.yaw + rng.gauss(0, 1.0), pitch=now.pitch + rng.gauss(0, 1.0),
            )  # fmt: skip
            face = face_of(swayed)
        tracker = follow(tracker, Look(at_s=at_s, face=face, luma=luma), at_keys=at_s < 60.0)
    return summarise(tracker, now_s=until_s - 0.1)


def test_a_telephone_leaves_no_look_for_the_screen() -> None:
    snapshot = watched(lambda at_s: Shape(pitch=0.0 if at_s < 60 else 32.0), 90.0)
    assert snapshot is not None
    assert snapshot.screen_ratio is not None
    assert snapshot.screen_ratio < 0.05
    assert snapshot.off_screen_s is not None
    assert 28.0 < snapshot.off_screen_s < 32.0


def test_the_posture_over_a_telephone_is_never_learned_as_the_screen() -> None:
    snapshot = watched(lambda at_s: Shape(pitch=0.0 if at_s < 60 else 32.0), 300.0)
    assert snapshot is not None
    assert snapshot.neutral_pitch_deg is not None
    assert abs(snapshot.neutral_pitch_deg) < 2.0


def test_a_talk_moves_the_mouth() -> None:
    talk = watched(lambda at_s: Shape(mar=0.25 if at_s % 0.6 < 0.3 else 0.05), 40.0)
    quiet = watched(lambda _: Shape(mar=0.05), 40.0)
    assert talk is not None
    assert quiet is not None
    assert talk.talking_ratio is not None
    assert talk.talking_ratio > 0.9
    assert quiet.talking_ratio == 0.0


def portrait(until_s: float) -> CameraSnapshot | None:
    tracker = Tracker()
    for index in range(round(10 * until_s)):
        tracker = follow(tracker, Look(at_s=index / 10.0, face=face_of(Shape(ear=0.3))))
    return summarise(tracker, now_s=until_s - 0.1)


def test_a_face_without_a_move_or_a_blink_is_a_picture_after_a_minute() -> None:
    soon, late = portrait(20.0), portrait(60.0)
    assert soon is not None
    assert soon.still is None
    assert late is not None
    assert late.still is True
    living = watched(lambda _: Shape(ear=0.3), 60.0)
    assert living is not None
    assert living.still is False


def test_frames_without_light_are_no_camera_and_nobody_is_missed_in_them() -> None:
    assert watched(lambda _: None, 30.0, luma=3.0) is None
    lit = watched(lambda _: None, 30.0, luma=120.0)
    assert lit is not None
    assert lit.face_detected is False


def test_in_low_light_a_lost_face_is_missed_later() -> None:
    def lost(at_s: float) -> Shape | None:
        return Shape() if at_s < 25.0 else None

    bright, dim = watched(lost, 30.0, luma=120.0), watched(lost, 30.0, luma=27.0)
    assert bright is not None
    assert bright.face_detected is False
    assert dim is not None
    assert dim.face_detected is True
    assert dim.low_light is True


def test_a_small_face_behind_an_empty_chair_is_nobody() -> None:
    from dataclasses import replace  # noqa: PLC0415

    tracker = Tracker()
    for index in range(600):
        big = face_of(Shape())
        face = big if index < 500 else replace(big, width_frac=0.4 * big.width_frac)
        tracker = follow(tracker, Look(at_s=index / 10.0, face=face), at_keys=index < 500)
    snapshot = summarise(tracker, now_s=59.9)
    assert snapshot is not None
    assert snapshot.face_detected is False
