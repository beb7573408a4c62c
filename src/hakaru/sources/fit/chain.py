"""Where does each FIT file begin and end inside the bytes of one (possibly chained) file?

Sizes and checksums are advice, not gates: a wrong size means "read to the end", a wrong checksum
is an issue, and what follows the last file is named and left alone (research data.md trap 9).
"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.errors import Unreadable
from hakaru.running.activity import Issue
from hakaru.sources.fit.crc import fit_crc

_MAGIC = b".FIT"
_HEADER_MIN_BYTES = 12
_CRC_BYTES = 2
_MOST_LINKS = 64
"""Longer chains come from no device."""


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One FIT file of a chain: its messages are data[body_start:body_end].

    `sound`: size and checksum are right, so that every byte is what the device wrote.
    """

    body_start: int
    body_end: int
    truncated: bool
    sound: bool
    issues: tuple[Issue, ...]


def is_fit(data: bytes) -> bool:
    """Whether the bytes begin like a FIT file."""
    return _is_header(data, 0)


def split_chain(data: bytes, *, path: str) -> tuple[Segment, ...]:
    """The FIT files in `data`, at least one. Raises Unreadable where there is none."""
    if not _is_header(data, 0):
        raise Unreadable(path, "this is not a FIT file: it has no FIT header", offset_byte=0)
    segments: list[Segment] = []
    offset = 0
    while _is_header(data, offset) and len(segments) < _MOST_LINKS:
        segment, offset = _segment_at(data, offset)
        segments.append(segment)
    return tuple(segments)


def _is_header(data: bytes, offset: int) -> bool:
    return (
        len(data) >= offset + _HEADER_MIN_BYTES
        and data[offset] >= _HEADER_MIN_BYTES
        and data[offset + 8 : offset + 12] == _MAGIC
    )


def _segment_at(data: bytes, offset: int) -> tuple[Segment, int]:
    """The segment whose header is at `offset`, and where the next header may be."""
    body_start = min(offset + data[offset], len(data))
    stated_bytes = int.from_bytes(data[offset + 4 : offset + 8], "little")
    end = body_start + stated_bytes
    if end > len(data):
        issue = Issue(
            code="truncated",
            message=f"the file ends {end + _CRC_BYTES - len(data)} bytes before its stated end",
            offset_byte=len(data),
        )
        return _segment(body_start, len(data), issues=(issue,), truncated=True), len(data)
    if stated_bytes == 0 and len(data) > end + _CRC_BYTES and not _is_header(data, end + 2):
        return _to_the_end(data, body_start, stated_bytes)
    return _sized_segment(data, offset, body_start, end)


def _sized_segment(data: bytes, offset: int, body_start: int, end: int) -> tuple[Segment, int]:
    following = end + _CRC_BYTES
    matches = data[end:following] == fit_crc(data[offset:end]).to_bytes(2, "little")
    has_junk = len(data) > following and not _is_header(data, following)
    if has_junk and not matches:
        return _to_the_end(data, body_start, end - body_start)
    issues = []
    if not matches:
        text = "the checksum does not match" if following <= len(data) else "the checksum is absent"
        issues.append(Issue(code="crc_mismatch", message=text, offset_byte=end))
    if has_junk:
        text = f"{len(data) - following} bytes after the end were ignored"
        issues.append(Issue(code="trailing_bytes", message=text, offset_byte=following))
    segment = _segment(body_start, end, issues=tuple(issues), sound=matches)
    return segment, following


def _to_the_end(data: bytes, body_start: int, stated_bytes: int) -> tuple[Segment, int]:
    issue = Issue(
        code="wrong_size",
        message=f"the header states {stated_bytes} bytes of data; read to the end of the file",
        offset_byte=body_start,
    )
    end = max(body_start, len(data) - _CRC_BYTES)
    return _segment(body_start, end, issues=(issue,)), len(data)


def _segment(
    body_start: int,
    body_end: int,
    *,
    issues: tuple[Issue, ...],
    truncated: bool = False,
    sound: bool = False,
) -> Segment:
    return Segment(
        body_start=body_start,
        body_end=body_end,
        truncated=truncated,
        sound=sound,
        issues=issues,
    )
