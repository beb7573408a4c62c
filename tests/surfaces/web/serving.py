"""The web server as a client meets it: over a real socket."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx2
from starlette.types import ASGIApp

from hakaru.flows.context import Context
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.starting import Launcher
from hakaru.surfaces.http import (
    HOST,
    LIMITS,
    ConnectionLimits,
    LoopbackConfig,
    LoopbackServer,
    listening,
    port_of,
)
from hakaru.surfaces.web.app import sign_in_link, web_app
from hakaru.surfaces.web.upkeep import Upkeep

TOKEN = "a-token-for-tests"  # of no server but this one


@contextmanager
def running(make: Callable[..., ASGIApp], limits: ConnectionLimits = LIMITS) -> Iterator[int]:
    """An application, made for its port, on a free one; the port."""
    with listening(0) as listener:
        port = port_of(listener)
        server = LoopbackServer(LoopbackConfig(make(port=port), limits=limits))
        thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
        thread.start()
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def served(
    context: Context,
    engine: Engine | None = None,
    *,
    launcher: Launcher | None = None,
    clock: Callable[[], float] = time.time,
    limits: ConnectionLimits = LIMITS,
    upkeep: Upkeep | None = None,
) -> Iterator[str]:
    """The API over this context on a free port; its address."""
    make = partial(
        web_app,
        context,
        token=TOKEN,
        engine=engine,
        launcher=launcher,
        clock=clock,
        upkeep=upkeep,
    )
    with running(make, limits) as port:
        yield f"http://{HOST}:{port}"


def link_into(address: str, *, now_s: float | None = None) -> str:
    """A fresh link into the server at an address, as `hakaru serve --link` prints it."""
    port = int(address.rsplit(":", 1)[1])
    return sign_in_link(TOKEN, port=port, now_s=time.time() if now_s is None else now_s)


def session_of(address: str) -> dict[str, str]:
    """The cookie of a browser that came in by a link."""
    entered = httpx2.get(link_into(address))
    assert entered.status_code == 303, entered.text
    return dict(entered.cookies)


@contextmanager
def talking(context: Context, *, limits: ConnectionLimits = LIMITS) -> Iterator[httpx2.Client]:
    """A client that knows the token."""
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        served(context, limits=limits) as address,
        httpx2.Client(base_url=address, headers=headers, timeout=60.0) as client,
    ):
        yield client


def reply(answer: httpx2.Response, status: int = 200) -> Mapping[str, Any]:
    """The JSON of an answer with this status."""
    assert answer.status_code == status, answer.text
    value: Mapping[str, Any] = answer.json()
    return value
