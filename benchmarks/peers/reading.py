"""How fast are FIT files read, beside fitparse?"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.simulated import write_season

from benchmarks.fit.readers import everything
from benchmarks.peers.boxes import box
from hakaru.sources.simulated.season import SeasonSettings


def reading(quick: bool) -> Mapping[str, object]:
    """Records per second of processor time, every message and field read; the best of rounds."""
    rounds = 1 if quick else 3
    with tempfile.TemporaryDirectory(prefix="hakaru-peers-") as scratch:
        settings = SeasonSettings(seed=1, start_on=date(2025, 1, 6), weeks=1)
        files = write_season(Path(scratch), settings)
        theirs = json.loads(box("fitparse").run("read_fit.py", [str(rounds), *map(str, files)]))
        records, seconds_s = _ours(files, rounds)
    assert records == theirs["records"]
    ours_per_s, theirs_per_s = records / seconds_s, records / theirs["seconds"]
    return {
        "records": records,
        "hakaru_per_s": round(ours_per_s),
        "fitparse_per_s": round(theirs_per_s),
        "times_fitparse": round(ours_per_s / theirs_per_s, 1),
    }


def _ours(files: Sequence[Path], rounds: int) -> tuple[int, float]:
    best_s, records = float("inf"), 0
    for _ in range(rounds):
        started_s = time.process_time()
        records = sum(everything(path.read_bytes()) for path in files)
        best_s = min(best_s, time.process_time() - started_s)
    return records, best_s
