"""Who may speak to the server over HTTP? Those who know the token, even on this machine."""

from __future__ import annotations

import hmac
import json

from starlette.types import ASGIApp, Receive, Scope, Send

_UNAUTHORISED = 401


def gated(app: ASGIApp, *, token: str) -> ASGIApp:
    """Passes requests with `Authorization: Bearer TOKEN`; all others get 401 and nothing else.

    The comparison takes the same time for every token.
    """
    expected = f"Bearer {token}".encode()

    async def _gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _knows(scope, expected):
            await app(scope, receive, send)
        else:
            await _refuse(send)

    return _gate


def _knows(scope: Scope, expected: bytes) -> bool:
    given = [value for name, value in scope.get("headers", ()) if name == b"authorization"]
    return len(given) == 1 and hmac.compare_digest(given[0], expected)


async def _refuse(send: Send) -> None:
    told = "the header `Authorization: Bearer TOKEN` is needed; the token is in the data folder"
    reply = {"ok": False, "error": told, "errors": [told], "status": _UNAUTHORISED}
    body = json.dumps(reply, separators=(",", ":")).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"www-authenticate", b"Bearer"),
    ]
    await send({"type": "http.response.start", "status": _UNAUTHORISED, "headers": headers})
    await send({"type": "http.response.body", "body": body})
