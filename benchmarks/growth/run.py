"""What does everything cost with 100, 1,000 and 10,000 runs? `python -m benchmarks growth`.

One folder grows: runs of twenty minutes go through what an ingest does after reading, then
`train --history`, judging every run again, pages and tools. `store_ms_per_run` is of the last
hundred runs, so that a cost that grows with what is stored shows. Times are medians by the clock,
pages of fresh addresses; a tool is asked by a real client over pipes.
"""

from __future__ import annotations

import dataclasses
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from tests.simulated import column_runs

from benchmarks.commands.years import latest_day
from benchmarks.pages.server import TOKEN
from benchmarks.pages.serving import serving
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.flows.evaluate import evaluate, reevaluate, train
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import past_of
from hakaru.flows.understand import SessionAnalyzer
from hakaru.running.activity import Recording
from hakaru.store.activities import list_activities

_SIZES, _QUICK_SIZES = (100, 1_000, 10_000), (20, 60)
_ROWS_PER_RUN, _SEED = 1_200, 5
_RUNS_PER_TURN, _LAST_RUNS, _ROUNDS = 20, 100, 15


def run(quick: bool) -> Mapping[str, object]:
    """One group of figures per number of runs."""
    sizes = _QUICK_SIZES if quick else _SIZES
    recordings = column_runs(sizes[-1], _ROWS_PER_RUN, seed=_SEED)
    told, stored = dict[str, object](), 0
    with tempfile.TemporaryDirectory(prefix="hakaru-growth-") as scratch:
        data = Path(scratch) / "data"
        for size in sizes:
            store_ms = _store(data, islice(recordings, size - stored))
            stored = size
            told[f"{size}_runs"] = {"store_ms_per_run": store_ms, **_figures(data)}
    return {"rows_per_run": _ROWS_PER_RUN, **told}


def _context(data: Path) -> Context:
    return build(Config(data_folder=data, settings=Settings()))


def _store(data: Path, recordings: Iterator[Recording]) -> float:
    """Milliseconds for each of the last runs, reading left out."""
    context = _context(data)
    with context.store.read() as con:
        past = past_of(context, con).copy()
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now())
    times_s: list[float] = []
    while batch := list(islice(recordings, _RUNS_PER_TURN)):
        started_s = time.perf_counter()
        runs = [prepare(one) for one in batch]
        with context.store.write() as con:
            for one in runs:
                kept = analyzer.keep_new(con, one)
                past.remember(kept.run, kept.summary)
        times_s.append((time.perf_counter() - started_s) / len(batch))
    context.store.close()
    return round(1e3 * statistics.median(times_s[-_LAST_RUNS // _RUNS_PER_TURN :]), 1)


def _figures(data: Path) -> Mapping[str, object]:
    built = _context(data)
    with built.store.read() as con:
        runs = list_activities(con)
    evening = runs[0].started_at + timedelta(hours=12)
    context = dataclasses.replace(built, now=lambda: evening)
    ids = [str(one.activity_id) for one in runs]
    learned = {
        "train_history_s": _took_s(lambda: train(context, method="direct", history=True)),
        "judge_every_run_s": _took_s(lambda: reevaluate(context, since=None, until=None)),
        "judge_one_run_ms": _median_ms(
            [
                partial(evaluate, context, activity=activity_id, all=False)
                for activity_id in ids[:_ROUNDS]
            ]
        ),
    }
    built.store.close()
    return {
        **learned,
        "pages_ms": _pages_ms(data, ids),
        "get_form_evaluations_ms": anyio.run(_tool_ms, data, ids),
        "database_mb": round((data / "hakaru.duckdb").stat().st_size / 1e6, 1),
    }


def _took_s(work: Callable[[], object]) -> float:
    return round(_seconds(work), 2)


def _median_ms(works: Sequence[Callable[[], object]]) -> float:
    return round(1e3 * statistics.median(map(_seconds, works)), 1)


def _seconds(work: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    work()
    return time.perf_counter() - started_s


def _pages_ms(data: Path, ids: Sequence[str]) -> Mapping[str, float]:
    """The median of fresh addresses, after one that is not counted."""
    asked = {
        "/runs": [f"/runs?page={page}" for page in range(1, 1 + min(_ROUNDS, -(-len(ids) // 50)))],
        "/runs/ID": [f"/runs/{activity_id}" for activity_id in ids[: _ROUNDS + 1]],
        "/runs/ID/session": [f"/runs/{activity_id}/session" for activity_id in ids[: _ROUNDS + 1]],
        "/form": ["/form"],
        "/training": [f"/training?span={span}" for span in ("6m", "3m", "1y")],
    }
    headers = {"authorization": f"Bearer {TOKEN}", "hx-request": "true"}
    with (
        serving(data, latest_day(data)) as server,
        httpx2.Client(base_url=server.address, headers=headers, timeout=120.0) as client,
    ):
        client.get("/")
        return {name: _page_ms(client, paths) for name, paths in asked.items()}


def _page_ms(client: httpx2.Client, paths: Sequence[str]) -> float:
    times_ms = []
    for path in paths:
        started_s = time.perf_counter()
        client.get(path).raise_for_status()
        times_ms.append(1e3 * (time.perf_counter() - started_s))
    return round(statistics.median(times_ms[1:] or times_ms), 1)


async def _tool_ms(data: Path, ids: Sequence[str]) -> float:
    words = ["-m", "hakaru.surfaces.mcp", "--data", str(data)]
    times_ms = []
    async with Client(StdioServerParameters(command=sys.executable, args=words)) as client:
        for activity_id in ids[: _ROUNDS + 1]:
            started_s = time.perf_counter()
            answer = await client.call_tool("get_form_evaluations", {"activity_id": activity_id})
            assert not answer.is_error, answer
            times_ms.append(1e3 * (time.perf_counter() - started_s))
    return round(statistics.median(times_ms[1:]), 1)
