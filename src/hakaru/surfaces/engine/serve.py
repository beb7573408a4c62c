"""Running the engine, and one line in a terminal for whoever is watched."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, message, say, translate
from hakaru.flows.asking import Asker, Record
from hakaru.flows.context import Context
from hakaru.focus.states import REASON_WORDS, state_word
from hakaru.records import frozen
from hakaru.sources.camera.eye import Opening, open_eye_apart
from hakaru.sources.parts import Desktop
from hakaru.sources.pc_usage import choose_source
from hakaru.store.attempts import Attempts
from hakaru.store.jobs import Owner, is_gone, label_is_gone
from hakaru.store.state import State
from hakaru.surfaces.engine.board import PARTS, QUIET_CODES, SystemClock, health_word
from hakaru.surfaces.engine.engine import Engine, Parts
from hakaru.surfaces.engine.routes import engine_routes
from hakaru.surfaces.http import (
    HOST,
    LoopbackConfig,
    LoopbackServer,
    at_home,
    gated,
    listening,
    port_of,
    read_token,
    web_sockets,
)


@frozen
class Wanted:
    """What a process that watches was asked for. `video` None: the camera. `inside`: it is a server
    as well; `tied`: it ends with the server that started it."""

    video: Path | None = None
    notify: bool = True
    inside: bool = False
    tied: bool = False


@contextlib.contextmanager
def real_parts(context: Context, wanted: Wanted) -> Iterator[Parts]:
    """The camera or a video, the desktop's counters and notifications, the configured model; others
    know by a lock that they are in use.

    Raises:
        StoreDamaged: the data folder cannot be written to.
    """
    record = Record(
        attempts=Attempts(State(context.data_folder)),
        now=context.now,
        keep_prompts=False,  # the record of the decision holds what was asked about
    )
    opening = Opening(data_folder=context.data_folder, video=wanted.video)
    owner = Owner(context.data_folder)
    try:
        yield Parts(
            clock=SystemClock(),
            owner=owner.label,
            is_gone=partial(label_is_gone, context.data_folder),
            open_eye=lambda settings: open_eye_apart(
                replace(opening, camera_index=settings.camera_index)
            ),
            open_source=lambda: choose_source(sys.platform, os.environ),
            asker=Asker(
                context.model, record, budget_s=context.settings.model.timeout_s, at_once=1
            ),
            notifier=Desktop() if wanted.notify else None,
            inside=wanted.inside,
            tied=wanted.tied,
        )
    finally:
        owner.release()


def engine_app(engine: Engine, *, token: str, port: int) -> ASGIApp:
    """The routes of the engine behind the gate of every server."""
    return at_home(gated(Starlette(routes=engine_routes(engine)), token=token), port=port)


class _Server(LoopbackServer):
    """Leaves signals to `serve`, which has more to let go of than connections."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    engine: Engine,
    listener: socket.socket,
    *,
    token: str,
    beside: Callable[[Engine], Coroutine[None, None, None]],
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """Run the engine and its door until interrupted, until somebody asked this process to end, or
    until it `is_over`; `beside` runs with them."""
    app = engine_app(engine, token=token, port=int(listener.getsockname()[1]))
    config = LoopbackConfig(app)
    config.lifespan, config.timeout_graceful_shutdown = "off", 1
    server = _Server(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, setattr, server, "should_exit", True)
    async with engine.running():
        others = [
            asyncio.create_task(beside(engine)),
            asyncio.create_task(_end_when_told(engine, server, is_over)),
        ]
        try:
            await server.serve(sockets=[listener])
        finally:
            for other in others:
                other.cancel()


async def _end_when_told(
    engine: Engine, server: uvicorn.Server, is_over: Callable[[], bool]
) -> None:
    while not engine.is_to_end and not is_over():
        await asyncio.sleep(_LOOKED_EVERY_S)
    server.should_exit = True


_LOOKED_EVERY_S = 0.25
TOKEN_FILE = "focus.token"  # noqa: S105  # the name of a file
"""Not that of the dashboard, whose holder may agree to changes."""
_LISTENING = N_("Told at {addresses}; the token is in {path}.")
_AND = N_(" and ")
_PAUSES: Mapping[str, str] = {
    "pausing": N_("pausing"),
    "paused": N_("paused (hakaru focus resume goes on)"),
    "unanswered": N_("a process does not answer the pause: {watcher}"),
}


LOG_FILE = "focus.log"
"""What went wrong in a process that the dashboard started."""
_LOGGED_MOST = 500


class _FirstMessages(logging.Filter):
    """Keeps the log of a process that runs for weeks small."""

    n_seen = 0

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002
        """Whether it is one of the first."""
        self.n_seen += 1
        return self.n_seen <= _LOGGED_MOST


def _begin_log(*, in_background: bool) -> None:
    """Errors to whoever looks at the terminal; in the background the first few, with their time."""
    form = "%(asctime)s  %(message)s" if in_background else "%(message)s"
    logging.basicConfig(level=logging.ERROR, format=form, stream=sys.stderr)
    if in_background:
        for handler in logging.getLogger().handlers:
            handler.addFilter(_FirstMessages())


def watch(
    *, data_folder: Path | None, language: str | None, port: int, no_camera: bool, **given: Any
) -> None:
    """Watch until interrupted or told to end. In the background (`ends_with` not None) nothing is
    said of states, another one that watches is left to it, and where `ends_with` names an owner,
    this ends with that one.

    Raises:
        BadArgument: the port is taken, there is no such video, or the configuration holds a value
            it does not take.
        StoreDamaged: the data folder cannot be used.
    """
    video: Path | None = given["video"]
    if video is not None and not video.is_file():
        raise BadArgument("video", str(video), message("a video file that exists"))
    starter: str | None = given["ends_with"]
    _begin_log(in_background=starter is not None)
    config = load_config(data_folder=data_folder, language=language)
    lang = config.settings.language
    context = build(config)
    token = read_token(config.data_folder / TOKEN_FILE)
    wanted = Wanted(video=video, notify=not given["no_notify"], tied=bool(starter))
    with real_parts(context, wanted) as parts, listening(port) as listener:
        engine = Engine(context, parts)
        engine.board.without_camera = no_camera
        if starter is not None:
            is_over = partial(_is_over, engine, config.data_folder, starter)
            asyncio.run(serve(engine, listener, token=token, beside=_silent, is_over=is_over))
            return
        addresses = translate(_AND, lang).join(_addresses(port_of(listener)))
        path = config.data_folder / TOKEN_FILE
        banner = say(_LISTENING, lang, addresses=addresses, path=path)
        beside = partial(_print_changes, banner=banner, lang=lang)
        asyncio.run(serve(engine, listener, token=token, beside=beside))


def _is_over(engine: Engine, data_folder: Path, starter: str) -> bool:
    """Whether another one watches, or the one that started this is gone ('': it need not stay)."""
    follows = engine.board.leading is False
    return follows or (bool(starter) and is_gone(data_folder, starter))


async def _silent(_: Engine) -> None:
    """Say nothing: what was seen of a person stands in no log."""


def _addresses(port: int) -> Iterator[str]:
    yield f"http://{HOST}:{port}/api/state"
    if web_sockets() != "none":
        yield f"ws://{HOST}:{port}/ws/state"


async def _print_changes(engine: Engine, *, banner: str, lang: Lang) -> None:
    """First where it is told: who interrupts from then on ends it in order."""
    click.echo(banner)
    before: tuple[object, ...] | None = None
    with engine.hub.listening() as queue:
        while True:
            message = json.loads(await queue.get())
            if message["type"] != "state_update":
                click.echo(message["text"])
                continue
            now = (message["state"], message["health"], message["pause"])
            if now != before:
                click.echo(line_of(message, lang))
            before = now


def line_of(message: Mapping[str, Any], lang: Lang) -> str:
    """One line: the time, the state, why, and what is amiss; or that it is paused."""
    at = datetime.fromtimestamp(message["timestamp"]).astimezone().strftime("%H:%M:%S")
    if message["pause"] in _PAUSES:
        return f"{at}  {say(_PAUSES[message['pause']], lang, watcher=message['watcher'])}"
    reasons = [
        translate(REASON_WORDS[code], lang) for code in message["reasons"] if code in REASON_WORDS
    ]
    amiss = [
        f"{translate(PARTS[part], lang)}: {health_word(code, lang)}"
        for part, code in message["health"].items()
        if code not in QUIET_CODES
    ]
    parts = [f"{at}  {state_word(message['state'], lang)} {message['confidence']:.2f}"]
    parts += ["、".join(reasons) if lang == "ja" else "; ".join(reasons)] if reasons else []
    parts += [f"[{' / '.join(amiss)}]"] if amiss else []
    return "  ".join(parts)
