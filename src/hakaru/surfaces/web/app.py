"""How does the API answer over HTTP: a body is read, a flow is called in a thread, errors have one
shape?"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp

from hakaru.catalog.operation import Operation
from hakaru.catalog.reply import as_json, error_reply
from hakaru.core.errors import ChangeRefused, HakaruError
from hakaru.flows.context import Context
from hakaru.flows.preferences import preferred
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.routes import engine_routes
from hakaru.surfaces.http.gate import at_home, gated
from hakaru.surfaces.web.assets import asset_routes
from hakaru.surfaces.web.door import FOR_PROGRAMS, Door, entrance, sign_in_page
from hakaru.surfaces.web.headers import careful
from hakaru.surfaces.web.memo import Memo
from hakaru.surfaces.web.openapi import openapi
from hakaru.surfaces.web.pages.endpoints import Site, not_there, page_routes
from hakaru.surfaces.web.pages.table import PAGES
from hakaru.surfaces.web.read_routes import PREFIX, READS, read_reply
from hakaru.surfaces.web.reading import read_body
from hakaru.surfaces.web.routes import ROUTES, Route
from hakaru.surfaces.web.uploads import upload_route
from hakaru.surfaces.web.worker import Worker

_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


def web_app(
    context: Context,
    *,
    token: str,
    port: int,
    engine: Engine | None = None,
    clock: Callable[[], float] = time.time,
) -> ASGIApp:
    """The application behind the port: Host and Origin, then a link, a session or the token, then
    pages and the API.

    `engine` watches attention while the application runs; None: nothing watches here. `clock` says
    when links and sessions end, in Unix time.
    """
    site = _site(context, engine)
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


def _site(context: Context, engine: Engine | None) -> Site:
    """Long work and questions to a model each have a thread: neither waits for the other."""
    return Site(
        context=context,
        memo=Memo(context.data_folder),
        worker=Worker(context),
        talker=Worker(context),
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
            return _failed(HakaruError(f"unexpected {type(error).__name__} in {route.name}"))
        return _json(text, route.status)

    return answer


def _reader(context: Context, operation: Operation) -> Endpoint:
    """What answers a read of the catalogue, as the user wants it."""

    async def answer(request: Request) -> Response:
        asked = dict(request.query_params)
        try:
            call = partial(_read, context, operation, asked)
            return _json(await anyio.to_thread.run_sync(call), 200)
        except HakaruError as error:
            return _failed(error)
        except Exception as error:
            _log.exception("unexpected error in %s", operation.name)
            return _failed(HakaruError(f"unexpected {type(error).__name__} in {operation.name}"))

    return answer


def _read(context: Context, operation: Operation, asked: Mapping[str, str]) -> str:
    """In a thread: the choices of the user may have to be waited for, too."""
    return read_reply(preferred(context), operation, asked=asked)


def _called(route: Route, context: Context, taken: Mapping[str, object]) -> str:
    return as_json(route.call(preferred(context), **taken), whole=True)


@asynccontextmanager
async def _running(site: Site, _: Starlette) -> AsyncIterator[None]:
    """What servers that are gone left unfinished goes on, and the engine watches."""
    await anyio.to_thread.run_sync(site.worker.resume)
    async with AsyncExitStack() as stack:
        stack.callback(site.talker.leave)
        stack.callback(site.worker.leave)
        if site.engine is not None:
            await stack.enter_async_context(site.engine.running())
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
    return _json(as_json(reply), error.status)


def _json(text: str, status: int) -> Response:
    """What no UTF-8 can hold is escaped, which JSON allows."""
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="application/json")
