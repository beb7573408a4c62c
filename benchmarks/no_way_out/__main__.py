"""Run some parts alone: `python -m benchmarks.no_way_out --only PART [--only PART] [--quick]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.no_way_out.run import PARTS, measured


def main(arguments: Sequence[str]) -> int:
    """Print the figures of the parts that were named, or of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.no_way_out", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="this part (again: more)")
    parser.add_argument("--quick", action="store_true", help="small sizes, for a first look")
    parser.add_argument("--out", type=Path, help="write the JSON here instead of printing it")
    chosen = parser.parse_args(arguments)
    figures = measured(chosen.only or PARTS, quick=chosen.quick)
    text = json.dumps(figures, indent=2, ensure_ascii=False)
    if chosen.out is None:
        print(text)
    else:
        chosen.out.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
