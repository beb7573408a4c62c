"""What does one look at the person give: a face or none, and what did it cost?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hakaru.focus.face import Look
from hakaru.sources.camera.faces import FaceFinder
from hakaru.sources.camera.frames import Frames, open_camera, open_video
from hakaru.sources.camera.model_file import installed_files, load_face_model
from hakaru.sources.camera.networks import Loader, choose_loader


@dataclass(frozen=True, kw_only=True)
class Glance:
    """One look, and how long one core worked for it."""

    look: Look
    cost_s: float


class Eye(Protocol):
    """Something that looks at the person. For one thread at a time."""

    def look(self, *, now_s: float) -> Glance | None:
        """A look now; None: there are no more (a video is over).

        Raises:
            NoCamera: there is no picture now.
        """

    def close(self) -> None:
        """Look no more."""


class FrameEye:
    """Looks at frames."""

    def __init__(self, frames: Frames, finder: FaceFinder) -> None:
        self._frames, self._finder = frames, finder

    def look(self, *, now_s: float) -> Glance | None:
        """The face in the frame of now."""
        began_s = time.thread_time()
        frame = self._frames.read(now_s=now_s)
        if frame is None:
            return None
        look = Look(at_s=frame.at_s, face=self._finder.look(frame.image))
        return Glance(look=look, cost_s=time.thread_time() - began_s)

    def close(self) -> None:
        """Let go of the frames."""
        self._frames.close()


def open_eye(
    data_folder: Path,
    *,
    video: Path | None = None,
    camera_index: int = 0,
    load: Loader | None = None,
) -> FrameEye:
    """Load the face model and open a video, or else a camera.

    Raises:
        NoFaceModel: what finds faces is not installed.
        NoCamera: there is no picture.
    """
    model = load_face_model(installed_files(data_folder))
    finder = FaceFinder(model, load or choose_loader())
    return FrameEye(open_camera(camera_index) if video is None else open_video(video), finder)
