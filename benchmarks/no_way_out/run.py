"""What gets through? Paths, queries, statements, texts, clocks and connections of somebody hostile.

`python -m benchmarks no_way_out [--quick]`, or one part: `python -m benchmarks.no_way_out --only
paths`. A real client talks over pipes to a real server with `--profile all --write`; home, data and
everything else lie in a temporary folder. Memory is the sum of what every process of the server
holds resident, pages they share counted for each; `shared_once_mb` counts them once.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping, Sequence

PARTS = (
    "paths", "queries", "statements", "texts", "clocks", "names", "connections", "long_texts",
)  # fmt: skip


def run(quick: bool) -> Mapping[str, object]:
    """Figures of every part."""
    return measured(PARTS, quick=quick)


def measured(parts: Sequence[str], *, quick: bool) -> Mapping[str, object]:
    """Figures of some parts, and how long each took."""
    found: dict[str, object] = {}
    for name in parts:
        began_s = time.perf_counter()
        module = importlib.import_module(f"benchmarks.no_way_out.{name}")
        figures: Mapping[str, object] = module.measure(quick=quick)
        found[name] = {**figures, "took_s": round(time.perf_counter() - began_s, 1)}
    return found
