"""Where there is no camera, watching costs what it cost at the start, however long it goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hakaru.sources.camera.eye import camera_devices
from tests.flows.commands import ROOT, environment, wait

if sys.platform != "linux":
    pytest.skip("reads /proc", allow_module_level=True)
if camera_devices():
    pytest.skip("there is a camera here", allow_module_level=True)

MOST_MB, GROWTH_MB = 90.0, 2.0
BEGUN_S = 5.0
KB_PER_MB = 1024.0


def size_mb(process: subprocess.Popen[str]) -> float:
    """What it holds in memory, with the processes that it started."""
    pids = [str(process.pid)]
    for pid in pids:
        pids += Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    sizes = (Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2] for pid in pids)
    return sum(float(text.split()[0]) for text in sizes) / KB_PER_MB


@pytest.mark.soak
@pytest.mark.parametrize(
    "watched_s", [pytest.param(10.0), pytest.param(600.0, marks=pytest.mark.soak)]
)
def test_without_a_camera_the_memory_of_watching_stays_what_it_was(
    watched_s: float, tmp_path: Path
) -> None:
    words = ["focus", "watch", "--no-notify", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", *words, "--lang", "en"],
        cwd=ROOT,
        env=environment({"DISPLAY": ""}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as watching:
        assert watching.stdout is not None
        while "camera: no picture" not in watching.stdout.readline():
            assert watching.poll() is None
        wait(watching, BEGUN_S)
        before_mb, begun_s = size_mb(watching), time.monotonic()
        wait(watching, watched_s)
        after_mb = size_mb(watching)
        watching.send_signal(signal.SIGTERM)
    assert time.monotonic() - begun_s >= watched_s
    assert after_mb <= MOST_MB
    assert after_mb - before_mb <= GROWTH_MB
