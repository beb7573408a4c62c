"""What does one look at the person give: a face or none, and what did it cost?

The camera is opened in a process of its own. A call into a camera's driver may hang, and to release
it from another thread meanwhile is not safe; ending its process lets go of it at once, whatever it
is doing, and gives back all memory that it and the networks took.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from hakaru.core.errors import HakaruError, NoCamera
from hakaru.focus.face import Look
from hakaru.sources.camera.faces import FaceFinder
from hakaru.sources.camera.frames import Frames, camera_devices, open_camera, open_video
from hakaru.sources.camera.model_file import FaceModel, installed_files, load_face_model
from hakaru.sources.camera.networks import Loader, choose_loader

UNASKED_MOST_S = 5.0
"""A camera that nobody asks for so long (its engine hangs or was stopped) is let go of."""
_ANSWERED_WITHIN_S, _ENDED_WITHIN_S = 20.0, 0.5


@dataclass(frozen=True, kw_only=True)
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
        look = Look(at_s=frame.at_s, face=self._finder.look(frame.image))
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
                raise NoCamera(self._name, f"it gave nothing for {_ANSWERED_WITHIN_S:.0f} s")
            answer = self._ours.recv()
        except (EOFError, OSError) as exc:
            raise NoCamera(self._name, "it was let go of") from exc
        if isinstance(answer, HakaruError):
            raise answer
        return answer if isinstance(answer, Glance) else None

    def close(self) -> None:
        """End the process, also in the middle of a look, which then ends with NoCamera."""
        self._process.kill()
        self._process.join(_ENDED_WITHIN_S)
        if self._process.is_alive():
            reason = f"its driver does not let go of it (process {self._process.pid})"
            raise NoCamera(self._name, reason)


def _look_when_asked(asked: Connection, opened: Callable[[], Eye]) -> None:
    """In the process of a camera: a look for each time that comes, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
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


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@dataclass(frozen=True, kw_only=True)
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
        raise NoCamera(name, "it is not there")
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
