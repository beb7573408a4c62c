"""How long does an hour of running take from bytes to table, against fitdecode and executemany?"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

import duckdb
import fitdecode
import numpy as np

from hakaru.running.activity import Provenance, Recording
from hakaru.sources.fit.recordings import read_fit

_HOURS = (
    "fr965_2026_intervals_power",
    "fenix6x_2020-03-21_hrmrun_stryd",
    "activity_2477200414",
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


def hour_into_database(files: Mapping[str, bytes], *, rounds: int) -> Mapping[str, object]:
    """Wall seconds by file, medians of paired rounds; `rows` are records."""
    chosen = [name for name in _HOURS if name in files] or list(files)[:1]
    return {name: _compared(files[name], rounds=rounds) for name in chosen}


def _compared(data: bytes, *, rounds: int) -> Mapping[str, object]:
    timings: dict[str, list[float]] = {"read": [], "store": [], "plain": []}
    plain_rows = _plain_rows(data)
    (recording,) = _read(data)
    for _ in range(rounds):
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
        "read_s": round(seconds["read"], 4),
        "store_s": round(seconds["store"], 4),
        "ours_s": round(ours_s, 4),
        "fitdecode_default_s": round(seconds["plain"], 3),
        "executemany_s": round(executemany_s, 2),
        "faster": round(theirs_s / ours_s, 1),
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
