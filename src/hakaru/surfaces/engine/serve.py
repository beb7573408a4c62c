"""How is the engine run: on this computer's camera and desktop, with a door on 127.0.0.1?"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import ASGIApp

from hakaru.flows.asking import Asker, Record
from hakaru.flows.context import Context
from hakaru.focus.ask import BUDGET_S
from hakaru.sources.camera.eye import Opening, open_eye_apart
from hakaru.sources.parts import Desktop
from hakaru.sources.pc_usage import choose_source
from hakaru.store.attempts import Attempts
from hakaru.store.jobs import Owner, label_is_gone
from hakaru.store.state import State
from hakaru.surfaces.engine.clock import SystemClock
from hakaru.surfaces.engine.engine import Engine, Parts
from hakaru.surfaces.engine.routes import engine_routes
from hakaru.surfaces.http.gate import at_home, gated
from hakaru.surfaces.http.listening import LoopbackConfig, LoopbackServer


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What `hakaru focus watch` was asked for. `video` None: the camera."""

    video: Path | None = None
    notify: bool = True


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
            asker=Asker(context.model, record, budget_s=BUDGET_S, at_once=1),
            notifier=Desktop() if wanted.notify else None,
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
) -> None:
    """Run the engine and its door until interrupted; `beside` runs with them."""
    app = engine_app(engine, token=token, port=int(listener.getsockname()[1]))
    config = LoopbackConfig(app)
    config.lifespan, config.timeout_graceful_shutdown = "off", 1
    server = _Server(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, setattr, server, "should_exit", True)
    async with engine.running():
        other = asyncio.create_task(beside(engine))
        try:
            await server.serve(sockets=[listener])
        finally:
            other.cancel()
