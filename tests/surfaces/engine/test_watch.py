"""What does a user see who types `hakaru focus watch`, and how does it end?"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from hakaru.core.i18n import Lang, translate
from hakaru.sources.parts import Desktop
from hakaru.surfaces.engine.board import HEALTH_WORDS, PARTS, Part
from hakaru.surfaces.engine.serve import line_of
from tests.surfaces.invoking import invoke

MESSAGE: Mapping[str, object] = {
    "timestamp": 1_748_779_200.0,
    "state": "drowsy",
    "confidence": 0.81,
    "reasons": ["yawning", "eyes_shut", "a_code_of_tomorrow"],
    "pause": "no",
    "watcher": None,
    "health": {**dict.fromkeys(PARTS, "ok"), "pc": "pc_silent", "model": "none"},
}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "ja",
            (
                "眠気 0.81",
                "あくびをしている、目を閉じたままである",
                "[PC操作: PC操作の情報が来ない]",
            ),
        ),
        ("en", ("drowsy 0.81", "yawning; eyes shut for seconds", "[PC use: the source of PC use")),
    ],
)
def test_a_line_says_the_state_why_and_what_is_amiss(lang: Lang, said: tuple[str, ...]) -> None:
    line = line_of(MESSAGE, lang)
    assert all(one in line for one in said), line
    assert "model" not in line


def test_what_is_fine_is_not_said() -> None:
    fine = {**MESSAGE, "reasons": [], "health": dict.fromkeys(PARTS, "ok")}
    assert line_of(fine, "en").endswith("drowsy 0.81")


@pytest.mark.parametrize(
    ("pause", "said"),
    [("pausing", "pausing"), ("paused", "focus resume"), ("unanswered", "pid 4711")],
)
def test_a_pause_is_said_as_far_as_it_is(pause: str, said: str) -> None:
    line = line_of({**MESSAGE, "pause": pause, "watcher": "pid 4711"}, "en")
    assert said in line
    assert "drowsy" not in line


def test_every_code_of_health_has_words_in_both_languages() -> None:
    assert all(translate(text, "ja") != translate(text, "en") for text in HEALTH_WORDS.values())


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is ended otherwise")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_ends_in_order(number: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "hakaru.surfaces.cli.main", "focus", "watch", "--no-camera",
        "--no-notify", "--port", "0", "--data", str(tmp_path), "--lang", "en",
    ]  # fmt: skip
    environment = {name: one for name, one in os.environ.items() if name != "DISPLAY"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as watching:
        assert watching.stdout is not None
        first = watching.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+/api/state", first), first
        assert str(tmp_path) in first
        assert "unknown 0.00" in watching.stdout.readline()
        watching.send_signal(number)
        watching.wait(60)
        assert "Traceback" not in watching.stdout.read()
    assert watching.returncode == 0


class Shower:
    """Stands for the library's notifier."""

    def __init__(self, app_name: str) -> None:
        self.told: list[str] = []

    async def send(self, *, title: str, message: str) -> None:
        if message == "fail":
            raise RuntimeError("no bus")
        self.told.append(f"{title}: {message}")


def test_a_text_is_shown_or_it_is_said_that_it_cannot_be() -> None:
    desktop = Desktop(open_notifier=lambda: Shower("Hakaru"))
    assert asyncio.run(desktop.show("stand up"))
    assert not asyncio.run(desktop.show("fail"))


def test_without_the_library_nothing_is_shown() -> None:
    def missing() -> Shower:
        raise ImportError

    desktop = Desktop(open_notifier=missing)
    assert not asyncio.run(desktop.show("stand up"))
    assert not asyncio.run(desktop.show("again"))


def test_every_part_has_a_name() -> None:
    assert set(PARTS) == set(get_args(Part))


def test_a_video_that_is_not_there_is_refused_before_anything_is_watched(tmp_path: Path) -> None:
    video = tmp_path / "none.mp4"
    result = invoke("focus", "watch", "--video", str(video), "--port", "0", data=tmp_path / "data")
    assert result.exit_code == 2
    assert f"{video}" in result.stderr
    assert "a video file that exists" in result.stderr
