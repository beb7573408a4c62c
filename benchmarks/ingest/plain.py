"""What a script does without Hakaru: fitdecode frame by frame, `executemany` into DuckDB.

No splits, no baselines, no verdict, no check whether the run is there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
import fitdecode

_FIELDS = (
    "distance", "enhanced_speed", "heart_rate", "cadence", "fractional_cadence", "power",
    "stance_time", "vertical_oscillation", "vertical_ratio", "stance_time_balance", "step_length",
    "enhanced_altitude", "position_lat", "position_long", "temperature",
)  # fmt: skip
_TABLE = "CREATE TABLE records (name VARCHAR, recorded_at TIMESTAMP, " + ", ".join(
    f"{field} DOUBLE" for field in _FIELDS
)


def plain_ingest(files: Sequence[Path], database: Path) -> int:
    """Read each file, insert its records, one transaction per file; the number of records."""
    database.unlink(missing_ok=True)
    marks = ", ".join("?" * (len(_FIELDS) + 2))
    n_records = 0
    with duckdb.connect(database) as con:
        con.execute(f"{_TABLE})")
        for path in files:
            rows = _rows(path)
            con.execute("BEGIN")
            con.executemany(f"INSERT INTO records VALUES ({marks})", rows)
            con.execute("COMMIT")
            n_records += len(rows)
    return n_records


def _rows(path: Path) -> list[tuple[object, ...]]:
    rows = []
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record":
                at = frame.get_value("timestamp", fallback=None)
                values = [frame.get_value(field, fallback=None) for field in _FIELDS]
                rows.append((path.name, at, *values))
    return rows
