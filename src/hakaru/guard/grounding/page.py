"""What is there in a text to judge: claims, words and parts, by place?"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.claims import Claim
from hakaru.guard.grounding.extract import claims_of
from hakaru.guard.grounding.layout import Layout, layout_of
from hakaru.guard.grounding.lexicon import Kind, Lexicon, Mention, ScopeMention, lexicon_of
from hakaru.guard.grounding.plain import Written, written
from hakaru.guard.grounding.support import Facts, facts_of
from hakaru.guard.grounding.vocabulary import MetricWords, Vocabulary

_JOINT = re.compile(r"\s?(?:と|や|・|および|ならびに|かつ|、|,|&|/|;|and|or|,\s?and)?\s?(?:the\s)?")
_BRACKETS = re.compile(r"\([^()]{0,120}\)")
_GROUP_GAP = 140


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something wrong at a place of the text; `metric` where a verdict is contradicted."""

    start: int
    rule: str
    message: str
    metric: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A text, read once. `metrics` are the mentions of metrics; `groups` says for each which run
    of them it belongs to ("contact time, oscillation and ratio")."""

    text: Written
    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...]
    metrics: tuple[Mention, ...]
    groups: tuple[int, ...]
    parts: tuple[ScopeMention, ...]
    layout: Layout
    facts: Facts
    evidence: Evidence
    vocabulary: Vocabulary
    lexicon: Lexicon

    def of(self, *kinds: Kind) -> Sequence[Mention]:
        """The mentions of some kinds."""
        return [one for one in self.mentions if one.kind in kinds]

    def row(self, mention: Mention) -> MetricWords:
        """The words of a mentioned metric."""
        return self.vocabulary.metrics[int(mention.key)]

    def group_of(self, index: int) -> Sequence[Mention]:
        """All metrics that are named in one breath with a mention."""
        first = last = index
        while first > 0 and self.groups[first - 1] == self.groups[index]:
            first -= 1
        while last + 1 < len(self.metrics) and self.groups[last + 1] == self.groups[index]:
            last += 1
        return self.metrics[first : last + 1]

    def index_before(self, place: int) -> int:
        """The last metric mention that ends at or before a place; -1: none."""
        index = bisect_left(self.metrics, place, key=lambda one: one.start) - 1
        return index if index < 0 or self.metrics[index].end <= place else index - 1

    def index_after(self, place: int) -> int:
        """The first metric mention at or after a place; the number of mentions: none."""
        return bisect_left(self.metrics, place, key=lambda one: one.start)

    def claims_between(self, start: int, end: int) -> Sequence[Claim]:
        """The claims that begin in a stretch of the text."""
        first = bisect_left(self.claims, start, key=lambda one: one.start)
        last = bisect_left(self.claims, end, key=lambda one: one.start)
        return self.claims[first:last]


def page_of(text: str, evidence: Evidence, vocabulary: Vocabulary) -> Page:
    """A text with everything that can be judged about it."""
    lines = written(text)
    lexicon = lexicon_of(vocabulary)
    parts = lexicon.scope_mentions(lines.read)
    mentions = lexicon.mentions(lines.read)
    metrics = tuple(one for one in mentions if one.kind == "metric")
    masked = [*lexicon.name_spans(lines.read), *((one.start, one.end) for one in parts)]
    claims = claims_of(lines, masked)
    return Page(
        text=lines,
        claims=claims,
        mentions=mentions,
        metrics=metrics,
        groups=_groups(lines.read, metrics),
        parts=parts,
        layout=layout_of(lines.read, claims),
        facts=facts_of(evidence),
        evidence=evidence,
        vocabulary=vocabulary,
        lexicon=lexicon,
    )


def _groups(read: str, metrics: Sequence[Mention]) -> tuple[int, ...]:
    """Numbers of groups: mentions with nothing but joining words and brackets between them."""
    numbers: list[int] = []
    for index, mention in enumerate(metrics):
        if index == 0:
            numbers.append(0)
            continue
        gap = read[metrics[index - 1].end : mention.start]
        joined = gap.strip() == "(" or (
            len(gap) <= _GROUP_GAP and _JOINT.fullmatch(_BRACKETS.sub("", gap).lstrip(")"))
        )
        numbers.append(numbers[-1] + (0 if joined else 1))
    return tuple(numbers)
