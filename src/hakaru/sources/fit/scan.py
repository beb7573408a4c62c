"""Where is each message of a FIT file? One step per message, or one per run of equal messages.

Messages are gathered by the bytes of their definition, so that a file that defines its messages
anew all the time costs hardly more than one that does so once.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.sources.fit.definitions import (
    Descriptions,
    definition_bytes,
    developer_keys,
    read_definition,
)
from hakaru.sources.fit.descriptions import Dictionary, Known
from hakaru.sources.fit.groups import Group, take_nothing
from hakaru.sources.fit.turns import FEWEST_TURNS, LONGEST_BYTES, Patience, n_turns, read_turn

_HEADERS, _LOCAL_TYPES = 256, 16
_IS_DEFINITION, _HAS_DEVELOPER, _IS_COMPRESSED, _KIND_BITS = 0x40, 0x20, 0x80, 0xC0
_HEAD_BYTES = 6
_FIRST_LOOK, _LOOK_GROWTH = 32, 8


FaultKind = Literal["undefined", "beyond_end"]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """Where the reading could not go on: at a message that was not defined, or that is longer than
    what is left of the file."""

    offset_byte: int
    kind: FaultKind


@dataclass(frozen=True, kw_only=True)
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
