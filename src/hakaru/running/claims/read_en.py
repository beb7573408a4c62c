"""English sentences about one run, read as claims where every word of them is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from hakaru.guard.claims import Claim, Facts, Value, all_hold
from hakaru.running.claims.read_en_changes import Changes
from hakaru.running.claims.read_en_chunks import Chunk, Composer, Lexicon, segments
from hakaru.running.claims.read_en_frames import Refused, Topic
from hakaru.running.claims.read_en_lexicon import FILLER, FILLER_PHRASES, LEXICON
from hakaru.running.claims.read_en_meaning import Claims, Meaning
from hakaru.running.claims.read_en_tokens import tokens_of

_TOKENS_MOST = 90
_MERGED_MOST = 5
_TRIES_MOST = 300
_READINGS_MOST = 8
_NTH = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_WORDS = Lexicon(LEXICON, FILLER, FILLER_PHRASES)


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """What a sentence claims; None: not every word of it is understood."""
    tokens = tokens_of(_NTH.sub(_nth, sentence))
    if not tokens or len(tokens) > _TOKENS_MOST:
        return None
    chunks = _WORDS.chunks(tokens)
    if not chunks or chunks[0].text in ("after", "before"):
        return None
    meaning = Meaning(facts)
    items = Composer(chunks, meaning).items()
    if items is None:
        return None
    found = islice(_Search(segments(items), meaning).rest(0, Topic()), _TRIES_MOST)
    readings = list(islice(dict.fromkeys(found), _READINGS_MOST))
    chosen = next((one for one in readings if all_hold(one, facts)), None)
    if chosen is None:
        chosen = next((one for one in readings if _is_one_story(one)), ())
    return tuple(dict.fromkeys(chosen)) or None


def _is_one_story(claims: Claims) -> bool:
    """Whether no fact is given two figures: nobody says that, so it was not read."""
    said: dict[str, object] = {}
    values = (one for one in claims if isinstance(one, Value))
    return all(said.setdefault(one.fact, one.said) == one.said for one in values)


def _nth(match: re.Match[str]) -> str:
    n = int(match[1])
    return _ORDINALS[n - 1] if 0 < n <= len(_ORDINALS) else match[0]


class Statement(Changes):
    """A clause with all of its frames, in the order in which they take chunks."""

    def read(self) -> tuple[Claims, Topic] | None:
        """Its claims and what it leaves the next one; None: it is not understood."""
        try:
            for frame in (
                self.flags, self.words, self.balance, self.retention, self.criteria,
                self.needs, self.ranks, self.scores,
                self.within, self.signed, self.extremes, self.same, self.trends, self.compared,
                self.counted, self.values, self.absent,
            ):  # fmt: skip
                frame()
        except Refused:
            return None
        return self.ended()


class _Search:
    """Clauses of as few segments as can be, from the first to the last."""

    def __init__(self, parts: Sequence[tuple[str, list[Chunk]]], meaning: Meaning) -> None:
        self.parts = parts
        self.meaning = meaning
        self.tries = 0

    def rest(self, begin: int, topic: Topic) -> Iterator[Claims]:
        """The claims from a segment on, in each way they can be read."""
        if begin == len(self.parts):
            if not (topic.open_metric or topic.open_spot):
                yield ()
            return
        for end in range(begin + 1, min(begin + _MERGED_MOST, len(self.parts)) + 1):
            self.tries += 1
            if self.tries > _TRIES_MOST:
                return
            items = [item for _, part in self.parts[begin:end] for item in part]
            read = Statement(items, topic, self.meaning).read()
            if read is None:
                continue
            for more in self.rest(end, read[1]):
                yield read[0] + more
