"""Which of many places in a text is the next, the last, or between two others? Without a walk."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar


class Placed(Protocol):
    """Something that stands in a text."""

    @property
    def start(self) -> int:
        """Where it begins."""
        ...

    @property
    def end(self) -> int:
        """The place behind it."""
        ...


T = TypeVar("T", bound=Placed)


class Ordered(Generic[T]):
    """Things that do not overlap, in the order of the text."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = sorted(items, key=lambda item: item.start)
        self._starts = [item.start for item in self._items]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> T:
        return self._items[index]

    def index_after(self, place: int) -> int:
        """The first that begins at or behind a place; the number of things: none."""
        return bisect_left(self._starts, place)

    def index_before(self, place: int) -> int:
        """The last that ends at or before a place; -1: none."""
        index = bisect_left(self._starts, place) - 1
        return index if index < 0 or self._items[index].end <= place else index - 1

    def at(self, place: int) -> T | None:
        """What begins exactly there."""
        following = self.after(place)
        return following if following is not None and following.start == place else None

    def after(self, place: int) -> T | None:
        """The first that begins at or behind a place."""
        index = self.index_after(place)
        return self._items[index] if index < len(self._items) else None

    def before(self, place: int) -> T | None:
        """The last that ends at or before a place."""
        index = self.index_before(place)
        return self._items[index] if index >= 0 else None

    def between(self, start: int, end: int) -> Sequence[T]:
        """Those that begin in a stretch."""
        return self._items[self.index_after(start) : self.index_after(end)]
