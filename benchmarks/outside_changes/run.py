"""Are changes on seasons from outside found? `python -m benchmarks outside_changes`.

Definitions: `benchmarks/outside/README.md`; measuring: `benchmarks/outside/measure_changes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.outside.measure_changes import SEEDS, figures, monitor

_QUICK_SEED = 701


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON."""
    return figures(monitor, (_QUICK_SEED,) if quick else SEEDS, ())
