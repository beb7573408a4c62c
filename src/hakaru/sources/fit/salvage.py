"""How much of a FIT file can be read, and what is wrong with the rest.

A file whose checksum is right is walked through once. Otherwise its records are watched on the
way: where their times stop making sense, the walk has left the messages and is taken up again at
the next place where records go on.

Two things give the beginning of a message away: a record whose time continues those before, and a
definition, which has a form that hardly any other bytes have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from operator import attrgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.i18n import message
from hakaru.core.units import SECONDS_PER_DAY
from hakaru.records import frozen
from hakaru.running.activity import Issue
from hakaru.sources.fit.definitions import (
    RELATIVE_BELOW_S,
    TIMESTAMP,
    DefinedField,
    Group,
    OffsetArray,
)
from hakaru.sources.fit.profile import BASE_TYPES, MESSAGES, RECORD
from hakaru.sources.fit.scan import Fault, Scanner, Segment, Snapshot

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


MESSAGES_MAX = 1_500_000
"""A run of 24 hours has 90,000 records, with raw data of sensors ten times as many messages."""
_COUNTED_BYTES = 1 << 22
_BLOCK_BYTES = 1 << 14
_MOST_BLOCKS = 32
_STRANGE = 2
"""So many records in turn whose times make no sense: the walk is off the messages."""
_LONG = 4.0
_USUAL_BYTES = 1024
_REMEMBERED = 16
"""Without a record for `_LONG` times the usual distance (a mean over so many, at most so many
bytes), the walk may be off the messages as well."""
_MOST_LOOKS = 100
_MOST_VISITS = 1_000_000
_SEARCHES = 8
"""What looking back may cost: looks, looks times definitions, and bytes searched per byte."""


@frozen(eq=False)
class Walked:
    """Where the messages of one file are. `partial`: some of its bytes could not be read."""

    groups: Sequence[Group]
    has_compressed: bool
    partial: bool
    issues: tuple[Issue, ...]


class TooManyMessages(ValueError):
    """A file holds more messages than are read: some thousand bytes can pack to millions."""


def walk(data: bytes, segment: Segment) -> Walked:
    """Every message that can be found in one file. Raises TooManyMessages beyond a bound."""
    scanner = Scanner(data, segment.body_start, end=segment.body_end)
    issues: list[Issue] = []
    if segment.sound:
        while scanner.position < segment.body_end and scanner.fault is None:
            scanner.advance(scanner.position + _COUNTED_BYTES)
            _count(scanner)
    if not segment.sound or scanner.fault is not None:
        scanner = Scanner(data, segment.body_start, end=segment.body_end)
        issues = _Salvage(scanner).run()
    if scanner.fault is not None and not segment.truncated:
        issues.append(_stopped(scanner, scanner.fault))
    return Walked(
        groups=scanner.groups,
        has_compressed=scanner.has_compressed,
        partial=bool(issues) or scanner.fault is not None,
        issues=tuple(issues),
    )


def _count(scanner: Scanner) -> None:
    n_messages = len(scanner.definitions_at) + sum(len(group.offsets) for group in scanner.groups)
    if n_messages > MESSAGES_MAX:
        raise TooManyMessages


def _stopped(scanner: Scanner, fault: Fault) -> Issue:
    n_kept = _n_records(scanner)
    if fault.kind == "undefined":
        text = message(
            "reading stopped at a message not defined; the {n} records before it are kept", n=n_kept
        )
    else:
        text = message(
            "reading stopped at a message cut short; the {n} records before it are kept", n=n_kept
        )
    return Issue(code="decode_stopped", message=text, offset_byte=fault.offset_byte)


def _n_records(scanner: Scanner) -> int:
    return sum(
        len(group.offsets) for group in scanner.groups if group.definition.global_number == RECORD
    )


@frozen
class _Seen:
    """One record that was walked over: its bytes and its time."""

    begin: int
    end: int
    time_s: int


class _Salvage:
    """Walks block by block, looking back at the records of each."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._issues: list[Issue] = []
        self._last_s: int | None = None
        self._last_end = scanner.position
        self._usual_bytes = float(_USUAL_BYTES)
        self._n_looks = 0
        self._bytes_left = _SEARCHES * (scanner.end - scanner.position)

    def run(self) -> list[Issue]:
        """Take what can be taken up to the end; what had to be skipped."""
        scanner = self._scanner
        block_bytes = max(_BLOCK_BYTES, (scanner.end - scanner.position) // _MOST_BLOCKS)
        block_bytes = min(block_bytes, _COUNTED_BYTES)
        while scanner.position < scanner.end and scanner.fault is None:
            before = scanner.snapshot()
            scanner.advance(scanner.position + block_bytes)
            _count(scanner)
            self._look_back(before)
        return self._issues

    def _look_back(self, before: Snapshot) -> None:
        """Follow the records of the block; where they stop making sense, go on elsewhere."""
        scanner = self._scanner
        seen = _records_from(scanner, before.position)
        n_strange = 0
        for position, candidate in enumerate(seen):
            if self._is_stray(candidate, seen[position + 1 : position + 2]):
                continue
            if continues(candidate.time_s, self._last_s) or _new_clock(
                seen[position : position + 3]
            ):
                if self._is_long(candidate.begin) and self._resumed(before, until=candidate.begin):
                    return
                self._believe(candidate)
                n_strange = 0
            else:
                n_strange += 1
                if n_strange == _STRANGE:
                    if self._resumed(before, until=scanner.end):
                        return
                    n_strange = 0
        if scanner.fault is not None:
            self._resumed(before, until=scanner.end)
        elif self._is_long(scanner.position):
            self._resumed(before, until=scanner.position)

    def _is_stray(self, candidate: _Seen, following: Sequence[_Seen]) -> bool:
        """Whether the record leaps ahead, while the one behind it goes on from before."""
        return any(
            continues(later.time_s, self._last_s) and not continues(later.time_s, candidate.time_s)
            for later in following
        )

    def _is_long(self, until: int) -> bool:
        """Whether there is room for several records since the last one."""
        return until - self._last_end > _LONG * self._usual_bytes

    def _believe(self, candidate: _Seen) -> None:
        distance_bytes = min(candidate.end - self._last_end, _USUAL_BYTES)
        self._usual_bytes += (distance_bytes - self._usual_bytes) / _REMEMBERED
        self._last_s, self._last_end = candidate.time_s, candidate.end

    def _resumed(self, before: Snapshot, *, until: int) -> bool:
        """Look for messages that the walk has missed since the last record, and go on there.

        False: there are none, or it took too many looks; the walk is what it was.
        """
        scanner = self._scanner
        self._n_looks += 1
        if self._n_looks > _MOST_LOOKS or self._n_looks * len(scanner.groups) > _MOST_VISITS:
            return False
        start, came_to = max(self._last_end, before.position), scanner.position
        fault = scanner.fault
        until = min(until, start + self._bytes_left)
        walked = scanner.offsets_from(start)
        scanner.rewind(before, start)
        next_at = next_start(scanner, until=until, last_s=self._last_s, walked=walked)
        self._bytes_left -= (until if next_at is None else next_at) - start
        if next_at is None:
            scanner.advance(came_to)
            scanner.fault = fault
            return False
        scanner.advance(next_at)
        if scanner.position > next_at:
            scanner.rewind(before, max(offset for offset in walked if offset < next_at))
        self._note_damage(next_at)
        scanner.restart(next_at)
        return True

    def _note_damage(self, until: int) -> None:
        scanner = self._scanner
        n_bytes, n_kept = until - scanner.position, _n_records(scanner)
        text = message(
            "{n} damaged bytes were skipped; the {kept} records before them are kept",
            n=n_bytes,
            kept=n_kept,
        )
        self._issues.append(Issue(code="damaged", message=text, offset_byte=scanner.position))


def _records_from(scanner: Scanner, start: int) -> list[_Seen]:
    """The records from an offset on that hold a time, in the order of the file."""
    seen = []
    for group in scanner.groups:
        field = time_field(group) if group.definition.global_number == RECORD else None
        if field is not None:
            offsets = group.offsets
            for offset in offsets[bisect_left(offsets, start) :]:
                time_s = time_s_at(scanner, group, field=field, offset=offset)
                seen.append(_Seen(begin=offset, end=offset + group.step_bytes, time_s=time_s))
    return sorted(seen, key=attrgetter("begin"))


def _new_clock(seen: Sequence[_Seen]) -> bool:
    """Whether these three records agree on a time, though not with those before them."""
    if len(seen) < 3 or seen[0].time_s == seen[2].time_s:
        return False
    first_s = seen[0].time_s
    return first_s > 0 and all(
        continues(later.time_s, earlier.time_s) for earlier, later in pairwise(seen)
    )
