"""The three servers as their commands start them, each with a way to ask it something.

What asks is as thin as it can be, so that what is measured is the server.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import httpx2

from hakaru.surfaces.web.app import TOKEN_FILE

_PROTOCOL = "2025-06-18"
_INTRODUCTION = {
    "protocolVersion": _PROTOCOL,
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?:/mcp)?")
_TOKEN_PATH = re.compile(r"the token is in (.+)\.$")
_LONGEST_S = 120.0
What = tuple[str, Mapping[str, object]]
"""A tool with its arguments, or a page without."""


@dataclass(frozen=True, kw_only=True)
class Started:
    """A server that runs. `ask` gives None, or what was wrong with the answer; `began_s` is when
    it was started, by the clock of `time.perf_counter`."""

    pid: int
    began_s: float
    ask: Callable[[What], str | None]

    def busy_s(self) -> float:
        """Processor time of all its threads so far, as Linux tells it."""
        return time.clock_gettime((~self.pid << 3) | 2)  # CPUCLOCK_SCHED, as glibc makes it


@contextmanager
def over_pipes(data: Path) -> Iterator[Started]:
    """`hakaru mcp`: one JSON a line in both directions."""
    began_s = time.perf_counter()
    process = _start(data, "mcp", "--profile", "all", stdin=subprocess.PIPE, err=None)
    assert process.stdin is not None and process.stdout is not None
    number = 0

    def send(method: str, params: Mapping[str, object], *, name: int | None) -> None:
        assert process.stdin is not None
        own = {} if name is None else {"id": name}
        process.stdin.write(
            json.dumps({"jsonrpc": "2.0", "method": method, "params": params} | own)
        )
        process.stdin.write("\n")
        process.stdin.flush()

    def answered(name: int) -> Mapping[str, Any]:
        assert process.stdout is not None
        while True:
            line = process.stdout.readline()
            if not line:
                return {"error": "it ended"}
            message: Mapping[str, Any] = json.loads(line)
            if message.get("id") == name:
                return message

    def ask(what: What) -> str | None:
        nonlocal number
        number += 1
        send("tools/call", {"name": what[0], "arguments": what[1]}, name=number)
        return _fault(answered(number))

    with _ended(process):
        send("initialize", _INTRODUCTION, name=0)
        answered(0)
        send("notifications/initialized", {}, name=None)
        yield Started(pid=process.pid, began_s=began_s, ask=ask)


@contextmanager
def over_http(data: Path) -> Iterator[Started]:
    """`hakaru mcp --http`: a POST for each call."""
    began_s = time.perf_counter()
    process = _start(data, "mcp", "--http", "--port", "0", "--profile", "all", err=subprocess.PIPE)
    with _ended(process):
        line = _line_with(process.stderr, _ADDRESS)
        address, token = _ADDRESS.search(line), _TOKEN_PATH.search(line.strip())
        assert address is not None and token is not None, line
        headers = {
            "Authorization": f"Bearer {Path(token[1]).read_text(encoding='ascii').strip()}",
            "Accept": "application/json, text/event-stream",
        }
        number = 0
        with httpx2.Client(headers=headers, timeout=_LONGEST_S) as client:

            def post(method: str, params: Mapping[str, object], name: int | None) -> Any:
                own = {} if name is None else {"id": name}
                body = {"jsonrpc": "2.0", "method": method, "params": params} | own
                return client.post(address[0], json=body)

            def ask(what: What) -> str | None:
                nonlocal number
                number += 1
                answer = post("tools/call", {"name": what[0], "arguments": what[1]}, number)
                return (
                    _fault(_message_in(answer.text)) if answer.status_code == 200 else answer.text
                )

            greeting = post("initialize", _INTRODUCTION, 0)
            client.headers["mcp-protocol-version"] = _PROTOCOL
            if "mcp-session-id" in greeting.headers:
                client.headers["mcp-session-id"] = greeting.headers["mcp-session-id"]
            post("notifications/initialized", {}, None)
            yield Started(pid=process.pid, began_s=began_s, ask=ask)


@contextmanager
def dashboard(data: Path) -> Iterator[Started]:
    """`hakaru serve`: a GET for each page."""
    began_s = time.perf_counter()
    process = _start(data, "serve", "--port", "0", err=subprocess.PIPE)
    with _ended(process):
        address = _ADDRESS.search(_line_with(process.stderr, _ADDRESS))
        assert address is not None
        token = (data / TOKEN_FILE).read_text(encoding="ascii").strip()
        with httpx2.Client(
            base_url=address[0], headers={"Authorization": f"Bearer {token}"}, timeout=_LONGEST_S
        ) as client:

            def ask(what: What) -> str | None:
                status = client.get(what[0]).status_code
                return None if status < 400 else f"{what[0]}: {status}"

            yield Started(pid=process.pid, began_s=began_s, ask=ask)


def _start(
    data: Path, *words: str, stdin: int = subprocess.DEVNULL, err: int | None
) -> subprocess.Popen[str]:
    environment = {**os.environ, "HAKARU_LANG": "en", "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    environment.pop("HAKARU_DATA", None)
    return subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", *words, "--data", str(data)],
        stdin=stdin, stdout=subprocess.PIPE, stderr=err, text=True, env=environment,
    )  # fmt: skip


@contextmanager
def _ended(process: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
    finally:
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        process.terminate()
        process.wait(timeout=_LONGEST_S)


def _line_with(stream: IO[str] | None, pattern: re.Pattern[str]) -> str:
    assert stream is not None
    return next(line for line in stream if pattern.search(line))


def _message_in(text: str) -> Mapping[str, Any]:
    """The answer of a body, plain or as the last event of a stream."""
    events = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
    message: Mapping[str, Any] = json.loads(events[-1] if events else text)
    return message


def _fault(message: Mapping[str, Any]) -> str | None:
    result = message.get("result")
    return None if isinstance(result, dict) and not result.get("isError") else str(message)[:300]
