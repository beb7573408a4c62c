"""Reading of XML from outside, without trusting it.

Entities are refused before parsing: without a document type there is nothing to expand. Elements
are handed on one by one and never kept, so that memory does not grow with them; how many there
are, of how many names, how deep and how long, is bounded, because each of them costs more than the
bytes it is written in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol
from xml.parsers import expat

from hakaru.core.errors import Unreadable
from hakaru.sources.moments import LARGEST, credible

ELEMENTS_MAX = 6_000_000
"""Five to eight seconds; a run of 24 hours with every sensor has 1.3 million."""
_CHUNK_BYTES = 1 << 20
_DEEPEST = 100
"""Elements inside elements; watches write ten."""
_NAMES_MAX = 10_000
"""Names of elements and attributes; watches write fifty, and the parser keeps each."""
_TAG_MAX_BYTES = 8 << 20
"""One tag or comment, which is read again with every chunk until it ends."""
_TEXT_PIECES_MAX = 8
"""Of 8 KiB each; the longest value of a watch has thirty letters."""
_FORBIDDEN = ("<!DOCTYPE", "<!ENTITY")
_ENCODINGS = ("ascii", "utf-16-le", "utf-16-be")
_BLANK = b" \t\r\n"
_UTF8_BOM = b"\xef\xbb\xbf"


class ElementReader(Protocol):
    """Takes elements as they begin and end. `path` holds the names from the root to the element,
    without namespaces: writers disagree about prefixes, never about names."""

    def begin(self, path: Sequence[str], attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, path: Sequence[str], text: str) -> None:
        """An element ends; `text` is what stands in it, '' for one of other elements."""


def read_elements(data: bytes, reader: ElementReader, *, path: str) -> None:
    """Hand every element to a reader in document order, up to a fault.

    Raises:
        Unreadable: a document type or entity is declared (before anything is handed on), or the
            text is no longer XML, or more costly than that of any watch; everything before the
            fault has then been handed on.
    """
    if any(word.encode(code) in data for word in _FORBIDDEN for code in _ENCODINGS):
        raise Unreadable(path, "it declares XML entities, which no watch writes and are not read")
    skipped = _n_blank_bytes(data)
    names: dict[str, str] = {}
    parser = expat.ParserCreate(namespace_separator="}", intern=names)
    parser.buffer_text = True
    _connect(parser, reader, path=path)
    body = memoryview(data)[skipped:]
    try:
        for position in range(0, len(body), _CHUNK_BYTES):
            chunk = body[position : position + _CHUNK_BYTES]
            parser.Parse(chunk, False)
            unread = position + len(chunk) - max(parser.CurrentByteIndex, 0)
            _refuse_costly_tags(path, n_names=len(names), n_unread_bytes=unread)
        parser.Parse(b"", True)
    except expat.ExpatError as exc:
        where = skipped + parser.ErrorByteIndex
        raise Unreadable(path, f"damaged XML: {exc}", offset_byte=where) from exc
    except (LookupError, ValueError) as exc:
        raise Unreadable(path, f"its text encoding cannot be read: {exc}") from exc


def _n_blank_bytes(data: bytes) -> int:
    """How much of the beginning is a byte order mark and white space."""
    begin = len(_UTF8_BOM) if data.startswith(_UTF8_BOM) else 0
    while data[begin : begin + 1] and data[begin] in _BLANK:
        begin += 1
    return begin


def _connect(parser: expat.XMLParserType, reader: ElementReader, *, path: str) -> None:
    """Have the parser hand on what it meets; the functions run once per element, so they are
    short."""
    names: list[str] = []
    pieces: list[str] = []
    locals_: dict[str, str] = {}
    n_elements = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal n_elements
        n_elements += 1
        local = locals_.get(name)
        if local is None:
            local = locals_[name] = name.rpartition("}")[2]
        names.append(local)
        if len(names) > _DEEPEST:
            raise Unreadable(path, "its elements are nested too deeply to be an activity")
        if n_elements > ELEMENTS_MAX:
            raise Unreadable(path, f"it has more than {ELEMENTS_MAX} elements, which no run has")
        pieces.clear()
        reader.begin(names, attributes)

    def end(_: str) -> None:
        reader.end(names, "".join(pieces).strip())
        names.pop()
        pieces.clear()

    def text(piece: str) -> None:
        if len(pieces) < _TEXT_PIECES_MAX:
            pieces.append(piece)

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text


def _refuse_costly_tags(path: str, *, n_names: int, n_unread_bytes: int) -> None:
    if n_names > _NAMES_MAX:
        raise Unreadable(path, f"its elements have more than {_NAMES_MAX} names, which no run has")
    if n_unread_bytes > _TAG_MAX_BYTES:
        size = _TAG_MAX_BYTES >> 20
        raise Unreadable(path, f"one tag or comment in it is longer than {size} MiB")


def number(text: str | None) -> float:
    """A number that can be a quantity, else NaN."""
    try:
        value = float(text) if text else math.nan
    except ValueError:
        return math.nan
    return value if abs(value) <= LARGEST else math.nan


def number_or_none(text: str | None) -> float | None:
    """A number that can be a quantity, else None."""
    value = number(text)
    return None if math.isnan(value) else value


def parse_time(text: str | None) -> datetime | None:
    """An ISO 8601 time as an aware datetime in the zone it was written in (UTC where unstated);
    None where it is none, or one that no recording has."""
    try:
        moment = datetime.fromisoformat(text.strip()) if text else None
    except ValueError:
        return None
    if moment is not None and moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return credible(moment)
