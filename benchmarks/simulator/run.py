"""How fast are seasons simulated, encoded and written, and bulk columns made?

`python -m benchmarks simulator [--quick]`. The full size is 200 runs; a bulk run has 3,600 rows.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tests.simulated import column_runs, write_season

from hakaru.sources.simulated.season import SeasonSettings, simulate_season

_START = date(2025, 1, 6)
_ROWS_PER_RUN = 3600


def run(quick: bool) -> Mapping[str, object]:
    """Seconds, rates and sizes; a row is one recorded second."""
    settings = SeasonSettings(seed=1, start_on=_START, weeks=4 if quick else 40)
    started_s = time.perf_counter()
    sessions = list(simulate_season(settings))
    simulated_s = time.perf_counter()
    n_bytes = sum(len(session.to_fit()) for session in sessions)
    encoded_s = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        write_season(Path(folder), settings)
        written_s = time.perf_counter()
    n_bulk = 50 if quick else 500
    bulk_from_s = time.perf_counter()
    n_made = sum(1 for _ in column_runs(n_bulk, _ROWS_PER_RUN, seed=1))
    bulk_s = time.perf_counter() - bulk_from_s
    n_rows = sum(len(session.recorded.columns["elapsed_s"]) for session in sessions)
    return {
        "runs": len(sessions),
        "rows": n_rows,
        "megabytes": round(n_bytes / 1e6, 1),
        "simulate_s": round(simulated_s - started_s, 2),
        "encode_s": round(encoded_s - simulated_s, 2),
        "encode_rows_per_s": round(n_rows / (encoded_s - simulated_s)),
        "simulate_encode_write_s": round(written_s - encoded_s, 2),
        "bulk_runs_per_s": round(n_made / bulk_s),
    }
