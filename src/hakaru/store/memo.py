"""What was worked out from the database of runs, kept until a run changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar, cast

T = TypeVar("T")


class Memo:
    """Answers by what was asked, for one state of the database of runs. Threads may share it."""

    def __init__(self, database: Path, *, kept: int = 200) -> None:
        self._files = (database, database.with_name(f"{database.name}.wal"))
        self._most = kept
        self._known: OrderedDict[Hashable, tuple[object, object]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for a key, made now if the data has changed since. What fails is not kept.

        The state is looked at before it is worked out, so that a change meanwhile is not missed.
        """
        return self.renewed(key, lambda _: make())

    def renewed(self, key: Hashable, make: Callable[[T | None], T]) -> T:
        """The same, where `make` can go on from what was made for the key before the data changed
        (None: nothing was): what of it still holds is for `make` to find out."""
        state = self._state()
        with self._lock:
            remembered = self._known.get(key)
            if remembered is not None and remembered[0] == state:
                self._known.move_to_end(key)
                return cast(T, remembered[1])
        made = make(None if remembered is None else cast(T, remembered[1]))
        with self._lock:
            self._known[key] = (state, made)
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return made

    def _state(self) -> object:
        """When and how each file was changed last."""
        stamps: list[tuple[int, int] | None] = []
        for file in self._files:
            try:
                stat = file.stat()
            except OSError:
                stamps.append(None)
            else:
                stamps.append((stat.st_mtime_ns, stat.st_size))
        return tuple(stamps)
