"""What does a definition message say about the data messages that follow it?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hakaru.sources.fit.base_types import BaseType, base_type
from hakaru.sources.fit.columns import DeveloperKey

_HEAD_BYTES = 5
_FIELD_BYTES = 3
_REMEMBERED = 512
TIMESTAMP = 253
"""The number of the timestamp field in every kind of message."""
TIMES_S = 2.0**32
"""Seconds since the FIT epoch that a time can hold; anything else is no time."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """What a field_description message says of a developer field. `code` is its base type, None
    where the file names none that exists; value = raw / raw_per_value - offset_value."""

    code: int | None = None
    label: str = ""
    units: str = ""
    raw_per_value: float = 1.0
    offset_value: float = 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class DefinedField:
    """One field of a message: where in it, and of which type."""

    number: int
    at_byte: int
    size_bytes: int
    base: BaseType

    @property
    def count(self) -> int:
        """How many values it holds (of a text: how many bytes)."""
        return self.size_bytes // self.base.size_bytes

    @property
    def is_one_number(self) -> bool:
        """Whether it holds exactly one number."""
        return self.base.is_number and self.count == 1


@dataclass(frozen=True, kw_only=True, eq=False)
class DeveloperField:
    """One developer field of a message, with the description that was in force."""

    key: DeveloperKey
    field: DefinedField
    description: Description


@dataclass(frozen=True, kw_only=True, eq=False)
class Definition:
    """The layout of data messages; `byte_order` is '<' or '>', sizes are without the header."""

    global_number: int
    byte_order: str
    fields: tuple[DefinedField, ...]
    developer: tuple[DeveloperField, ...]
    size_bytes: int

    def field(self, number: int) -> DefinedField | None:
        """The last field of that number; None where the messages lack it."""
        return next(
            (
                defined_field
                for defined_field in reversed(self.fields)
                if defined_field.number == number
            ),
            None,
        )


Descriptions = tuple[Description | None, ...]


def definition_bytes(data: bytes, at: int, *, has_developer: bool) -> int:
    """Length of the definition message whose header is at `at`, which may exceed the data."""
    if at + _HEAD_BYTES >= len(data):
        return _HEAD_BYTES + 1
    length = 1 + _HEAD_BYTES + _FIELD_BYTES * data[at + _HEAD_BYTES]
    if has_developer:
        count = data[at + length] if at + length < len(data) else 0
        length += 1 + _FIELD_BYTES * count
    return length


def developer_keys(content: bytes) -> tuple[DeveloperKey, ...]:
    """The developer fields of a definition message (without its header) that has some."""
    start = _HEAD_BYTES + _FIELD_BYTES * content[_HEAD_BYTES - 1] + 1
    return tuple((content[at + 2], content[at]) for at in range(start, len(content), _FIELD_BYTES))


@lru_cache(maxsize=_REMEMBERED)
def read_definition(content: bytes, descriptions: Descriptions = ()) -> Definition:
    """The definition in these bytes (all but the header); `descriptions` of its developer fields.

    Definitions recur in every file of a device, so the latest are remembered.
    """
    byte_order = ">" if content[1] else "<"
    global_number = int.from_bytes(content[2:4], "big" if content[1] else "little")
    fields = []
    at_byte = 0
    end = _HEAD_BYTES + _FIELD_BYTES * content[4]
    for at in range(_HEAD_BYTES, end, _FIELD_BYTES):
        number, size_bytes, code = content[at : at + _FIELD_BYTES]
        fields.append(_field(number, at_byte, size_bytes, code))
        at_byte += size_bytes
    developer = []
    for at, description in zip(
        range(end + 1, len(content), _FIELD_BYTES), descriptions, strict=True
    ):
        number, size_bytes, index = content[at : at + _FIELD_BYTES]
        if description is not None and description.code is not None:
            defined_field = _field(number, at_byte, size_bytes, description.code)
            developer.append(
                DeveloperField(key=(index, number), field=defined_field, description=description)
            )
        at_byte += size_bytes
    return Definition(
        global_number=global_number,
        byte_order=byte_order,
        fields=tuple(fields),
        developer=tuple(developer),
        size_bytes=at_byte,
    )


def _field(number: int, at_byte: int, size_bytes: int, code: int) -> DefinedField:
    return DefinedField(
        number=number, at_byte=at_byte, size_bytes=size_bytes, base=base_type(code, size_bytes)
    )
