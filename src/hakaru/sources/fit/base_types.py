"""How is one value of each FIT base type stored, and which stored value means that there is none?

The types of the FIT protocol, section "Base Type": number on the wire, size, invalid value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_TEXT_CODE = 0x07
_BYTE_CODE = 0x0D


@dataclass(frozen=True, kw_only=True, eq=False)
class BaseType:
    """One base type. `struct_code` and `numpy_code` lack the byte order; `invalid` None: NaN."""

    code: int
    size_bytes: int
    struct_code: str
    numpy_code: str
    invalid: int | None

    @property
    def is_text(self) -> bool:
        """Whether the field is a text, whatever its length."""
        return self.code == _TEXT_CODE

    @property
    def is_number(self) -> bool:
        """Whether each value is a number (bytes are only ever a bit pattern)."""
        return self.code not in (_TEXT_CODE, _BYTE_CODE)


def _type(code: int, codes: str, invalid: int | None) -> BaseType:
    """`codes`: the struct code and the numpy code, e.g. 'H u2'."""
    struct_code, numpy_code = codes.split()
    size_bytes = int(numpy_code[1:])
    return BaseType(
        code=code,
        size_bytes=size_bytes,
        struct_code=struct_code,
        numpy_code=numpy_code,
        invalid=invalid,
    )


BYTE = _type(_BYTE_CODE, "B u1", 0xFF)
"""Also what a field is taken for whose type is unknown or does not fit its size."""

BASE_TYPES: Mapping[int, BaseType] = {
    kind.code: kind
    for kind in (
        _type(0x00, "B u1", 0xFF),
        _type(0x01, "b i1", 0x7F),
        _type(0x02, "B u1", 0xFF),
        _type(0x83, "h i2", 0x7FFF),
        _type(0x84, "H u2", 0xFFFF),
        _type(0x85, "i i4", 0x7FFF_FFFF),
        _type(0x86, "I u4", 0xFFFF_FFFF),
        _type(_TEXT_CODE, "s S1", 0),
        _type(0x88, "f f4", None),
        _type(0x89, "d f8", None),
        _type(0x0A, "B u1", 0),
        _type(0x8B, "H u2", 0),
        _type(0x8C, "I u4", 0),
        BYTE,
        _type(0x8E, "q i8", 0x7FFF_FFFF_FFFF_FFFF),
        _type(0x8F, "Q u8", 0xFFFF_FFFF_FFFF_FFFF),
        _type(0x90, "Q u8", 0),
    )
}


def base_type(code: int, size_bytes: int) -> BaseType:
    """The type of a field that is defined so; bytes where type and size contradict each other."""
    kind = BASE_TYPES.get(code, BYTE)
    return kind if size_bytes % kind.size_bytes == 0 else BYTE
