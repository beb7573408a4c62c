"""Read one export into its runs, and nothing more: a process of its own to be measured."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from hakaru.sources.discover import discover
from hakaru.sources.read import unfolded


def main(path: Path) -> int:
    """The exit code: 0 where there are runs."""
    with (
        tempfile.TemporaryDirectory() as folder,
        unfolded(discover([path]), folder=Path(folder), on_bytes=lambda _: None) as members,
    ):
        return 0 if members else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
