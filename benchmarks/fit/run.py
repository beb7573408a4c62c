"""How long does a FIT file take from bytes to database, against plain fitdecode and executemany?

`python -m benchmarks fit [--quick]`. Both ways are timed in turn in one process, over real
recordings of the shared folder where it exists, else over one simulated hour.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import duckdb
import fitdecode
import numpy as np
from tests.shared import REAL

from hakaru.running.activity import Provenance, Recording
from hakaru.sources.fit.crc import fit_crc
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

_HOUR_FILES = (
    "fit_dynamics/fr965_2026_intervals_power.fit",
    "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit",
    "connect_api/2477200414/activity_2477200414.fit",
)
_FIELDS = (
    "distance", "enhanced_speed", "heart_rate", "cadence", "fractional_cadence", "power",
    "stance_time", "vertical_oscillation", "vertical_ratio", "stance_time_balance", "step_length",
    "enhanced_altitude", "position_lat", "position_long", "temperature",
)  # fmt: skip
_SERIES = (
    "elapsed_s", "distance_m", "speed_mps", "heart_rate_bpm", "cadence_spm", "power_w", "gct_ms",
    "vo_cm", "vr_pct", "gct_balance_left_pct", "step_length_cm", "elevation_m", "latitude_deg",
    "longitude_deg", "temperature_c",
)  # fmt: skip
_PLAIN_TABLE = "CREATE TABLE plain (recorded_at TIMESTAMP, " + ", ".join(
    f"{name} DOUBLE" for name in _FIELDS
)
_SERIES_TABLE = "CREATE TABLE series (" + ", ".join(f"{name} DOUBLE" for name in _SERIES)


def run(quick: bool) -> Mapping[str, object]:
    """Seconds by file, medians of paired rounds; `rows` are records."""
    files = _files()
    chosen = dict(list(files.items())[:1]) if quick else files
    return {name: _compared(data, rounds=1 if quick else 3) for name, data in chosen.items()}


def _files() -> Mapping[str, bytes]:
    real = {Path(name).stem: (REAL / name).read_bytes() for name in _HOUR_FILES if REAL.is_dir()}
    if real:
        return real
    settings = SeasonSettings(seed=1, start_on=date(2025, 1, 6), weeks=1)
    return {"simulated": max((one.to_fit() for one in simulate_season(settings)), key=len)}


def _compared(data: bytes, *, rounds: int) -> Mapping[str, object]:
    timings: dict[str, list[float]] = {"decode": [], "read": [], "store": [], "plain": []}
    plain_rows = _plain_rows(data)
    (recording,) = _read(data)
    for _ in range(rounds):
        timings["decode"].append(_timed(lambda: decode_fit(data)))
        timings["read"].append(_timed(lambda: _read(data)))
        timings["store"].append(_timed(lambda: _store_columns(recording)))
        timings["plain"].append(_timed(lambda: _plain_rows(data)))
    executemany_s = _timed(lambda: _store_rows(plain_rows))
    seconds = {name: statistics.median(values) for name, values in timings.items()}
    ours_s = seconds["read"] + seconds["store"]
    theirs_s = seconds["plain"] + executemany_s
    return {
        "kilobytes": round(len(data) / 1e3),
        "rows": recording.series["elapsed_s"].size,
        "decode_s": round(seconds["decode"], 3),
        "read_s": round(seconds["read"], 3),
        "store_s": round(seconds["store"], 4),
        "ours_s": round(ours_s, 3),
        "fitdecode_default_s": round(seconds["plain"], 3),
        "executemany_s": round(executemany_s, 2),
        "fitdecode_and_executemany_s": round(theirs_s, 2),
        "faster": round(theirs_s / ours_s, 1),
        "checksum_ms": round(_timed(lambda: fit_crc(data)) * 1e3, 2),
    }


def _timed(act: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    act()
    return time.perf_counter() - started_s


def _read(data: bytes) -> tuple[Recording, ...]:
    return read_fit(data, provenance=Provenance(kind="fit", path="benchmark.fit", sha256=""))


def _store_columns(recording: Recording) -> None:
    blank = np.full(recording.series["elapsed_s"].size, np.nan)
    columns = {name: recording.series.get(name, blank) for name in _SERIES}
    with duckdb.connect() as con:
        con.execute(_SERIES_TABLE + ")")
        con.register("columns", columns)
        con.execute("INSERT INTO series SELECT * FROM columns")


def _plain_rows(data: bytes) -> list[tuple[object, ...]]:
    """What a script does: default reader, one dictionary look-up per field and record."""
    rows = []
    with fitdecode.FitReader(data, check_crc=fitdecode.CrcCheck.DISABLED) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record":
                at = frame.get_value("timestamp", fallback=None)
                values = [frame.get_value(name, fallback=None) for name in _FIELDS]
                rows.append((at, *values))
    return rows


def _store_rows(rows: list[tuple[object, ...]]) -> None:
    marks = ", ".join("?" * (len(_FIELDS) + 1))
    with duckdb.connect() as con:
        con.execute(_PLAIN_TABLE + ")")
        con.execute("BEGIN")
        con.executemany(f"INSERT INTO plain VALUES ({marks})", rows)
        con.execute("COMMIT")
