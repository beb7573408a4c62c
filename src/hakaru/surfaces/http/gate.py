"""Who may speak to a server over HTTP? Those who know the token, even on this machine, and no page
of another site."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from hakaru.surfaces.http.listening import own_names, own_origins
from hakaru.surfaces.http.refusal import refuse

_UNAUTHORISED, _FORBIDDEN, _MISDIRECTED = 401, 403, 421
_STRANGER = "the header `Authorization: Bearer TOKEN` is needed; the token is in the data folder"
_READING = ("GET", "HEAD")
_POLICY = 1008


def gated(app: ASGIApp, *, token: str, cookie: str | None = None) -> ASGIApp:
    """Passes requests with `Authorization: Bearer TOKEN`; all others get 401 and nothing else.

    `cookie`: a cookie of that name will do instead, as a browser sends it; to change something the
    page must then say that it is ours (see `at_home`). The comparison takes the same time for every
    token.
    """

    async def _gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _knows(scope, token, cookie):
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await _close(receive, send)
        else:
            await refuse(
                send, _STRANGER, status=_UNAUTHORISED, headers={"www-authenticate": "Bearer"}
            )

    return _gate


def at_home(app: ASGIApp, *, port: int) -> ASGIApp:
    """Passes requests that name this server as their host (else 421), and that come from one of its
    own pages, if from a page (else 403): a name of somebody else's may lead here as well."""
    names, origins = own_names(port), own_origins(port)

    async def _home(scope: Scope, receive: Receive, send: Send) -> None:
        strange = _values(scope, b"host") not in [[name] for name in names] or any(
            one not in origins for one in _values(scope, b"origin")
        )
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["type"] == "websocket" and strange:
            await _close(receive, send)
        elif _values(scope, b"host") not in [[name] for name in names]:
            await refuse(send, "the header `Host` does not name this server", status=_MISDIRECTED)
        elif any(one not in origins for one in _values(scope, b"origin")):
            await refuse(
                send, "the header `Origin` names a page of somebody else", status=_FORBIDDEN
            )
        else:
            await app(scope, receive, send)

    return _home


async def _close(receive: Receive, send: Send) -> None:
    """A connection that may not be: there is no answer to read before it is open."""
    await receive()
    await send({"type": "websocket.close", "code": _POLICY})


def _knows(scope: Scope, token: str, cookie: str | None) -> bool:
    given = _values(scope, b"authorization")
    if given:
        return len(given) == 1 and _same(given[0], f"Bearer {token}")
    reading = scope["type"] == "http" and scope["method"] in _READING
    if cookie is None or not (reading or _values(scope, b"origin")):
        return False
    return _same(_cookies(scope).get(cookie, ""), token)


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name]


def _cookies(scope: Scope) -> Mapping[str, str]:
    read: dict[str, str] = {}
    for line in _values(scope, b"cookie"):
        try:
            read |= {name: one.value for name, one in SimpleCookie(line).items()}
        except CookieError:
            continue
    return read
