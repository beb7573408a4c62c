"""Are changes on seasons from outside found? `python -m benchmarks outside_changes`.

Definitions: `benchmarks/outside/README.md`; measuring: `benchmarks/outside/measure_changes.py` and
`real_steps.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.outside.measure_changes import SEEDS, figures, monitor
from benchmarks.outside.real_steps import real_steps_parts

_QUICK_SEED = 701


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON."""
    more = {"steps in noise of real files": real_steps_parts}
    return figures(monitor, (_QUICK_SEED,) if quick else SEEDS, (), more)
