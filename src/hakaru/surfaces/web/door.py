"""The way of a browser into the dashboard: a link that works once, then a session in a cookie.

A link is signed with the token of the data folder, which it does not contain, so that a command can
print one while the server runs, without asking it. Sessions are known to the running server only.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hakaru.running.wording import Lang
from hakaru.surfaces.http.gate import CHALLENGE, UNAUTHORISED, unauthorised
from hakaru.surfaces.http.listening import HOST
from hakaru.surfaces.web.assets import open_asset
from hakaru.surfaces.web.cli import link_command
from hakaru.surfaces.web.pages.cookies import LANGUAGE_COOKIE
from hakaru.surfaces.web.pages.templates import sign_in_html

ENTRY = "/"
FOR_PROGRAMS = ("/api/", "/openapi", "/static/")
"""Addresses whose answers no person reads."""
LINK_LIFETIME_S = 600
SESSION_LIFETIME_S = 30 * 86_400
_CLOCK_STEP_S = 5.0
"""By how much the clock may have been set back between printing a link and opening it."""
_PARAMETER = "link"


def sign_in_link(token: str, *, port: int, now_s: float) -> str:
    """What a person opens, once and within ten minutes, where the server of this token has this
    port. `now_s`: Unix time."""
    unique = f"{math.floor(now_s * 1000)}.{secrets.token_urlsafe(16)}"
    signed = f"{unique}.{_signature(token, port, unique)}"
    return f"http://{HOST}:{port}{ENTRY}?{_PARAMETER}={signed}"


class Door:
    """Who may come into one server: those with a fresh link of its port, and those who came in so.

    `clock` gives Unix time in seconds.
    """

    def __init__(self, *, token: str, port: int, clock: Callable[[], float]) -> None:
        self._token, self._port, self._clock = token, port, clock
        self._opened_s = math.floor(clock() * 1000) / 1000
        self._used: set[str] = set()  # not forgotten: the clock may be set back
        self._sessions: dict[str, float] = {}

    @property
    def cookie(self) -> str:
        """Name of the session's cookie: cookies of 127.0.0.1 are shared by all its ports."""
        return f"hakaru-{self._port}"

    def redeem(self, link: str) -> str | None:
        """The value of a new session's cookie for a link; None: it is void, now if not before."""
        unique, _, signature = link.rpartition(".")
        expected = _signature(self._token, self._port, unique)
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), expected.encode()):
            return None
        issued_s, now_s = int(unique.partition(".")[0]) / 1000, self._clock()
        fresh = -_CLOCK_STEP_S <= now_s - issued_s <= LINK_LIFETIME_S
        if not fresh or issued_s < self._opened_s or unique in self._used:
            return None
        self._used.add(unique)
        self._sessions = {
            session: end_s for session, end_s in self._sessions.items() if now_s < end_s
        }
        value = secrets.token_urlsafe(32)
        self._sessions[self._record(value)] = now_s + SESSION_LIFETIME_S
        return value

    def knows(self, cookies: Mapping[str, str]) -> bool:
        """Whether these cookies hold a session of this server that has not ended."""
        end_s = self._sessions.get(self._record(cookies.get(self.cookie, "")))
        return end_s is not None and self._clock() < end_s

    def _record(self, value: str) -> str:
        """What is kept of a session; a cookie made for another port has another record."""
        return hashlib.sha256(f"{self._port} {value}".encode("utf-8", "replace")).hexdigest()


def entrance(app: ASGIApp, door: Door, *, void: ASGIApp) -> ASGIApp:
    """Gives whoever opens a good link a session, and an address without the link in it; a link that
    is no good is answered by `void`."""

    async def _entrance(scope: Scope, receive: Receive, send: Send) -> None:
        link = _link_in(scope)
        if link is None:
            await app(scope, receive, send)
        elif (value := door.redeem(link)) is None:
            await void(scope, receive, send)
        else:
            await _let_in(send, door.cookie, value)

    return _entrance


def sign_in_page(*, port: int, language: Lang, void: bool) -> ASGIApp:
    """What somebody without a session gets: a page that says how to get in, with the looks it
    needs; programs get 401 as everywhere.

    `void`: they came by a link that does not work any more. `language`: where the browser has none
    of ours.
    """
    html = partial(sign_in_html, command=link_command(port), void=void)

    async def _page(scope: Scope, receive: Receive, send: Send) -> None:
        asset = None if scope["type"] != "http" else open_asset(scope["path"])
        if asset is not None and scope["method"] == "GET":
            await asset(scope, receive, send)
        elif scope["type"] != "http" or not _is_for_a_person(scope):
            await unauthorised(scope, receive, send)
        else:
            text = html(_language(Request(scope), language))
            await HTMLResponse(text, UNAUTHORISED, CHALLENGE)(scope, receive, send)

    return _page


def _signature(token: str, port: int, unique: str) -> str:
    message = f"hakaru sign-in link {port} {unique}".encode("utf-8", "replace")
    return hmac.new(token.encode(), message, hashlib.sha256).hexdigest()


def _link_in(scope: Scope) -> str | None:
    """The link of a request that a person makes; a browser that only looks ahead uses up none."""
    if scope["type"] != "http" or scope["path"] != ENTRY or scope["method"] != "GET":
        return None
    if "prefetch" in Headers(scope=scope).get("sec-purpose", ""):
        return None
    given = parse_qs(scope["query_string"].decode("latin-1")).get(_PARAMETER, [])
    return given[0] if given else None


def _is_for_a_person(scope: Scope) -> bool:
    accept = Headers(scope=scope).get("accept", "")
    if scope["path"].startswith(FOR_PROGRAMS) or accept.startswith("application/json"):
        return False
    return scope["method"] in ("GET", "HEAD") or "text/html" in accept


def _language(request: Request, fallback: Lang) -> Lang:
    """As chosen on the dashboard before, else the first of ours that the browser asks for."""
    asked = request.headers.get("accept-language", "").lower().split(",")
    for named in (request.cookies.get(LANGUAGE_COOKIE, ""), *asked):
        match named.strip()[:2]:
            case "ja":
                return "ja"
            case "en":
                return "en"
    return fallback


async def _let_in(send: Send, cookie: str, value: str) -> None:
    """Scripts cannot read the cookie, and no other site can use it."""
    made: SimpleCookie = SimpleCookie({cookie: value})
    made[cookie]["path"] = "/"
    made[cookie]["max-age"] = SESSION_LIFETIME_S
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
