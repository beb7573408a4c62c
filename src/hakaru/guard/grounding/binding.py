"""Whose number is it: which metric and which part does a claim speak of?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hakaru.guard.grounding.claims import Claim
from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.measures import BARE
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.support import Known, day_is_known, supporters

_ATTACHED = re.compile(
    r"\s?(?:の|という|of\s(?:the\s|average\s|mean\s)?|in\s|for\s|(?:average|mean|total)\s)?\s?"
)
_SECONDARY_EN = re.compile(
    r"(?:^|\s)(?:at|with|given|per|by|on|under|despite)\s"
    r"(?:(?:this|that|the|an?|your|same|such|average|mean|steady|similar)\s){0,2}$"
)
_SECONDARY_JA = re.compile(
    r"(?:に対して|の割に|あたり|帯で|での|では|の中で|が同じ|に比べ|と比べ|に応じ)"
)
_CLOSE = 6
_TOPIC_ONLY = 3
_STEPS = 4


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A claim, the facts it can mean where it stands, and the metrics that were named for it.

    `known` is empty where no fact supports it; `strays`: facts support it, but of other metrics.
    """

    claim: Claim
    known: tuple[Known, ...] = ()
    named: frozenset[str] = frozenset()
    supported: bool = True
    strays: bool = False


def bind(page: Page) -> tuple[Bound, ...]:
    """Every claim of a page with its metric, in the order of the text."""
    found: list[Bound] = []
    for claim in page.claims:
        found.append(_bind(page, claim, found))
    return tuple(found)


def ids_of(page: Page, mentions: Iterable[Mention]) -> frozenset[str]:
    """The names in the evidence of mentioned metrics."""
    return frozenset(name for one in mentions for name in page.row(one).ids)


def _bind(page: Page, claim: Claim, before: Sequence[Bound]) -> Bound:
    if claim.day:
        return Bound(claim=claim, supported=day_is_known(claim, page.facts))
    known = supporters(claim, page.facts)
    if any(one.kind == BARE for one in claim.readings):
        return _bare(page, claim, known)
    if not known:
        return Bound(claim=claim, supported=False)
    for mentions, strict in _owners(page, claim):
        named = ids_of(page, mentions)
        own = tuple(one for one in known if one.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
        if strict and not _may_be_skipped(page, claim, mentions[-1], before):
            return Bound(claim=claim, known=known, named=named, strays=True)
    return Bound(claim=claim, known=known)


def _bare(page: Page, claim: Claim, known: Sequence[Known]) -> Bound:
    """A number without a unit counts something, or is a value of the metric named for it."""
    for mentions, _ in _owners(page, claim):
        named = ids_of(page, mentions)
        own = tuple(one for one in known if one.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
    counts = tuple(one for one in known if one.kind == "count")
    return Bound(claim=claim, known=counts, supported=bool(counts))


def _owners(page: Page, claim: Claim) -> Iterable[tuple[Sequence[Mention], bool]]:
    """Mentions that may own a claim, the likeliest first; strict: if not this one, none."""
    begin, end = page.layout.clause(claim.start)
    after = page.index_after(claim.end)
    following = page.metrics[after] if after < len(page.metrics) else None
    if following is not None and following.start >= end:
        following = None
    if following is not None and _is_attached(page, claim, following):
        yield page.group_of(after), False
    index = page.index_before(claim.start)
    for _ in range(_STEPS):
        if index < 0 or page.metrics[index].start < begin:
            break
        mention = page.metrics[index]
        weak = _is_secondary(page, mention, claim)
        yield _named_with(page, index, claim), not weak
        if not weak:
            return
        index -= 1
    if following is not None:
        yield page.group_of(after), False
    sentence = page.layout.sentence(claim.start)[0]
    index = page.index_before(begin)
    for _ in range(_STEPS):
        if index < 0:
            return
        mention = page.metrics[index]
        weak = _is_secondary(page, mention, claim)
        yield page.group_of(index), not weak and mention.start >= sentence
        if not weak:
            break
        index -= 1
    earlier = page.index_before(sentence)
    if earlier >= 0:
        yield page.group_of(earlier), True


def _named_with(page: Page, index: int, claim: Claim) -> Sequence[Mention]:
    """The group of a mention; inside brackets only the metric before them."""
    mention = page.metrics[index]
    between = page.text.read[mention.end : claim.start]
    if between.lstrip().startswith("("):
        return (mention,)
    return [one for one in page.group_of(index) if one.start < claim.start]


def _is_attached(page: Page, claim: Claim, mention: Mention) -> bool:
    """Whether a metric stands right behind its number ("258 ms of contact time"), and not before
    the next number."""
    read = page.text.read
    if not _ATTACHED.fullmatch(read[claim.end : mention.start]):
        return False
    return not page.claims_between(mention.end, mention.end + _CLOSE)


def _is_secondary(page: Page, mention: Mention, claim: Claim) -> bool:
    """Whether a metric only gives the circumstances ("at a steady pace")."""
    read = page.text.read
    if claim.start - mention.end <= _CLOSE and not page.claims_between(mention.end, claim.start):
        return False
    if _SECONDARY_JA.match(read, mention.end):
        return True
    return _SECONDARY_EN.search(read[max(0, mention.start - 30) : mention.start]) is not None


def _may_be_skipped(page: Page, claim: Claim, mention: Mention, before: Sequence[Bound]) -> bool:
    """Whether the unit alone tells whose number it is: the metric named last has no such unit and
    is not waiting for its number."""
    kinds = {reading.kind for reading in claim.readings}
    ids = page.row(mention).ids
    if any(one.fact.metric in ids for one in page.facts.of(kinds)):
        return False
    if mention.start < page.layout.sentence(claim.start)[0]:
        return True
    for bound in reversed(before):
        if bound.claim.start < mention.end:
            break
        if not bound.strays and bound.named & set(ids):
            return True
    clause = page.layout.clause(mention.start)
    if clause == page.layout.clause(claim.start):
        return False
    return clause[1] - mention.end > _TOPIC_ONLY
