"""Where does a damaged FIT file go on? Records give it away: their times continue those before."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.sources.fit.base_types import BASE_TYPES
from hakaru.sources.fit.columns import RELATIVE_BELOW_S
from hakaru.sources.fit.definitions import TIMESTAMP, DefinedField
from hakaru.sources.fit.profile import RECORD
from hakaru.sources.fit.scan import Group, OffsetArray, Scanner
from hakaru.units import SECONDS_PER_DAY

_TIME_BYTES = 4
_NO_TIME = 0xFFFF_FFFF
_SLACK_S = 60
"""Records may run back by so much, as watches do that correct their clock."""
_WINDOW_BYTES = 1 << 16
_MOST_TRIES = 64
_MESSAGES_AHEAD = 64
_IS_DEFINITION, _IS_COMPRESSED = 0x40, 0x80


def time_field(group: Group) -> DefinedField | None:
    """The time of records of this group; None where they hold none that can be checked."""
    field = group.definition.field(TIMESTAMP)
    fits = field is not None and field.is_one_number and field.size_bytes == _TIME_BYTES
    return field if fits else None


def time_s_at(scanner: Scanner, group: Group, field: DefinedField, *, offset: int) -> int:
    """The time in the record whose header is at `offset`."""
    begin = offset + 1 + field.at_byte
    order: Literal["little", "big"] = "little" if group.definition.byte_order == "<" else "big"
    return int.from_bytes(scanner.data[begin : begin + _TIME_BYTES], order)


def continues(time_s: int, last_s: int | None) -> bool:
    """Whether a record of this time may follow one of the last time (None: there is none)."""
    if last_s is None:
        return 0 < time_s < _NO_TIME
    return last_s - _SLACK_S <= time_s <= last_s + SECONDS_PER_DAY and time_s < _NO_TIME


def next_record(scanner: Scanner, start: int, *, until: int, last_s: int | None) -> int | None:
    """The first offset from `start` on at which a record plausibly begins; None: there is none."""
    until = min(until, scanner.end)
    while start < until:
        stop = min(start + _WINDOW_BYTES, until)
        for offset in _candidates(scanner, start, stop, last_s=last_s)[:_MOST_TRIES].tolist():
            if _is_followed(scanner, offset):
                return int(offset)
        start = stop
    return None


def _candidates(scanner: Scanner, start: int, stop: int, *, last_s: int | None) -> OffsetArray:
    """Offsets of what has the header of a record and a time that fits."""
    window = np.frombuffer(scanner.data, np.uint8, stop - start, start)
    found = [np.empty(0, dtype=np.int64)]
    for header, group in scanner.announced(RECORD):
        field = time_field(group)
        if field is not None:
            at = np.flatnonzero(window == header) + start
            at = at[at + group.step_bytes <= scanner.end]
            found.append(at[_fits(_times(scanner.data, at, group, field), last_s)])
    return np.unique(np.concatenate(found))


def _times(data: bytes, at: OffsetArray, group: Group, field: DefinedField) -> NDArray[np.int64]:
    code = f"{group.definition.byte_order}u{_TIME_BYTES}"
    everywhere = np.ndarray((len(data) - _TIME_BYTES + 1,), code, data, 0, (1,))
    return everywhere[at + 1 + field.at_byte].astype(np.int64)


def _fits(time_s: NDArray[np.int64], last_s: int | None) -> NDArray[np.bool_]:
    if last_s is None:
        return (time_s >= RELATIVE_BELOW_S) & (time_s < _NO_TIME)
    return (time_s >= last_s) & (time_s <= last_s + SECONDS_PER_DAY) & (time_s < _NO_TIME)


def _is_followed(scanner: Scanner, offset: int) -> bool:
    """Whether messages that are defined lead from here to another record, a sound definition or
    the end of the file."""
    groups = dict(scanner.announced(RECORD))
    group = groups[scanner.data[offset]]
    field = time_field(group)
    last_s = None if field is None else time_s_at(scanner, group, field, offset=offset)
    position = offset + group.step_bytes
    for _ in range(_MESSAGES_AHEAD):
        if position >= scanner.end:
            return position == scanner.end
        header = scanner.data[position]
        if header & (_IS_DEFINITION | _IS_COMPRESSED) == _IS_DEFINITION:
            return _is_sound_definition(scanner, position)
        length = scanner.length_at(position)
        if not length:
            return False
        following = groups.get(header)
        field = None if following is None else time_field(following)
        if following is not None and field is not None and position + length <= scanner.end:
            return continues(time_s_at(scanner, following, field, offset=position), last_s)
        position += length
    return True


def _is_sound_definition(scanner: Scanner, position: int) -> bool:
    length = scanner.length_at(position)
    content = scanner.data[position + 1 : position + length]
    if position + length > scanner.end or content[1] > 1 or not content[4]:
        return False
    return all(content[at] in BASE_TYPES for at in range(7, 5 + 3 * content[4], 3))
