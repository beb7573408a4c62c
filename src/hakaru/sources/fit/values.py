"""What do the fields of one message say? Few messages, one mapping each: summaries, not records."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hakaru.sources.fit.base_types import BaseType
from hakaru.sources.fit.definitions import TIMES_S, DefinedField, Definition
from hakaru.sources.fit.profile import MESSAGES, ProfileField

Value = int | float | str | tuple[int | float | None, ...]
Fields = Mapping[str, object]
_REMEMBERED = 512


@dataclass(frozen=True, kw_only=True, eq=False)
class _Slot:
    """One field that is read: its values are unpacked[first : first + count]."""

    field: ProfileField
    base: BaseType
    first: int
    count: int


@dataclass(frozen=True, kw_only=True, eq=False)
class _Plan:
    """How the messages of one definition are unpacked; fields not read are skipped."""

    packing: struct.Struct
    slots: tuple[_Slot, ...]


def read_fields(data: bytes, definition: Definition, *, at: int) -> dict[str, object]:
    """The fields of the profile in the message whose header is at `at`, by name.

    An invalid value is absent; a field sent beats one derived from another.
    """
    plan = _plan(definition)
    unpacked = plan.packing.unpack_from(data, at + 1)
    fields: dict[str, object] = {}
    derived: dict[str, object] = {}
    for slot in plan.slots:
        value = _value(slot, unpacked)
        if value is not None:
            fields[slot.field.name] = value
            if slot.field.gives is not None:
                derived[slot.field.gives] = value
    return {**derived, **fields} if derived else fields


@lru_cache(maxsize=_REMEMBERED)
def _plan(definition: Definition) -> _Plan:
    message = MESSAGES.get(definition.global_number)
    wanted = {} if message is None else message.fields
    codes, slots, first = [definition.byte_order], [], 0
    for defined_field in definition.fields:
        field = wanted.get(defined_field.number)
        if field is None or not defined_field.count or not _fits(defined_field.base, field):
            codes.append(f"{defined_field.size_bytes}x")
            continue
        codes.append(_code(defined_field))
        count = 1 if defined_field.base.is_text else defined_field.count
        slots.append(_Slot(field=field, base=defined_field.base, first=first, count=count))
        first += count
    return _Plan(packing=struct.Struct("".join(codes)), slots=tuple(slots))


def _fits(base: BaseType, field: ProfileField) -> bool:
    """Whether a field is stored as what it is: a text as a text, numbers as numbers."""
    return base.is_text if field.is_text else base.is_number


def _code(field: DefinedField) -> str:
    return f"{field.size_bytes if field.base.is_text else field.count}{field.base.struct_code}"


def _value(slot: _Slot, unpacked: tuple[object, ...]) -> Value | None:
    first = unpacked[slot.first]
    if isinstance(first, bytes):
        return first.partition(b"\0")[0].decode(errors="replace") or None
    if slot.count == 1:
        return _number(slot, first)
    values = tuple(_number(slot, raw) for raw in unpacked[slot.first : slot.first + slot.count])
    return values if any(value is not None for value in values) else None


def _number(slot: _Slot, raw: object) -> int | float | None:
    if raw == slot.base.invalid or not isinstance(raw, int | float):
        return None
    if isinstance(raw, float) and not math.isfinite(raw):
        return None
    field = slot.field
    if field.is_time and not 0 <= raw < TIMES_S:
        return None
    if field.raw_per_value is not None:
        raw = raw / field.raw_per_value
    return raw - field.offset_value if field.offset_value else raw
