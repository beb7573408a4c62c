"""Map tiles that a person names: a folder of pictures, or the address of a server of them.

Squares of the world in Web Mercator, as most servers and programs keep them: `{z}/{x}/{y}.png`,
where zoom `z` cuts the world into 2**z columns `x` from the west and rows `y` from the north.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.guard.cleaning import clean
from hakaru.records import frozen

ZOOM_MOST = 22
LONGEST = 300
ATTRIBUTION_LONGEST = 200
EXAMPLE = "https://tiles.example/{z}/{x}/{y}.png"
OWN_ADDRESS = "/tiles/{z}/{x}/{y}"
"""Where our own server gives the tiles of a folder."""
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?)+|\[[0-9a-f:.]+\]")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SLOTS = ("{z}", "{x}", "{y}")
_UNSAFE = re.compile(r"[^\x21-\x7e]|[\"'<>\\^`|;,]")
_TYPES: Mapping[str, str] = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}


@frozen
class TileSource:
    """A folder or an address of tiles. `allowed`: pages may load them now. `attribution`: who made
    the map, as its licence wants it said on it; '': nobody has to be named."""

    place: str
    allowed: bool = False
    attribution: str = ""

    @property
    def is_address(self) -> bool:
        """Whether a server is asked; otherwise `place` is a folder of this machine."""
        return "://" in self.place

    @property
    def template(self) -> str:
        """Where a page finds a tile, with {z}, {x} and {y} to be filled in; '': nowhere."""
        if not self.allowed:
            return ""
        return self.place if self.is_address else OWN_ADDRESS

    @property
    def origin(self) -> str:
        """Whom a page asks beside our own server; '': nobody."""
        if not self.allowed or not self.is_address:
            return ""
        parts = urlsplit(self.place)
        host = parts.hostname or ""
        port = "" if parts.port is None else f":{parts.port}"
        return (
            f"{parts.scheme}://[{host}]{port}" if ":" in host else f"{parts.scheme}://{host}{port}"
        )


@frozen
class TileFile:
    """One picture of a folder."""

    path: Path
    media_type: str


def checked_source(place: str, *, allowed: bool, attribution: str = "") -> TileSource:
    """What somebody wrote as the place of tiles, and as who made the map.

    Raises:
        BadArgument: it is neither an address with {z}, {x} and {y} that a page may ask nor a folder
            that is there, or more is said than fits on a map.
    """
    place, attribution = place.strip(), _one_line(attribution)
    if len(attribution) > ATTRIBUTION_LONGEST:
        expected = message("at most {n} characters", n=ATTRIBUTION_LONGEST)
        raise BadArgument("attribution", attribution[:40], expected)
    if len(place) > LONGEST:
        raise BadArgument("place", place[:40], message("at most {n} characters", n=LONGEST))
    if "://" in place:
        _check_address(place)
        return TileSource(place=place, allowed=allowed, attribution=attribution)
    folder = Path(place).expanduser()
    if not place or not folder.is_absolute() or not _is_folder(folder):
        raise BadArgument(
            "place",
            place[:LONGEST],
            message("a folder that is there, or an address such as {example}", example=EXAMPLE),
        )
    return TileSource(place=str(folder), allowed=allowed, attribution=attribution)


def read_source(written: object) -> TileSource | None:
    """A source as it was written down; None: there is none that may be used."""
    if not isinstance(written, Mapping):
        return None
    place, allowed = written.get("place"), written.get("allowed")
    if not isinstance(place, str) or not isinstance(allowed, bool):
        return None
    try:
        if "://" in place:
            _check_address(place)
    except BadArgument:
        return None
    said = written.get("attribution")
    attribution = _one_line(said)[:ATTRIBUTION_LONGEST] if isinstance(said, str) else ""
    return TileSource(place=place, allowed=allowed, attribution=attribution)


def tile_file(source: TileSource, *, zoom: int, x: int, y: int) -> TileFile | None:
    """The picture of a square in a folder; None: it has none, or it lies outside of the folder."""
    count = 2**zoom if 0 <= zoom <= ZOOM_MOST else 0
    if not source.allowed or source.is_address or not (0 <= x < count and 0 <= y < count):
        return None
    try:
        folder = Path(source.place).resolve(strict=True)
        for ending, media_type in _TYPES.items():
            path = (folder / str(zoom) / str(x) / f"{y}.{ending}").resolve()
            if path.is_relative_to(folder) and path.is_file():
                return TileFile(path=path, media_type=media_type)
    except (OSError, RuntimeError):  # not there any more, or links that go in circles
        return None
    return None


def _one_line(text: str) -> str:
    """Without anything that cannot be seen or turns the direction of letters."""
    return " ".join(clean(text).split())


def _check_address(place: str) -> None:
    """Raises BadArgument for what a page may not ask, or cannot."""
    try:
        parts = urlsplit(place)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadArgument("place", "://", message("an address")) from None
    expected = None
    if any(place.count(slot) != 1 for slot in _SLOTS) or any(s in parts.netloc for s in _SLOTS):
        expected = message("an address such as {example}", example=EXAMPLE)
    elif parts.username is not None or parts.password is not None:
        expected = message("an address without a user and a password")
    elif parts.scheme != "https" and not (parts.scheme == "http" and host in _LOOPBACK):
        expected = message("https: only this machine may be asked by http")
    elif _UNSAFE.search(place) or not _HOST.fullmatch(host if ":" not in host else f"[{host}]"):
        expected = message("an address in plain letters")
    if expected is not None:
        raise BadArgument("place", f"{parts.scheme}://{host}"[:LONGEST], expected)


def _is_folder(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except (OSError, ValueError):
        return False
