"""Does a real X server with a real window manager tell what xdotool does to it?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from hakaru.focus.features import PcReading
from hakaru.sources.pc_calls import SystemSource
from hakaru.sources.pc_usage import choose_source

PROGRAMS = ("Xvfb", "openbox", "xdotool", "xterm")
absent = [program for program in PROGRAMS if shutil.which(program) is None]
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(absent),
    reason=f"absent: {', '.join(absent)} (apt-get install xvfb openbox xdotool xterm)",
)


@dataclass
class Screen:
    """A virtual screen with a window manager, and our source on it."""

    environment: dict[str, str]
    source: SystemSource

    def do(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.stdout

    def read(self) -> PcReading:
        return self.source.read(at_s=time.time())

    def until(self, holds: Callable[[PcReading], bool]) -> PcReading:
        """The first reading of which that holds; the server and its clients take their time."""
        until_s = time.monotonic() + 120
        while time.monotonic() < until_s:
            if holds(found := self.read()):
                return found
        raise AssertionError(f"never: {found}")


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with ExitStack() as at_end:

        def start(*command: str, env: dict[str, str]) -> None:
            process = subprocess.Popen(
                command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            at_end.callback(process.wait)
            at_end.callback(process.terminate)

        reader, writer = os.pipe()
        server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writer),
                "-screen",
                "0",
                "800x600x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        at_end.callback(server.wait)
        at_end.callback(server.terminate)
        os.close(writer)
        with os.fdopen(reader) as told:
            display = f":{told.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display}
        start("openbox", env=environment)
        managed = ["xdotool", "get_desktop"]  # answered once there is a window manager
        until_s = time.monotonic() + 120
        while subprocess.run(managed, env=environment, check=False, capture_output=True).returncode:
            assert time.monotonic() < until_s, "no window manager"
        start("xterm", "-class", "Alpha", "-geometry", "40x10+0+0", env=environment)
        source = choose_source("linux", {"DISPLAY": display})
        assert source.told.system == "x11"
        assert source.told.note == ""
        at_end.callback(source.close)
        found = Screen(environment, source)
        found.until(lambda reading: reading.app == "Alpha")
        start("xterm", "-class", "Beta", "-geometry", "40x10+400+300", env=environment)
        found.until(lambda reading: reading.app == "Beta")
        yield found


def test_the_window_in_front_is_named(screen: Screen) -> None:
    window = screen.do("search", "--sync", "--class", "Alpha").split()[-1]
    screen.do("windowactivate", "--sync", window)
    assert screen.until(lambda reading: reading.app == "Alpha").app == "Alpha"
    window = screen.do("search", "--class", "Beta").split()[-1]
    screen.do("windowactivate", "--sync", window)
    screen.until(lambda reading: reading.app == "Beta")


def test_keys_are_counted_and_nothing_else_of_them(screen: Screen) -> None:
    before = screen.read()
    assert before.keys is not None
    screen.do("key", "a", "b", "Return", "c", "d")
    wanted = before.keys + 5
    after = screen.until(lambda reading: reading.keys is not None and reading.keys >= wanted)
    assert after.keys == wanted
    assert not {"a", "b", "c", "d"} & {str(one) for one in vars(after).values()}


def test_clicks_and_moves_are_counted(screen: Screen) -> None:
    screen.do("mousemove", "100", "100")
    before = screen.read()
    assert before.mouse is not None
    screen.do("click", "1", "click", "1", "click", "3")
    wanted = before.mouse + 3
    after = screen.until(lambda reading: reading.mouse is not None and reading.mouse >= wanted)
    assert after.mouse == wanted
    screen.do("mousemove", "300", "200")
    screen.until(lambda reading: reading.mouse == wanted + 1)


def test_idle_time_grows_and_ends_with_a_key(screen: Screen) -> None:
    screen.do("key", "a")
    screen.until(lambda reading: reading.idle_s is not None and 0.3 <= reading.idle_s < 20)
    screen.do("key", "a")
    screen.until(lambda reading: reading.idle_s is not None and reading.idle_s < 0.3)
