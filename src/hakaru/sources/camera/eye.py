"""One look at the person: frames from a camera or video, and the face in them.

The camera is opened in a process of its own. A call into a camera's driver may hang, and to release
it from another thread meanwhile is not safe; ending its process lets go of it at once, whatever it
is doing, and gives back all memory that it and the networks took.

Fifteen where they are cheap, ten where they are not: fewer miss blinks.

One frame is in memory at a time. Nothing here can write one.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from hakaru.core.errors import HakaruError, NoCamera, NoFaceModel
from hakaru.core.i18n import message
from hakaru.focus.face import Look
from hakaru.records import frozen
from hakaru.sources.camera.faces import (
    INSTALL,
    FaceFinder,
    FaceModel,
    Image,
    Loader,
    choose_loader,
    installed_files,
    load_face_model,
)
from hakaru.sources.engines import wait_for_parent

SLOWEST_HZ, FASTEST_HZ = 10.0, 15.0
CPU_SHARE_FRAC = 0.08
"""So much of one core may be spent; the rest of a program needs some too."""
_SMOOTH_FRAC = 0.1


@frozen
class Pace:
    """What a frame costs, as a running mean in seconds of one core. None: none was seen yet."""

    cost_s: float | None = None

    @property
    def rate_hz(self) -> float:
        """How many frames a second to look at; slow until it is known what they cost."""
        if self.cost_s is None:
            return SLOWEST_HZ
        return min(FASTEST_HZ, max(SLOWEST_HZ, CPU_SHARE_FRAC / max(self.cost_s, 1e-6)))

    @property
    def interval_s(self) -> float:
        """Time from one frame to the next."""
        return 1.0 / self.rate_hz


def paid(pace: Pace, cost_s: float) -> Pace:
    """The pace after one more frame."""
    if pace.cost_s is None:
        return replace(pace, cost_s=cost_s)
    return replace(pace, cost_s=(1.0 - _SMOOTH_FRAC) * pace.cost_s + _SMOOTH_FRAC * cost_s)


WIDTH_PX, HEIGHT_PX = 640, 480
_EVERY_PX = 16
"""Light is measured on so few pixels: a covered lens is dark everywhere."""


@frozen
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
            raise NoCamera(self.name, message("it gives none any more"))
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
        raise NoCamera(f"camera {index}", message("it is not there, or in use"))
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
        raise NoCamera(str(path), message("it is no video that can be read"))
    rate_hz = float(opened.get(cv2.CAP_PROP_FPS))
    return VideoFrames(path, opened, rate_hz=rate_hz if 0 < rate_hz <= 240 else 30.0)


def _cv2() -> Any:
    try:
        import cv2  # noqa: PLC0415
    except ImportError as exc:
        raise NoFaceModel("OpenCV", message("it is not installed; {how}", how=INSTALL)) from exc
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # we say what is wrong
    return cv2


UNASKED_MOST_S = 5.0
"""A camera that nobody asks for so long (its engine hangs or was stopped) is let go of."""
_ANSWERED_WITHIN_S, _ENDED_WITHIN_S = 20.0, 0.5


@frozen
class Glance:
    """One look, and how long one core worked for it."""

    look: Look
    cost_s: float


class Eye(Protocol):
    """Something that looks at the person. One thread looks; another one may close it meanwhile."""

    def look(self, *, now_s: float) -> Glance | None:
        """A look now; None: there are no more (a video is over).

        Raises:
            NoCamera: there is no picture now.
        """

    def close(self) -> None:
        """Look no more: the light of a camera is out when this returns.

        Raises:
            NoCamera: it cannot be let go of.
        """


class FrameEye:
    """Looks at frames, in this process; not to be closed while it looks. The networks are loaded
    when the first frame has come."""

    def __init__(self, frames: Frames, *, model: FaceModel, load: Loader) -> None:
        self._frames, self._model, self._load = frames, model, load
        self._finder: FaceFinder | None = None

    def look(self, *, now_s: float) -> Glance | None:
        """The face in the frame of now."""
        began_s = time.thread_time()
        frame = self._frames.read(now_s=now_s)
        if frame is None:
            return None
        if self._finder is None:
            self._finder = FaceFinder(self._model, self._load)
            began_s = time.thread_time()
        sample = frame.image[::_EVERY_PX, ::_EVERY_PX]
        look = Look(
            at_s=frame.at_s,
            face=self._finder.look(frame.image),
            grey_value=float(sample.mean()),
            grey_spread_value=float(sample.std()),
        )
        return Glance(look=look, cost_s=time.thread_time() - began_s)

    def close(self) -> None:
        """Let go of the frames."""
        self._frames.close()


class ApartEye:
    """Looks by a process of its own, which `close` ends."""

    def __init__(self, opened: Callable[[], Eye], *, name: str) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._name = name
        self._ours, theirs = spawning.Pipe()
        self._process = spawning.Process(
            target=_look_when_asked, args=(theirs, opened), daemon=True
        )
        self._process.start()
        theirs.close()

    def look(self, *, now_s: float) -> Glance | None:
        """A look now; the first one waits for the camera to be opened."""
        try:
            self._ours.send(now_s)
            if not self._ours.poll(_ANSWERED_WITHIN_S):
                raise NoCamera(
                    self._name, message("it gave nothing for {n} s", n=f"{_ANSWERED_WITHIN_S:.0f}")
                )
            answer = self._ours.recv()
        except (EOFError, OSError) as exc:
            raise NoCamera(self._name, message("it was let go of")) from exc
        if isinstance(answer, HakaruError):
            raise answer
        return answer if isinstance(answer, Glance) else None

    def close(self) -> None:
        """End the process, also in the middle of a look, which then ends with NoCamera."""
        self._process.kill()
        self._process.join(_ENDED_WITHIN_S)
        if self._process.is_alive():
            reason = message("its driver does not let go of it (process {n})", n=self._process.pid)
            raise NoCamera(self._name, reason)


def _look_when_asked(asked: Connection, opened: Callable[[], Eye]) -> None:
    """In the process of a camera: a look for each time that comes, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait_for_parent, daemon=True).start()
    eye: Eye | None = None
    try:
        while asked.poll(UNASKED_MOST_S):
            now_s: float = asked.recv()
            try:
                if eye is None:
                    eye = opened()
                asked.send(eye.look(now_s=now_s))
            except HakaruError as exc:
                asked.send(exc)
    except (EOFError, BrokenPipeError):
        return
    finally:
        if eye is not None:
            eye.close()


@frozen
class Opening:
    """What is to be opened; it can be handed to another process."""

    data_folder: Path
    video: Path | None = None
    camera_index: int = 0

    def __call__(self) -> Eye:
        """Open it here."""
        return open_eye(self.data_folder, video=self.video, camera_index=self.camera_index)


def open_eye_apart(opening: Opening) -> Eye:
    """The eye in a process of its own; where there is no such camera, none is begun.

    Raises:
        NoCamera: the system lists no camera of that number.
    """
    if opening.video is not None:
        return ApartEye(opening, name=str(opening.video))
    name, devices = f"camera {opening.camera_index}", camera_devices()
    if devices is not None and f"video{opening.camera_index}" not in devices:
        raise NoCamera(name, message("it is not there"))
    return ApartEye(opening, name=name)


def open_eye(
    data_folder: Path,
    *,
    video: Path | None = None,
    camera_index: int = 0,
    load: Loader | None = None,
) -> FrameEye:
    """Open a video, or else a camera, in this process, where the face model is installed.

    Raises:
        NoFaceModel: what finds faces is not installed.
        NoCamera: there is no picture.
    """
    model = load_face_model(installed_files(data_folder))
    frames = open_camera(camera_index) if video is None else open_video(video)
    return FrameEye(frames, model=model, load=load or choose_loader())
