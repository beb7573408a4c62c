"""How is a file, or a member of an archive, named in messages?"""

from __future__ import annotations

from hakaru.running.activity import Provenance


def where_of(provenance: Provenance) -> str:
    """The path, with the name inside an archive behind an exclamation mark."""
    member = provenance.member
    return provenance.path if member is None else f"{provenance.path}!{member}"
