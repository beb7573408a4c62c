"""Content that was taken out of a large file while it was streamed, and waits to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO, Protocol


class Held(Protocol):
    """Content that is there without a file of its own."""

    def read(self) -> bytes:
        """All of it."""


@dataclass(frozen=True, kw_only=True)
class InMemory:
    """Content in memory."""

    data: bytes

    def read(self) -> bytes:
        """All of it."""
        return self.data


@dataclass(frozen=True, kw_only=True, eq=False)
class Spooled:
    """A part of a file without a name, which is gone with the process that wrote it.

    Another process is handed the content instead.
    """

    file: BinaryIO
    offset: int
    n_bytes: int

    def read(self) -> bytes:
        """All of it."""
        self.file.seek(self.offset)
        return self.file.read(self.n_bytes)

    def __reduce__(self) -> tuple[object, ...]:
        return (_in_memory, (self.read(),))


def _in_memory(data: bytes) -> InMemory:
    return InMemory(data=data)
