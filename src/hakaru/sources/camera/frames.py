"""Where do frames come from: a camera, or a video that is played at its own speed?

One frame is in memory at a time. Nothing here can write one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hakaru.core.errors import NoCamera, NoFaceModel
from hakaru.sources.camera.model_file import INSTALL
from hakaru.sources.camera.region import Image

WIDTH_PX, HEIGHT_PX = 640, 480


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A picture, and the time it stands for in epoch seconds."""

    at_s: float
    image: Image


class Frames(Protocol):
    """Something that gives pictures. For one thread at a time."""

    @property
    def name(self) -> str:
        """What it is, as a user named it."""

    def read(self, *, now_s: float) -> Frame | None:
        """The picture of now; None: it is over (a video has an end, a camera has none).

        Raises:
            NoCamera: none comes now; it may be opened again.
        """

    def close(self) -> None:
        """Let go of it: the light of a camera goes out."""


class CameraFrames:
    """A camera, by its number."""

    def __init__(self, index: int, capture: Any) -> None:
        self.name = f"camera {index}"
        self._capture = capture

    def read(self, *, now_s: float) -> Frame | None:
        """The newest picture."""
        good, image = self._capture.read()
        if not good or image is None:
            raise NoCamera(self.name, "it gives none any more")
        return Frame(at_s=now_s, image=image)

    def close(self) -> None:
        """Let go of it."""
        self._capture.release()


class VideoFrames:
    """A video file; its first picture is of the time it is first read."""

    def __init__(self, path: Path, capture: Any, *, rate_hz: float) -> None:
        self.name = str(path)
        self._capture, self.rate_hz = capture, rate_hz
        self._began_s: float | None = None
        self._n_taken = 0

    def read(self, *, now_s: float) -> Frame | None:
        """The picture that is on now: those before it are passed over, and it stays until the
        next."""
        if self._began_s is None:
            self._began_s = now_s
        due = int((now_s - self._began_s) * self.rate_hz + 1e-6) + 1
        for _ in range(due - self._n_taken):
            if not self._capture.grab():
                return None
            self._n_taken += 1
        good, image = self._capture.retrieve()
        return Frame(at_s=now_s, image=image) if good else None

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def camera_devices() -> frozenset[str] | None:
    """The cameras that this system lists; None: it cannot be told without opening them."""
    if sys.platform != "linux":
        return None
    try:
        return frozenset(path.name for path in Path("/dev").glob("video*"))
    except OSError:
        return frozenset()


def open_camera(index: int, *, capture: Callable[..., Any] | None = None) -> CameraFrames:
    """Open a camera.

    Raises:
        NoCamera: there is none of that number, or another program has it.
        NoFaceModel: OpenCV is not installed.
    """
    cv2 = _cv2()
    opened = (capture or cv2.VideoCapture)(index)
    if not opened.isOpened():
        opened.release()
        raise NoCamera(f"camera {index}", "it is not there, or in use")
    opened.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
    opened.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
    opened.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return CameraFrames(index, opened)


def open_video(path: Path) -> VideoFrames:
    """Open a video file.

    Raises:
        NoCamera: it is no video.
        NoFaceModel: OpenCV is not installed.
    """
    cv2 = _cv2()
    opened = cv2.VideoCapture(str(path)) if path.is_file() else None
    if opened is None or not opened.isOpened():
        raise NoCamera(str(path), "it is no video that can be read")
    rate_hz = float(opened.get(cv2.CAP_PROP_FPS))
    return VideoFrames(path, opened, rate_hz=rate_hz if 0 < rate_hz <= 240 else 30.0)


def _cv2() -> Any:
    try:
        import cv2  # noqa: PLC0415
    except ImportError as exc:
        raise NoFaceModel("OpenCV", f"it is not installed; {INSTALL}") from exc
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # we say what is wrong
    return cv2
