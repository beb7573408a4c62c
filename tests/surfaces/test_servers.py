"""How do the commands that keep running start and end, with and without the extras?"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flows.commands import ROOT, environment

SERVERS = (
    ["serve"],
    ["serve", "--focus"],
    ["mcp", "--http"],
    ["focus", "watch", "--no-camera", "--no-notify"],
)
WITHOUT_EXTRAS = (
    "import sys; sys.modules |= dict.fromkeys(['websockets', 'cv2', 'Xlib', 'ai_edge_litert']); "
    "from hakaru.surfaces.cli.main import main; main()"
)


@pytest.mark.sampled(3)
@pytest.mark.skipif(sys.platform == "win32", reason="there a process is interrupted otherwise")
@pytest.mark.parametrize("words", SERVERS, ids=" ".join)
@pytest.mark.parametrize("program", ["-m hakaru.surfaces.cli.main", f"-c {WITHOUT_EXTRAS}"])
def test_a_server_says_where_it_is_and_ctrl_c_ends_it_without_a_word(
    words: list[str], program: str, tmp_path: Path
) -> None:
    flag, text = program.split(" ", 1)
    command = [sys.executable, flag, text, *words, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [*command, "--lang", "en"],
        cwd=ROOT,
        env=environment({"DISPLAY": ""}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert "http://127.0.0.1:" in first, first + server.stdout.read()
        assert ("ws://" in first) == (words[0] == "focus" and flag == "-m")
        server.send_signal(signal.SIGINT)
        rest = server.stdout.read()
        server.wait(60)
    assert server.returncode == 0, rest
    assert "Traceback" not in rest
    assert "Abort" not in rest
