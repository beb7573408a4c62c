"""Do definitions and messages come round in equal turns, as in files that define all anew?

If the bytes that decide how the rest is read (headers and definitions) recur one turn later, and
the turn leaves all local types as they were, the next turn reads like this one: exact by induction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.sources.fit.definitions import definition_bytes
from hakaru.sources.fit.groups import Group, OffsetArray

LONGEST_BYTES = 4096
FEWEST_TURNS = 4
"""So many turns are worth the while."""
_LOCAL_TYPES, _IS_DEFINITION = 16, 0x40
_FIRST_LOOK, _LOOK_GROWTH = 16, 8
_FIRST_WAIT = 16


@dataclass(frozen=True, kw_only=True, eq=False)
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
    count, look = 1, _FIRST_LOOK
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
