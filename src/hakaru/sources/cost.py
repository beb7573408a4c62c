"""What reading a text costs, told from the text before it is read.

Brackets, commas and quotes are counted, which takes a hundredth of the reading. The bounds are
those of the memory and time that become of them, so that an honest large file passes and a small
one that unfolds into millions of objects does not.
"""

from __future__ import annotations

from collections.abc import Iterable

from hakaru.core.errors import Unreadable

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
        raise Unreadable(path, f"it holds {n_objects} JSON objects; at most {objects_max} are read")
    refuse_costly_memory(memory_bytes, path=path)


def refuse_costly_memory(memory_bytes: int, *, path: str) -> None:
    """Refuse what would take too much memory.

    Raises:
        Unreadable: with the figure and the bound.
    """
    if memory_bytes > MEMORY_MAX_MB * _BYTES_PER_MB:
        size = round(memory_bytes / _BYTES_PER_MB)
        raise Unreadable(
            path, f"reading it would take {size} MB of memory; at most {MEMORY_MAX_MB} MB are used"
        )


def refuse_costly_table(text: str, *, delimiter: str, path: str) -> None:
    """Refuse a table of too many cells.

    Raises:
        Unreadable: with the figure and the bound.
    """
    n_cells = text.count(delimiter) + text.count("\n") + 1
    if n_cells > CELLS_MAX:
        raise Unreadable(path, f"it has {n_cells} cells; at most {CELLS_MAX} are read")


def refuse_costly_samples(n_samples: int, *, path: str) -> None:
    """Refuse a recording of more samples than can be computed with.

    Raises:
        Unreadable: with the figure and the bound.
    """
    if n_samples > SAMPLES_MAX:
        raise Unreadable(path, f"it holds {n_samples} samples; at most {SAMPLES_MAX} are read")
