"""How is a session of snapshots recorded to a file, and read again?

JSON lines: a header, then one line per time. A line that a crash cut off, or that is damaged, is
counted and left out; the rest is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from hakaru.core.errors import Unreadable
from hakaru.focus.timeline import (
    LINE_MOST,
    Record,
    header_line,
    is_header,
    read_record,
    record_line,
)
from hakaru.sources.cost import refuse_costly_memory
from hakaru.sources.files import open_regular, shown

_LINE_BYTES, _LETTER_BYTES = 250, 5
"""What a line and each of its letters take in memory once they are read."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A recorded file: its records in order of time, and how many lines were not usable."""

    records: tuple[Record, ...]
    n_damaged: int


def read_session(path: Path) -> Session:
    """The records of a file.

    Raises:
        Unreadable: it cannot be opened, or is no recorded session.
    """
    try:
        with open_regular(path) as opened:
            file = TextIOWrapper(opened, encoding="utf-8", errors="replace")
            if not is_header(file.readline(LINE_MOST + 1)):
                raise Unreadable(shown(path), "this is no recorded focus session")
            parsed = [read_record(line) for line in _affordable(_lines(file), path=shown(path))]
    except OSError as exc:
        raise Unreadable(shown(path), f"it cannot be opened: {exc.strerror}") from exc
    records = sorted(
        (record for record in parsed if record is not None), key=lambda record: record.recorded.at_s
    )
    return Session(records=tuple(records), n_damaged=len(parsed) - len(records))


def session_lines(records: Iterable[Record]) -> Iterator[str]:
    """The lines of a recorded file."""
    yield header_line() + "\n"
    for record in records:
        yield record_line(record) + "\n"


def _affordable(lines: Iterable[str], *, path: str) -> Iterator[str]:
    """The lines. Raises Unreadable where what they become takes more memory than is used."""
    memory_bytes = 0
    for line in lines:
        memory_bytes += _LINE_BYTES + _LETTER_BYTES * len(line)
        refuse_costly_memory(memory_bytes, path=path)
        yield line


def _lines(file: TextIO) -> Iterator[str]:
    """Lines that are not blank; one too long comes in pieces, each of which is damaged."""
    while line := file.readline(LINE_MOST + 1):
        if line.strip():
            yield line
