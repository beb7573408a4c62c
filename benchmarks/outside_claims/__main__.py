"""The figures of the first contact: `python -m benchmarks.outside_claims --first`.

Writes `benchmarks/results/first/outside_claims.json` once; a second time is refused. What the page
quotes, `benchmarks/results/outside_claims.json`, begins with the same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.report import ROOT, as_text, measure

RESULTS = ROOT / "benchmarks" / "results"
FIRST = RESULTS / "first" / "outside_claims.json"
CURRENT = RESULTS / "outside_claims.json"


def main(arguments: Sequence[str]) -> int:
    """Measure once and write the figures; 1: they are there already, nothing was measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outside_claims")
    parser.add_argument("--first", action="store_true", required=True)
    parser.parse_args(arguments)
    if FIRST.exists():
        print(f"{FIRST} is there: the first figures are measured once", file=sys.stderr)
        return 1
    text = as_text(measure(["outside_claims"], quick=False))
    FIRST.parent.mkdir(exist_ok=True)
    with FIRST.open("x", encoding="utf-8") as file:
        file.write(f"{text}\n")
    if not CURRENT.exists():
        CURRENT.write_text(f"{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
