"""Where in a text do the words stand that matter, by kind?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from hakaru.guard.grounding import words
from hakaru.guard.grounding.vocabulary import ScopeWords, Vocabulary

Kind = Literal[
    "metric", "context", "subject", "role", "direction", "praise", "blame", "because", "quiet"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """A word of the lexicon in a text. `key` says which: row of a metric, role, direction."""

    start: int
    end: int
    kind: Kind
    key: str


@dataclass(frozen=True, kw_only=True)
class ScopeMention:
    """A named part ("lap 3") and how the evidence may call it."""

    start: int
    end: int
    scopes: frozenset[str]


_Entry = tuple[str, Kind, str]


_BEGIN = re.compile(r"(?<![a-z])[a-z]|[^\x00-\x7f]")
"""Where a word can begin."""


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """A vocabulary, compiled. `entries`: by the first two characters of a word; words of one
    character are also under those that other words begin with."""

    entries: Mapping[str, tuple[_Entry, ...]]
    scopes: tuple[tuple[re.Pattern[str], ScopeWords], ...]
    scope_names: re.Pattern[str] | None
    names: re.Pattern[str] | None
    causes: tuple[tuple[str, re.Pattern[str]], ...]
    circumstances: frozenset[str]

    def mentions(self, read: str) -> tuple[Mention, ...]:
        """Every word, longest first, never overlapping."""
        return tuple(self._mentions(read))

    def scope_mentions(self, read: str) -> tuple[ScopeMention, ...]:
        """Every named part, in the order of the text."""
        mentions = [
            ScopeMention(start=hit.start(), end=hit.end(), scopes=_scopes(hit, words_of.scopes))
            for pattern, words_of in self.scopes
            if not words_of.hints or any(hint in read for hint in words_of.hints)
            for hit in pattern.finditer(read)
        ]
        return tuple(sorted(mentions, key=lambda mention: mention.start))

    def name_spans(self, read: str) -> list[tuple[int, int]]:
        """Where names stand that hold digits and are no claims."""
        return [] if self.names is None else [hit.span() for hit in self.names.finditer(read)]

    def is_part(self, scope: str) -> bool:
        """Whether the vocabulary has words for a scope of the evidence."""
        return self.scope_names is not None and self.scope_names.fullmatch(scope) is not None

    def _mentions(self, read: str) -> Iterator[Mention]:
        place, entries = 0, self.entries
        for begin in _BEGIN.finditer(read):
            start = begin.start()
            if start < place:
                continue
            rows = entries.get(read[start : start + 2]) or entries.get(read[start])
            entry = _entry_at(read, start, rows) if rows else None
            if entry is not None:
                word, kind, key = entry
                place = start + len(word)
                yield Mention(start=start, end=place, kind=kind, key=key)


@lru_cache(maxsize=8)
def lexicon_of(vocabulary: Vocabulary) -> Lexicon:
    """The compiled form of a vocabulary, kept."""
    entries: dict[str, dict[str, _Entry]] = {}
    for word, kind, key in _rows(vocabulary):
        entries.setdefault(word[:2], {}).setdefault(word, (word, kind, key))
    singles = {first: rows for first, rows in entries.items() if len(first) == 1}
    for first in entries.keys() - singles.keys():
        entries[first] |= singles.get(first[0], {})
    scopes = tuple((re.compile(scope.pattern), scope) for scope in vocabulary.scopes)
    templates = [re.escape(name) for scope in vocabulary.scopes for name in scope.scopes]
    pattern = "|".join(template.replace(re.escape("{n}"), r"\d+") for template in templates)
    return Lexicon(
        entries={
            first: tuple(sorted(rows.values(), key=lambda row: len(row[0]), reverse=True))
            for first, rows in entries.items()
        },
        scopes=scopes,
        scope_names=re.compile(pattern) if pattern else None,
        names=re.compile("|".join(vocabulary.names)) if vocabulary.names else None,
        circumstances=frozenset(
            name for row in vocabulary.metrics if row.circumstance for name in row.ids
        ),
        causes=tuple((cause.cause, _whole_words(cause.words)) for cause in vocabulary.causes),
    )


def _rows(vocabulary: Vocabulary) -> Iterator[_Entry]:
    for place, metric in enumerate(vocabulary.metrics):
        yield from ((word, "metric", str(place)) for word in metric.words)
    yield from ((word, "context", "") for word in vocabulary.contexts)
    yield from ((word, "subject", "") for word in vocabulary.subjects)
    yield from ((word, "context", "") for cause in vocabulary.causes for word in cause.words)
    yield from ((word, "quiet", "") for word in f"{words.QUIET}|{words.UNCAUSED}".split("|"))
    yield from _keyed("because", words.BECAUSE)
    yield from _keyed("role", words.ROLES)
    yield from _keyed("direction", words.DIRECTIONS)
    yield from ((word, "praise", "") for word in words.PRAISE.split("|"))
    yield from ((word, "blame", "") for word in words.BLAME.split("|"))


def _keyed(kind: Kind, table: Mapping[str, str]) -> Iterator[_Entry]:
    for key, spelled in table.items():
        yield from ((word, kind, key) for word in spelled.split("|"))


def _entry_at(read: str, place: int, rows: tuple[_Entry, ...]) -> _Entry | None:
    for row in rows:
        word = row[0]
        if read.startswith(word, place):
            end = place + len(word)
            if not ("a" <= word[-1] <= "z" and "a" <= read[end : end + 1] <= "z"):
                return row
    return None


def _whole_words(spelled: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some words; those in letters only where they stand alone."""
    every = "|".join(re.escape(word) for word in sorted(spelled, key=len, reverse=True))
    return re.compile(rf"(?<![a-z])(?:{every})(?![a-z])")


def _scopes(hit: re.Match[str], templates: tuple[str, ...]) -> frozenset[str]:
    numbers = [group for group in hit.groups() if group]
    return frozenset(
        template.replace("{n}", str(int(number)))
        for template in templates
        for number in numbers or ["0"]
    )
