"""Starting `worker` in processes of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def start(mode: str, folder: Path, number: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.worker", mode, str(folder), str(number)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@contextmanager
def holding(mode: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A worker that has said "held"; it lets go at the end."""
    with start(mode, folder) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            if process.poll() is None:
                process.communicate("\n")
