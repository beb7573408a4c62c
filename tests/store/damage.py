"""A file of the data folder as a bad disk leaves it."""

from __future__ import annotations

from pathlib import Path


def flip_bytes(path: Path, *, every: int = 4096, first: int = 16_384) -> None:
    """The first bytes of each page behind the beginning are others."""
    content = bytearray(path.read_bytes())
    assert len(content) > first
    for page in range(first, len(content), every):
        for place in range(page, min(page + 16, len(content))):
            content[place] ^= 0xFF
    path.write_bytes(content)
