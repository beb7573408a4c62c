"""Pictures of a map behind a route: where they come from, and those of a folder of this machine."""

from __future__ import annotations

import base64

from hakaru.flows.preferences import read_preferences, write_tiles
from hakaru.sources.tiles import tile_file
from hakaru.surfaces.web.pages.visit import Download, Onward, Visit

_NOTHING = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
"""One pixel that cannot be seen: a folder need not hold every square."""


def choose(visit: Visit) -> Onward:
    """Keep the place of tiles, who made them and whether they may be loaded."""
    write_tiles(
        visit.context,
        place=visit.sent.get("place", "").strip(),
        allowed=visit.sent.get("allowed") == "on",
        attribution=visit.sent.get("attribution", "").strip(),
    )
    return Onward(to="/settings?told=tiles#tiles")


def send(visit: Visit) -> Download:
    """The picture of a square, while tiles of a folder are allowed."""
    source = read_preferences(visit.context.data_folder).tiles
    zoom, x, y = (int(visit.here[name][:10]) for name in ("z", "x", "y"))
    tile = None if source is None else tile_file(source, zoom=zoom, x=x, y=y)
    if tile is None:
        return Download(name="tile.png", media_type="image/png", body=_NOTHING)
    return Download(name=tile.path.name, media_type=tile.media_type, path=tile.path)
