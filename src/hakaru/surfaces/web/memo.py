"""What was worked out before, as long as nothing that it rests on has changed?"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar, cast

T = TypeVar("T")
_KEPT = 200
_FILES = ("hakaru.duckdb", "hakaru.duckdb.wal")


class Memo:
    """Answers by what was asked, for one state of the database of runs. Threads may share it."""

    def __init__(self, folder: Path, *, kept: int = _KEPT) -> None:
        self._folder, self._most = folder, kept
        self._known: OrderedDict[Hashable, tuple[object, object]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for a key, made now if the data has changed since. What fails is not kept.

        The state is looked at before it is worked out, so that a change meanwhile is not missed.
        """
        state = self._state()
        with self._lock:
            remembered = self._known.get(key)
            if remembered is not None and remembered[0] == state:
                self._known.move_to_end(key)
                return cast(T, remembered[1])
        made = make()
        with self._lock:
            self._known[key] = (state, made)
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return made

    def _state(self) -> object:
        """When and how each file was changed last."""
        stamps: list[tuple[int, int] | None] = []
        for name in _FILES:
            try:
                stat = (self._folder / name).stat()
            except OSError:
                stamps.append(None)
            else:
                stamps.append((stat.st_mtime_ns, stat.st_size))
        return tuple(stamps)
