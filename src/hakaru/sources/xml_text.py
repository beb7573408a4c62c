"""How is an XML file from outside read without trusting it?

Entities are refused before parsing: without a document type there is nothing to expand, so the
fast standard parser can be used as it is. Elements inside elements are counted: a million of them
pack into a few kilobytes and would take gigabytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from hakaru.errors import Unreadable
from hakaru.sources.moments import LARGEST, credible

_CHUNK_BYTES = 1 << 16
_DEEPEST = 100
"""Elements inside elements; watches write ten."""
_FORBIDDEN = ("<!DOCTYPE", "<!ENTITY")
_ENCODINGS = ("ascii", "utf-16-le", "utf-16-be")
_BLANK = b" \t\r\n"
_UTF8_BOM = b"\xef\xbb\xbf"


def iterate_elements(data: bytes, *, path: str) -> Iterator[tuple[str, Element]]:
    """Yield ('start' | 'end', element) in document order, up to a fault.

    Raises:
        Unreadable: a document type or entity is declared (before anything is yielded), or the
            text is no longer XML, or is nested deeper than any watch nests it; everything before
            the fault has then been yielded.
    """
    if any(word.encode(code) in data for word in _FORBIDDEN for code in _ENCODINGS):
        raise Unreadable(path, "it declares XML entities, which no watch writes and are not read")
    skipped = len(data) - len(data.removeprefix(_UTF8_BOM).lstrip(_BLANK))
    body = data[skipped:]
    parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
    depth = 0
    try:
        for position in range(0, len(body), _CHUNK_BYTES):
            parser.feed(body[position : position + _CHUNK_BYTES])
            for event, element in _events(parser):
                depth += 1 if event == "start" else -1
                if depth > _DEEPEST:
                    raise Unreadable(path, "its elements are nested too deeply to be an activity")
                yield event, element
        parser.close()
    except ParseError as exc:
        where = skipped + _byte_of(body, *exc.position)
        raise Unreadable(path, f"damaged XML: {exc.msg}", offset_byte=where) from exc
    except (LookupError, ValueError) as exc:
        raise Unreadable(path, f"its text encoding cannot be read: {exc}") from exc


def _events(parser: XMLPullParser[Element]) -> Iterator[tuple[str, Element]]:
    """Only 'start' and 'end' were asked for, whatever else the library's types allow."""
    return cast("Iterator[tuple[str, Element]]", parser.read_events())


def _byte_of(body: bytes, line: int, column: int) -> int:
    """Byte offset of a 1-based line and 0-based column, as expat counts them."""
    start = 0
    for _ in range(line - 1):
        start = body.find(b"\n", start) + 1
    return min(start + column, len(body))


def local_name(element: Element) -> str:
    """The tag without its namespace: writers disagree about prefixes, never about names."""
    return element.tag.rpartition("}")[2]


def text_of(parent: Element, path: str) -> str | None:
    """Stripped text at a '/'-separated path of local names; None: absent or empty."""
    found = parent.find("/".join("{*}" + step for step in path.split("/")))
    text = found.text.strip() if found is not None and found.text else ""
    return text or None


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
