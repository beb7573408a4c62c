"""How much of a FIT file can be read, and what is wrong with the rest?

A file whose checksum is right is walked through once. Otherwise its records are watched on the
way: where their times stop making sense, the walk has left the messages and is taken up again at
the next place where records go on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from hakaru.running.activity import Issue
from hakaru.sources.fit.chain import Segment
from hakaru.sources.fit.profile import RECORD
from hakaru.sources.fit.resync import continues, next_record, time_field, time_s_at
from hakaru.sources.fit.scan import Fault, Group, Scanner, Snapshot

_BLOCK_BYTES = 1 << 14
_MOST_BLOCKS = 32
_MOST_RESTARTS = 100
_STRANGE = 2
"""So many records in turn whose times make no sense: the walk is off the messages."""
_MOST_VISITS = 1_000_000
"""Bounds what restarts cost: their number times that of the definitions."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Walked:
    """Where the messages of one file are. `partial`: some of its bytes could not be read."""

    groups: Sequence[Group]
    has_compressed: bool
    partial: bool
    issues: tuple[Issue, ...]


def walk(data: bytes, segment: Segment) -> Walked:
    """Every message that can be found in one file."""
    scanner = Scanner(data, segment.body_start, end=segment.body_end)
    issues: list[Issue] = []
    if segment.sound:
        scanner.advance(segment.body_end)
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


def _stopped(scanner: Scanner, fault: Fault) -> Issue:
    n_kept = _n_records(scanner)
    text = f"reading stopped here: {fault.words}; the {n_kept} records before it are kept"
    return Issue(code="decode_stopped", message=text, offset_byte=fault.offset_byte)


def _n_records(scanner: Scanner) -> int:
    return sum(
        len(group.offsets) for group in scanner.groups if group.definition.global_number == RECORD
    )


@dataclass(frozen=True, kw_only=True)
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

    def run(self) -> list[Issue]:
        """Take what can be taken up to the end; what had to be skipped."""
        scanner = self._scanner
        block_bytes = max(_BLOCK_BYTES, (scanner.end - scanner.position) // _MOST_BLOCKS)
        while scanner.position < scanner.end and scanner.fault is None:
            before = scanner.snapshot()
            scanner.advance(scanner.position + block_bytes)
            lost_at = self._lost_at(before)
            if lost_at is not None and not self._resume(before, lost_at):
                scanner.advance(scanner.end)
        return self._issues

    def _lost_at(self, before: Snapshot) -> int | None:
        """From where on the block makes no sense; None: it does."""
        scanner = self._scanner
        seen = _records_from(scanner, before.position)
        n_strange = 0
        for position, one in enumerate(seen):
            if continues(one.time_s, self._last_s) or _new_clock(seen[position : position + 3]):
                self._last_s, self._last_end, n_strange = one.time_s, one.end, 0
            else:
                n_strange += 1
                if n_strange == _STRANGE:
                    return max(self._last_end, before.position)
        start = max(self._last_end, before.position)
        if n_strange == len(seen) or scanner.fault is not None:
            missed = next_record(scanner, start, until=scanner.position, last_s=self._last_s)
            if missed is not None or (n_strange and scanner.fault is not None):
                return start
        return None if scanner.fault is None else scanner.fault.offset_byte

    def _resume(self, before: Snapshot, lost_at: int) -> bool:
        """Go on behind the damage; False: nothing more is found, or it took too many turns."""
        scanner = self._scanner
        n_turns = 1 + len(self._issues)
        if n_turns > _MOST_RESTARTS or n_turns * len(scanner.groups) > _MOST_VISITS:
            return False
        if lost_at < scanner.position:
            scanner.rewind(before, lost_at)
        found = next_record(scanner, scanner.position, until=scanner.end, last_s=self._last_s)
        if found is None:
            return False
        n_skipped = found - scanner.position
        text = (
            f"{n_skipped} damaged bytes were skipped; "
            f"the {_n_records(scanner)} records before them are kept"
        )
        issue = Issue(code="damaged", message=text, offset_byte=scanner.position)
        self._issues.append(issue)
        scanner.restart(found)
        return True


def _records_from(scanner: Scanner, start: int) -> list[_Seen]:
    """The records from an offset on that hold a time, in the order of the file."""
    seen = []
    for group in scanner.groups:
        field = time_field(group) if group.definition.global_number == RECORD else None
        if field is not None:
            offsets = group.offsets
            for offset in offsets[bisect_left(offsets, start) :]:
                time_s = time_s_at(scanner, group, field, offset=offset)
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
