"""What `hakaru focus watch` and `hakaru serve --focus` start, all of it real but the camera."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import click

from hakaru.bootstrap import build, load_config
from hakaru.sources.camera.eye import ApartEye
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.serve import Wanted, real_parts
from tests.surfaces.engine.lamp import Lamp, Manner
from tests.surfaces.web.serving import served


@contextmanager
def engine_with(lamp: Lamp, data_folder: Path) -> Iterator[Engine]:
    """An engine as the commands make it, but for its camera."""
    context = build(load_config(data_folder=data_folder, language="en"))
    with real_parts(context, Wanted(notify=False)) as parts, closing(context.store):
        yield Engine(context, replace(parts, open_eye=lambda settings: ApartEye(lamp, name="lamp")))


async def watch(engine: Engine) -> None:
    """As `hakaru focus watch`, without its port; what changes is told on stdout."""
    with engine.hub.listening() as queue:
        async with engine.running():
            ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
            while not ended.done():
                told = asyncio.create_task(queue.get())
                await asyncio.wait({told, ended}, return_when=asyncio.FIRST_COMPLETED)
                if told.done():
                    click.echo(told.result())


def main(command: str, manner: Manner, lamp_path: str, data_folder: str) -> None:
    """Run until stdin ends."""
    with engine_with(Lamp(Path(lamp_path), manner), Path(data_folder)) as engine:
        if command == "watch":
            asyncio.run(watch(engine))
            return
        with served(engine.context, engine) as address:  # as `hakaru serve --focus`
            click.echo(address)
            sys.stdin.read()
