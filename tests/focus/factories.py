"""Snapshots of somebody who works, with whatever a test changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hakaru.focus.classify import Signals, Verdict, decide
from hakaru.focus.states import CameraSnapshot, HeadPose, PcSnapshot
from hakaru.focus.timeline import Record
from hakaru.sources.focus_files import session_lines


def make_camera(**changes: Any) -> CameraSnapshot:
    """A face that looks at the screen with open eyes; `yaw` and `pitch` may be given directly."""
    pose = HeadPose(yaw=changes.pop("yaw", 3.0), pitch=changes.pop("pitch", -4.0), roll=0.0)
    working = CameraSnapshot(
        timestamp=1000.0,
        face_detected=True,
        ear_average=0.30,
        perclos=0.04,
        perclos_drowsy=False,
        yawning=False,
        mar=0.05,
        head_pose=pose,
        gaze_off_screen_ratio=0.05,
        face_not_detected_ratio=0.0,
        head_movement_count=2,
        blinks_per_minute=14.0,
    )
    return replace(working, **changes)


def make_pc(**changes: Any) -> PcSnapshot:
    """Steady typing in an editor."""
    typing = PcSnapshot(
        timestamp=1000.0,
        active_app="Code",
        idle_seconds=3.0,
        is_idle=False,
        keyboard_rate_window=120.0,
        mouse_rate_window=60.0,
        app_switches_in_window=1,
        unique_apps_in_window=2,
        seconds_since_last_keyboard=3.0,
    )
    return replace(typing, **changes)


def idle_pc(idle_s: float, **changes: Any) -> PcSnapshot:
    """No input for so long."""
    silent = make_pc(
        idle_seconds=idle_s,
        is_idle=idle_s > 60,
        keyboard_rate_window=0.0,
        mouse_rate_window=0.0,
        seconds_since_last_keyboard=idle_s,
    )
    return replace(silent, **changes)


def decided(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Verdict:
    """The verdict on both."""
    return decide(Signals(camera=camera, pc=pc))


AMBIGUOUS = Signals(
    camera=make_camera(pitch=35.0),
    pc=make_pc(keyboard_rate_window=0.0, mouse_rate_window=0.0, idle_seconds=10.0),
)
"""Looking down with the last input just over: distracted or focused."""


class SessionWriter:
    """Appends records to a file, as a recorder would that may be cut off at any time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, record: Record) -> None:
        lines = list(session_lines([record]))
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(lines if file.tell() == 0 else lines[1:])
