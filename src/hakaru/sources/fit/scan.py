"""Where each FIT file and each of its messages begins and ends.

Messages are gathered by the bytes of their definition, so that a file that defines its messages
anew all the time costs hardly more than one that does so once.

Sizes and checksums are advice, not gates: a wrong size means "read to the end", a wrong checksum
is an issue, and what follows the last file is named and left alone (research data.md trap 9).

If the bytes that decide how the rest is read (headers and definitions) recur one turn later, and
the turn leaves all local types as they were, the next turn reads like this one: exact by induction.

A field is known by (developer_data_index, field number) alone: its name is a label, which may be
that of a native field.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from fastcrc import crc16

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.activity import Issue
from hakaru.sources.fit.definitions import (
    Definition,
    Description,
    Descriptions,
    DeveloperKey,
    Group,
    OffsetArray,
    definition_bytes,
    developer_keys,
    read_definition,
    take_nothing,
)
from hakaru.sources.fit.messages import Fields, read_fields
from hakaru.sources.fit.profile import BASE_TYPES, DEVELOPER_DATA_ID


def fit_crc(data: bytes) -> int:
    """Checksum of the bytes (0..65535)."""
    return crc16.arc(data)


_MAGIC = b".FIT"
_HEADER_MIN_BYTES = 12
_CRC_BYTES = 2
_MOST_LINKS = 64
"""Longer chains come from no device."""


@frozen
class Segment:
    """One FIT file of a chain: its messages are data[body_start:body_end].

    `sound`: size and checksum are right, so that every byte is what the device wrote.
    """

    body_start: int
    body_end: int
    truncated: bool
    sound: bool
    issues: tuple[Issue, ...]


def is_fit(data: bytes) -> bool:
    """Whether the bytes begin like a FIT file."""
    return _is_header(data, 0)


def split_chain(data: bytes, *, path: str) -> tuple[Segment, ...]:
    """The FIT files in `data`, at least one. Raises Unreadable where there is none."""
    if not _is_header(data, 0):
        raise Unreadable(
            path, message("this is not a FIT file: it has no FIT header"), offset_byte=0
        )
    segments: list[Segment] = []
    offset = 0
    while _is_header(data, offset) and len(segments) < _MOST_LINKS:
        segment, offset = _segment_at(data, offset)
        segments.append(segment)
    return tuple(segments)


def _is_header(data: bytes, offset: int) -> bool:
    return (
        len(data) >= offset + _HEADER_MIN_BYTES
        and data[offset] >= _HEADER_MIN_BYTES
        and data[offset + 8 : offset + 12] == _MAGIC
    )


def _segment_at(data: bytes, offset: int) -> tuple[Segment, int]:
    """The segment whose header is at `offset`, and where the next header may be."""
    body_start = min(offset + data[offset], len(data))
    stated_bytes = int.from_bytes(data[offset + 4 : offset + 8], "little")
    end = body_start + stated_bytes
    if end > len(data):
        issue = Issue(
            code="truncated",
            message=message(
                "the file ends {n} bytes before its stated end", n=end + _CRC_BYTES - len(data)
            ),
            offset_byte=len(data),
        )
        return _segment(body_start, len(data), issues=(issue,), truncated=True), len(data)
    if stated_bytes == 0 and len(data) > end + _CRC_BYTES and not _is_header(data, end + 2):
        return _to_the_end(data, body_start, stated_bytes)
    return _sized_segment(data, offset, body_start, end)


def _sized_segment(data: bytes, offset: int, body_start: int, end: int) -> tuple[Segment, int]:
    following = end + _CRC_BYTES
    matches = data[end:following] == fit_crc(data[offset:end]).to_bytes(2, "little")
    has_junk = len(data) > following and not _is_header(data, following)
    if has_junk and not matches:
        return _to_the_end(data, body_start, end - body_start)
    issues = []
    if not matches:
        text = (
            message("the checksum does not match")
            if following <= len(data)
            else message("the checksum is absent")
        )
        issues.append(Issue(code="crc_mismatch", message=text, offset_byte=end))
    if has_junk:
        text = message("{n} bytes after the end were ignored", n=len(data) - following)
        issues.append(Issue(code="trailing_bytes", message=text, offset_byte=following))
    segment = _segment(body_start, end, issues=tuple(issues), sound=matches)
    return segment, following


def _to_the_end(data: bytes, body_start: int, stated_bytes: int) -> tuple[Segment, int]:
    issue = Issue(
        code="wrong_size",
        message=message(
            "the header states {n} bytes of data; read to the end of the file", n=stated_bytes
        ),
        offset_byte=body_start,
    )
    end = max(body_start, len(data) - _CRC_BYTES)
    return _segment(body_start, end, issues=(issue,)), len(data)


def _segment(
    body_start: int,
    body_end: int,
    *,
    issues: tuple[Issue, ...],
    truncated: bool = False,
    sound: bool = False,
) -> Segment:
    return Segment(
        body_start=body_start,
        body_end=body_end,
        truncated=truncated,
        sound=sound,
        issues=issues,
    )


LONGEST_BYTES = 4096
FEWEST_TURNS = 4
"""So many turns are worth the while."""
_FIRST_LOOK_AT_TURNS = 16
_FIRST_WAIT = 16


@frozen(eq=False)
class Turn:
    """One turn; all places are counted from its beginning. `fixed` are those of the bytes that
    decide how it is read."""

    length: int
    fixed: OffsetArray
    messages: Mapping[Group, Sequence[int]]
    definitions: Sequence[int]

    def places(self, begin: int, within: Sequence[int], *, count: int) -> OffsetArray:
        """Where something lies that lies at `within` in each of `count` turns, ascending."""
        begins = begin + self.length * np.arange(count, dtype=np.int64)
        places: OffsetArray = (begins[:, None] + np.array(within, dtype=np.int64)).ravel()
        return places


def read_turn(
    data: bytes,
    begin: int,
    *,
    length: int,
    groups: Mapping[bytes, Group],
    locals_: Sequence[Group | None],
) -> Turn | None:
    """The messages of the turn that begins here; None where it holds something new, something
    whose order matters, or where it leaves the local types other than they were."""
    now, at, end = list(locals_), begin, min(begin + length, len(data))
    fixed, definitions, messages = list[int](), list[int](), dict[Group, list[int]]()
    while at < end:
        header, within, step = data[at], at - begin, 1
        group = now[header] if header < _LOCAL_TYPES else None
        if header & ~0x0F == _IS_DEFINITION:
            step = definition_bytes(data, at, has_developer=False)
            group = now[header & 0x0F] = groups.get(data[at + 1 : at + step])
            definitions.append(within)
        if group is None or group.describes:
            return None
        fixed.extend(range(within, within + step))
        if header < _LOCAL_TYPES:
            messages.setdefault(group, []).append(within)
            step = group.step_bytes
        at += step
    if at != begin + length or now != list(locals_):
        return None
    return Turn(
        length=length,
        fixed=np.array(fixed, dtype=np.int64),
        messages=messages,
        definitions=definitions,
    )


def n_turns(data: bytes, begin: int, *, turn: Turn, until: int) -> int:
    """How often the turn at `begin` comes in a row, as far as whole turns end by `until`."""
    most = (until - begin) // turn.length
    if most < FEWEST_TURNS:
        return 0
    turns = np.ndarray((most, turn.length), np.uint8, data, begin, (turn.length, 1))
    pattern = turns[0, turn.fixed]
    count, look = 1, _FIRST_LOOK_AT_TURNS
    while count < most:
        equal = (turns[count : count + look, turn.fixed] == pattern).all(axis=1)
        if not equal.all():
            return count + int(np.argmin(equal))
        count += equal.size
        look *= _LOOK_GROWTH
    return count


class Patience:
    """How soon to look for turns again: later after each look that led to nothing."""

    def __init__(self) -> None:
        self.next_at = 0
        self._wait = _FIRST_WAIT

    def learn(self, position: int, *, turn_bytes: int, count: int) -> None:
        """Take note of what the look at this position has led to."""
        self._wait = _FIRST_WAIT if count >= FEWEST_TURNS else 2 * self._wait
        self.next_at = position + turn_bytes * (1 if count >= FEWEST_TURNS else self._wait)


Known = Mapping[int, Mapping[int, Description]]
"""By developer_data_index, then by field number."""


class Dictionary:
    """The descriptions in force while a file is walked through."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, Description]] = {}

    def get(self, key: DeveloperKey) -> Description | None:
        """The description of a field; None where it has none yet."""
        return self._known.get(key[0], {}).get(key[1])

    def note(self, data: bytes, definition: Definition, *, at: int) -> None:
        """Take in a developer_data_id (its fields begin anew) or field_description message."""
        fields = read_fields(data, definition, at=at)
        index = fields.get("developer_data_index")
        if not isinstance(index, int):
            return
        if definition.global_number == DEVELOPER_DATA_ID:
            self._known[index] = {}
            return
        number = fields.get("field_definition_number")
        if isinstance(number, int):
            self._known.setdefault(index, {})[number] = _description(fields)

    def copy(self) -> Known:
        """What is known now."""
        return {index: dict(fields) for index, fields in self._known.items()}

    def restore(self, known: Known) -> None:
        """Go back to what was known at another place."""
        self._known = {index: dict(fields) for index, fields in known.items()}


def _description(fields: Fields) -> Description:
    code, label, units = (fields.get(name) for name in ("fit_base_type_id", "field_name", "units"))
    scale, offset = fields.get("scale"), fields.get("offset")
    return Description(
        code=code if isinstance(code, int) and code in BASE_TYPES else None,
        label=label if isinstance(label, str) else "",
        units=units if isinstance(units, str) else "",
        raw_per_value=float(scale) if isinstance(scale, int | float) and scale > 0 else 1.0,
        offset_value=float(offset) if isinstance(offset, int | float) else 0.0,
    )


_HEADERS, _LOCAL_TYPES = 256, 16
_IS_DEFINITION, _HAS_DEVELOPER, _IS_COMPRESSED, _KIND_BITS = 0x40, 0x20, 0x80, 0xC0
_HEAD_BYTES = 6
_FIRST_LOOK, _LOOK_GROWTH = 32, 8


FaultKind = Literal["undefined", "beyond_end"]


@frozen
class Fault:
    """Where the reading could not go on: at a message that was not defined, or that is longer than
    what is left of the file."""

    offset_byte: int
    kind: FaultKind


@frozen
class Snapshot:
    """What a scanner knew at one position."""

    position: int
    locals: tuple[Group | None, ...]
    dictionary: Known


class Scanner:
    """Walks through data[position:end]; what it found is in `groups`."""

    def __init__(self, data: bytes, start: int, *, end: int) -> None:
        self.data, self.position, self.end = data, start, end
        self.groups: list[Group] = []
        self.fault: Fault | None = None
        self.has_compressed = False
        self.definitions_at: array[int] = array("q")
        self.kinds: set[int] = set()
        self._locals: list[Group | None] = [None] * _LOCAL_TYPES
        self._steps = [0] * _HEADERS
        self._take: list[Callable[[int], None]] = [take_nothing] * _HEADERS
        self._aliases: list[int] = []
        self._plain: dict[bytes, Group] = {}
        self._developer: dict[bytes, Group] = {}
        self._bound: dict[tuple[bytes, Descriptions], Group] = {}
        self._dictionary = Dictionary()
        self._patience = Patience()
        self._until = start

    def advance(self, until: int) -> None:
        """Take every message that begins before `until`; a fault stops it at that message."""
        data, steps, take = self.data, self._steps, self._take
        position, header, last, step = self.position, 0, -1, 0
        until = self._until = min(until, self.end)
        while position < until:
            header = data[position]
            step = steps[header]
            if not step:
                is_definition = header & _KIND_BITS == _IS_DEFINITION
                special = self._definition if is_definition else self._special
                step = special(position, header)
                if step < 0:
                    break
                last = -1
                position += step
            elif header == last:
                position += step * self._run(position, header, step, until=until)
                last = -1
            else:
                take[header](position)
                last = header
                position += step
        self.position = position
        if position > self.end:
            self._give_back(header, step)

    def restart(self, at: int) -> None:
        """Go on at another place after a fault."""
        self.position, self.fault = at, None

    def announced(self, global_number: int) -> list[tuple[int, Group]]:
        """The headers that now announce a message of that kind, with its group."""
        return [
            (header, group)
            for header, group in enumerate(self._locals)
            if group is not None and group.definition.global_number == global_number
        ]

    def length_at(self, position: int) -> int:
        """Bytes of the message at `position` by what is now defined; 0 where there can be none."""
        header = self.data[position]
        if header & _IS_COMPRESSED:
            group = self._locals[(header >> 5) & 3]
        elif header & _IS_DEFINITION:
            has_developer = bool(header & _HAS_DEVELOPER)
            return definition_bytes(self.data, position, has_developer=has_developer)
        else:
            group = self._locals[header & 0x0F]
        return 0 if group is None else group.step_bytes

    def snapshot(self) -> Snapshot:
        """The present state, to be handed to `rewind`."""
        return Snapshot(
            position=self.position,
            locals=tuple(self._locals),
            dictionary=self._dictionary.copy(),
        )

    def rewind(self, snapshot: Snapshot, until: int) -> None:
        """Forget what was found since the snapshot, then take what lies before `until` again."""
        self.drop_from(snapshot.position)
        self._steps = [0] * _HEADERS
        self._locals = [None] * _LOCAL_TYPES
        for local, group in enumerate(snapshot.locals):
            if group is not None:
                self._define(local, group)
        self._dictionary.restore(snapshot.dictionary)
        self._developer.clear()
        self.restart(snapshot.position)
        self.advance(until)

    def drop_from(self, offset: int) -> None:
        """Forget the messages that begin there or later; what they defined stays in force."""
        for group in self.groups:
            group.drop_from(offset)
        del self.definitions_at[bisect_left(self.definitions_at, offset) :]

    def offsets_from(self, offset: int) -> set[int]:
        """The offsets of all messages found that begin there or later."""
        offsets = set(self.definitions_at[bisect_left(self.definitions_at, offset) :])
        for group in self.groups:
            offsets.update(group.offsets[bisect_left(group.offsets, offset) :])
        return offsets

    def _run(self, position: int, header: int, step: int, *, until: int) -> int:
        """Take those that begin before `until` of a run with this header; how many (one or more).

        As long as the byte behind a message is the same header again, the run goes on.
        """
        data, header_byte = self.data, bytes((header,))
        most = -(-(until - position) // step)
        count, look = 0, _FIRST_LOOK
        while count < most:
            begin = position + count * step
            piece = data[begin : min(begin + look * step, until) : step]
            same = len(piece) - len(piece.lstrip(header_byte))
            count += same
            if same < len(piece):
                break
            look *= _LOOK_GROWTH
        places = np.arange(position, position + count * step, step, dtype=np.int64)
        self._group(header).take(places)
        return count

    def _group(self, header: int) -> Group:
        local = (header >> 5) & 3 if header & _IS_COMPRESSED else header & 0x0F
        group = self._locals[local]
        if group is None:
            raise LookupError(f"local message {local} is not defined")
        return group

    def _give_back(self, header: int, step: int) -> None:
        """The message taken last goes on beyond the end."""
        self._group(header).offsets.pop()
        self.position -= step
        self.fault = Fault(offset_byte=self.position, kind="beyond_end")

    def _special(self, position: int, header: int) -> int:
        """A data message other than those met before: its bytes, -1 for a fault."""
        local = (header >> 5) & 3 if header & _IS_COMPRESSED else header & 0x0F
        group = self._locals[local]
        if group is None:
            return self._stop(position, "undefined")
        if not group.describes:
            self._steps[header] = group.step_bytes
            self._take[header] = group.append
            self._aliases.append(header)
            self.has_compressed |= header >= _IS_COMPRESSED
            return 0
        if position + group.step_bytes > self.end:
            return self._stop(position, "beyond_end")
        group.offsets.append(position)
        self._dictionary.note(self.data, group.definition, at=position)
        self._developer.clear()
        return group.step_bytes

    def _stop(self, position: int, kind: FaultKind) -> int:
        self.fault = Fault(offset_byte=position, kind=kind)
        return -1

    def _definition(self, position: int, header: int) -> int:
        """A definition: its bytes (or those of all turns that it begins), -1 for a fault."""
        data, end = self.data, self.end
        length = _HEAD_BYTES + 3 * data[position + 5] if position + _HEAD_BYTES <= end else 0
        group = self._plain.get(data[position + 1 : position + length])
        if group is None or header & _HAS_DEVELOPER or position + length > end:
            return self._other_definition(position, header)
        gap_bytes = position - group.seen_at
        is_regular = 0 < gap_bytes == group.gap_bytes <= LONGEST_BYTES
        if is_regular and position >= self._patience.next_at:
            covered = self._turns(position, gap_bytes)
            if covered:
                group.seen_at = position + covered - gap_bytes
                return covered
        group.seen_at, group.gap_bytes = position, gap_bytes
        self._define(header & 0x0F, group)
        self.definitions_at.append(position)
        return length

    def _other_definition(self, position: int, header: int) -> int:
        """A definition that is new, cut short, or one with developer fields."""
        has_developer = bool(header & _HAS_DEVELOPER)
        length = definition_bytes(self.data, position, has_developer=has_developer)
        if position + length > self.end:
            return self._stop(position, "beyond_end")
        content = self.data[position + 1 : position + length]
        groups = self._developer if has_developer else self._plain
        group = groups.get(content)
        if group is None:
            group = groups[content] = self._new_group(content, has_developer=has_developer)
        group.seen_at = position
        self._define(header & 0x0F, group)
        self.definitions_at.append(position)
        return length

    def _turns(self, position: int, turn_bytes: int) -> int:
        """Take all turns of that length from here on at once; the bytes they cover."""
        turn = read_turn(
            self.data, position, length=turn_bytes, groups=self._plain, locals_=self._locals
        )
        count = 0 if turn is None else n_turns(self.data, position, turn=turn, until=self._until)
        self._patience.learn(position, turn_bytes=turn_bytes, count=count)
        if turn is None or count < FEWEST_TURNS:
            return 0
        for group, within in turn.messages.items():
            group.take(turn.places(position, within, count=count))
        places = turn.places(position, turn.definitions, count=count)
        self.definitions_at.frombytes(places.tobytes())
        return count * turn_bytes

    def _new_group(self, content: bytes, *, has_developer: bool) -> Group:
        descriptions: Descriptions = ()
        if has_developer:
            descriptions = tuple(map(self._dictionary.get, developer_keys(content)))
            group = self._bound.get((content, descriptions))
            if group is not None:
                return group
        group = Group(read_definition(content, descriptions))
        if has_developer:
            self._bound[content, descriptions] = group
        self.groups.append(group)
        self.kinds.add(group.definition.global_number)
        return group

    def _define(self, local: int, group: Group) -> None:
        self._locals[local] = group
        self._steps[local] = 0 if group.describes else group.step_bytes
        self._take[local] = group.append
        if self._aliases:
            for header in self._aliases:
                self._steps[header] = 0
            self._aliases.clear()
