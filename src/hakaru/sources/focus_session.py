"""How is a session of snapshots recorded to a file, and read again?

JSON lines: a header, then one line per time. A line that a crash cut off, or that is damaged, is
counted and left out; the rest is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hakaru.errors import Unreadable
from hakaru.focus.records import LINE_MOST, Record, header_line, is_header, read_record, record_line

MOST_BYTES = 512 * 1024 * 1024


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
        if path.stat().st_size > MOST_BYTES:
            raise Unreadable(str(path), "larger than any recording can be")
        with path.open(encoding="utf-8", errors="replace") as file:
            if not is_header(file.readline(LINE_MOST + 1)):
                raise Unreadable(str(path), "this is no recorded focus session")
            found = [read_record(line) for line in _lines(file)]
    except OSError as exc:
        raise Unreadable(str(path), f"it cannot be opened: {exc.strerror}") from exc
    records = sorted((one for one in found if one is not None), key=lambda one: one.recorded.at_s)
    return Session(records=tuple(records), n_damaged=len(found) - len(records))


def session_lines(records: Iterable[Record]) -> Iterator[str]:
    """The lines of a recorded file."""
    yield header_line() + "\n"
    for one in records:
        yield record_line(one) + "\n"


def _lines(file: Iterator[str]) -> Iterator[str]:
    return (line for line in file if line.strip())
