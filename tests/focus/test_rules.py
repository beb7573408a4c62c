"""The rules as the requirements write them, and what they leave to the evidence."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.focus.ask import (
    UNAVAILABLE,
    UNIFIED_EXAMPLES,
    UNIFIED_SYSTEM_PROMPT,
    format_unified_prompt,
)
from hakaru.focus.rules import classify_unified, classify_unified_fallback, obvious
from hakaru.focus.states import (
    CameraSnapshot,
    ClassificationResult,
    HeadPose,
    PcSnapshot,
    as_values,
    build_integrated_state,
    read_camera,
    read_pc,
)
from tests.focus.factories import idle_pc, make_camera, make_pc

CAMERA: dict[str, Any] = dict(as_values(make_camera()))
PC: dict[str, Any] = dict(as_values(make_pc()))


def ruled(camera: dict[str, Any] | None, pc: dict[str, Any] | None) -> tuple[str, float] | None:
    result = classify_unified(camera, pc)
    return None if result is None else (result.state, result.confidence)


def fell_back(camera: dict[str, Any] | None, pc: dict[str, Any] | None) -> tuple[str, float]:
    result = classify_unified_fallback(camera, pc)
    return (result.state, result.confidence)


@pytest.mark.parametrize("pc", [PC, None, {"idle_seconds": 300.0}])
def test_no_face_is_away_whatever_the_computer_says(pc: dict[str, Any] | None) -> None:
    assert ruled({"face_detected": False}, pc) == ("away", 1.0)
    assert ruled({**CAMERA, "face_not_detected_ratio": 0.71}, pc) == ("away", 0.9)


def test_a_face_missing_in_exactly_70_percent_is_not_away() -> None:
    assert ruled({**CAMERA, "face_not_detected_ratio": 0.7}, PC) == ("focused", 0.9)


def test_open_eyes_on_the_screen_and_input_are_focused() -> None:
    assert ruled(CAMERA, PC) == ("focused", 0.9)


@pytest.mark.parametrize(
    "camera",
    [
        {"ear_average": 0.27},
        {"head_pose": {"yaw": 25.0, "pitch": 0.0}},
        {"head_pose": {"yaw": 35.0, "pitch": 0.0}},
        {"head_pose": {"yaw": 0.0, "pitch": -25.0}},
        {"perclos_drowsy": True},
        {"yawning": True},
    ],
)
def test_what_is_not_obvious_is_left_to_the_evidence(camera: dict[str, Any]) -> None:
    assert ruled({**CAMERA, **camera}, PC) is None


@pytest.mark.parametrize(
    "missing", ["ear_average", "head_pose", "perclos_drowsy", "yawning", "face_detected"]
)
def test_a_missing_field_never_makes_anybody_focused(missing: str) -> None:
    assert ruled({key: value for key, value in CAMERA.items() if key != missing}, PC) is None
    assert ruled({**CAMERA, missing: None}, PC) is None
    assert ruled({**CAMERA, missing: math.nan}, PC) is None


def test_without_knowing_whether_the_computer_is_idle_nobody_is_focused() -> None:
    assert ruled(CAMERA, {"active_app": "Code", "keyboard_rate_window": 100.0}) is None
    assert ruled(CAMERA, None) is None
    assert ruled(CAMERA, {**PC, "idle_seconds": 61.0, "is_idle": False}) is None
    assert ruled(CAMERA, {"idle_seconds": 60.0}) == ("focused", 0.9)
    assert ruled(CAMERA, {"is_idle": False}) == ("focused", 0.9)
    assert ruled(CAMERA, {**PC, "screen_locked": True}) is None


def test_idle_alone_decides_nothing() -> None:
    assert ruled(CAMERA, dict(as_values(idle_pc(75)))) is None
    assert ruled(None, dict(as_values(idle_pc(75)))) is None


PASSIVE = {
    "keyboard_rate_window": 1.0,
    "mouse_rate_window": 180.0,
    "seconds_since_last_keyboard": 55.0,
}


@pytest.mark.parametrize("app", ["Safari", "Google Chrome", "firefox", None, "Unheard Of"])
def test_passive_scrolling_is_not_obviously_focused(app: str | None) -> None:
    assert ruled(CAMERA, {**PC, **PASSIVE, "active_app": app}) is None


@pytest.mark.parametrize("app", ["Figma", "Code", "zoom.us", "Adobe Acrobat Reader", "blender"])
def test_the_mouse_alone_in_an_application_worked_in_so_is_focused(app: str) -> None:
    assert ruled(CAMERA, {**PC, **PASSIVE, "active_app": app}) == ("focused", 0.9)


def test_rapid_switching_is_not_obviously_focused() -> None:
    assert ruled(CAMERA, {**PC, "app_switches_in_window": 7, "unique_apps_in_window": 5}) is None
    assert (
        ruled(CAMERA, {**PC, "app_switches_in_window": 6, "unique_apps_in_window": 5}) is not None
    )


def test_no_data_is_unknown() -> None:
    for nothing in (None, {}, {"timestamp": 5.0}, {"ear_average": "wide"}):
        assert ruled(nothing, None) == ("unknown", 0.0)
        assert fell_back(nothing, None) == ("unknown", 0.0)


def test_the_fallback_answers_as_written() -> None:
    drowsy = {**CAMERA, "perclos_drowsy": True, "yawning": True}
    assert fell_back(drowsy, PC) == ("drowsy", 0.7)
    assert fell_back({**CAMERA, "yawning": True}, PC) == ("drowsy", 0.6)
    assert fell_back({**CAMERA, "head_pose": {"yaw": -46.0}}, PC) == ("distracted", 0.6)
    switching = {**PC, "app_switches_in_window": 7, "unique_apps_in_window": 5}
    assert fell_back(CAMERA, switching) == ("distracted", 0.6)
    assert fell_back(CAMERA, PC) == ("focused", 0.5)
    assert fell_back({**CAMERA, "head_pose": {"yaw": 45.0}}, PC) == ("focused", 0.5)


def test_the_fallback_needs_a_face_or_recent_input_for_focused() -> None:
    assert fell_back(None, PC) == ("focused", 0.5)
    assert fell_back({"face_detected": True}, None) == ("focused", 0.5)
    for pc in (idle_pc(75), PcSnapshot(active_app="Code"), make_pc(screen_locked=True)):
        state, confidence = fell_back(None, dict(as_values(pc)))
        assert state == "unknown"
        assert confidence <= 0.2


def test_results_say_who_decided_and_why() -> None:
    result = classify_unified({"face_detected": False}, None)
    assert result == ClassificationResult(
        state="away", confidence=1.0, reasoning="no face detected", source="rule"
    )
    assert classify_unified_fallback(None, None).source == "fallback"


def test_the_integrated_state_has_no_states_of_single_sources() -> None:
    result = classify_unified_fallback(CAMERA, PC)
    state = build_integrated_state(result, CAMERA, PC, timestamp=12.5)
    assert (state.camera_state, state.pc_state) == (None, None)
    assert (state.state, state.confidence, state.reasoning, state.timestamp) == (
        result.state, result.confidence, result.reasoning, 12.5,
    )  # fmt: skip


def test_the_prompt_has_both_snapshots_or_says_that_one_is_unavailable() -> None:
    both = format_unified_prompt('{"a": 1}', '{"b": {}}')
    assert both.startswith(
        "Classify the person's state using both data sources:\n\nFacial features:\n"
    )
    assert '{"a": 1}\n\nPC usage:\n{"b": {}}\n\nRespond with ONLY a JSON object.' in both
    assert f"PC usage:\n{UNAVAILABLE}" in format_unified_prompt("{}", UNAVAILABLE)
    assert UNIFIED_SYSTEM_PROMPT.startswith("You are a focus/attention state classifier.")
    assert UNIFIED_SYSTEM_PROMPT.endswith('"confidence":0.0-1.0,"reasoning":"brief"}')
    assert UNIFIED_EXAMPLES.count("Example ") == 3


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
camera_values = st.dictionaries(
    st.sampled_from([field.name for field in fields(CameraSnapshot)]), json_values
)
pc_values = st.dictionaries(
    st.sampled_from([field.name for field in fields(PcSnapshot)]), json_values
)


@given(camera_values, pc_values)
def test_whatever_is_sent_in_nothing_raises(camera: dict[str, Any], pc: dict[str, Any]) -> None:
    result = classify_unified(camera, pc)
    assert result is None or 0.0 <= result.confidence <= 1.0
    assert 0.0 <= classify_unified_fallback(camera, pc).confidence <= 0.7


@given(camera_values)
def test_what_was_read_is_read_again_as_it_was(values: dict[str, Any]) -> None:
    read = read_camera(values)
    if read is not None:
        rounded = read_camera(as_values(read))
        assert rounded is None or read_camera(as_values(rounded)) == rounded


def test_unusable_values_are_missing() -> None:
    read = read_camera(
        {"face_detected": 1, "ear_average": True, "perclos": 1.5, "blink_count": -1,
         "head_pose": {"yaw": 181, "pitch": "x"}, "mar": 10**400, "frames_in_window": 3.0}
    )  # fmt: skip
    assert read == CameraSnapshot(frames_in_window=3)
    pc = read_pc(
        {"active_app": " \x00\u202e ", "app_history_window": ["a", 3, "b"], "idle_seconds": -1}
    )
    assert pc == PcSnapshot(app_history_window=("a", "b"))
    assert read_pc({"active_app": "x" * 500}) == PcSnapshot(active_app="x" * 120)


def test_rules_look_at_angles_without_their_sign() -> None:
    for yaw in (-50.0, 50.0):
        camera = replace(make_camera(), head_pose=HeadPose(yaw=yaw, pitch=0.0))
        assert obvious(camera, make_pc()) is None
