"""A pause, a switched-off camera: every process of a data folder obeys within a second, whoever was
told, and whatever the camera is doing. Real processes, and a lamp that says what is open."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest

from hakaru.store.focus import read_controls
from hakaru.store.state import State
from tests.flows.commands import ROOT, environment, run
from tests.surfaces.web.serving import TOKEN

if sys.platform == "win32":
    pytest.skip("needs locks that go with a process", allow_module_level=True)

from tests.surfaces.engine.lamp import Lamp, Manner

WITHIN_S, PATIENCE_S = 1.0, 60.0
Started = subprocess.Popen[str]
START = "import sys; from tests.surfaces.engine.lit import main; main(*sys.argv[1:])"
SETTINGS = {"over_focus_after_min": "90", "most_per_day": "8", "keep_days": "400"}


@contextmanager
def running(command: str, lamp: Lamp, data: Path) -> Iterator[Started]:
    """A process that watches by the lamp; it ends with its stdin."""
    words = ["-c", START, command, lamp.manner, str(lamp.path), str(data)]
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment({"DISPLAY": ""}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def until(is_so: Callable[[], bool]) -> float:
    """Seconds until it is so."""
    begun_s = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun_s < PATIENCE_S
    return time.monotonic() - begun_s


def told_until(process: Started, is_so: Callable[[dict[str, object]], bool]) -> dict[str, object]:
    """The first message of a process that is so."""
    assert process.stdout is not None
    for line in process.stdout:
        message: dict[str, object] = json.loads(line)
        if is_so(message):
            return message
    raise AssertionError("it ended")


def test_a_pause_on_the_page_reaches_every_process_within_a_second_and_so_does_going_on(
    tmp_path: Path,
) -> None:
    lamp, data = Lamp(tmp_path / "lamp"), tmp_path / "data"
    with ExitStack() as stack:
        first = stack.enter_context(running("watch", lamp, data))
        until(lamp.is_on)
        second = stack.enter_context(running("watch", lamp, data))
        server = stack.enter_context(running("serve", lamp, data))
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        headers = {"authorization": f"Bearer {TOKEN}", "origin": address}
        page = stack.enter_context(httpx2.Client(base_url=address, headers=headers, timeout=60.0))
        told_until(second, lambda told: told["camera_open"] is True)
        until(lambda: "Camera: <b>on</b>" in page.get("/focus/now").text)

        begun_s = time.monotonic()
        shown = page.post("/focus/pause", follow_redirects=True).text
        assert not lamp.is_on()
        took_s = time.monotonic() - begun_s
        assert "Paused. No process is watching." in shown
        assert "Camera: <b>off</b>" in shown
        assert took_s <= WITHIN_S + 0.5  # the page itself is made and sent in it
        for process in (first, second):
            message = told_until(process, lambda told: told["pause"] == "paused")
            assert message["camera_open"] is False
            assert float(str(message["timestamp"])) - paused_at_s(data) <= WITHIN_S
        assert lamp.n_openings == 1

        page.post("/focus/resume")
        until(lamp.is_on)
        assert lamp.n_openings == 2
        page.post("/focus/settings", data=SETTINGS)  # the camera is not ticked
        assert until(lambda: not lamp.is_on()) <= WITHIN_S
        assert lamp.n_openings == 2


def paused_at_s(data: Path) -> float:
    at = read_controls(State(data)).paused_at
    assert at is not None
    return at.timestamp()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("manner", ["hangs_opening", "hangs_reading"])
def test_a_camera_that_hangs_is_let_go_of_within_a_second(manner: Manner, tmp_path: Path) -> None:
    lamp, data = Lamp(tmp_path / "lamp", manner), tmp_path / "data"
    with running("watch", lamp, data) as process:
        until(lamp.is_on)
        begun_s = time.monotonic()
        State(data).prepare()
        paused = run("focus", "pause", "--data", str(data), "--lang", "en")
        assert not lamp.is_on()
        assert "Paused: no process watches." in paused.stdout
        at_s = paused_at_s(data)
        message = told_until(process, lambda told: told["pause"] == "paused")
        assert float(str(message["timestamp"])) - at_s <= WITHIN_S
        assert time.monotonic() - begun_s < PATIENCE_S
    assert lamp.n_openings == 1


@pytest.mark.soak
def test_a_stopped_process_is_named_its_camera_goes_out_by_itself_and_nobody_is_told_paused(
    tmp_path: Path,
) -> None:
    lamp, data = Lamp(tmp_path / "lamp"), tmp_path / "data"
    with running("watch", lamp, data) as process:
        until(lamp.is_on)
        os.kill(process.pid, signal.SIGSTOP)
        paused = run("focus", "pause", "--data", str(data), "--lang", "en").stdout
        assert f"pid {process.pid}" in paused
        assert "Paused:" not in paused
        until(lambda: not lamp.is_on())
        os.kill(process.pid, signal.SIGCONT)
        told_until(process, lambda told: told["pause"] == "paused")
    assert lamp.n_openings == 1


@pytest.mark.soak
def test_a_killed_process_takes_its_camera_with_it_and_a_pause_is_one(tmp_path: Path) -> None:
    lamp, data = Lamp(tmp_path / "lamp"), tmp_path / "data"
    with running("watch", lamp, data) as process:
        until(lamp.is_on)
        process.kill()
        assert until(lambda: not lamp.is_on()) <= WITHIN_S
    paused = run("focus", "pause", "--data", str(data), "--lang", "en").stdout
    assert "Paused: no process watches." in paused
