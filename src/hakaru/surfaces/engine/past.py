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
    intervals = await _intervals(engine, start, end)
    rows = [
        {
            "state": interval.state,
            "start": interval.started_at.isoformat(),
            "end": interval.ended_at.isoformat(),
            "duration_s": round(interval.duration_s, 1),
        }
        for interval in intervals[-limit:]
    ]
    return {"intervals": rows, "n_more": max(0, len(intervals) - limit)}


async def bucketed(engine: Engine, request: Request) -> object:
    """A span in pieces of `bucket_minutes` (1-60), each with what it held longest."""
    start, end = asked_span(request, now=engine.context.now())
    width = timedelta(minutes=asked_number(request, "bucket_minutes", default=5, low=1, high=60))
    intervals = await _intervals(engine, start, end)
    # On the clock: a bucket begins at a whole multiple of its length.
    start -= timedelta(seconds=start.timestamp() % width.total_seconds())
    cut = await asyncio.to_thread(buckets, intervals, start=start, end=end, width=width)
    return {
        "buckets": [
            {
                "start": bucket.started_at.isoformat(),
                "state": bucket.state,
                "seconds": dict(bucket.seconds),
            }
            for bucket in cut
        ]
    }


async def day_totals(engine: Engine, request: Request) -> object:
    """What a local day was made of."""
    day = asked_day(request, default=engine.context.now().astimezone().date())
    today = await asyncio.to_thread(focus_today, engine.context, day=day)
    return today.reply


async def notifications(engine: Engine, request: Request) -> object:
    """What was told on a local day."""
    day = asked_day(request, default=engine.context.now().astimezone().date())
    start, end = local_bounds(day)
    sent = await asyncio.to_thread(read_notifications, engine.state, start=start, end=end)
    return {
        "notifications": [
            {
                "id": notification.notification_id,
                "kind": notification.kind,
                "sent_at": notification.sent_at.isoformat(),
                "text": notification.text,
                "response": notification.response,
            }
            for notification in sent
        ]
    }


async def _intervals(engine: Engine, start: datetime, end: datetime) -> tuple[Interval, ...]:
    intervals = await asyncio.to_thread(known_intervals, engine.state, start=start, end=end)
    return merge(intervals)
