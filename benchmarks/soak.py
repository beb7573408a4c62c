"""What do the full, seeded runs measure? `python -m benchmarks.soak [NAME...]`.

Writes `benchmarks/results/<name>.json`, each with commit and date: the figures that are quoted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import as_text, known_benchmarks, measure

RESULTS = Path(__file__).parent / "results"


def main(names: Sequence[str]) -> int:
    """Run each benchmark at full size and write its figures as soon as it ends."""
    known = known_benchmarks()
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(known)}")
        return 2
    RESULTS.mkdir(exist_ok=True)
    for name in names or known:
        print(f"{name} ...", flush=True)
        text = as_text(measure([name], quick=False))
        (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
