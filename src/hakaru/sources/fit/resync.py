"""Where does a damaged FIT file go on?

Two things give the beginning of a message away: a record whose time continues those before, and a
definition, which has a form that hardly any other bytes have.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.sources.fit.base_types import BASE_TYPES
from hakaru.sources.fit.columns import RELATIVE_BELOW_S
from hakaru.sources.fit.definitions import TIMESTAMP, DefinedField
from hakaru.sources.fit.groups import Group, OffsetArray
from hakaru.sources.fit.profile import MESSAGES, RECORD
from hakaru.sources.fit.scan import Scanner

_TIME_BYTES = 4
_NO_TIME = 0xFFFF_FFFF
_SLACK_S = 60
"""Records may run back by so much, as watches do that correct their clock."""
_WINDOW_BYTES = 1 << 16
_MOST_TRIES = 64
_MESSAGES_AHEAD = 64
_IS_DEFINITION, _IS_COMPRESSED, _NEVER_SET = 0x40, 0x80, 0x10
_HEAD_BYTES, _FIELD_BYTES = 6, 3
_TELLING_FIELDS = 3
"""A definition of so many fields is believed even if nobody knows its kind of message."""


def time_field(group: Group) -> DefinedField | None:
    """The time of records of this group; None where they hold none that can be checked."""
    field = group.definition.field(TIMESTAMP)
    fits = field is not None and field.is_one_number and field.size_bytes == _TIME_BYTES
    return field if fits else None


def time_s_at(scanner: Scanner, group: Group, *, field: DefinedField, offset: int) -> int:
    """The time in the record whose header is at `offset`."""
    begin = offset + 1 + field.at_byte
    order: Literal["little", "big"] = "little" if group.definition.byte_order == "<" else "big"
    return int.from_bytes(scanner.data[begin : begin + _TIME_BYTES], order)


def continues(time_s: int, last_s: int | None) -> bool:
    """Whether a record of this time may follow one of the last time (None: there is none)."""
    if last_s is None:
        return 0 < time_s < _NO_TIME
    return last_s - _SLACK_S <= time_s <= last_s + SECONDS_PER_DAY and time_s < _NO_TIME


def next_start(
    scanner: Scanner, *, until: int, last_s: int | None, walked: AbstractSet[int]
) -> int | None:
    """The first offset, from where the scanner is to `until`, at which a message plausibly begins
    that is not among those `walked` over; None: there is none."""
    start, until = scanner.position, min(until, scanner.end)
    while start < until:
        stop = min(start + _WINDOW_BYTES, until)
        records = _record_candidates(scanner, start, stop, last_s=last_s)
        definitions = _definition_candidates(scanner, start, stop)
        tried = 0
        for offset in np.union1d(records, definitions).tolist():
            if offset in walked:
                continue
            if is_definition(scanner.data[offset]):
                believed = _is_sound_definition(scanner, offset)
            else:
                believed = _is_followed(scanner, offset)
            tried += 1
            if believed:
                return int(offset)
            if tried == _MOST_TRIES:
                break
        start = stop
    return None


def is_definition(header: int) -> bool:
    """Whether a header announces a definition."""
    return header & (_IS_DEFINITION | _IS_COMPRESSED) == _IS_DEFINITION


def _record_candidates(
    scanner: Scanner, start: int, stop: int, *, last_s: int | None
) -> OffsetArray:
    """Offsets of what has the header of a record and a time that fits."""
    window = np.frombuffer(scanner.data, np.uint8, stop - start, start)
    candidates = [np.empty(0, dtype=np.int64)]
    for header, group in scanner.announced(RECORD):
        field = time_field(group)
        if field is not None:
            at = np.flatnonzero(window == header) + start
            at = at[at + group.step_bytes <= scanner.end]
            candidates.append(at[_fits(_times(scanner.data, at, group, field), last_s)])
    return np.concatenate(candidates)


def _times(data: bytes, at: OffsetArray, group: Group, field: DefinedField) -> NDArray[np.int64]:
    code = f"{group.definition.byte_order}u{_TIME_BYTES}"
    everywhere = np.ndarray((len(data) - _TIME_BYTES + 1,), code, data, 0, (1,))
    times: NDArray[np.int64] = everywhere[at + 1 + field.at_byte].astype(np.int64)
    return times


def _fits(time_s: NDArray[np.int64], last_s: int | None) -> NDArray[np.bool_]:
    if last_s is None:
        return (time_s >= RELATIVE_BELOW_S) & (time_s < _NO_TIME)
    return (time_s >= last_s) & (time_s <= last_s + SECONDS_PER_DAY) & (time_s < _NO_TIME)


def _is_followed(scanner: Scanner, offset: int) -> bool:
    """Whether messages that are defined lead from here to another record, a sound definition or
    the end of the file."""
    groups = dict(scanner.announced(RECORD))
    position, last_s = offset, None
    for _ in range(_MESSAGES_AHEAD):
        if position >= scanner.end:
            return position == scanner.end
        header = scanner.data[position]
        if is_definition(header):
            return _is_sound_definition(scanner, position)
        length = scanner.length_at(position)
        if not length:
            return False
        group = groups.get(header)
        field = None if group is None else time_field(group)
        if group is not None and field is not None and position + length <= scanner.end:
            time_s = time_s_at(scanner, group, field=field, offset=position)
            if position > offset:
                return continues(time_s, last_s)
            last_s = time_s
        position += length
    return True


def _definition_candidates(scanner: Scanner, start: int, stop: int) -> OffsetArray:
    """Offsets of what begins like a definition."""
    stop = min(stop, scanner.end - _HEAD_BYTES)
    if stop <= start:
        return np.empty(0, dtype=np.int64)
    raw = np.frombuffer(scanner.data, np.uint8, stop - start + _HEAD_BYTES, start)
    header, reserved, order, n_fields = (raw[k : k + stop - start] for k in (0, 1, 2, 5))
    is_head = header & (_IS_COMPRESSED | _IS_DEFINITION | _NEVER_SET) == _IS_DEFINITION
    places = np.flatnonzero(is_head & (reserved == 0) & (order <= 1) & (n_fields > 0))
    offsets: OffsetArray = places + start
    return offsets


def _is_sound_definition(scanner: Scanner, position: int) -> bool:
    """Whether every field of the definition there is one that a device could write."""
    data, length = scanner.data, scanner.length_at(position)
    if position + length > scanner.end or data[position + 2] > 1:
        return False
    order: Literal["little", "big"] = "big" if data[position + 2] else "little"
    number = int.from_bytes(data[position + 3 : position + 5], order)
    n_fields = data[position + 5]
    if number not in MESSAGES and number not in scanner.kinds and n_fields < _TELLING_FIELDS:
        return False
    begin, numbers = position + _HEAD_BYTES, set[int]()
    for at in range(begin, begin + _FIELD_BYTES * n_fields, _FIELD_BYTES):
        if data[at] in numbers or not _is_sound_field(data[at + 1], data[at + 2]):
            return False
        numbers.add(data[at])
    return True


def _is_sound_field(size_bytes: int, code: int) -> bool:
    base = BASE_TYPES.get(code)
    return base is not None and size_bytes > 0 and size_bytes % base.size_bytes == 0
