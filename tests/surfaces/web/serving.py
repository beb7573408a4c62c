"""The web server as a client meets it: over a real socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn

from hakaru.flows.context import Context
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.http.listening import HOST, listening, port_of, web_sockets
from hakaru.surfaces.web.app import web_app

TOKEN = "a-token-for-tests"  # of no server but this one


@contextmanager
def served(context: Context, engine: Engine | None = None) -> Iterator[str]:
    """The API over this context on a free port; its address."""
    with listening(0) as listener:
        port = port_of(listener)
        app = web_app(context, token=TOKEN, port=port, engine=engine)
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="critical", access_log=False, ws=web_sockets())
        )
        thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
        thread.start()
        try:
            yield f"http://{HOST}:{port}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def talking(context: Context) -> Iterator[httpx2.Client]:
    """A client that knows the token."""
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        served(context) as address,
        httpx2.Client(base_url=address, headers=headers, timeout=60.0) as client,
    ):
        yield client


def reply(answer: httpx2.Response, status: int = 200) -> Mapping[str, Any]:
    """The JSON of an answer with this status."""
    assert answer.status_code == status, answer.text
    value: Mapping[str, Any] = answer.json()
    return value
