"""Do library functions say what `ingest` says? `python -m benchmarks outside_check`.

Three runners x 60 files, one after another: the condition of `benchmarks/outside/README.md` for
measuring with functions. Measuring: `benchmarks/outside/check.py`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.outside.check import compared

_EXPERIMENT, _RUNNERS = "lasting", 3


def run(quick: bool) -> Mapping[str, object]:
    """A group of figures per runner."""
    with tempfile.TemporaryDirectory(prefix="hakaru-outside-check-") as scratch:
        return {
            f"runner {runner}": compared(Path(scratch), _EXPERIMENT, runner)
            for runner in range(1 if quick else _RUNNERS)
        }
