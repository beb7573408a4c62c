"""What can a program ask the engine, and what can it tell it? Routes that any app may mount."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hakaru.catalog.reply import error_reply
from hakaru.core.errors import BadArgument, HakaruError
from hakaru.store.focus import respond
from hakaru.surfaces.engine.asked import BODY_MOST, answer_of, whole_number
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.past import bucketed, day_totals, history, notifications
from hakaru.surfaces.http.gate import SUBPROTOCOL

Answer = Callable[[Engine, Request], Awaitable[object]]
_log = logging.getLogger(__name__)
_SNOOZE_MIN = 30
_RESPONSES = ("accepted", "dismissed", "snoozed")


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
            return _refused(HakaruError(f"unexpected {type(exc).__name__} in {path}"))

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
        expected = f"one of {', '.join(_RESPONSES)}"
        raise BadArgument("response", values.get("response"), expected)
    is_known = await asyncio.to_thread(_responded, engine, number, response)
    if is_known and response == "snoozed":
        given = values.get("minutes", _SNOOZE_MIN)
        await engine.snooze(minutes=whole_number("minutes", str(given), low=1, high=1440))
    return {"known": is_known, "response": response}


def _responded(engine: Engine, number: int, response: Any) -> bool:
    return respond(engine.state, number, response=response)


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
                raise BadArgument("body", f"{len(body)} bytes", f"at most {BODY_MOST} bytes")
    except ClientDisconnect as exc:
        raise BadArgument("body", None, "a JSON object") from exc
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BadArgument("body", body[:100].decode("utf-8", "replace"), "a JSON object")
    return values


_ANSWERS: Mapping[tuple[str, str], Answer] = {
    ("/health", "GET"): _health,
    ("/state", "GET"): _state,
    ("/history", "GET"): history,
    ("/history/bucketed", "GET"): bucketed,
    ("/daily-stats", "GET"): day_totals,
    ("/settings", "GET"): _settings,
    ("/settings", "PUT"): _change,
    ("/notifications", "GET"): notifications,
    ("/notifications/{id}/respond", "POST"): _respond,
    ("/engine/pause", "POST"): _pause,
    ("/engine/resume", "POST"): _resume,
}
