"""Which messages of a FIT file are alike? Those of one definition form a group."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hakaru.sources.fit.definitions import Definition
from hakaru.sources.fit.profile import DEVELOPER_DATA_ID, FIELD_DESCRIPTION

OffsetArray = NDArray[np.int64]
_DESCRIBES = (FIELD_DESCRIPTION, DEVELOPER_DATA_ID)


def take_nothing(_: int) -> None:
    """Stands where messages cannot be taken one after the other."""


class Group:
    """All messages of one definition: the offsets of their headers, in the order of the file.

    `step_bytes` is the length of one message with its header. `describes`: the messages say what
    developer fields mean, so that their order matters. `append` takes one message in unless they
    do. `seen_at`, `gap_bytes`: where the definition was met last, and how far behind the time
    before.
    """

    __slots__ = (
        "append", "definition", "describes", "gap_bytes", "offsets", "seen_at", "step_bytes",
    )  # fmt: skip

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.offsets: array[int] = array("q")
        self.step_bytes = 1 + definition.size_bytes
        self.describes = definition.global_number in _DESCRIBES
        self.append: Callable[[int], None] = take_nothing if self.describes else self.offsets.append
        self.seen_at, self.gap_bytes = -1, 0

    @property
    def at(self) -> OffsetArray:
        """The offsets as an array."""
        return np.array(self.offsets, dtype=np.int64)

    def take(self, places: OffsetArray) -> None:
        """Take in messages behind those that are known."""
        self.offsets.frombytes(places.tobytes())

    def drop_from(self, offset: int) -> None:
        """Forget the messages that begin there or later."""
        del self.offsets[bisect_left(self.offsets, offset) :]
