"""How do the lines of a run leave for a script: few digits, missing values as null?"""

from __future__ import annotations

import json
import math

from hakaru.flows.report import SeriesView
from hakaru.running.activity import FloatArray

_DIGITS = 3


def series_json(series_view: SeriesView) -> str:
    """`{activity_id, start_s, end_s, n_samples, elapsed_s, columns, pace_domain_mps}`."""
    domain = series_view.pace_domain_mps
    content = {
        "activity_id": str(series_view.activity_id),
        "start_s": round(series_view.start_s, _DIGITS),
        "end_s": round(series_view.end_s, _DIGITS),
        "n_samples": series_view.n_samples,
        "elapsed_s": _column(series_view.elapsed_s),
        "columns": {name: _column(column) for name, column in series_view.columns.items()},
        "pace_domain_mps": None
        if domain is None
        else [round(speed_mps, _DIGITS) for speed_mps in domain],
    }
    return json.dumps(content, separators=(",", ":"))


def _column(column: FloatArray) -> list[float | None]:
    return [round(value, _DIGITS) if math.isfinite(value) else None for value in column.tolist()]
