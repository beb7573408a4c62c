"""How does a browser get in: by the link that was printed, once, and by a cookie from then on?"""

from __future__ import annotations

import hmac
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

ENTRY = "/"


def link(address: str, token: str) -> str:
    """What a person opens."""
    return f"{address}{ENTRY}?token={token}"


def door(app: ASGIApp, *, token: str, cookie: str) -> ASGIApp:
    """Who opens the link gets the cookie, and an address without the token in it."""

    async def _door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == ENTRY and _has(scope, token):
            await _let_in(send, cookie, token)
        else:
            await app(scope, receive, send)

    return _door


def _has(scope: Scope, token: str) -> bool:
    given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
    return hmac.compare_digest(given[0].encode("utf-8", "replace"), token.encode())


async def _let_in(send: Send, cookie: str, token: str) -> None:
    """Scripts cannot read the cookie, and no other site can use it."""
    made: SimpleCookie = SimpleCookie({cookie: token})
    made[cookie]["path"] = "/"
    made[cookie]["httponly"] = True
    made[cookie]["samesite"] = "Strict"
    headers = [
        (b"location", ENTRY.encode()),
        (b"set-cookie", made[cookie].OutputString().encode()),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
