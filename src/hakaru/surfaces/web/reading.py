"""What does the body of a request say? JSON, whole, within its limit, as the route takes it."""

from __future__ import annotations

import json
from typing import NoReturn

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request

from hakaru.core.errors import RequestError
from hakaru.surfaces.web.bodies import Body

BODY_MOST_BYTES = 5_000_000
_ERRORS_SHOWN = 20


class NotRead(RequestError):
    """A body that is not what the address takes; `reasons` name each field."""

    def __init__(self, sentence: str, reasons: tuple[str, ...] = ()) -> None:
        self._reasons = reasons or (sentence,)
        super().__init__(sentence)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Everything that is wrong with it."""
        return self._reasons


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body of a request.

    Raises:
        NotRead: it is too large, no JSON, or not what the address takes.
    """
    value = _json(await read_bytes(request))
    try:
        return kind.model_validate(value)
    except ValidationError as exc:
        sentences = tuple(
            _said(error["loc"], error["msg"]) for error in exc.errors()[:_ERRORS_SHOWN]
        )
        raise NotRead(sentences[0], sentences) from exc


async def read_bytes(request: Request) -> bytes:
    """What was sent, counted while it comes in: what a client claims does not matter.

    Raises:
        NotRead: it is too large, or has not come in whole.
    """
    read = bytearray()
    try:
        async for chunk in request.stream():
            read += chunk
            if len(read) > BODY_MOST_BYTES:
                raise NotRead(f"the body has more than {BODY_MOST_BYTES} bytes")
    except ClientDisconnect as exc:
        raise NotRead("the body has not come in whole") from exc
    return bytes(read)


def _json(body: bytes) -> object:
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        raise NotRead("the body is not JSON in UTF-8") from exc


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _said(path: tuple[int | str, ...], message: str) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return f"{where.lstrip('.') or 'the body'}: {message}"
