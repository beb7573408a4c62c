"""Results about arrays that cannot change, kept for the next one who asks the same.

A run is looked at by a dozen analyses, and each asks first how the runner moved. What they get is
made once, as long as it is the same arrays that are asked about, and none of them can be written.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Array = NDArray[np.float64] | NDArray[np.bool_]


def freeze(arrays: Iterable[Array]) -> None:
    """From now on nobody can write into these arrays."""
    for array in arrays:
        array.flags.writeable = False


class Recent(Generic[T]):
    """The last few results about arrays. Threads may share it.

    `most` are kept, and the arrays they are about live as long.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, tuple[Sequence[Array | None], T]] = {}

    def get(self, arrays: Sequence[Array | None], also: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, or gave for the same arrays and the same `also` before; made every
        time where an array can be written."""
        if any(array is not None and array.flags.writeable for array in arrays):
            return make()
        key = (*map(id, arrays), also)
        kept = self._kept.get(key)
        if kept is not None:
            return kept[1]
        value = make()
        for oldest in list(self._kept)[: max(0, len(self._kept) + 1 - self._most)]:
            self._kept.pop(oldest, None)  # another thread may have been faster
        self._kept[key] = (arrays, value)
        return value
