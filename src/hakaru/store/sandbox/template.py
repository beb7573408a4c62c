"""The process that others are forked from: everything is imported, nothing is open.

It is started afresh (not forked) by the process that asks, so no lock, no connection, no thread and
no environment of that process is in it. Its life ends with the last asker's end of the socket.

Each query has a keeper: a process that starts the worker as its child, passes on what it says, and
kills it at a deadline, when the asking process goes away, or when a writer has waited long enough.
It runs no SQL, so nothing in a query can hold it up; where it is killed itself, the system kills
the worker. Both hold the place of the query, which is free once the memory is.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import duckdb  # noqa: F401  # so that each worker has it without importing

from hakaru.store.lock import Turnstile
from hakaru.store.sandbox.job import FaultCode, Job, read_job
from hakaru.store.sandbox.worker import run_job

_LOOK_S = 0.05
_START_S = 2.0
_SHORT_S = 0.5
_NICE = 10
"""A query that has run for longer than `_SHORT_S` goes on at this lower priority."""
_MOST_ANSWER_BYTES = 2_000_000
_CHUNK_BYTES = 65_536
_PR_SET_PDEATHSIG = 1
_system = ctypes.CDLL(None)


def keep(asker: socket.socket, place: int) -> None:
    """Read one job from the asking process, have it done, and answer with one line.

    `place`: the descriptor of the place it runs at.
    """
    line = _read_line(asker)
    if line is None:
        return
    job = read_job(line)
    keeper_pid = os.getpid()
    reading, writing = os.pipe()
    worker_pid = os.fork()
    if worker_pid == 0:
        os.close(reading)
        asker.close()
        _end_with(keeper_pid)
        _work(job, writing)
    os.close(writing)
    try:
        answer = _await(_Query(job=job, worker_pid=worker_pid), reading, asker)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker_pid, signal.SIGKILL)
        _, status = os.waitpid(worker_pid, 0)
        os.close(place)
    with contextlib.suppress(OSError):
        asker.sendall(answer or _fault(_how_it_ended(status)))


def _end_with(keeper_pid: int) -> None:
    """Be killed by the system when the keeper ends."""
    _system.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != keeper_pid:
        os._exit(1)


def _work(job: Job, writing: int) -> None:
    """The worker's whole life."""
    status = 1
    try:
        run_job(job, lambda line: _write_all(writing, line))
        status = 0
    finally:
        os._exit(status)


@dataclass(kw_only=True)
class _Query:
    """A job and the process that does it."""

    job: Job
    worker_pid: int
    gives_way: bool = False

    def give_way(self) -> None:
        """From now on everything else goes first: reads of a run, a page, a verdict."""
        if not self.gives_way:
            self.gives_way = True
            with contextlib.suppress(OSError):
                for thread in Path(f"/proc/{self.worker_pid}/task").iterdir():
                    os.setpriority(os.PRIO_PROCESS, int(thread.name), _NICE)


def _await(query: _Query, reading: int, asker: socket.socket) -> bytes | None:
    """The worker's last line; None: it ended without one, or in the middle of it."""
    job, limits = query.job, query.job.limits
    deadline_s = time.monotonic() + limits.lock_s + _START_S
    running_s = None
    heard = b""
    while True:
        ready, _, _ = select.select([reading, asker.fileno()], [], [], _LOOK_S)
        if asker.fileno() in ready:
            return _fault("crash")
        if reading in ready:
            chunk = os.read(reading, _CHUNK_BYTES)
            if not chunk:
                return _last_line(heard)
            heard += chunk
            if len(heard) > _MOST_ANSWER_BYTES:
                return _fault("too_many_bytes")
            if running_s is None and b"\n" in heard:
                running_s = time.monotonic()
                deadline_s = running_s + limits.run_s
        now_s = time.monotonic()
        if now_s > deadline_s:
            return _fault("time")
        if running_s is not None and now_s > running_s + _SHORT_S:
            query.give_way()
        if running_s is not None and now_s > running_s + limits.writer_s and _writer_waits(job):
            return _fault("writer")


def _writer_waits(job: Job) -> bool:
    return Turnstile(Path(job.folder)).writer_waits()


def _last_line(heard: bytes) -> bytes | None:
    last = heard.splitlines(keepends=True)[-1:]
    if not heard.endswith(b"\n") or b'"state"' in last[0][:10]:
        return None
    return last[0]


def _how_it_ended(status: int) -> FaultCode:
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if ended_by == signal.SIGXCPU:
        return "time"
    return "memory" if ended_by == signal.SIGABRT else "crash"


def _fault(code: FaultCode) -> bytes:
    return json.dumps({"fault": {"code": code, "name": ""}}).encode() + b"\n"


def _read_line(asker: socket.socket) -> bytes | None:
    heard = b""
    while not heard.endswith(b"\n"):
        chunk = asker.recv(_CHUNK_BYTES)
        if not chunk:
            return None
        heard += chunk
    return heard


def _write_all(descriptor: int, line: bytes) -> None:
    while line:
        line = line[os.write(descriptor, line) :]


def serve(descriptor: int) -> None:
    """Fork a keeper for each socket and place that arrive, until nobody is left to send them.

    One byte says that everything is imported. Nobody takes it off the socket, so that each query
    can see it there.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C concerns the process that asks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers that end need no waiting for
    sys.argv[:] = ["hakaru", "(a query)"]  # how a worker signs the lock it holds
    control = socket.socket(fileno=descriptor)
    control.sendall(b"r")
    while True:
        descriptors: list[int] = []
        with contextlib.suppress(ConnectionResetError):  # closed with the byte still on it
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
