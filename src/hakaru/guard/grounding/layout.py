"""How is a text divided into sentences and clauses, without cutting a number in two?"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from hakaru.guard.grounding.claims import Claim

_STOP = re.compile(r"[。!?\n|]|\.(?=\s|$|[)\"'])")
_PAUSE = re.compile(
    r"[、,;]|\s-\s|(?<=[a-z]) (?:but|while|whereas|although|though|however|yet) |なのに|"
    r"けれど|だが|ですが|ますが"
)
SENTENCE_LENGTH = 1500
CLAUSE_LENGTH = 500


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where sentences and clauses begin; both start with 0."""

    sentences: tuple[int, ...]
    clauses: tuple[int, ...]
    size: int

    def sentence(self, place: int) -> tuple[int, int]:
        """Begin and end of the sentence around a place."""
        return _around(self.sentences, place, self.size)

    def clause(self, place: int) -> tuple[int, int]:
        """Begin and end of the clause around a place."""
        return _around(self.clauses, place, self.size)

    def sentence_before(self, start: int) -> tuple[int, int]:
        """The sentence before the one that begins at `start`; empty at the beginning."""
        return (0, 0) if start <= 0 else self.sentence(start - 1)


def layout_of(read: str, claims: Sequence[Claim]) -> Layout:
    """Boundaries stand outside of claims ("7:11/km", "12,345")."""
    starts = [claim.start for claim in claims]
    stops = [end for end in _ends(_STOP, read) if not _inside(end - 1, starts, claims)]
    sentences = _limited([0, *stops], len(read), SENTENCE_LENGTH)
    pauses = [end for end in _ends(_PAUSE, read) if not _inside(end - 1, starts, claims)]
    clauses = _limited(sorted({*sentences, *pauses}), len(read), CLAUSE_LENGTH)
    return Layout(sentences=sentences, clauses=clauses, size=len(read))


def _limited(begins: Sequence[int], size: int, longest: int) -> tuple[int, ...]:
    """With more boundaries where a stretch is longer than anybody writes, so that whatever looks
    around in it takes a bounded time."""
    ends = [*begins[1:], size]
    return tuple(
        place
        for begin, end in zip(begins, ends, strict=True)
        for place in range(begin, max(end, begin + 1), longest)
    )


def _ends(pattern: re.Pattern[str], read: str) -> list[int]:
    return [match.end() for match in pattern.finditer(read)]


def _inside(place: int, starts: Sequence[int], claims: Sequence[Claim]) -> bool:
    index = bisect_right(starts, place) - 1
    return index >= 0 and place < claims[index].end


def _around(begins: Sequence[int], place: int, size: int) -> tuple[int, int]:
    index = bisect_right(begins, place) - 1
    end = begins[index + 1] if index + 1 < len(begins) else size
    return begins[index], end
