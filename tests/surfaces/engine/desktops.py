"""A desktop to watch where there is none: a socket that answers as sway does, and a launcher of
real processes that ask it."""

from __future__ import annotations

import json
import os
import socketserver
import struct
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.flows.watchers import end_watchers
from hakaru.sources.parts import own_surroundings
from hakaru.surfaces.engine.starting import Launcher
from tests.flows.factories import make_context

_HEADER = struct.Struct("<6sII")
_OF_DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE")
_TREE = json.dumps(
    {"nodes": [{"focused": True, "app_id": "Code", "name": "secret-title.py", "nodes": []}]}
).encode()


class _Sway(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        if self.rfile.read(_HEADER.size):
            self.wfile.write(_HEADER.pack(b"i3-ipc", len(_TREE), 4) + _TREE)


@contextmanager
def sway() -> Iterator[Path]:
    """A desktop on which an editor is in front; the path of its socket, which must be short."""
    with tempfile.TemporaryDirectory(prefix="sway") as folder:
        path = Path(folder) / "s"
        with socketserver.ThreadingUnixStreamServer(str(path), _Sway) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                yield path
            finally:
                server.shutdown()
                thread.join()


def environment_with(desktop: Path | None) -> dict[str, str]:
    """That of this process, with one desktop or none."""
    given = {name: value for name, value in os.environ.items() if name not in _OF_DESKTOPS}
    return given if desktop is None else {**given, "SWAYSOCK": str(desktop)}


def launcher(
    desktop: Path | None, *, home: Path, cameras: frozenset[str] = frozenset()
) -> Launcher:
    """One for a machine with this desktop and these cameras; tests run beside each other, so its
    processes take any free port."""
    around = replace(own_surroundings(), environment=environment_with(desktop))
    return Launcher(around, devices=lambda: cameras, home=home, port=0)


@contextmanager
def watchable(folder: Path) -> Iterator[Context]:
    """A data folder by the real clock; whatever watches in it is ended."""
    made = replace(make_context(folder), now=lambda: datetime.now(UTC))
    try:
        yield made
    finally:
        end_watchers(made)
        made.store.close()
