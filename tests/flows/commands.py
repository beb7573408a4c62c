"""The command line as a process of its own, with compiled modules kept for the next one."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.once import run_folder

ROOT = Path(__file__).resolve().parents[2]
HANG_S = 120.0


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of the tests without anything that Hakaru reads, plus changes."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("HAKARU_", "GARMIN_", "LC_", "LANG"))
    }
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    kept.setdefault("PYTHONPYCACHEPREFIX", str(run_folder() / "compiled"))
    kept["XDG_CONFIG_HOME"] = str(run_folder() / "no-config")
    return {**kept, **(changes or {})}


def start(*words: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """`hakaru WORDS`, in a process group of its own, its output in pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", *words],
        cwd=ROOT,
        env=environment(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def run(*words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`hakaru WORDS` to its end."""
    process = start(*words, env=env)
    out, err = process.communicate(timeout=HANG_S)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def wait(process: subprocess.Popen[str], seconds: float) -> None:
    """So long, unless the process ends before."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
