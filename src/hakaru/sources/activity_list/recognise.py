"""Which column is which where the language is not known? By place and content, never by guess.

Garmin Connect writes the first columns in one order in every language, and the four columns of
running dynamics side by side; a reading is accepted only if the numbers agree with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.sources.activity_list.cells import (
    CellStyle,
    read_number,
    read_seconds,
)
from hakaru.sources.activity_list.dates import read_local_time
from hakaru.sources.activity_list.headers import Column

Rows = Sequence[Sequence[str]]
_LEADING: tuple[Column, ...] = ("title", "distance", "calories", "time", "heart_rate")
_LEADING_FROM = 3
"""After activity type, date and the favourite mark."""
_WINDOWS: tuple[tuple[Column, float, float], ...] = (
    ("step_length", 0.4, 2.2),
    ("vr", 3.0, 16.0),
    ("vo", 3.0, 18.0),
    ("gct", 150.0, 420.0),
)
_CADENCE_SPM = (120.0, 220.0)
_HEART_RATE_BPM = (60.0, 220.0)
_AGREEMENT_FRAC = 0.1
_MOSTLY = 0.9


def columns_by_content(rows: Rows, style: CellStyle) -> dict[Column, int]:
    """Columns told by place and content; empty where the rows are not shaped like the list."""
    width = min((len(row) for row in rows), default=0)
    if width <= _LEADING_FROM or not _is_list(rows):
        return {}
    columns: dict[Column, int] = {"type": 0, "date": 1}
    columns.update(zip(_LEADING, range(_LEADING_FROM, width), strict=False))
    if "time" not in columns or _share(rows, columns["time"], _is_clock) < _MOSTLY:
        return {}
    table = {index: _numbers(rows, index, style) for index in range(_LEADING_FROM, width)}
    if "heart_rate" in columns and not _lies_in(table[columns["heart_rate"]], _HEART_RATE_BPM):
        del columns["heart_rate"]
    paces = [index for index in range(columns["time"] + 1, width) if _share(rows, index, _is_clock)]
    if paces:
        columns["pace"] = paces[0]
    steps = range(columns["time"] + 3, columns.get("pace", width))
    cadences = [index for index in steps if _lies_in(table[index], _CADENCE_SPM)]
    if cadences:
        columns["cadence"] = cadences[0]
    return columns | form_columns(rows, style)


def form_columns(rows: Rows, style: CellStyle) -> dict[Column, int]:
    """Step length, ratio, oscillation and contact time: four neighbours in their windows whose
    oscillation is the ratio of the step. Empty where there are none such."""
    width = min((len(row) for row in rows), default=0)
    table = [_numbers(rows, index, style) for index in range(width)]
    for first in range(_LEADING_FROM, width - len(_WINDOWS) + 1):
        columns = np.array(table[first : first + len(_WINDOWS)])
        filled = (columns > 0).all(axis=0)
        if filled.any() and _is_form(np.median(columns[:, filled], axis=1)):
            return {name: first + offset for offset, (name, _, _) in enumerate(_WINDOWS)}
    return {}


def _is_form(medians: FloatArray) -> bool:
    step_m, ratio_pct, oscillation_cm, _ = medians
    windows = zip(medians, _WINDOWS, strict=True)
    fits = all(low <= median <= high for median, (_, low, high) in windows)
    return fits and abs(oscillation_cm / (ratio_pct * step_m) - 1) <= _AGREEMENT_FRAC


def _lies_in(values: FloatArray, window: tuple[float, float]) -> bool:
    finite = values[np.isfinite(values)]
    return bool(finite.size) and window[0] <= float(np.median(finite)) <= window[1]


def _is_list(rows: Rows) -> bool:
    dated = sum(read_local_time(row[1]) is not None for row in rows)
    marked = len({row[2].strip().lower() for row in rows}) <= 2
    return marked and dated >= _MOSTLY * len(rows)


def _is_clock(cell: str) -> bool:
    return read_seconds(cell) is not None


def _share(rows: Rows, index: int, is_such: Callable[[str], bool]) -> float:
    return sum(is_such(row[index]) for row in rows) / len(rows)


def _numbers(rows: Rows, index: int, style: CellStyle) -> FloatArray:
    values = [read_number(row[index], style) for row in rows]
    return np.array([np.nan if value is None else value for value in values])
