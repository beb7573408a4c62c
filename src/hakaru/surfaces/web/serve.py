"""How is the web server run: over one data folder, until it is interrupted?"""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import BadArgument, StoreBusy
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.serve import Wanted, real_parts
from hakaru.surfaces.http.listening import HOST, listening, port_of, run
from hakaru.surfaces.http.token import read_token
from hakaru.surfaces.web.app import web_app
from hakaru.surfaces.web.door import sign_in_link

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
        expected = "the data folder of a running `hakaru serve`"
        raise BadArgument("data", str(config.data_folder), expected)
    try:
        socket.create_connection((HOST, port), timeout=_CONNECTS_WITHIN_S).close()
    except OSError as exc:
        expected = "the port of a running `hakaru serve`, which prints a link when it starts"
        raise BadArgument("port", port, expected) from exc
    token = read_token(path)
    return sign_in_link(token, port=port, now_s=time.time())


def serve(
    data_folder: Path | None,
    language: str | None,
    *,
    port: int,
    focus: bool,
    started: Callable[[str, Path], None],
) -> None:
    """Serve dashboard and API on 127.0.0.1. `focus`: watch attention, too. `started` is told the
    link and the file that holds the token.

    Raises:
        BadArgument: the port is taken, or the configuration holds a value it does not take.
        StoreDamaged: the token cannot be kept in the data folder.
    """
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    config = load_config(data_folder=data_folder, language=language)
    path = config.data_folder / TOKEN_FILE
    token = read_token(path, or_for_now=True)
    context = build(config)
    watching = real_parts(context, Wanted()) if focus else contextlib.nullcontext()
    with watching as parts, listening(port) as listener:
        engine = None if parts is None else Engine(context, parts)
        bound_port = port_of(listener)
        app = web_app(context, token=token, port=bound_port, engine=engine)
        link = sign_in_link(token, port=bound_port, now_s=time.time())
        try:
            run(app, listener, started=partial(started, link, path))
        finally:
            with contextlib.suppress(StoreBusy):  # a call nobody waits for still reads
                context.store.close()
