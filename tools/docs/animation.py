"""Pictures in a row as one that moves: an animated PNG, which every browser shows."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def animated(frames: Sequence[tuple[bytes, float]]) -> bytes:
    """PNG files of one size and kind of colour, each with how long it stays in s, as one PNG
    that begins anew without end (third edition of the PNG specification, chapter 12.3).

    Raises:
        ValueError: no frame, or frames that differ in size or kind of colour.
    """
    chunks = [dict(_grouped(picture)) for picture, _ in frames]
    if not chunks or any(parts[b"IHDR"] != chunks[0][b"IHDR"] for parts in chunks):
        raise ValueError("frames of one size and kind of colour are needed")
    header = chunks[0][b"IHDR"]
    width, height = struct.unpack(">II", header[:8])
    written = [_SIGNATURE, _chunk(b"IHDR", header)]
    written.append(_chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    number = 0
    for place, (parts, (_, shown_s)) in enumerate(zip(chunks, frames, strict=True)):
        delay = struct.pack(">HHBB", round(shown_s * 1000), 1000, 0, 0)
        where = struct.pack(">IIIII", number, width, height, 0, 0)
        written.append(_chunk(b"fcTL", where + delay))
        number += 1
        if place == 0:
            written.append(_chunk(b"IDAT", parts[b"IDAT"]))
        else:
            written.append(_chunk(b"fdAT", struct.pack(">I", number) + parts[b"IDAT"]))
            number += 1
    return b"".join([*written, _chunk(b"IEND", b"")])


def _grouped(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The header and the joined data of a PNG."""
    data, place = b"", len(_SIGNATURE)
    while place < len(picture):
        (size,) = struct.unpack(">I", picture[place : place + 4])
        kind = picture[place + 4 : place + 8]
        body = picture[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            yield kind, body
        elif kind == b"IDAT":
            data += body
        place += 12 + size
    yield b"IDAT", data


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
