"""English sentences about one run, read as claims where every word of them is understood."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.guard.claims import Claim, Facts
from hakaru.running.claims.chunk_changes import Statement
from hakaru.running.claims.chunk_frames import Topic
from hakaru.running.claims.chunks import Chunk, Composer, Lexicon, segments
from hakaru.running.claims.chunks_en_lexicon import FILLER, FILLER_PHRASES, LEXICON
from hakaru.running.claims.read_en_meaning import Claims, Meaning
from hakaru.running.claims.read_en_tokens import tokens_of

_TOKENS_MOST = 90
_MERGED_MOST = 5
_TRIES_MOST = 400
_WORDS = Lexicon(LEXICON, FILLER, FILLER_PHRASES)


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """What a sentence claims; None: not every word of it is understood."""
    tokens = tokens_of(sentence)
    if not tokens or len(tokens) > _TOKENS_MOST:
        return None
    chunks = _WORDS.chunks(tokens)
    if chunks is None:
        return None
    meaning = Meaning(facts)
    items = Composer(chunks, meaning).items()
    if items is None:
        return None
    claims = _Search(segments(items), meaning).rest(0, Topic())
    return tuple(dict.fromkeys(claims)) if claims else None


class _Search:
    """Clauses of as few segments as can be, from the first to the last."""

    def __init__(self, parts: Sequence[tuple[str, list[Chunk]]], meaning: Meaning) -> None:
        self.parts = parts
        self.meaning = meaning
        self.tries = 0

    def rest(self, begin: int, topic: Topic) -> Claims | None:
        """The claims from a segment on; None: there is no reading."""
        if begin == len(self.parts):
            return None if topic.open_metric or topic.open_spot else ()
        for end in range(begin + 1, min(begin + _MERGED_MOST, len(self.parts)) + 1):
            self.tries += 1
            if self.tries > _TRIES_MOST:
                return None
            items = [item for _, part in self.parts[begin:end] for item in part]
            read = Statement(items, topic, self.meaning).read()
            if read is None:
                continue
            more = self.rest(end, read[1])
            if more is not None:
                return read[0] + more
        return None
