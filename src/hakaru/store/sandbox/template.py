"""The process that others are forked from: everything is imported, nothing is open.

It is started afresh (not forked) by the process that asks, so no lock, no connection, no thread and
no environment of that process is in it. Its life ends with the last asker's end of the socket.
"""

from __future__ import annotations

import os
import signal
import socket
import sys

import duckdb  # noqa: F401  # so that each worker has it without importing

from hakaru.store.sandbox.keeper import keep


def serve(descriptor: int) -> None:
    """Fork a keeper for each socket and place that arrive, until nobody is left to send them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C concerns the process that asks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers that end need no waiting for
    sys.argv[:] = ["hakaru", "(a query)"]  # how a worker signs the lock it holds
    control = socket.socket(fileno=descriptor)
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 2)
        if not descriptors:
            return
        asker, place = descriptors
        if os.fork() == 0:
            _be_keeper(control, asker, place)
        os.close(asker)
        os.close(place)


def _be_keeper(control: socket.socket, asker: int, place: int) -> None:
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control.close()
        keep(socket.socket(fileno=asker), place)
        status = 0
    finally:
        os._exit(status)
