"""Heavy queries that are cancelled, and as many at once as come: processes, memory, others' wait.

`cancelled`: 36 queries, six at a time, each given up after half a second, while `status` is asked
again and again. `at_once`: 16 queries together, waited for.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping

import anyio
from mcp import Client

from benchmarks.no_way_out.watching import adopt_orphans, descendants, peak_of_descendants, waited_s
from benchmarks.no_way_out.world import made_world, server, text_of
from benchmarks.tools.season import Season, kept_season

_LANES, _PER_LANE, _CANCEL_AFTER_S, _AFTER_S = 6, 6, 0.5, 2.0
_AT_ONCE = 16
_BETWEEN_STATUS_S = 0.05
_MOST_S = 120.0
_HEAVY = (
    "SELECT count(*) FROM (SELECT i, count(*) FROM range(1000000000) t(i) GROUP BY i) -- {n}",
    "SELECT max(s) FROM (SELECT sum(i) OVER (ORDER BY hash(i)) s FROM range(200000000) t(i)) "
    "-- {n}",
    "SELECT count(DISTINCT a.elapsed_s * b.elapsed_s + c.elapsed_s * {n}) FROM "
    "time_series_metrics a, time_series_metrics b, time_series_metrics c",
)


def measure(*, quick: bool) -> Mapping[str, object]:
    """Processes, megabytes and milliseconds."""
    adopt_orphans()
    season = kept_season(quick=True)
    return {
        "cancelled": anyio.run(_cancelled, season, 2 if quick else _PER_LANE),
        "at_once": anyio.run(_at_once, season, 4 if quick else _AT_ONCE),
    }


async def _cancelled(season: Season, per_lane: int) -> Mapping[str, object]:
    times_ms: list[float] = []
    with made_world(season=season) as world:
        async with server(world) as client:
            alone_ms = [await _status_ms(client) for _ in range(20)]
            with peak_of_descendants() as peak:
                async with anyio.create_task_group() as asking:
                    asking.start_soon(_keep_asking, client, times_ms)
                    async with anyio.create_task_group() as lanes:
                        for lane in range(_LANES):
                            lanes.start_soon(_give_up, client, lane, per_lane)
                    asking.cancel_scope.cancel()
                waited_s(_AFTER_S)
                left = len(descendants())
    return {
        "queries": _LANES * per_lane,
        "processes_most": peak.processes,
        "processes_after_2s": left,
        "peak_mb": round(peak.mb, 1),
        "peak_shared_once_mb": round(peak.shared_once_mb, 1),
        "status_calls": len(times_ms),
        "status_alone_p50_ms": round(statistics.median(alone_ms), 1),
        "status_p50_ms": round(statistics.median(times_ms), 1),
        "status_p99_ms": round(_p99(times_ms), 1),
    }


async def _give_up(client: Client, lane: int, times: int) -> None:
    for number in range(times):
        sql = _HEAVY[(lane + number) % len(_HEAVY)].format(n=100 * lane + number)
        with anyio.move_on_after(_CANCEL_AFTER_S):
            await client.call_tool("export", {"query": sql})


async def _keep_asking(client: Client, times_ms: list[float]) -> None:
    while True:
        began_s = time.perf_counter()
        try:
            await _status_ms(client)
        finally:  # a call that is never answered counts as long as it was waited for
            times_ms.append(1000 * (time.perf_counter() - began_s))
        await anyio.sleep(_BETWEEN_STATUS_S)


async def _status_ms(client: Client) -> float:
    began_s = time.perf_counter()
    result = await client.call_tool("status", {})
    assert not result.is_error, text_of(result)
    return 1000 * (time.perf_counter() - began_s)


async def _at_once(season: Season, n_queries: int) -> Mapping[str, object]:
    ended_s: list[float] = []
    busy: list[str] = []

    async def ask(client: Client, number: int) -> None:
        sql = _HEAVY[number % len(_HEAVY)].format(n=number)
        began_s = time.perf_counter()
        with anyio.move_on_after(_MOST_S):
            result = await client.call_tool("export", {"query": sql})
            if "busy" in text_of(result):
                busy.append(sql)
        ended_s.append(time.perf_counter() - began_s)

    with made_world(season=season) as world:
        async with server(world) as client:
            with peak_of_descendants() as peak:
                async with anyio.create_task_group() as tasks:
                    for number in range(n_queries):
                        tasks.start_soon(ask, client, number)
    return {
        "queries": n_queries,
        "told_busy": len(busy),
        "processes_most": peak.processes,
        "peak_mb": round(peak.mb, 1),
        "peak_shared_once_mb": round(peak.shared_once_mb, 1),
        "longest_s": round(max(ended_s), 1),
    }


def _p99(times_ms: list[float]) -> float:
    return sorted(times_ms)[int(0.99 * (len(times_ms) - 1))]
