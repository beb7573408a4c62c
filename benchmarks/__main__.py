"""What does this machine measure? `python -m benchmarks [NAME...] [--quick] [--out FILE]`.

Runs `benchmarks/<name>/run.py:run(quick)` of every folder that has one and prints one JSON.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import as_text, known_benchmarks, measure


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks named (default: all) and print or write their figures."""
    known = known_benchmarks()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(known)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, for a first look")
    parser.add_argument("--out", type=Path, help="write the JSON here instead of printing it")
    chosen = parser.parse_args(arguments)
    unknown = sorted(set(chosen.names) - set(known))
    if unknown:
        parser.error(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(known)}")
    text = as_text(measure(chosen.names or known, quick=chosen.quick))
    if chosen.out is None:
        print(text)
    else:
        chosen.out.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
