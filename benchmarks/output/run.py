"""What do the checks on output cost, and what does loading an export take?

`python -m benchmarks output [--quick]`. The requirements' own limits stand beside the figures:
validate_output 10 ms, safe_json_output 50 ms, safe_summary_table 100 ms.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import polars as pl

from hakaru.present.safe_output import safe_json_output, safe_summary_table, validate_output
from hakaru.surfaces.guarded import LimitedStream

_LIMITS_MS = {"validate_output": 10, "safe_json_output": 50, "safe_summary_table": 100}


class _Nowhere:
    """A stream that forgets."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds, the slowest of some rounds, on frames of a million rows (quick: 10,000)."""
    n_rows, rounds = (10_000, 3) if quick else (1_000_000, 20)
    columns = {f"c{number}": range(n_rows) for number in range(10)}
    data = {f"key_{number}": number / 7 for number in range(40)}
    flood = json.dumps([{"走": number} for number in range(80_000)], ensure_ascii=False)
    text = "\n".join(f"{number} 走る" for number in range(8000))
    stream = LimitedStream(_Nowhere(), 102_400)  # type: ignore[arg-type]  # all it needs
    return {
        "rows": n_rows,
        "limits_ms": _LIMITS_MS,
        "validate_output_ms": {
            "small_json": _slowest_ms(lambda: validate_output(json.dumps(data)), rounds),
            "json_of_1_mb": _slowest_ms(lambda: validate_output(flood), rounds),
            "text_of_100_kb": _slowest_ms(lambda: validate_output(text), rounds),
        },
        "safe_json_output_ms": _slowest_ms(lambda: safe_json_output(data, 2048), rounds),
        "safe_summary_table_ms": {
            "pandas": _slowest_ms(partial(safe_summary_table, pd.DataFrame(columns)), rounds),
            "polars": _slowest_ms(partial(safe_summary_table, pl.DataFrame(columns)), rounds),
        },
        "guarded_write_ms_per_mb": _slowest_ms(lambda: stream.write("走る\n" * 140_000), rounds),
    }


def _slowest_ms(call: Callable[[], object], rounds: int) -> float:
    took_s = []
    for _ in range(rounds):
        started_s = time.perf_counter()
        call()
        took_s.append(time.perf_counter() - started_s)
    return round(1000.0 * max(took_s), 2)
