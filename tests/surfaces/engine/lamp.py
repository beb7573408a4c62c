"""A camera with a lamp, for real processes.

The lamp is a lock on a file, which the process that has the camera open holds: it goes out with the
process, as that of a real one does. Every opening is a line in that file.
"""

from __future__ import annotations

import fcntl
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hakaru.focus.face import Look
from hakaru.sources.camera.eye import Eye, Glance

Manner = Literal["sound", "hangs_opening", "hangs_reading"]


@dataclass(frozen=True)
class Lamp:
    """A camera and its lamp; it can be handed to another process."""

    path: Path
    manner: Manner = "sound"

    def __call__(self) -> Eye:
        """Open it: the lamp is on from here."""
        return LampEye(self)

    def is_on(self) -> bool:
        """Whether some process has it open."""
        with self.path.open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    @property
    def n_openings(self) -> int:
        """How often it was opened, by whomever."""
        return len(self.path.read_text().splitlines()) if self.path.exists() else 0


class LampEye:
    """Sees nobody."""

    def __init__(self, lamp: Lamp) -> None:
        self._manner = lamp.manner
        self._file = lamp.path.open("a")
        fcntl.flock(self._file, fcntl.LOCK_SH)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()
        if self._manner == "hangs_opening":
            threading.Event().wait()

    def look(self, *, now_s: float) -> Glance | None:
        """A look at an empty chair."""
        if self._manner == "hangs_reading":
            threading.Event().wait()
        return Glance(look=Look(at_s=now_s, face=None), cost_s=0.001)

    def close(self) -> None:
        """The lamp goes out."""
        self._file.close()
