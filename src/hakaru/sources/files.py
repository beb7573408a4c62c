"""Files that somebody names: how they are opened and called, what reading costs, and XML not
trusted.

Everything that is read by a name from outside is opened here. A name may be any bytes; what is
stored or shown of it is always text that JSON, databases and terminals take.

Brackets, commas and quotes are counted, which takes a hundredth of the reading. The bounds are
those of the memory and time that become of them, so that an honest large file passes and a small
one that unfolds into millions of objects does not.

Entities are refused before parsing: without a document type there is nothing to expand. Elements
are handed on one by one and never kept, so that memory does not grow with them; how many there
are, of how many names, how deep and how long, is bounded, because each of them costs more than the
bytes it is written in.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import BufferedReader
from pathlib import Path
from typing import Protocol
from xml.parsers import expat

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.running.activity import Provenance
from hakaru.sources.timeline import LARGEST, credible

MEMORY_MAX_MB = 500
OBJECTS_MAX = 1_000_000
"""About five seconds of looking at each; a run of 24 hours has 90,000, an account of ten years a
quarter of a million."""
CELLS_MAX = 2_000_000
COLUMNS_MAX = 500
SAMPLES_MAX = 600_000
"""Six days at one sample a second: what is computed from them takes 450 MB and four seconds."""
_BYTES_PER_MB = 1e6
_OBJECT_BYTES, _FIELD_BYTES, _ARRAY_BYTES, _VALUE_BYTES, _TEXT_BYTES = 64, 130, 64, 40, 60
"""Of CPython 3.11: an empty object, each field of one, an empty array, a place with a number in it,
a string beside its letters."""


def json_bytes(data: bytes) -> int:
    """How much memory the values of a JSON text take, about; never less than half of it."""
    return (
        2 * len(data)
        + _OBJECT_BYTES * data.count(b"{")
        + _ARRAY_BYTES * data.count(b"[")
        + _FIELD_BYTES * data.count(b":")
        + _VALUE_BYTES * data.count(b",")
        + _TEXT_BYTES * (data.count(b'"') // 2)
    )


def refuse_costly_json(
    texts: Iterable[bytes], *, path: str, objects_max: int | None = OBJECTS_MAX
) -> None:
    """Refuse JSON documents that together unfold into too much.

    `objects_max` is None where what is made of an object costs hardly more than the object.

    Raises:
        Unreadable: with the figure and the bound.
    """
    memory_bytes, n_objects = 0, 0
    for text in texts:
        memory_bytes += json_bytes(text)
        n_objects += text.count(b"{")
    if objects_max is not None and n_objects > objects_max:
        raise Unreadable(
            path,
            message(
                "it holds {n} JSON objects; at most {limit} are read",
                n=n_objects,
                limit=objects_max,
            ),
        )
    refuse_costly_memory(memory_bytes, path=path)


def refuse_costly_memory(memory_bytes: int, *, path: str) -> None:
    """Refuse what would take too much memory.

    Raises:
        Unreadable: with the figure and the bound.
    """
    if memory_bytes > MEMORY_MAX_MB * _BYTES_PER_MB:
        size = round(memory_bytes / _BYTES_PER_MB)
        raise Unreadable(
            path,
            message(
                "reading it would take {size} MB of memory; at most {limit} MB are used",
                size=size,
                limit=MEMORY_MAX_MB,
            ),
        )


def refuse_costly_table(text: str, *, delimiter: str, path: str) -> None:
    """Refuse a table of too many cells.

    Raises:
        Unreadable: with the figure and the bound.
    """
    n_cells = text.count(delimiter) + text.count("\n") + 1
    if n_cells > CELLS_MAX:
        raise Unreadable(
            path, message("it has {n} cells; at most {limit} are read", n=n_cells, limit=CELLS_MAX)
        )


def refuse_costly_samples(n_samples: int, *, path: str) -> None:
    """Refuse a recording of more samples than can be computed with.

    Raises:
        Unreadable: with the figure and the bound.
    """
    if n_samples > SAMPLES_MAX:
        raise Unreadable(
            path,
            message(
                "it holds {n} samples; at most {limit} are read", n=n_samples, limit=SAMPLES_MAX
            ),
        )


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
        raise Unreadable(
            path, message("it declares XML entities, which no watch writes and are not read")
        )
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
            refuse_costly_tags(path, n_names=len(names), n_unread_bytes=unread)
        parser.Parse(b"", True)
    except expat.ExpatError as exc:
        where = skipped + parser.ErrorByteIndex
        raise Unreadable(
            path, message("damaged XML: {error}", error=exc), offset_byte=where
        ) from exc
    except (LookupError, ValueError) as exc:
        raise Unreadable(
            path, message("its text encoding cannot be read: {error}", error=exc)
        ) from exc


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
            raise Unreadable(path, message("its elements are nested too deeply to be an activity"))
        if n_elements > ELEMENTS_MAX:
            raise Unreadable(
                path, message("it has more than {n} elements, which no run has", n=ELEMENTS_MAX)
            )
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


def refuse_costly_tags(path: str, *, n_names: int, n_unread_bytes: int) -> None:
    """Refuse XML of very many names, or with a tag that does not end.

    Raises:
        Unreadable: with the bound.
    """
    if n_names > _NAMES_MAX:
        raise Unreadable(
            path, message("its elements have more than {n} names, which no run has", n=_NAMES_MAX)
        )
    if n_unread_bytes > _TAG_MAX_BYTES:
        size = _TAG_MAX_BYTES >> 20
        raise Unreadable(
            path, message("one tag or comment in it is longer than {size} MiB", size=size)
        )


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


FILE_MAX_BYTES = 256 * 2**20
"""A recording may not be larger than this, unpacked."""
_BYTE_THAT_IS_NO_TEXT = re.compile("[\udc80-\udcff]")
_BYTE_BASE = 0xDC00
_READ_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


def shown(path: Path | str) -> str:
    r"""A path as text: bytes that are no UTF-8 (Shift-JIS names out of old zips) as `\x8e`.

    The same bytes always give the same text.
    """
    text = _BYTE_THAT_IS_NO_TEXT.sub(
        lambda match: f"\\x{ord(match[0]) - _BYTE_BASE:02x}", str(path)
    )
    return text.encode("utf-8", "backslashreplace").decode()


def at_home(path: Path) -> Path:
    """The path with `~` as the home folder. A file may have a name like `~x`: where it is there,
    or nobody has this name, it is taken as it is, in full, for no library to read more into it."""
    if not str(path).startswith("~"):
        return path
    with contextlib.suppress(OSError):
        if path.exists():
            return path.absolute()
    try:
        return path.expanduser()
    except RuntimeError:
        return path.absolute()


def where_of(provenance: Provenance) -> str:
    """The path, with the name inside an archive behind an exclamation mark."""
    member = provenance.member
    return provenance.path if member is None else f"{provenance.path}!{member}"


def open_regular(path: Path, *, follow_symlinks: bool = True) -> BufferedReader:
    """Open a file for reading, and nothing else: no pipe that nobody writes to, device or folder.

    Never waits. The check is made on what was opened, so that nobody can exchange it in between.

    Args:
        path: as the system has it, not as it is shown.
        follow_symlinks: False refuses a link in the last place of the path.

    Raises:
        Unreadable: it cannot be opened, or is no regular file.
    """
    flags = _READ_FLAGS | (0 if follow_symlinks else getattr(os, "O_NOFOLLOW", 0))
    try:
        _refuse_irregular(path, path.stat(follow_symlinks=follow_symlinks))
        descriptor = os.open(path, flags)
        try:
            _refuse_irregular(path, os.fstat(descriptor))
            return os.fdopen(descriptor, "rb")
        except BaseException:
            os.close(descriptor)
            raise
    except OSError as exc:
        raise Unreadable(
            shown(path), message("it cannot be opened: {reason}", reason=reason_of(exc))
        ) from exc
    except ValueError as exc:
        raise Unreadable(shown(path), message("there is no such file or folder")) from exc


def read_regular(path: Path, *, limit_bytes: int = FILE_MAX_BYTES) -> bytes:
    """The content of a file of at most so many bytes. Raises Unreadable like `open_regular`."""
    with open_regular(path) as file:
        try:
            n_bytes = os.fstat(file.fileno()).st_size
            data = file.read(n_bytes + 1) if n_bytes <= limit_bytes else b""
            if len(data) > n_bytes:  # it grew, or is one of the system's that state no size
                data += file.read(limit_bytes)
        except OSError as exc:
            raise Unreadable(
                shown(path), message("it cannot be opened: {reason}", reason=reason_of(exc))
            ) from exc
    if max(n_bytes, len(data)) > limit_bytes:
        raise Unreadable(shown(path), message("larger than any recording can be"))
    return data


def _refuse_irregular(path: Path, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    raise Unreadable(
        shown(path),
        message("it is {subject}, and only files are read", subject=_kind(status.st_mode)),
    )


def _kind(mode: int) -> Message:
    if stat.S_ISDIR(mode):
        return message("a folder")
    if stat.S_ISFIFO(mode):
        return message("a pipe")
    if stat.S_ISSOCK(mode):
        return message("a socket")
    return message("a link") if stat.S_ISLNK(mode) else message("a device")
