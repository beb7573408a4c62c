"""Can suggestions be followed on seasons from outside? `python -m benchmarks outside_advice`.

Definitions: `benchmarks/outside/README.md`; measuring: `benchmarks/outside/advice.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.outside.advice import RUNNERS, measure
from benchmarks.outside.runner import FIRST_SEED

_QUICK_SEED, _QUICK_RUNNERS = 11, 2


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON."""
    seed, runners = (_QUICK_SEED, _QUICK_RUNNERS) if quick else (FIRST_SEED, RUNNERS)
    return {str(seed): measure(seed, runners)}
