"""English sentences about one run, read as claims where every word of them is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from hakaru.guard.claims import (
    Claim,
    Compare,
    Extreme,
    Facts,
    Flag,
    Limit,
    Text,
    Value,
    Within,
    all_hold,
    facts_named,
    is_one_story,
)
from hakaru.running.claims.en.chunks import Chunk, Composer
from hakaru.running.claims.en.clause import FORM, WITH_USUAL, Refused, Topic
from hakaru.running.claims.en.frames.changes import Changes
from hakaru.running.claims.en.frames.places import Places
from hakaru.running.claims.en.frames.values import Margins
from hakaru.running.claims.en.frames.verdicts import Verdicts
from hakaru.running.claims.en.meaning import Claims, Meaning
from hakaru.running.claims.en.tokens import tokens_of
from hakaru.running.claims.en.words import FILLER, FILLER_PHRASES, LEXICON, Lexicon

_TOKENS_MOST = 90
_MERGED_MOST = 8
_TRIES_MOST = 80
_READINGS_MOST = 3
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
    if not tokens or len(tokens) > _TOKENS_MOST or sentence.lstrip()[:1] == "|":
        return None
    chunks = _WORDS.chunks(tokens)
    if not chunks or chunks[0].text == "before":
        return None
    meaning = Meaning(facts)
    items = Composer(chunks, meaning).items()
    if items is None:
        return None
    candidates = islice(_Search(segments(items), meaning).rest(0, Topic()), _TRIES_MOST)
    readings = list(islice(dict.fromkeys(candidates), _READINGS_MOST))
    chosen = next((reading for reading in readings if all_hold(reading, facts)), None)
    if chosen is None:
        chosen = next((reading for reading in readings if is_one_story(reading)), ())
    if _AS_BEFORE.search(sentence.lower()) and not _all_judged(chosen):
        return None
    if _SEVERAL.search(sentence.lower()):
        chosen = (*chosen, *_of_each(chosen))
    return tuple(dict.fromkeys(chosen)) or None


_SEVERAL = re.compile(r"\b(?:all|both|were|are|their|each|lie|lay|sit|sat|remain|need)\b")


def _of_each(claims: Claims) -> Iterator[Claim]:
    """What is said of several metrics with their figures, of those that have only a figure:
    "contact time (239 ms) and oscillation (9.7 cm) were inside their ranges"."""
    sides = {c.side for c in claims if isinstance(c, Within) and c.fact.endswith(".actual")}
    relations = {c.relation for c in claims if isinstance(c, Compare) and (
        c.right.endswith(".expected"))}  # fmt: skip
    judged = {name.partition(".")[0] for c in claims if isinstance(c, Within | Compare)
              for name in facts_named(c)}  # fmt: skip
    plain = {c.fact.partition(".")[0] for c in claims if isinstance(c, Value)
             and c.fact.endswith(".actual")} & set(WITH_USUAL)  # fmt: skip
    limited = {c.fact for c in claims if isinstance(c, Limit)}
    needs = {c.holds for c in claims if isinstance(c, Flag) and c.name.startswith("needs_impr")}
    flagged = {c.name.rpartition(".")[2] for c in claims if isinstance(c, Flag)}
    for metric in sorted(plain - judged):
        actual = f"{metric}.actual"
        yield from (Within(actual, side, f"{metric}.low", f"{metric}.high") for side in sides)
        yield from (Compare(actual, relation, f"{metric}.expected") for relation in relations)
        if metric in FORM and metric not in flagged:
            yield from (Flag(f"needs_improvement.{metric}", need) for need in needs)
        if actual not in limited and limited & {f"{other}.actual" for other in WITH_USUAL}:
            yield Compare(actual, "equal", f"{metric}.expected")


_AS_BEFORE = re.compile(
    r"\btoo(?=[,.;:!)]|$)|\bas well(?! as)\b|\b(?:likewise|similarly|ditto)\b"
    r"|\balso (?:was|were|did|is|are|does)\b|\b(?:was|were|did|is|are|does) also(?=[,.;]|$)"
    r"|\b(?:as|so|neither|nor) (?:did|was|were|is|are|does|do)\b"
    r"|\bsame (?:goes|holds|applies|is true|was true|for)\b"
)
"""Words by which what was said of one metric is said of the next one."""


def _all_judged(claims: Claims) -> bool:
    """Whether no metric has only its figure where another one is judged: "contact time, 239 ms, was
    too" says more than a figure."""
    judged = {name.partition(".")[0] for claim in claims if not isinstance(claim, Value)
              for name in facts_named(claim)}  # fmt: skip
    plain = {name.partition(".")[0] for claim in claims if isinstance(claim, Value)
             for name in facts_named(claim) if ".actual" in name}  # fmt: skip
    return not judged or plain <= judged


def _nth(match: re.Match[str]) -> str:
    n = int(match[1])
    if 20 < n <= 31:
        return (
            f"{'twenty' if n < 30 else 'thirty'}{_ORDINALS[n % 10 - 1]}" if n != 30 else "thirtieth"
        )
    return _ORDINALS[n - 1] if 0 < n <= len(_ORDINALS) else match[0]


def segments(items: Sequence[Chunk]) -> list[tuple[str, list[Chunk]]]:
    """What stands between joins, each with the join before it."""
    parts: list[tuple[str, list[Chunk]]] = []
    join, inside = "", list[Chunk]()
    for item in items:
        if item.kind in ("J", "AND"):
            if inside:
                parts.append((join, inside))
                join, inside = "", []
            join = item.value if item.value in ("because", "so", ";") else join or item.value
        else:
            inside.append(item)
    parts = [*parts, (join, inside)] if inside else parts
    if len(parts) > 1 and parts[0][0] == "because" and parts[1][0] == ",":
        (_, first), (_, second), *rest = parts
        return [("", second), ("because", first), *rest]
    return parts


class Statement(Verdicts, Changes, Places, Margins):
    """A clause with all of its frames, in the order in which they take chunks."""

    def read(self) -> tuple[Claims, Topic] | None:
        """Its claims and what it leaves the next one; None: it is not understood."""
        if self.is_of_another(self.at("AMT")):
            return None
        try:
            for frame in (
                self.words, self.elided, self.balance, self.banded, self.beaten,
                self.retention, self.minimum, self.criteria,
                self.needs, self.based, self.ranks, self.scores, self.praise, self.limits,
                self.close_together, self.ranges, self.bounded, self.spread, self.extremes,
                self.same, self.differing, self.restated, self.compared, self.trends,
                self.counted, self.values, self.absent,
            ):  # fmt: skip
                frame()
        except Refused:
            return None
        return self.ended()

    def counted(self) -> None:
        """So many splits or repetitions there are."""
        for item in (*self.take("COUNT"), *self.take("QUANT")):
            noun, n = (item.value, item.n) if item.kind == "COUNT" else (item.text, item.n)
            if item.kind == "QUANT" and not n and item.value == "all" and self.has("AMT", "SPAN"):
                continue
            if not noun or not n or self.has("SAME", "MISSING", "NEG"):
                raise Refused
            self.add(self.total(n, noun))


class _Search:
    """Clauses of as few segments as can be, from the first to the last."""

    def __init__(self, parts: Sequence[tuple[str, list[Chunk]]], meaning: Meaning) -> None:
        self.parts = parts
        self.meaning = meaning
        self.tries = 0

    def rest(self, begin: int, topic: Topic, before: Claims = ()) -> Iterator[Claims]:
        """The claims from a segment on, in each way they can be read."""
        if begin == len(self.parts):
            if not (topic.open_metric or topic.open_spot):
                yield ()
            return
        for end in range(begin + 1, min(begin + _MERGED_MOST, len(self.parts)) + 1):
            self.tries += 1
            if self.tries > _TRIES_MOST:
                return
            part = self.parts[begin:end]
            if part[0][0] == ";":
                topic = replace(topic, spots=(), pair=())
            if any(item.kind == "COUNT" and item.value == "rep" for item in part[0][1]):
                topic = replace(topic, spots=tuple(s for s in topic.spots if s == "work"))
            if any(join in ("because", "so", ";") for join, _ in part[1:]):
                return
            if _reaches_back(part):
                return
            items = [item for _, inside in part for item in inside]
            behind = self.parts[end][1] if end < len(self.parts) else ()
            read = Statement(items, topic, self.meaning, behind=behind, join=part[0][0]).read()
            if read is None:
                continue
            if any(isinstance(claim, Extreme) and claim in before for claim in read[0]):
                continue
            if not _follows(part[0][0], before, read[0]):
                continue
            claims = (*read[0], *_blamed(read[0])) if part[0][0] == "because" else read[0]
            for more in self.rest(end, read[1], (*before, *claims)):
                yield claims + more


_PREDICATES = frozenset(
    {"SIDE", "RANGE", "REL", "TREND", "SAME", "NEEDS", "GOOD", "BAD", "MET", "MISS", "ADJ"}
)


_SAID = _PREDICATES | {"PRESENT", "LOST", "FULL"}


def _denies_before(part: Sequence[tuple[str, list[Chunk]]]) -> bool:
    """Whether a "not" would deny what was said before it, or what it is set against: "a needs work,
    b does not", "not a but b needs work"."""
    is_said = is_named = is_turned = is_denied = False
    for _, inside in part:
        kinds = {item.kind for item in inside}
        denied = [at for at, item in enumerate(inside) if item.kind == "NEG"]
        behind = {inside[at + 1].kind for at in denied if at + 1 < len(inside)}
        if not denied and kinds & {"METRIC", "PLACE"} and is_turned:
            return True
        if denied and not is_denied and (is_said or (is_named and behind & {"METRIC", "PLACE"})):
            return True
        turned = any(inside[at].text == "not" for at in denied)
        is_turned = is_turned or (turned and bool(behind & {"METRIC", "PLACE"}))
        bounded = any(item.amount is not None and item.amount.bound for item in inside)
        is_said = is_said or bounded or bool(kinds & _SAID)
        is_named = is_named or bool(kinds & {"METRIC", "PLACE"})
        is_denied = is_denied or bool(denied)
    return False


def _reaches_back(part: Sequence[tuple[str, list[Chunk]]]) -> bool:
    """Whether something said of what came before would be taken for what is named behind it."""
    if _denies_before(part):
        return True
    has_predicate = False
    for place, (_, inside) in enumerate(part):
        kinds = {item.kind for item in inside}
        if place and has_predicate and "METRIC" in kinds:
            return True
        has_predicate = has_predicate or ("METRIC" not in kinds and bool(kinds & _PREDICATES))
    return False


def _blamed(claims: Claims) -> Iterator[Claim]:
    """What is blamed for a rating has to be in need of improvement."""
    for claim in claims:
        if isinstance(claim, Compare) and claim.right.endswith(".expected"):
            yield Flag(f"needs_improvement.{claim.left.partition('.')[0]}", True)


def _follows(join: str, before: Claims, claims: Claims) -> bool:
    """Whether a clause may stand behind "because" or "so"."""
    if join == "so" and before and all(isinstance(claim, Compare) for claim in claims):
        return True
    if join == "so" and all(isinstance(c, Text) and c.fact == "terrain.actual" for c in claims):
        return any(name.startswith("climb.") for c in before for name in facts_named(c))
    if join == "so" and all(isinstance(claim, Within) for claim in claims):
        told = {name.partition(".")[0] for claim in before for name in facts_named(claim)}
        return all(facts_named(claim)[0].partition(".")[0] in told for claim in claims)
    return join not in ("because", "so") or _explains(before, claims)


def _explains(before: Claims, claims: Claims) -> bool:
    """Whether one is the reason of the other by the rules of rating: stars and points go with
    criteria and with the metrics of form; nothing else is a known cause."""
    return any(map(_is_of_rating, before)) and all(map(_is_of_rating, claims))


def _is_of_rating(claim: Claim) -> bool:
    if isinstance(claim, Within):
        return True
    if isinstance(claim, Text):
        return (claim.fact, claim.said) == ("kind.actual", "race")
    if isinstance(claim, Flag):
        return claim.name.startswith(
            ("met.", "needs_improvement.", "star_lost", "present.", "rated.", "unknown.form")
        )
    if isinstance(claim, Compare):
        return claim.right in ("gct.expected", "vo.expected", "vr.expected")
    names = str(claim)
    return any(word in names for word in ("criteria.", ".star", ".penalty", ".score", "criterion"))
