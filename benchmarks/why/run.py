"""How long does an explanation take with 3,000 stored runs? `python -m benchmarks why`.

The folder of `new_run`: a hundred runs of forty minutes and copies of them, one a day, with their
verdicts and the versions these rest on. `why_cpu_ms`
is `hakaru why` of runs from all over the years in a process that has begun, medians by the
processor; `why_most_cpu_ms` the slowest of them; `page_cpu_ms` the page of a run that shows it, and
`page_without_cpu_ms` that page without; `curves_cpu_ms` what conditions cost, by all runs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from benchmarks.new_run.run import (
    BLOCK,
    JUDGED_TABLES,
    context_of,
    copy_rows,
    median_ms,
    store_runs,
    timed,
)
from hakaru.flows.baselines import expect_at
from hakaru.flows.context import Context
from hakaru.flows.report import gather_form, view_run
from hakaru.flows.why import explain_form
from hakaru.store.activities import list_activities

_RUNS, _QUICK_RUNS = 3_000, 200
_ASKED = 60
_ROUNDS = 5


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds of the processor."""
    n_runs = _QUICK_RUNS if quick else _RUNS
    with tempfile.TemporaryDirectory(prefix="hakaru-why-") as scratch:
        data = Path(scratch) / "data"
        store_runs(context_of(data), BLOCK)
        context = context_of(data)
        copy_rows(context, BLOCK, tables=JUDGED_TABLES, times=n_runs // BLOCK - 1, already=0)
        figures = _figures(context, _spread(context, n_runs))
        context.store.close()
    return {"runs": n_runs, **figures}


def _spread(context: Context, n_runs: int) -> list[str]:
    """Runs from all over the years, the newest among them."""
    with context.store.read() as con:
        ids = [str(run.activity_id) for run in list_activities(con, limit=n_runs)]
    return ids[:: max(len(ids) // _ASKED, 1)]


def _figures(context: Context, ids: list[str]) -> Mapping[str, float]:
    def took_s(work: Callable[[str], object]) -> list[float]:
        for each in ids[:3]:  # what is only done once is done
            work(each)
        return [timed(partial(work, each)).cpu_s for each in ids]

    why_s = took_s(lambda each: explain_form(context, activity_id=each, metric=None))
    curves_s = [timed(lambda: expect_at(context)).cpu_s for _ in range(_ROUNDS)]
    return {
        "why_cpu_ms": median_ms(why_s),
        "why_most_cpu_ms": round(1e3 * max(why_s), 1),
        "page_cpu_ms": median_ms(took_s(lambda each: view_run(context, each))[:20]),
        "page_without_cpu_ms": median_ms(took_s(lambda each: _without(context, each))[:20]),
        "curves_cpu_ms": median_ms(curves_s[1:]),
    }


def _without(context: Context, activity_id: str) -> object:
    with context.store.read() as con:
        return gather_form(con, int(activity_id), context=context)
