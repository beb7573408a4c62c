"""The API over HTTP: a body is read, a flow is called in a thread, errors have one shape.

A link is signed with the token of the data folder, which it does not contain, so that a command can
print one while the server runs, without asking it. Sessions are known to the running server only.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import hmac
import logging
import math
import secrets
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

import anyio
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hakaru.bootstrap import build, load_config
from hakaru.catalog.operation import Operation
from hakaru.catalog.reply import as_json, error_reply
from hakaru.core.errors import BadArgument, ChangeRefused, HakaruError, StoreBusy
from hakaru.core.i18n import Lang, language_named, message
from hakaru.flows.context import Context
from hakaru.flows.preferences import preferred
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.routes import engine_routes
from hakaru.surfaces.engine.serve import Wanted, real_parts
from hakaru.surfaces.engine.starting import Launcher
from hakaru.surfaces.http import (
    CHALLENGE,
    HOST,
    UNAUTHORISED,
    at_home,
    gated,
    json_response,
    listening,
    port_of,
    read_token,
    run,
    share_heaps,
    unauthorised,
)
from hakaru.surfaces.web.bodies import read_body, upload_route
from hakaru.surfaces.web.cli import link_command
from hakaru.surfaces.web.endpoints import (
    PAGES,
    Site,
    content_policy,
    look_ahead,
    not_there,
    page_routes,
)
from hakaru.surfaces.web.pages.templates import (
    asset_routes,
    open_asset,
    sign_in_html,
)
from hakaru.surfaces.web.pages.visit import LANGUAGE_COOKIE, Worker
from hakaru.surfaces.web.routes import PREFIX, READS, ROUTES, Route, openapi, read_reply
from hakaru.surfaces.web.upkeep import Upkeep

HEADERS: Mapping[str, str] = {
    "content-security-policy": content_policy(),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "cache-control": "no-store",
}
"""What every answer carries that does not say otherwise itself."""


def careful(app: ASGIApp) -> ASGIApp:
    """Adds the headers to every answer, refusals included."""

    async def _careful(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*message.get("headers", ())]
                names = {name.lower() for name, _ in given}
                added = [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in names
                ]
                message = {**message, "headers": [*given, *added]}
            await send(message)

        await app(scope, receive, told if scope["type"] == "http" else send)

    return _careful


ENTRY = "/"
FOR_PROGRAMS = ("/api/", "/openapi", "/static/")
"""Addresses whose answers no person reads."""
LINK_LIFETIME_S = 600
SESSION_LIFETIME_S = 30 * 86_400
_CLOCK_STEP_S = 5.0
"""By how much the clock may have been set back between printing a link and opening it."""
_PARAMETER = "link"


def sign_in_link(token: str, *, port: int, now_s: float) -> str:
    """What a person opens, once and within ten minutes, where the server of this token has this
    port. `now_s`: Unix time."""
    unique = f"{math.floor(now_s * 1000)}.{secrets.token_urlsafe(16)}"
    signed = f"{unique}.{_signature(token, port, unique)}"
    return f"http://{HOST}:{port}{ENTRY}?{_PARAMETER}={signed}"


class Door:
    """Who may come into one server: those with a fresh link of its port, and those who came in so.

    `clock` gives Unix time in seconds.
    """

    def __init__(self, *, token: str, port: int, clock: Callable[[], float]) -> None:
        self._token, self._port, self._clock = token, port, clock
        self._opened_s = math.floor(clock() * 1000) / 1000
        self._used: set[str] = set()  # not forgotten: the clock may be set back
        self._sessions: dict[str, float] = {}

    @property
    def cookie(self) -> str:
        """Name of the session's cookie: cookies of 127.0.0.1 are shared by all its ports."""
        return f"hakaru-{self._port}"

    def redeem(self, link: str) -> str | None:
        """The value of a new session's cookie for a link; None: it is void, now if not before."""
        unique, _, signature = link.rpartition(".")
        expected = _signature(self._token, self._port, unique)
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), expected.encode()):
            return None
        issued_s, now_s = int(unique.partition(".")[0]) / 1000, self._clock()
        fresh = -_CLOCK_STEP_S <= now_s - issued_s <= LINK_LIFETIME_S
        if not fresh or issued_s < self._opened_s or unique in self._used:
            return None
        self._used.add(unique)
        self._sessions = {
            session: end_s for session, end_s in self._sessions.items() if now_s < end_s
        }
        value = secrets.token_urlsafe(32)
        self._sessions[self._record(value)] = now_s + SESSION_LIFETIME_S
        return value

    def knows(self, cookies: Mapping[str, str]) -> bool:
        """Whether these cookies hold a session of this server that has not ended."""
        end_s = self._sessions.get(self._record(cookies.get(self.cookie, "")))
        return end_s is not None and self._clock() < end_s

    def _record(self, value: str) -> str:
        """What is kept of a session; a cookie made for another port has another record."""
        return hashlib.sha256(f"{self._port} {value}".encode("utf-8", "replace")).hexdigest()


def entrance(app: ASGIApp, door: Door, *, void: ASGIApp) -> ASGIApp:
    """Gives whoever opens a good link a session, and an address without the link in it; a link that
    is no good is answered by `void`."""

    async def _entrance(scope: Scope, receive: Receive, send: Send) -> None:
        link = _link_in(scope)
        if link is None:
            await app(scope, receive, send)
        elif (value := door.redeem(link)) is None:
            await void(scope, receive, send)
        else:
            await _let_in(send, door.cookie, value)

    return _entrance


def sign_in_page(*, port: int, language: Lang, void: bool) -> ASGIApp:
    """What somebody without a session gets: a page that says how to get in, with the looks it
    needs; programs get 401 as everywhere.

    `void`: they came by a link that does not work any more. `language`: where the browser has none
    of ours.
    """
    html = partial(sign_in_html, command=link_command(port), void=void)

    async def _page(scope: Scope, receive: Receive, send: Send) -> None:
        asset = None if scope["type"] != "http" else open_asset(scope["path"])
        if asset is not None and scope["method"] == "GET":
            await asset(scope, receive, send)
        elif scope["type"] != "http" or not _is_for_a_person(scope):
            await unauthorised(scope, receive, send)
        else:
            text = html(_language(Request(scope), language))
            await HTMLResponse(text, UNAUTHORISED, CHALLENGE)(scope, receive, send)

    return _page


def _signature(token: str, port: int, unique: str) -> str:
    message = f"hakaru sign-in link {port} {unique}".encode("utf-8", "replace")
    return hmac.new(token.encode(), message, hashlib.sha256).hexdigest()


def _link_in(scope: Scope) -> str | None:
    """The link of a request that a person makes; a browser that only looks ahead uses up none."""
    if scope["type"] != "http" or scope["path"] != ENTRY or scope["method"] != "GET":
        return None
    if "prefetch" in Headers(scope=scope).get("sec-purpose", ""):
        return None
    given = parse_qs(scope["query_string"].decode("latin-1")).get(_PARAMETER, [])
    return given[0] if given else None


def _is_for_a_person(scope: Scope) -> bool:
    accept = Headers(scope=scope).get("accept", "")
    if scope["path"].startswith(FOR_PROGRAMS) or accept.startswith("application/json"):
        return False
    return scope["method"] in ("GET", "HEAD") or "text/html" in accept


def _language(request: Request, fallback: Lang) -> Lang:
    """As chosen on the dashboard before, else the first of ours that the browser asks for."""
    asked = request.headers.get("accept-language", "").lower().split(",")
    for named in (request.cookies.get(LANGUAGE_COOKIE, ""), *asked):
        language = language_named(named)
        if language is not None:
            return language
    return fallback


async def _let_in(send: Send, cookie: str, value: str) -> None:
    """Scripts cannot read the cookie, and no other site can use it."""
    made: SimpleCookie = SimpleCookie({cookie: value})
    made[cookie]["path"] = "/"
    made[cookie]["max-age"] = SESSION_LIFETIME_S
    made[cookie]["httponly"] = True
    made[cookie]["samesite"] = "Strict"
    headers = [
        (b"location", ENTRY.encode()),
        (b"set-cookie", made[cookie].OutputString().encode()),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


def web_app(
    context: Context,
    *,
    token: str,
    port: int,
    engine: Engine | None = None,
    launcher: Launcher | None = None,
    clock: Callable[[], float] = time.time,
    upkeep: Upkeep | None = None,
) -> ASGIApp:
    """The application behind the port: Host and Origin, then a link, a session or the token, then
    pages and the API.

    `engine` watches attention while the application runs; None: nothing watches here. `launcher`
    starts a process that does; None: by what this machine has. `clock` says when links and sessions
    end, in Unix time. `upkeep` brings results up to date beside the pages; None: a page does.
    """
    site = replace(_site(context, engine, launcher or Launcher()), upkeep=upkeep)
    at_once = anyio.CapacityLimiter(max(1, context.settings.model.at_once))
    inner = Starlette(
        routes=[
            *(
                Address(route.path, _endpoint(context, route, at_once), methods=[route.method])
                for route in ROUTES
            ),
            Address("/openapi.json", _document, methods=["GET"]),
            *(
                Address(f"{PREFIX}/{operation.name}", _reader(context, operation), methods=["GET"])
                for operation in READS
            ),
            *asset_routes(),
            *page_routes(site, PAGES),
            upload_route(context),
            *(() if engine is None else engine_routes(engine)),
        ],
        lifespan=partial(_running, site),
        exception_handlers={HTTPException: partial(_not_there, site)},
    )
    door = Door(token=token, port=port, clock=clock)
    page = partial(sign_in_page, port=port, language=context.settings.language)
    app = gated(inner, token=token, signed_in=door.knows, stranger=page(void=False))
    return careful(at_home(entrance(app, door, void=page(void=True)), port=port))


def _site(context: Context, engine: Engine | None, launcher: Launcher) -> Site:
    """Long work and questions to a model each have a thread: neither waits for the other."""
    return Site(
        context=context,
        worker=Worker(context),
        talker=Worker(context),
        launcher=launcher,
        engine=engine,
    )


def _endpoint(context: Context, route: Route, at_once: anyio.CapacityLimiter) -> Endpoint:
    """One that asks a model has a place of its own: the others do not wait for it."""
    limiter = at_once if route.asks else None

    async def answer(request: Request) -> Response:
        try:
            taken: dict[str, object] = dict(request.path_params)
            if route.body is not None:
                taken["body"] = await read_body(request, route.body)
            call = partial(_called, route, context, taken)
            text = await anyio.to_thread.run_sync(call, limiter=limiter)
        except HakaruError as error:
            return _failed(error)
        except Exception as error:
            _log.exception("unexpected error in %s", route.name)
            return _failed(
                HakaruError(
                    message(
                        "unexpected {kind} in {tool}", kind=type(error).__name__, tool=route.name
                    )
                )
            )
        return json_response(text, route.status)

    return answer


def _reader(context: Context, operation: Operation) -> Endpoint:
    """What answers a read of the catalogue, as the user wants it."""

    async def answer(request: Request) -> Response:
        asked = dict(request.query_params)
        try:
            call = partial(_read, context, operation, asked)
            return json_response(await anyio.to_thread.run_sync(call), 200)
        except HakaruError as error:
            return _failed(error)
        except Exception as error:
            _log.exception("unexpected error in %s", operation.name)
            return _failed(
                HakaruError(
                    message(
                        "unexpected {kind} in {tool}",
                        kind=type(error).__name__,
                        tool=operation.name,
                    )
                )
            )

    return answer


def _read(context: Context, operation: Operation, asked: Mapping[str, str]) -> str:
    """In a thread: the choices of the user may have to be waited for, too."""
    return read_reply(preferred(context), operation, asked=asked)


def _called(route: Route, context: Context, taken: Mapping[str, object]) -> str:
    return as_json(route.call(preferred(context), **taken), whole=True)


_AHEAD_S = 10.0
"""A server that ends waits so long for the page that is being looked at ahead: an interpreter that
ends while a query runs is aborted."""


@asynccontextmanager
async def _running(site: Site, _: Starlette) -> AsyncIterator[None]:
    """What servers that are gone left unfinished goes on, the engine watches, and what is opened
    first is looked at once."""
    await anyio.to_thread.run_sync(site.worker.resume)
    async with AsyncExitStack() as stack:
        stack.callback(site.talker.leave)
        stack.callback(site.worker.leave)
        if site.engine is not None:
            await stack.enter_async_context(site.engine.running())
        if site.upkeep is not None:
            leaving = threading.Event()
            ahead = threading.Thread(
                target=look_ahead, args=(site, leaving), daemon=True, name="ahead"
            )
            site.looking_ahead.acquire()
            ahead.start()
            stack.callback(gc.unfreeze)  # so that the interpreter can clear up what it holds
            stack.callback(ahead.join, _AHEAD_S)
            stack.callback(leaving.set)
        yield


async def _document(_: Request) -> Response:
    return JSONResponse(openapi())


async def _not_there(site: Site, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if not request.url.path.startswith(FOR_PROGRAMS):
        return await not_there(site, request, status=error.status_code)
    detail = f"{request.method} {request.url.path}: {error.detail}"
    reply = {"ok": False, "error": detail, "errors": [detail], "status": error.status_code}
    return JSONResponse(reply, status_code=error.status_code, headers=error.headers)


def _failed(error: HakaruError) -> Response:
    reply = dict(error_reply(error))
    if isinstance(error, ChangeRefused):
        reply["code"] = error.code
        if error.valid_transitions:
            reply["valid_transitions"] = list(error.valid_transitions)
    return json_response(as_json(reply), error.status)


TOKEN_FILE = "web.token"  # noqa: S105  # the name of a file
"""Not that of the server for models: who holds this one is a person, and may agree to changes."""


_CONNECTS_WITHIN_S = 2.0


def new_link(data_folder: Path | None, language: str | None, *, port: int) -> str:
    """A link into the server that runs over this data folder at a port. The server is told nothing:
    it knows its own signature.

    Raises:
        BadArgument: nothing listens at the port, or the folder has never been served.
        StoreDamaged: the token cannot be read.
    """
    config = load_config(data_folder=data_folder, language=language)
    path = config.data_folder / TOKEN_FILE
    if not path.exists():
        expected = message("the data folder of a running `hakaru serve`")
        raise BadArgument("data", str(config.data_folder), expected)
    try:
        socket.create_connection((HOST, port), timeout=_CONNECTS_WITHIN_S).close()
    except OSError as exc:
        expected = message(
            "the port of a running `hakaru serve`, which prints a link when it starts"
        )
        raise BadArgument("port", port, expected) from exc
    token = read_token(path)
    return sign_in_link(token, port=port, now_s=time.time())


def has_token(data_folder: Path | None) -> bool:
    """Whether a data folder was served before."""
    return (load_config(data_folder=data_folder, language=None).data_folder / TOKEN_FILE).exists()


def serve(
    data_folder: Path | None,
    language: str | None,
    *,
    port: int,
    focus: bool,
    started: Callable[[str, Path], None],
    listen: str = HOST,
) -> None:
    """Serve dashboard and API on 127.0.0.1. `focus`: watch attention, too. `started` is told the
    link and the file that holds the token.

    `listen`: the address of the socket, of a container for instance, whose port is published on the
    machine. Requests have to name 127.0.0.1 or localhost as their host whatever it is.

    Raises:
        BadArgument: the port is taken, or the configuration holds a value it does not take.
        StoreDamaged: the token cannot be kept in the data folder.
    """
    share_heaps()
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    config = load_config(data_folder=data_folder, language=language)
    path = config.data_folder / TOKEN_FILE
    token = read_token(path, or_for_now=True)
    context = build(config)
    watching = real_parts(context, Wanted(inside=True)) if focus else contextlib.nullcontext()
    with watching as parts, listening(port, address=listen) as listener:
        engine = None if parts is None else Engine(context, parts)
        bound_port = port_of(listener)
        upkeep = Upkeep(context)
        app = web_app(context, token=token, port=bound_port, engine=engine, upkeep=upkeep)
        link = sign_in_link(token, port=bound_port, now_s=time.time())
        try:
            run(app, listener, started=partial(started, link, path))
        finally:
            with contextlib.suppress(StoreBusy):  # a call nobody waits for still reads
                context.store.close()
