"""Takes in one file after the other: `python -m benchmarks.together.ingesting DATA SEASON`.

One process for all of them, told to end by closing its standard input. Prints as JSON how many were
stored and what failed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.together.until import until_closed
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.ingest import ingest

PAUSE_S = 1.0


def main(data: str, season: str) -> None:
    """In the order of their names, a second between two."""
    context = build(Config(data_folder=Path(data), settings=Settings(workers=1)))
    stored, failed, turns = 0, [], 0
    files = sorted(Path(season).glob("*.fit"))
    for turn in until_closed(every_s=PAUSE_S):
        turns = turn + 1
        result = ingest(context, paths=[files[turn % len(files)]])
        stored += result.ingested
        failed += [str(one) for one in result.failed]
    context.store.close()
    print(json.dumps({"calls": turns, "stored": stored, "errors": failed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
