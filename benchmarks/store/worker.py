"""Another process that reads while one writes: `python -m benchmarks.store.worker FOLDER SECONDS`.

Prints the milliseconds each read took, waiting included, as one JSON list.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from hakaru.store.activities import list_activities
from hakaru.store.database import Store
from hakaru.store.recordings import read_series, read_splits


def main(folder: str, seconds: str) -> None:
    """Read one run after another until the time is over."""
    store = Store(Path(folder))
    chosen = random.Random(0)
    took_ms = []
    stop_s = time.monotonic() + float(seconds)
    while time.monotonic() < stop_s:
        started_s = time.perf_counter()
        with store.read() as con:
            activity_id = chosen.choice(list_activities(con)).activity_id
            read_splits(con, activity_id)
            read_series(con, activity_id, columns=("elapsed_s", "gct_ms", "speed_mps"))
        took_ms.append(1e3 * (time.perf_counter() - started_s))
    store.close()
    print(json.dumps(took_ms))


if __name__ == "__main__":
    main(*sys.argv[1:])
