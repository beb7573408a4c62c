"""Is attention told right on timelines from outside? `python -m benchmarks outside_timelines`.

Who wrote them and how they are scored: `benchmarks/outside/timelines/README.md`; how they are
played: `benchmarks/outside/attention.py`. Variants with an even number were tuned on, those with an
odd number were kept for the end.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.outside.attention import is_kept, measure_all, summary, timelines

_QUICK = 8


def run(quick: bool) -> Mapping[str, object]:
    """Both halves, and what was wrong where."""
    ids = timelines().ids()
    rows = measure_all(ids[:: len(ids) // _QUICK] if quick else ids)
    halves = {
        "tuned on": {name: row for name, row in rows.items() if not is_kept(name)},
        "kept": {name: row for name, row in rows.items() if is_kept(name)},
    }
    return {
        "source": "171 timelines of 78 kinds, written by somebody who had not seen the code",
        **{half: summary(some) for half, some in halves.items() if some},
        "all": summary(rows),
        "wrong": {name: row["wrong"][:3] for name, row in rows.items() if row["wrong"]},
    }
