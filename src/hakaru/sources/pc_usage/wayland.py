"""How is a Wayland desktop used? Only what its compositor tells: sway and Hyprland name the window
in front; input is not counted there, and on other desktops nothing is told."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

TIMEOUT_S = 1.0
_MAGIC = b"i3-ipc"
_GET_TREE = 4
_HEADER = struct.Struct("<6sII")
_MOST_BYTES = 16 * 1024 * 1024
_DEEPEST = 200


class SwayCalls:
    """The calls of sway (and of i3) by its socket."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def front_app(self) -> str | None:
        """The id or class of the focused window."""
        with _connected(self._path) as link:
            link.sendall(_HEADER.pack(_MAGIC, 0, _GET_TREE))
            magic, size, kind = _HEADER.unpack(_exactly(link, _HEADER.size))
            if magic != _MAGIC or kind != _GET_TREE or size > _MOST_BYTES:
                raise OSError("an answer of another protocol")
            tree = _json(_exactly(link, size))
        return next((name for node in _nodes(tree) if (name := _focused_app(node))), None)

    def idle_s(self) -> float | None:
        """Not told by this socket."""
        return None

    def keys(self) -> int | None:
        """Not told on Wayland."""
        return None

    def mouse(self) -> int | None:
        """Not told on Wayland."""
        return None

    def locked(self) -> bool | None:
        """Not told."""
        return None

    def close(self) -> None:
        """Nothing stays open."""


class HyprlandCalls(SwayCalls):
    """The calls of Hyprland by its socket."""

    def front_app(self) -> str | None:
        """The class of the active window."""
        with _connected(self._path) as link:
            link.sendall(b"j/activewindow")
            window = _json(_until_closed(link))
        return _text(window.get("class"))


class NoCalls(SwayCalls):
    """A desktop that tells nothing."""

    def __init__(self) -> None:
        super().__init__(Path())

    def front_app(self) -> str | None:
        """Not told."""
        return None


def _connected(path: Path) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(TIMEOUT_S)
    try:
        link.connect(str(path))
    except OSError:
        link.close()
        raise
    return link


def _exactly(link: socket.socket, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        piece = link.recv(size - len(received))
        if not piece:
            raise OSError("the compositor hung up")
        received += piece
    return bytes(received)


def _until_closed(link: socket.socket) -> bytes:
    received = bytearray()
    while piece := link.recv(65_536):
        received += piece
        if len(received) > _MOST_BYTES:
            raise OSError("an answer without an end")
    return bytes(received)


def _json(data: bytes) -> Mapping[str, object]:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise OSError("an answer that is no JSON") from exc
    return values if isinstance(values, Mapping) else {}


def _nodes(tree: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    left = [(tree, 0)]
    while left:
        node, depth = left.pop()
        yield node
        for key in ("nodes", "floating_nodes"):
            inner = node.get(key)
            if isinstance(inner, list) and depth < _DEEPEST:
                left += [(child, depth + 1) for child in inner if isinstance(child, Mapping)]


def _focused_app(node: Mapping[str, object]) -> str | None:
    if node.get("focused") is not True:
        return None
    properties = node.get("window_properties")
    of_x11 = properties.get("class") if isinstance(properties, Mapping) else None
    return _text(node.get("app_id")) or _text(of_x11)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
