"""Which files does a page load, and how does a browser keep them until they change?

The address of a file holds a hash of its content, so it may be kept for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_HASH_DIGITS = 12
_KEPT = "private, max-age=31536000, immutable"
_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_OF_RENDER: Mapping[str, str] = {"report.css": "templates/report.css"}
_OWN: tuple[str, ...] = (
    "app.css",
    "app.js",
    "series.js",
    "upload.js",
    "focus.js",
    "icon.svg",
    "vendor/htmx.min.js",
    "vendor/uPlot.iife.min.js",
    "vendor/uPlot.min.css",
)
_FOR_STRANGERS = ("icon.svg", "report.css", "app.css")
"""What the page that says how to get in loads: no secrets, and no scripts."""


@dataclass(frozen=True, kw_only=True)
class Asset:
    """A file that pages load. `address` changes with its content."""

    address: str
    body: bytes
    media_type: str


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its name."""
    places = {name: ("hakaru.surfaces.web", f"static/{name}") for name in _OWN}
    places |= {name: ("hakaru.present", place) for name, place in _OF_RENDER.items()}
    return {name: _asset(name, *place) for name, place in places.items()}


def address_of(name: str) -> str:
    """Where a page finds a file. Raises KeyError for one that there is not."""
    return assets()[name].address


def asset_routes() -> tuple[Route, ...]:
    """The addresses of all files."""
    return tuple(
        Route(asset.address, _sender(asset), methods=["GET"]) for asset in assets().values()
    )


def open_asset(path: str) -> Response | None:
    """The file at an address, if the page for strangers loads it; None: it is none of those."""
    for name in _FOR_STRANGERS:
        if assets()[name].address == path:
            return _response(assets()[name])
    return None


def _asset(name: str, package: str, place: str) -> Asset:
    body = resources.files(package).joinpath(place).read_bytes()
    digest = hashlib.sha256(body).hexdigest()[:_HASH_DIGITS]
    return Asset(
        address=f"/static/{digest}/{name}",
        body=body,
        media_type=_TYPES[name.rpartition(".")[2]],
    )


def _sender(asset: Asset) -> Callable[[Request], Awaitable[Response]]:
    async def send(_: Request) -> Response:
        return _response(asset)

    return send


def _response(asset: Asset) -> Response:
    return Response(asset.body, media_type=asset.media_type, headers={"cache-control": _KEPT})
