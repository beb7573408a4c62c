"""Running a server for models: over pipes, or over HTTP on this machine only."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import StoreBusy
from hakaru.records import frozen
from hakaru.surfaces.http import (
    HOST,
    at_home,
    gated,
    listening,
    own_names,
    own_origins,
    port_of,
    read_token,
    run,
    share_heaps,
)
from hakaru.surfaces.mcp.server import Offer, build_server, load_ahead


@frozen
class Place:
    """Where a server looks for its data and what it speaks; None: as configured."""

    data_folder: Path | None = None
    language: str | None = None


_LOADED_S = 10.0
"""A server that ends waits so long for the one module that is being imported."""


@contextlib.contextmanager
def opened(place: Place, offer: Offer) -> Iterator[Server[Any]]:
    """A server over the data folder, which is closed behind it. Logs go to stderr.

    Raises:
        BadArgument: the configuration holds a value it does not take.
    """
    share_heaps()
    logging.basicConfig(level=logging.ERROR, format="%(message)s", stream=sys.stderr)
    context = build(load_config(data_folder=place.data_folder, language=place.language))
    leaving = threading.Event()
    ahead = threading.Thread(
        target=load_ahead, args=(offer,), kwargs={"leaving": leaving}, daemon=True, name="ahead"
    )
    ahead.start()
    try:
        yield build_server(context, offer)
    finally:
        leaving.set()
        ahead.join(_LOADED_S)  # an interpreter that ends while modules load is aborted
        with contextlib.suppress(StoreBusy):  # a call nobody waits for still reads
            context.store.close()


def serve_pipes(place: Place, offer: Offer) -> None:
    """Serve one client over stdin and stdout until it closes them; only the protocol is on stdout.

    Raises:
        BadArgument: the configuration holds a value it does not take.
    """
    with opened(place, offer) as server:
        anyio.run(_serve, server)


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


PATH = "/mcp"
BODY_MOST_BYTES = 4 * 1024 * 1024
"""What the SDK takes, too."""
TOKEN_FILE = "mcp.token"  # noqa: S105  # the name of a file


def serve_http(
    place: Place, offer: Offer, *, port: int, started: Callable[[str, Path], None]
) -> None:
    """Serve clients on 127.0.0.1 until interrupted; every request needs the token.

    `started` is told the address and the file that holds the token. Port 0: any free one.

    Raises:
        BadArgument: the port is taken, or the configuration holds a value it does not take.
        StoreDamaged: the token cannot be kept in the data folder.
    """
    folder = load_config(data_folder=place.data_folder, language=place.language).data_folder
    token = read_token(folder / TOKEN_FILE)
    with opened(place, offer) as server, listening(port) as listener:
        bound_port = port_of(listener)
        tell = partial(started, f"http://{HOST}:{bound_port}{PATH}", folder / TOKEN_FILE)
        run(http_app(server, token=token, port=bound_port), listener, started=tell)


def http_app(server: Server[Any], *, token: str, port: int) -> ASGIApp:
    """The application behind the port: the token, then Host and Origin, then the protocol."""
    security = TransportSecuritySettings(
        allowed_hosts=own_names(port), allowed_origins=own_origins(port)
    )
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
    return gated(at_home(checked(app), port=port), token=token)


def checked(app: ASGIApp) -> ASGIApp:
    """Answers a POST whose body is not one JSON-RPC message as the protocol says: with an error
    object without an id, -32700 for what is no JSON and -32600 for what is no request.

    The SDK answers some of it with other codes or plain text, and takes a request with an unusable
    id for a notification.
    """

    async def _check(scope: Scope, receive: Receive, send: Send) -> None:
        if (scope["type"], scope.get("path"), scope.get("method")) != ("http", PATH, "POST"):
            await app(scope, receive, send)
            return
        try:
            body = await _json_body(Request(scope, receive))
            _insist_on_message(body)
        except ClientDisconnect:
            return
        except _Refused as refused:
            await _error(refused)(scope, receive, send)
        else:
            await app(scope, _again(body, receive), send)

    return _check


class _Refused(Exception):  # an answer, and no error of ours
    """The answer to a body that is no message."""

    def __init__(self, text: str, *, status: int = 400, code: int = INVALID_REQUEST) -> None:
        super().__init__(text)
        self.status, self.code = status, code


async def _json_body(request: Request) -> bytes:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise _Refused("Invalid request: Content-Type must be application/json", status=415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MOST_BYTES:
            raise _Refused(f"Invalid request: more than {BODY_MOST_BYTES} bytes", status=413)
    return bytes(body)


def _insist_on_message(body: bytes) -> None:
    try:
        value = from_json(body, allow_inf_nan=False)
    except ValueError as exc:
        raise _Refused("Parse error: the body is not JSON in UTF-8", code=PARSE_ERROR) from exc
    try:
        if isinstance(value, dict) and {"id", "method"} <= value.keys():
            JSONRPCRequest.model_validate(value, by_name=False)
        else:
            jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError as exc:
        raise _Refused("Invalid request: the body is not one JSON-RPC 2.0 message") from exc


def _error(refused: _Refused) -> Response:
    error = JSONRPCError(
        jsonrpc="2.0", id=None, error=ErrorData(code=refused.code, message=str(refused))
    )
    return Response(
        error.model_dump_json(by_alias=True, exclude_unset=True),
        refused.status,
        media_type="application/json",
    )


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and then what comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def _receive() -> Message:
        return messages.pop() if messages else await receive()

    return _receive
