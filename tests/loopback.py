"""A server on this machine that answers like a model, or as badly as one can: over real sockets."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Self

End = Literal["close", "reset", "hang"]

_REASONS = {200: "OK", 302: "Found", 307: "Temporary Redirect", 401: "Unauthorized"}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is sent for one request, `after` something else has happened. `end`: what follows."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] | None = None
    end: End = "close"
    claims_bytes: int | None = None
    after: threading.Event | None = None

    def head(self) -> bytes:
        length = len(self.body) if self.claims_bytes is None else self.claims_bytes
        headers = {"Content-Type": "application/json", **(self.headers or {})}
        lines = [f"HTTP/1.1 {self.status} {_REASONS.get(self.status, 'Error')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {length}", "Connection: close", "", ""]
        return "\r\n".join(lines).encode()


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request as it arrived."""

    line: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Mapping[str, object]:
        value: Mapping[str, object] = json.loads(self.body)
        return value


class Loopback:
    """Gives one answer after the other, the last one again and again; or what a function makes of
    each request."""

    def __init__(self, answers: Sequence[Answer] | Callable[[Received], Answer]) -> None:
        self._answers = answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self.received: list[Received] = []
        port = self._listener.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.url = f"{self.origin}/v1"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        with socket.create_connection(self._listener.getsockname()):
            pass  # wakes the thread that accepts
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _start(self, work: object, *args: object) -> None:
        assert callable(work)
        thread = threading.Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._closing.is_set():
            connection, _ = self._listener.accept()
            if self._closing.is_set():
                connection.close()
                return
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            request = _read(connection)
            if request is None:
                return
            n_earlier = len(self.received)
            self.received.append(request)
            if callable(self._answers):
                answer = self._answers(request)
            else:
                answer = self._answers[min(n_earlier, len(self._answers) - 1)]
            try:
                if answer.after is not None:
                    answer.after.wait(timeout=60)
                connection.sendall(answer.head() + answer.body)
                if answer.end == "hang":
                    self._closing.wait()
                if answer.end == "reset":
                    linger = struct.pack("ii", 1, 0)
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            except OSError:
                return  # whoever asked has gone


def _read(connection: socket.socket) -> Received | None:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65_536)
        if not chunk:
            return None
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (one.partition(":") for one in rest)
    }
    while len(body) < int(headers.get("content-length", "0")):
        chunk = connection.recv(65_536)
        if not chunk:
            return None
        body += chunk
    return Received(line=line, headers=headers, body=body)


def completion(text: str | None, *, finish: str | None = "stop", **extra: object) -> Answer:
    """A reply in the protocol of OpenAI."""
    message = {"role": "assistant", "content": text, **extra}
    return as_json(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_750_000_000,
            "model": "small",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150},
        }
    )


def message(text: str, *, stop: str = "end_turn") -> Answer:
    """A reply in the protocol of Anthropic."""
    return as_json(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "small",
            "content": [{"type": "text", "text": text}],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 120, "output_tokens": 30},
        }
    )


def as_json(value: object, *, status: int = 200) -> Answer:
    """Any value as an answer."""
    return Answer(body=json.dumps(value).encode(), status=status)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


KEY = "sk-a-key-that-nobody-may-see-0123456789"

FAULTS: Mapping[str, tuple[Answer, str]] = {
    "empty choices": (as_json({"id": "1", "object": "chat.completion", "created": 1,
                               "model": "m", "choices": []}), "ModelFailed"),
    "content null": (completion(None), "ModelFailed"),
    "401 that echoes the key": (
        as_json({"error": {"message": f"wrong key {KEY}", "code": "invalid_api_key"}}, status=401),
        "ModelRefusedKey",
    ),
    "403": (as_json({"error": {"message": KEY}}, status=403), "ModelRefusedKey"),
    "429": (as_json({"error": {"message": "slow down"}}, status=429), "ModelBusy"),
    "500 that echoes the key": (
        as_json({"error": {"message": f"boom, Bearer {KEY}"}}, status=500), "ModelFailed",
    ),
    "slow": (Answer(body=b"{", claims_bytes=100, end="hang"), "ModelTooSlow"),
    "HTML": (
        Answer(body=b"<html><b>Welcome</b></html>", headers={"Content-Type": "text/html"}),
        "ModelFailed",
    ),
    "a bad gateway's page": (
        Answer(body=b"<html>Bad gateway</html>", status=502,
               headers={"Content-Type": "text/html"}),
        "ModelFailed",
    ),
    "reset in the middle": (
        Answer(body=b'{"id": "1"', claims_bytes=1_000, end="reset"), "ModelUnreachable",
    ),
    "cut in the middle": (Answer(body=b'{"id": "1"', claims_bytes=1_000), "ModelUnreachable"),
    "redirect": (
        Answer(status=307, headers={"Location": "http://192.0.2.1/v1/chat/completions"}),
        "ModelFailed",
    ),
    "no JSON": (Answer(body=b"\xff\xfe\x00{"), "ModelFailed"),
    "null": (as_json(None), "ModelFailed"),
    "a list": (as_json([]), "ModelFailed"),
    "an error with status 200": (as_json({"error": {"message": KEY}}), "ModelFailed"),
    "without an end": (Answer(body=b'{"a": "' + b"x" * 5_000_000), "ModelFailed"),
}  # fmt: skip
"""What a server can do instead of answering, and which of our errors that is."""

WRONG: Mapping[str, tuple[Answer, str]] = {
    "truncated": (completion('{"colour": "gre', finish="length"), "reply.truncated"),
    "wrong enum": (completion('{"colour": "blue"}'), "schema.enum"),
    "wrong value": (completion('{"colour": "red"}'), "check.colour"),
    "no JSON": (completion("I am sorry, I cannot do that."), "reply.not_json"),
    "a missing field": (completion("{}"), "schema.required"),
    "refused": (completion(None, refusal="no"), "reply.filtered"),
    "nothing but thought": (completion("<think>green", finish="length"), "reply.truncated"),
}
"""Replies that come through and break a rule of the check."""

GOOD: Mapping[str, Answer] = {
    "plain": completion('{"colour": "green"}'),
    "fenced": completion('```json\n{"colour": "green"}\n```'),
    "with prose around": completion('Here it is: {"colour": "green"}. Anything else?'),
    "after a thought": completion('<think>{"colour": "red"}?</think>{"colour": "green"}'),
    "no finish reason": completion('{"colour": "green"}', finish=None),
}
"""Replies that pass it."""
