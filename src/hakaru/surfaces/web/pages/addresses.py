"""Where is the page of a node, and what was done just before one came to a page?"""

from __future__ import annotations

from urllib.parse import urlencode

from hakaru.surfaces.web.pages.visit import Visit
from hakaru.surfaces.web.words import page_text

_TOLD = ("added", "applied", "rejected", "taken_up", "undone", "moved", "edited", "removed")


def told_of(visit: Visit) -> str:
    """What was done just now, in words; '' for nothing."""
    named = visit.choice("told")
    return page_text(f"told_{named}", visit.lang) if named in _TOLD else ""


def node_address(node_id: str, *, notice: str = "", change: str = "") -> str:
    """The page of a node, whatever its id is made of."""
    asked = {"id": node_id, "told": notice, "change": change}
    return f"/plans/node?{urlencode({name: value for name, value in asked.items() if value})}"
