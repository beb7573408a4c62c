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
    """Fork a keeper for each socket that arrives, until nobody is left to send one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C concerns the process that asks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers that end need no waiting for
    sys.argv[:] = ["hakaru", "(a query)"]  # how a worker signs the lock it holds
    control = socket.socket(fileno=descriptor)
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:
            return
        if os.fork() == 0:
            _be_keeper(control, descriptors[0])
        os.close(descriptors[0])


def _be_keeper(control: socket.socket, descriptor: int) -> None:
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control.close()
        keep(socket.socket(fileno=descriptor))
        status = 0
    finally:
        os._exit(status)
