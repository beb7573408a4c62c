"""sway and Hyprland, by a server that speaks their protocol on a socket."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hakaru.sources.pc_calls import SystemSource, Told
from hakaru.sources.pc_usage import HyprlandCalls, SwayCalls

HEADER = struct.Struct("<6sII")


@contextmanager
def serving(path: Path, answer: Callable[[socket.socket], None]) -> Iterator[Path]:
    """One connection after another, each answered, until the test is over."""
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen()

    def serve() -> None:
        while True:
            try:
                link, _ = server.accept()
            except OSError:
                return
            with link:
                answer(link)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield path
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join(60)


def sway(tree: object) -> Callable[[socket.socket], None]:
    def answer(link: socket.socket) -> None:
        magic, size, kind = HEADER.unpack(link.recv(HEADER.size))
        assert (magic, size, kind) == (b"i3-ipc", 0, 4)
        body = json.dumps(tree).encode()
        link.sendall(HEADER.pack(b"i3-ipc", len(body), 4))
        for start in range(0, len(body), 7):
            link.sendall(body[start : start + 7])

    return answer


TREE = {
    "focused": False,
    "nodes": [
        {"focused": False, "app_id": "foot", "nodes": []},
        {"focused": False, "nodes": [], "floating_nodes": [{"focused": True, "app_id": "firefox"}]},
    ],
}


def test_sway_names_the_focused_window(tmp_path: Path) -> None:
    with serving(tmp_path / "s", sway(TREE)) as path:
        assert SwayCalls(path).front_app() == "firefox"


def test_a_window_of_x11_under_sway_is_named_by_its_class(tmp_path: Path) -> None:
    tree = {"focused": True, "app_id": None, "window_properties": {"class": "Zoom"}}
    with serving(tmp_path / "s", sway(tree)) as path:
        assert SwayCalls(path).front_app() == "Zoom"


@pytest.mark.parametrize("tree", [{}, [], {"focused": True}, {"nodes": ["x", {"focused": 1}]}, 5])
def test_no_focused_window_is_no_name(tmp_path: Path, tree: object) -> None:
    with serving(tmp_path / "s", sway(tree)) as path:
        assert SwayCalls(path).front_app() is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        HEADER.pack(b"i3-ipc", 100, 4) + b"{}",
        HEADER.pack(b"i3-ipc", 2, 4) + b"[[",
        HEADER.pack(b"xxxxxx", 2, 4) + b"{}",
        HEADER.pack(b"i3-ipc", 2**31, 4),
    ],
)
def test_a_broken_answer_tells_nothing(tmp_path: Path, data: bytes) -> None:
    def answer(link: socket.socket) -> None:
        link.recv(64)
        link.sendall(data)

    with serving(tmp_path / "s", answer) as path:
        with pytest.raises(OSError):  # any fault of the socket
            SwayCalls(path).front_app()
        assert SystemSource(SwayCalls(path), Told(system="sway")).read(at_s=0.0).app is None


def test_hyprland_names_the_active_window(tmp_path: Path) -> None:
    def answer(link: socket.socket) -> None:
        assert link.recv(64) == b"j/activewindow"
        link.sendall(b'{"class": "code", "title": "secret.txt"}')

    with serving(tmp_path / "h", answer) as path:
        reading = SystemSource(HyprlandCalls(path), Told(system="hyprland")).read(at_s=0.0)
    assert reading.app == "code"
    assert (reading.idle_s, reading.keys, reading.mouse, reading.screen_locked) == (None,) * 4
    assert "secret" not in repr(reading)


def test_a_compositor_that_is_gone_tells_nothing(tmp_path: Path) -> None:
    source = SystemSource(SwayCalls(tmp_path / "none"), Told(system="sway"))
    assert source.read(at_s=0.0).app is None
    source.close()
