"""What does the engine tell of the past: intervals, buckets, days, notifications?"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from starlette.requests import Request

from hakaru.flows.focus import focus_today, known_intervals, local_bounds
from hakaru.focus.timeline import Interval, buckets, merge
from hakaru.store.focus import read_notifications
from hakaru.surfaces.engine.asked import asked_day, asked_number, asked_span
from hakaru.surfaces.engine.engine import Engine

_ROWS, _ROWS_MOST = 500, 5_000


async def history(engine: Engine, request: Request) -> object:
    """Intervals of a span, the newest `limit` of them."""
    start, end = asked_span(request, now=engine.context.now())
    limit = asked_number(request, "limit", default=_ROWS, low=1, high=_ROWS_MOST)
    found = await _intervals(engine, start, end)
    rows = [
        {
            "state": one.state,
            "start": one.started_at.isoformat(),
            "end": one.ended_at.isoformat(),
            "duration_s": round(one.duration_s, 1),
        }
        for one in found[-limit:]
    ]
    return {"intervals": rows, "n_more": max(0, len(found) - limit)}


async def bucketed(engine: Engine, request: Request) -> object:
    """A span in pieces of `bucket_minutes` (1-60), each with what it held longest."""
    start, end = asked_span(request, now=engine.context.now())
    width = timedelta(minutes=asked_number(request, "bucket_minutes", default=5, low=1, high=60))
    found = await _intervals(engine, start, end)
    # On the clock: a bucket begins at a whole multiple of its length.
    start -= timedelta(seconds=start.timestamp() % width.total_seconds())
    cut = await asyncio.to_thread(buckets, found, start=start, end=end, width=width)
    return {
        "buckets": [
            {"start": one.started_at.isoformat(), "state": one.state, "seconds": dict(one.seconds)}
            for one in cut
        ]
    }


async def day_totals(engine: Engine, request: Request) -> object:
    """What a local day was made of."""
    day = asked_day(request, default=engine.context.now().astimezone().date())
    found = await asyncio.to_thread(focus_today, engine.context, day=day)
    return found.reply


async def notifications(engine: Engine, request: Request) -> object:
    """What was told on a local day."""
    day = asked_day(request, default=engine.context.now().astimezone().date())
    start, end = local_bounds(day)
    found = await asyncio.to_thread(read_notifications, engine.state, start=start, end=end)
    return {
        "notifications": [
            {
                "id": one.notification_id,
                "kind": one.kind,
                "sent_at": one.sent_at.isoformat(),
                "text": one.text,
                "response": one.response,
            }
            for one in found
        ]
    }


async def _intervals(engine: Engine, start: datetime, end: datetime) -> tuple[Interval, ...]:
    found = await asyncio.to_thread(known_intervals, engine.state, start=start, end=end)
    return merge(found)
