"""Nothing phones home: not one command reaches beyond this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from hakaru.surfaces.cli.command import EXIT_FAILED, EXIT_REQUEST
from tests.flows.commands import ROOT, environment
from tests.shared import some
from tests.surfaces.test_json import COMMANDS, filled

ASKS_A_STRANGER = 'import socket; socket.create_connection(("192.0.2.1", 9), 0.01)'


def test_no_command_reaches_beyond_this_machine(data: Path, season: Path, tmp_path: Path) -> None:
    chosen = some(COMMANDS, 32)
    commands = [
        json.dumps([*filled(words, season, tmp_path), "--data", str(data)]) for words in chosen
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.surfaces.watched", *commands],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment(),
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert len(told["codes"]) == len(chosen)
    assert set(told["codes"]) <= {0, EXIT_FAILED, EXIT_REQUEST}
    assert told["codes"].count(0) > len(chosen) // 2
    assert told["seen"] == []


def test_the_watch_sees_who_reaches_out() -> None:
    script = (
        "import contextlib, sys, tests.surfaces.watched as w; sys.addaudithook(w.watch)\n"
        f"with contextlib.suppress(OSError):\n    {ASKS_A_STRANGER}\n"
        "print(w.SEEN)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=environment(),
    )
    assert "192.0.2.1" in done.stdout
