"""Routes of the focus engine, which any app may mount."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hakaru.catalog.reply import error_reply
from hakaru.core.errors import BadArgument, HakaruError
from hakaru.core.i18n import message
from hakaru.core.plain import as_plain
from hakaru.flows.attention import correct_notification
from hakaru.flows.focus import focus_today, known_intervals, local_bounds
from hakaru.focus.states import DECIDABLE
from hakaru.focus.timeline import Interval, buckets, merge
from hakaru.store.focus import read_notifications, respond
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.http import SUBPROTOCOL

BODY_MOST = 16_384
SPAN_MOST = timedelta(days=31)
_EARLIEST_S = 86_400.0 * 366
_LATEST_S = 4_102_444_800.0
_YEARS = (1970, 2100)


def answer_of(value: object) -> Response:
    """The answer as JSON; it is not to be kept by anybody on the way."""
    return JSONResponse(value, headers={"cache-control": "no-store"})


def whole_number(name: str, written: str, *, low: int, high: int) -> int:
    """A whole number of a request.

    Raises:
        BadArgument: it is none, or out of range.
    """
    try:
        value = int(written[:20])
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise BadArgument(
            name, written, message("a whole number between {low} and {high}", low=low, high=high)
        )
    return value


def asked_number(request: Request, name: str, *, default: int, low: int, high: int) -> int:
    """A whole number of the query; as `whole_number`."""
    return whole_number(name, request.query_params.get(name, str(default)), low=low, high=high)


def asked_span(request: Request, *, now: datetime) -> tuple[datetime, datetime]:
    """Start and end (epoch seconds, or times as 2026-03-01T09:00Z), by default the last day.

    Raises:
        BadArgument: one is no time, or they are the wrong way round or a month apart.
    """
    end = _moment(request, "end", now)
    start = _moment(request, "start", end - timedelta(days=1))
    if not timedelta(0) < end - start <= SPAN_MOST:
        raise BadArgument(
            "start", start.isoformat(), message("a time before end, by at most 31 days")
        )
    return start, end


def asked_day(request: Request, *, default: date) -> date:
    """The day of the query.

    Raises:
        BadArgument: it is none.
    """
    written = request.query_params.get("date")
    try:
        day = default if written is None else date.fromisoformat(written[:20])
    except ValueError as exc:
        raise BadArgument("date", written, message("a day as 2026-03-01")) from exc
    if not _YEARS[0] < day.year < _YEARS[1]:
        raise BadArgument("date", written, message("a day as 2026-03-01"))
    return day


def _moment(request: Request, name: str, default: datetime) -> datetime:
    written = request.query_params.get(name)
    if written is None:
        return default
    try:
        at_s = float(written)
    except ValueError:
        at_s = math.nan
    if _EARLIEST_S <= at_s <= _LATEST_S:
        return datetime.fromtimestamp(at_s, tz=UTC)
    try:
        instant = datetime.fromisoformat(written[:40])
    except ValueError as exc:
        raise BadArgument(
            name, written, message("a time as 2026-03-01T09:00Z or epoch seconds")
        ) from exc
    if not _YEARS[0] < instant.year < _YEARS[1]:
        raise BadArgument(name, written, message("a time as 2026-03-01T09:00Z or epoch seconds"))
    return instant if instant.tzinfo is not None else instant.astimezone()


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
    day = asked_day(request, default=engine.context.today)
    today = await asyncio.to_thread(focus_today, engine.context, day=day)
    return as_plain(today)


async def notifications(engine: Engine, request: Request) -> object:
    """What was told on a local day."""
    day = asked_day(request, default=engine.context.today)
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


Answer = Callable[[Engine, Request], Awaitable[object]]
_log = logging.getLogger(__name__)
_SNOOZE_MIN = 30
_RESPONSES = ("accepted", "dismissed", "snoozed", "wrong")


def engine_routes(engine: Engine) -> tuple[BaseRoute, ...]:
    """REST below /api, and the WebSocket /ws/state; who may come in is decided outside."""
    return (
        *(_route(engine, path, answer, method) for (path, method), answer in _ANSWERS.items()),
        WebSocketRoute("/ws/state", _watcher(engine)),
    )


def _route(engine: Engine, path: str, answer: Answer, method: str) -> Route:
    async def _answered(request: Request) -> Response:
        try:
            return answer_of(await answer(engine, request))
        except HakaruError as exc:
            return _refused(exc)
        except Exception as exc:
            _log.exception("unexpected error at %s", path)
            return _refused(
                HakaruError(
                    message("unexpected {kind} in {tool}", kind=type(exc).__name__, tool=path)
                )
            )

    return Route(f"/api{path}", _answered, methods=[method])


def _refused(error: HakaruError) -> Response:
    return JSONResponse(dict(error_reply(error)), status_code=error.status)


def _watcher(engine: Engine) -> Callable[[WebSocket], Awaitable[None]]:
    async def _watch(socket: WebSocket) -> None:
        asked = SUBPROTOCOL in socket.scope.get("subprotocols", ())
        await socket.accept(subprotocol=SUBPROTOCOL if asked else None)
        with engine.hub.listening() as queue:
            queue.put_nowait(json.dumps(engine.message(), ensure_ascii=False))
            sending = asyncio.create_task(_send_all(socket, queue))
            try:
                while True:
                    if await socket.receive_text() == "ping":
                        await socket.send_text("pong")
            except (WebSocketDisconnect, KeyError):
                return
            finally:
                sending.cancel()

    return _watch


async def _send_all(socket: WebSocket, queue: asyncio.Queue[str]) -> None:
    try:
        while True:
            await socket.send_text(await queue.get())
    except (WebSocketDisconnect, RuntimeError):
        return


async def _health(engine: Engine, request: Request) -> object:  # noqa: ARG001
    return {"status": "ok", "health": engine.board.health.codes(), **_pause_now(engine)}


async def _state(engine: Engine, request: Request) -> object:  # noqa: ARG001
    return engine.message()


async def _settings(engine: Engine, request: Request) -> object:  # noqa: ARG001
    return asdict(engine.board.settings)


async def _change(engine: Engine, request: Request) -> object:
    return asdict(await engine.change_settings(await _object(request)))


async def _pause(engine: Engine, request: Request) -> object:  # noqa: ARG001
    await engine.pause()
    return _pause_now(engine)


async def _resume(engine: Engine, request: Request) -> object:  # noqa: ARG001
    await engine.resume()
    return _pause_now(engine)


def _pause_now(engine: Engine) -> Mapping[str, object]:
    """`paused` only where nothing looks any more."""
    pause = engine.board.watching.pause
    return {"pause": pause, "paused": pause == "paused"}


async def _respond(engine: Engine, request: Request) -> object:
    number = whole_number("id", request.path_params["id"], low=1, high=2**53)
    values = await _object(request)
    response = next(
        (response for response in _RESPONSES if response == values.get("response")), None
    )
    if response is None:
        expected = message("one of {names}", names=", ".join(_RESPONSES))
        raise BadArgument("response", values.get("response"), expected)
    is_known = await asyncio.to_thread(_responded, engine, number, response)
    if is_known and response == "wrong":
        await asyncio.to_thread(correct_notification, engine.context, number)
    if is_known and response == "snoozed":
        given = values.get("minutes", _SNOOZE_MIN)
        await engine.snooze(minutes=whole_number("minutes", str(given), low=1, high=1440))
    return {"known": is_known, "response": response}


def _responded(engine: Engine, number: int, response: Any) -> bool:
    return respond(engine.state, number, response=response)


async def _correct(engine: Engine, request: Request) -> object:
    """That was wrong: the state on show, and what is right."""
    values = await _object(request)
    actual = next((state for state in DECIDABLE if state == values.get("state")), None)
    if actual is None:
        expected = message("one of {names}", names=", ".join(DECIDABLE))
        raise BadArgument("state", values.get("state"), expected)
    correction = await engine.correct(actual)
    return {"correction": None if correction is None else correction.correction_id}


async def _object(request: Request) -> Mapping[str, object]:
    """The JSON object that was sent.

    Raises:
        BadArgument: it is none, or too large.
    """
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY_MOST:
                raise BadArgument(
                    "body", f"{len(body)} bytes", message("at most {n} bytes", n=BODY_MOST)
                )
    except ClientDisconnect as exc:
        raise BadArgument("body", None, message("a JSON object")) from exc
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BadArgument("body", body[:100].decode("utf-8", "replace"), message("a JSON object"))
    return values


_ANSWERS: Mapping[tuple[str, str], Answer] = {
    ("/health", "GET"): _health,
    ("/state", "GET"): _state,
    ("/history", "GET"): history,
    ("/history/bucketed", "GET"): bucketed,
    ("/daily-stats", "GET"): day_totals,
    ("/settings", "GET"): _settings,
    ("/settings", "PUT"): _change,
    ("/corrections", "POST"): _correct,
    ("/notifications", "GET"): notifications,
    ("/notifications/{id}/respond", "POST"): _respond,
    ("/engine/pause", "POST"): _pause,
    ("/engine/resume", "POST"): _resume,
}
