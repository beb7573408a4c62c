"""Japanese sentences about one run, read as claims where every word of them is understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from hakaru.guard.claims import Claim, Compare, Facts, Limit, Value, Within, all_hold, is_one_story
from hakaru.running.claims.ja.clause import Topic
from hakaru.running.claims.ja.clauses import ClauseParser
from hakaru.running.claims.ja.figures import Token
from hakaru.running.claims.ja.frames.alike import Alike
from hakaru.running.claims.ja.frames.criteria import Criteria
from hakaru.running.claims.ja.frames.series import Places
from hakaru.running.claims.ja.frames.session import Session
from hakaru.running.claims.ja.meaning import Meaning, Refused
from hakaru.running.claims.ja.tokens import tokens_of

_MERGED_MOST = 5
_TRIES_MOST = 40
_READINGS_MOST = 4
_ENDS = ("comma", "conj", "stop", "because")


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """What a sentence claims; None: not every word of it is understood."""
    tokens = _tokens(sentence)
    if not tokens:
        return None
    parts = _segments(tokens)
    candidates = islice(_Search(parts, Meaning(facts)).rest(0, Topic()), _READINGS_MOST)
    readings = [reading for reading in candidates if is_one_story(reading)]
    chosen = next((reading for reading in readings if all_hold(reading, facts)), None)
    if chosen is None:
        chosen = readings[0] if readings else ()
    if all(isinstance(claim, Limit) for claim in chosen) and not _names_something(tokens):
        return None
    return tuple(dict.fromkeys(chosen)) or None


def _names_something(tokens: Sequence[Token]) -> bool:
    """Whether it is said what a bound is of: "250ms未満" alone may be anybody's target."""
    return any(token.kind in ("metric", "place") for token in tokens)


@lru_cache(maxsize=64)
def _tokens(sentence: str) -> tuple[Token, ...] | None:
    return tokens_of(sentence)


def _segments(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words between marks, each with the mark behind it."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(tokens):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        parts[-1].append(token)
        listed = token.kind == "comma" and _is_listed(parts[-1][:-1], tokens[at + 1 :])
        if token.kind in _ENDS and depth == 0 and not listed:
            parts.append([])
    return [part for part in parts if any(token.kind not in _ENDS for token in part)]


def _is_listed(before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether a metric with its figure is one of those of each of which something is said:
    "接地256ms、上下動8.2cm、上下動比7.5%はいずれも"."""
    return (
        {token.kind for token in before} <= {"metric", "figure", "comma", "ref", "avg"}
        and bool(behind)
        and behind[0].kind == "metric"
        and any(token.kind == "each" for token in behind)
    )


class Statement(Session, Criteria, Places, Alike):
    """A clause with all of its frames, in the order in which they take its parts."""

    def read(self) -> tuple[tuple[Claim, ...], Topic] | None:
        """Its claims and what it leaves the next one; None: it is not understood."""
        try:
            for frame in (
                self.agree, self.full, self.ranked, self.words, self.stars, self.judged,
                self.unknown, self.halves, self.caused, self.criteria, self.only_these, self.apart,
                self.counted, self.extremes, self.presence, self.climbed, self.trends, self.within,
                self.changed, self.same, self.differs, self.compared, self.values,
            ):  # fmt: skip
                frame()
            if self.topic.because and not (self.explained or self._restates()):
                return None
            return self.ended()
        except Refused:
            return None

    def _restates(self) -> bool:
        """Whether a figure is why it lies so to its own usual values: that needs no other cause."""
        shown = set()
        for claim in self.claims:
            if isinstance(claim, Within):
                shown.add(claim.fact)
            elif isinstance(claim, Compare) and claim.right in _usual(claim.left):
                shown.add(claim.left)
            else:
                return False
        return self.topic.missed == "figure" and shown == set(self.topic.said)


def _usual(fact: str) -> tuple[str, ...]:
    """What a run's value of a metric is held against."""
    metric, _, role = fact.partition(".")
    return tuple(f"{metric}.{end}" for end in ("expected", "low", "high") if role == "actual")


def _as_reason(claims: Sequence[Claim], left: Topic) -> Topic | None:
    """What a clause leaves as the reason of the next one; None: it can be none."""
    if left.missed:
        return replace(left, because=True)
    if not claims or not all(isinstance(claim, Value) for claim in claims):
        return None
    figures = tuple(claim.fact for claim in claims if isinstance(claim, Value))
    return replace(left, because=True, missed="figure", said=figures)


class _Search:
    """Clauses of as few segments as can be, from the first to the last."""

    def __init__(self, parts: Sequence[list[Token]], meaning: Meaning) -> None:
        self.parts = parts
        self.meaning = meaning
        self.tries = 0

    def rest(self, begin: int, topic: Topic) -> Iterator[tuple[Claim, ...]]:
        """The claims from a segment on, in each way they can be read."""
        if begin == len(self.parts):
            if not topic.unsaid:
                yield ()
            return
        for end in range(begin + 1, min(begin + _MERGED_MOST, len(self.parts)) + 1):
            self.tries += 1
            if self.tries > _TRIES_MOST:
                return
            tokens = [t for part in self.parts[begin:end] for t in part]
            because = tokens[-1].kind == "because"
            read = self._clause(tokens[:-1] if because else tokens, topic)
            if read is None:
                continue
            if because:
                left = _as_reason(*read)
                if left is None:
                    continue
                read = read[0], left
            for more in self.rest(end, read[1]):
                yield read[0] + more

    def _each_at_an_end(self, tokens: Sequence[Token]) -> list[Token]:
        """The places that "最初の2本" means, where something is said of each of them."""
        figures = sum(token.kind == "figure" for token in tokens)
        extreme = any(token.kind in ("most", "extreme") for token in tokens)
        places: list[Token] = []
        for token in tokens:
            kind, _, end = token.name.partition(" ")
            if token.kind != "place" or end not in ("ending", "beginning"):
                places.append(token)
                continue
            n = token.first or 0
            numbers = self.meaning.numbers("split" if kind == "km" else kind)
            if len(numbers) < n or not (extreme or figures == n):
                raise Refused
            for number in numbers[-n:] if end == "ending" else numbers[:n]:
                places.append(Token(kind="place", name=kind, first=number))
                places.append(Token(kind="particle", name="と"))
            places.pop()
        return places

    def _clause(self, tokens: list[Token], topic: Topic) -> tuple[tuple[Claim, ...], Topic] | None:
        here = topic.terms[0].place if len(topic.terms) == 1 else None
        inner = [
            replace(token, kind="comma") if token.kind in ("conj", "stop") else token
            for token in tokens
        ]
        try:
            inner = self._each_at_an_end(inner)
            parts = ClauseParser(
                inner, self.meaning, here, ranked=topic.extreme is not None
            ).parts()
        except Refused:
            return None
        return Statement(parts, topic, self.meaning).read()
