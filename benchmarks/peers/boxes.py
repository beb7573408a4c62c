"""Environments of their own for programs that are only compared: nothing of them is a dependency.

A box is a virtual environment under the system's temporary folder, made by pip from the index that
the machine is set up with, at the version named here. Without an index the figures say so.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

VERSIONS = {
    "fitparse": "1.2.0",
    "instructor": "1.17.0",
    "mcp-server-motherduck": "1.1.0",
    "mcp-server-duckdb": "1.1.0",
    "aw-server": "0.12.0",
}
_BESIDES = {"mcp-server-duckdb": ("mcp<2",), "aw-server": ("peewee<4",)}
"""What has to be held back for a program to work at all."""
SCRIPTS = Path(__file__).parent / "inside"


class NotInstalled(Exception):
    """A program to compare with cannot be installed here."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """An environment that holds one program."""

    folder: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.folder / "bin" / "python")

    def program(self, name: str) -> str:
        """A program that came with it."""
        return str(self.folder / "bin" / name)

    def run(self, script: str, words: Sequence[str] = ()) -> str:
        """What a script of `inside/` prints, run by this interpreter."""
        done = subprocess.run(
            [self.python, str(SCRIPTS / script), *words], capture_output=True, text=True, check=True
        )
        return done.stdout


def box(name: str) -> Box:
    """The environment of a program, made now unless an earlier benchmark left it.

    Raises:
        NotInstalled: the index is out of reach, or has not got it.
    """
    folder = Path(tempfile.gettempdir()) / f"hakaru-peer-{name}-{VERSIONS[name]}"
    done = folder / "done"
    if not done.is_file():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        wanted = [f"{name}=={VERSIONS[name]}", *_BESIDES.get(name, ())]
        words = ["-m", "pip", "install", "--quiet", *wanted]
        made = subprocess.run(
            [str(folder / "bin" / "python"), *words], capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise NotInstalled(f"{name} cannot be installed: {made.stderr.strip()[-200:]}")
        done.touch()
    return Box(folder=folder)
