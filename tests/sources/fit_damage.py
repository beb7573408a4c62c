"""How files get damaged (the classes of research/libraries.md §1), and what is left of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

from hakaru.core.errors import SourceError
from hakaru.sources.fit.decode import decode_fit
from tests.sources.fit_oracle import read_plainly

_FIRST_BYTE = 14
_PAGE_BYTES = 4096
_TELLING = ("timestamp", "distance", "heart_rate", "cadence")
Rows = Counter[tuple[float | None, ...]]
"""How often each record (time and three values) occurs."""


def damaged(data: bytes, rng: Random) -> Iterator[tuple[str, bytes]]:
    """The file after each kind of accident."""

    def anywhere() -> int:
        return rng.randrange(_FIRST_BYTE, len(data) - 2)

    yield "cut in half", data[: len(data) // 2]
    yield "last 100 bytes gone", data[:-100]
    for n_flips in (1, 10):
        flipped = bytearray(data)
        for _ in range(n_flips):
            flipped[anywhere()] ^= 1 << rng.randrange(8)
        yield f"{n_flips} bits flipped", bytes(flipped)
    for name, filler in (("zeros", bytes(_PAGE_BYTES)), ("noise", rng.randbytes(_PAGE_BYTES))):
        at = anywhere()
        yield f"a page of {name}", data[:at] + filler + data[at + _PAGE_BYTES :]
    at = anywhere()
    yield "a byte lost", data[:at] + data[at + 1 :]
    at = anywhere()
    yield "a byte too many", data[:at] + rng.randbytes(1) + data[at:]
    at = anywhere()
    yield "50 bytes lost", data[:at] + data[at + 50 :]
    yield "no size", data[:4] + bytes(4) + data[8:]
    yield "noise behind the end", data + rng.randbytes(512)


def rows_of_ours(data: bytes) -> Rows:
    """What the decoder finds."""
    found: Rows = Counter()
    try:
        links = decode_fit(data)
    except SourceError:
        return found
    for columns in links:
        blank = np.full(columns.timestamp_s.size, np.nan)
        names = _TELLING[1:]
        arrays = [columns.timestamp_s, *(columns.native.get(name, blank) for name in names)]
        rows = zip(*(values.tolist() for values in arrays), strict=True)
        found.update(tuple(None if value != value else value for value in row) for row in rows)
    return found


def rows_of_theirs(data: bytes) -> Rows:
    """What fitdecode yields before an exception, checksums off and errors ignored."""
    return Counter(
        tuple(record.get(name) for name in _TELLING)
        for link in read_plainly(data)
        for record in link.records
    )


def n_true(rows: Rows, truth: Rows) -> int:
    """How many records of the undamaged file are there."""
    return (rows & truth).total()
