"""How do the lines of a run leave for a script: few digits, missing values as null?"""

from __future__ import annotations

import json
import math

from hakaru.flows.run_view import SeriesView
from hakaru.running.activity import FloatArray

_DIGITS = 3


def series_json(found: SeriesView) -> str:
    """`{activity_id, start_s, end_s, n_samples, elapsed_s, columns, pace_domain_mps}`."""
    domain = found.pace_domain_mps
    told = {
        "activity_id": str(found.activity_id),
        "start_s": round(found.start_s, _DIGITS),
        "end_s": round(found.end_s, _DIGITS),
        "n_samples": found.n_samples,
        "elapsed_s": _column(found.elapsed_s),
        "columns": {name: _column(column) for name, column in found.columns.items()},
        "pace_domain_mps": None if domain is None else [round(one, _DIGITS) for one in domain],
    }
    return json.dumps(told, separators=(",", ":"))


def _column(column: FloatArray) -> list[float | None]:
    return [round(one, _DIGITS) if math.isfinite(one) else None for one in column.tolist()]
