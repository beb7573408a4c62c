"""Results about arrays that cannot change, kept for the next one who asks the same.

A run is looked at by a dozen analyses, and each asks first how the runner moved. What they get is
made once, as long as it is the same arrays that are asked about, and none of them can be written.
What one process found about them goes along to another with them (`Found`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen

T = TypeVar("T")
Array = NDArray[np.float64] | NDArray[np.bool_]


def freeze(arrays: Iterable[Array]) -> None:
    """From now on nobody can write into these arrays."""
    for array in arrays:
        array.flags.writeable = False


class Recent(Generic[T]):
    """The last few results about arrays, of one kind that has a name. Threads may share it.

    `most` are kept, and the arrays they are about live as long.
    """

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._kept: dict[Hashable, _Kept] = {}
        _kinds[name] = self

    def get(self, arrays: Sequence[Array | None], also: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, or gave for the same arrays and the same `also` before; made every
        time where an array can be written."""
        if any(array is not None and array.flags.writeable for array in arrays):
            return make()
        kept = self._kept.get((*map(id, arrays), also))
        if kept is not None:
            found: T = kept.value
            return found
        value = make()
        self.keep(arrays, also, value)
        return value

    def keep(self, arrays: Sequence[Array | None], also: Hashable, value: T) -> None:
        """Keep what was found about arrays."""
        for oldest in list(self._kept)[: max(0, len(self._kept) + 1 - self._most)]:
            self._kept.pop(oldest, None)  # another thread may have been faster
        self._kept[(*map(id, arrays), also)] = _Kept(next(_count), self._name, arrays, also, value)

    @property
    def kept(self) -> Sequence[_Kept]:
        """All that is kept."""
        return list(self._kept.values())


class _Kept(NamedTuple):
    """One result: when it was made, of which kind, about which arrays and what else."""

    place: int
    kind: str
    arrays: Sequence[Array | None]
    also: Hashable
    value: Any


_count = count()
_kinds: dict[str, Recent[Any]] = {}
"""Every kind of result, by its name."""


@frozen
class Found:
    """What was found about some arrays, to be sent with them: kind, arrays, what else, result."""

    results: tuple[tuple[str, Sequence[Array | None], Hashable, Any], ...] = ()

    @staticmethod
    def about(arrays: Iterable[Array]) -> Found:
        """All that is kept about these arrays, and about arrays that were found about them."""
        known = {id(None), *map(id, arrays)}
        results = []
        for kept in sorted(chain.from_iterable(kind.kept for kind in _kinds.values())):
            if known.issuperset(map(id, kept.arrays)):
                known.update(map(id, _arrays_in(kept.value)))
                results.append(kept[1:])
        return Found(results=tuple(results))

    def keep(self) -> None:
        """Keep it here, where its arrays came to: nobody can write into them from now on."""
        for name, arrays, also, value in self.results:
            freeze(array for array in arrays if array is not None)
            freeze(_arrays_in(value))
            _kinds[name].keep(arrays, also, value)


def _arrays_in(value: object) -> Iterator[Array]:
    """The arrays that a result consists of."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _arrays_in(part)
    elif hasattr(value, "__dict__"):
        for part in vars(value).values():
            yield from _arrays_in(part)
