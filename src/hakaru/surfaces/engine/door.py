"""Who may ask the engine? Programs of this machine that know the token; no page of another site.

A browser cannot send a header with a WebSocket, so there the token may come as a subprotocol:
`Sec-WebSocket-Protocol: hakaru, TOKEN`.
"""

from __future__ import annotations

import hmac

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SUBPROTOCOL = "hakaru"
_UNAUTHORISED, _FORBIDDEN = 401, 403
_POLICY = 1008


def behind_door(app: ASGIApp, *, token: str, hosts: frozenset[str]) -> ASGIApp:
    """Passes requests for one of `hosts` ("127.0.0.1:8738"), from there or from no page at all,
    that bring the token."""

    async def _door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        refused = _refused(scope, token=token, hosts=hosts)
        if refused is None:
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY})
        else:
            await _say(refused)(scope, receive, send)

    return _door


def _refused(scope: Scope, *, token: str, hosts: frozenset[str]) -> tuple[int, str] | None:
    host, origin = _header(scope, b"host"), _header(scope, b"origin")
    if host not in hosts:
        return _FORBIDDEN, "the header Host names another machine"
    if origin is not None and origin.removeprefix("http://") not in hosts:
        return _FORBIDDEN, "pages of other sites may not ask"
    given = _header(scope, b"authorization")
    if given is None and scope["type"] == "websocket":
        name, _, last = (_header(scope, b"sec-websocket-protocol") or "").partition(",")
        given = f"Bearer {last.strip()}" if name.strip() == SUBPROTOCOL else None
    if given is None or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return _UNAUTHORISED, "the header `Authorization: Bearer TOKEN` is needed"
    return None


def _header(scope: Scope, name: bytes) -> str | None:
    """The one header of a name; None: there is none, or several."""
    found = [value for key, value in scope.get("headers", ()) if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def _say(refused: tuple[int, str]) -> JSONResponse:
    status, told = refused
    body = {"ok": False, "error": told, "errors": [told], "status": status}
    headers = {"www-authenticate": "Bearer"} if status == _UNAUTHORISED else None
    return JSONResponse(body, status_code=status, headers=headers)
