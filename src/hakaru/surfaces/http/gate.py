"""Who may speak to a server, over HTTP or a WebSocket? Those who know the token, even on this
machine, and no page of another site.

A browser cannot send a header with a WebSocket, so there the token may come as a subprotocol:
`Sec-WebSocket-Protocol: hakaru, TOKEN`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from hakaru.surfaces.http.listening import own_names, own_origins
from hakaru.surfaces.http.refusal import refuse

UNAUTHORISED, _FORBIDDEN, _MISDIRECTED = 401, 403, 421
_STRANGER = "the header `Authorization: Bearer TOKEN` is needed; the token is in the data folder"
_READING = ("GET", "HEAD")
CHALLENGE = {"www-authenticate": "Bearer"}
SUBPROTOCOL = "hakaru"


async def unauthorised(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    """401 in the one shape of errors; a WebSocket is closed."""
    await refuse(scope, send, detail=_STRANGER, status=UNAUTHORISED, headers=CHALLENGE)


def gated(
    app: ASGIApp,
    *,
    token: str,
    signed_in: Callable[[Mapping[str, str]], bool] | None = None,
    stranger: ASGIApp = unauthorised,
) -> ASGIApp:
    """Passes requests with `Authorization: Bearer TOKEN`; all others get what `stranger` answers,
    by default 401 and nothing else, and a WebSocket is closed.

    `signed_in`: whether these cookies are those of a session, which will do instead, as a browser
    sends them; to change something the page must then say that it is ours (see `at_home`). The
    comparison takes the same time for every token.
    """

    async def _gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _knows(scope, token, signed_in):
            await app(scope, receive, send)
        else:
            await stranger(scope, receive, send)

    return _gate


def at_home(app: ASGIApp, *, port: int) -> ASGIApp:
    """Passes requests that name this server as their host (else 421), and that come from one of its
    own pages, if from a page (else 403): a name of somebody else's may lead here as well."""
    hosts = [[name] for name in own_names(port)]
    origins = [[], *([origin] for origin in own_origins(port))]

    async def _home(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif _values(scope, b"host") not in hosts:
            detail = "the header `Host` does not name this server"
            await refuse(scope, send, detail=detail, status=_MISDIRECTED)
        elif _values(scope, b"origin") not in origins:
            detail = "the header `Origin` names a page of somebody else"
            await refuse(scope, send, detail=detail, status=_FORBIDDEN)
        else:
            await app(scope, receive, send)

    return _home


def _knows(scope: Scope, token: str, signed_in: Callable[[Mapping[str, str]], bool] | None) -> bool:
    given = _values(scope, b"authorization")
    if given:
        return len(given) == 1 and _same(given[0], f"Bearer {token}")
    if scope["type"] == "websocket" and _same(_offered(scope), token):
        return True
    reads = scope.get("method") in _READING
    if signed_in is None or not (reads or _values(scope, b"origin")):
        return False
    return signed_in(_cookies(scope))


def _offered(scope: Scope) -> str:
    """What a WebSocket offers behind our own subprotocol."""
    name, _, last = ",".join(_values(scope, b"sec-websocket-protocol")).partition(",")
    return last.strip() if name.strip() == SUBPROTOCOL else ""


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name]


def _cookies(scope: Scope) -> Mapping[str, str]:
    read: dict[str, str] = {}
    for line in _values(scope, b"cookie"):
        try:
            read |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        except CookieError:
            continue
    return read
