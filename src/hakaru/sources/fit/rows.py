"""How do the equal messages of one group become one array per field, without a step per message?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.definitions import DefinedField
from hakaru.sources.fit.groups import Group, OffsetArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """The messages of a group one under the other: message k begins at byte
    first + k * stride_bytes of the buffer."""

    buffer: bytes | NDArray[np.void]
    first: int
    stride_bytes: int
    n_rows: int
    byte_order: str

    def numbers(self, field: DefinedField) -> FloatArray:
        """The values of a field that holds one number, as stored; NaN where there is none."""
        values = self._raw(field, field.base.numpy_code)
        with np.errstate(invalid="ignore"):  # what a NaN holds besides being one
            numbers: FloatArray = values.astype(np.float64)
        if field.base.invalid is None:
            unknown = ~np.isfinite(numbers)
        else:
            unknown = values == field.base.invalid
        if unknown.any():
            numbers[unknown] = np.nan
        return numbers

    def bytes_of(self, field: DefinedField) -> NDArray[np.uint8]:
        """A field byte by byte, shape (n_rows, size_bytes)."""
        return np.ndarray(
            (self.n_rows, field.size_bytes),
            np.uint8,
            self.buffer,
            self.first + field.at_byte,
            (self.stride_bytes, 1),
        )

    def _raw(self, field: DefinedField, numpy_code: str) -> NDArray[np.generic]:
        return np.ndarray(
            (self.n_rows,),
            self.byte_order + numpy_code,
            self.buffer,
            self.first + field.at_byte,
            (self.stride_bytes,),
        )


def rows_of(data: bytes, group: Group, *, at: OffsetArray) -> Rows:
    """The messages at these offsets: in place where they lie one after the other, else copied."""
    definition = group.definition
    size_bytes = definition.size_bytes
    in_place = int(at[-1] - at[0]) == group.step_bytes * (at.size - 1)
    buffer: bytes | NDArray[np.void] = data
    if not in_place and size_bytes:
        everywhere = np.ndarray((len(data) - size_bytes + 1,), f"V{size_bytes}", data, 0, (1,))
        buffer = everywhere[at + 1]
    return Rows(
        buffer=buffer,
        first=int(at[0]) + 1 if in_place else 0,
        stride_bytes=group.step_bytes if in_place else size_bytes,
        n_rows=at.size,
        byte_order=definition.byte_order,
    )
