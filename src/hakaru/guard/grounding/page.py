"""What is there in a text to judge: claims, words and parts, by place?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.claims import Claim
from hakaru.guard.grounding.extract import claims_of
from hakaru.guard.grounding.layout import Layout, layout_of
from hakaru.guard.grounding.lexicon import Kind, Lexicon, Mention, ScopeMention, lexicon_of
from hakaru.guard.grounding.ordered import Ordered
from hakaru.guard.grounding.plain import Written, written
from hakaru.guard.grounding.support import Facts, facts_of
from hakaru.guard.grounding.vocabulary import MetricWords, Vocabulary

_JOINT = re.compile(
    r"\s?(?:と|や|・|および|ならびに|かつ|、|,|&|/|;|and|or|nor|,\s?and)?\s?(?:the\s)?"
)
_BRACKETS = re.compile(r"\([^()]{0,120}\)")
_GROUP_GAP = 140
_GROUP_SIZE = 12


@dataclass(frozen=True, kw_only=True)
class Page:
    """A text, read once. `words` are the mentions by kind; `groups` says for each metric mention
    which run of them it belongs to ("contact time, oscillation and ratio")."""

    text: Written
    claims: Ordered[Claim]
    words: Mapping[Kind, Ordered[Mention]]
    metrics: Ordered[Mention]
    groups: tuple[int, ...]
    parts: Ordered[ScopeMention]
    layout: Layout
    facts: Facts
    evidence: Evidence
    vocabulary: Vocabulary
    lexicon: Lexicon

    def of(self, kind: Kind) -> Ordered[Mention]:
        """The mentions of a kind."""
        return self.words.get(kind, _NONE)

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
        return [self.metrics[place] for place in range(first, last + 1)]


_NONE: Ordered[Mention] = Ordered()


def page_of(text: str, evidence: Evidence, *, vocabulary: Vocabulary) -> Page:
    """A text with everything that can be judged about it."""
    lines = written(text)
    lexicon = lexicon_of(vocabulary)
    parts = lexicon.scope_mentions(lines.read)
    words: dict[Kind, list[Mention]] = {}
    for mention in lexicon.mentions(lines.read):
        words.setdefault(mention.kind, []).append(mention)
    metrics = Ordered(words.get("metric", ()))
    masked = [*lexicon.name_spans(lines.read), *((part.start, part.end) for part in parts)]
    claims = claims_of(lines, masked)
    return Page(
        text=lines,
        claims=Ordered(claims),
        words={kind: Ordered(mentions) for kind, mentions in words.items()},
        metrics=metrics,
        groups=_groups(lines.read, metrics),
        parts=Ordered(parts),
        layout=layout_of(lines.read, claims),
        facts=facts_of(evidence),
        evidence=evidence,
        vocabulary=vocabulary,
        lexicon=lexicon,
    )


def _groups(read: str, metrics: Ordered[Mention]) -> tuple[int, ...]:
    """Numbers of groups: mentions with nothing but joining words and brackets between them."""
    numbers: list[int] = []
    first = 0
    for index, mention in enumerate(metrics):
        if index == 0:
            numbers.append(0)
            continue
        gap = read[metrics[index - 1].end : mention.start]
        joined = gap.strip() == "(" or (
            len(gap) <= _GROUP_GAP and _JOINT.fullmatch(_BRACKETS.sub("", gap).lstrip(")"))
        )
        if not joined or index - first >= _GROUP_SIZE:
            first = index
        numbers.append(numbers[-1] + (first == index))
    return tuple(numbers)
