"""Whose number is it: which metric and which part does a claim speak of?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.guard.grounding.claims import Claim
from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.measures import BARE
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.support import Known, day_is_known, supporters

_ATTACHED = re.compile(
    r"\s?(?:の|という|of\s(?:the\s|average\s|mean\s)?|in\s|for\s|(?:average|mean|total)\s)?\s?"
)
_SECONDARY_EN = re.compile(
    r"(?:^|\s)(?:at|with|given|per|by|on|under|despite|because of|due to|owing to|"
    r"thanks to)\s"
    r"(?:(?:this|that|the|an?|your|same|such|average|mean|steady|similar)\s){0,2}$"
)
_SECONDARY_JA = re.compile(
    r"(?:に対して|の割に|あたり|帯で|での|では|の中で|が同じ|に比べ|と比べ|に応じ|のため|によって|が原因|"
    r"のせい|の影響)"
)
_DIRECT = re.compile(r"\s?(?:は|が|も|:|=|was|is|of)?\s?(?:an?\s)?")
_IT = re.compile(
    r"(?:(?<![a-z])(?:it|that|this)\s(?:was|is|at|around|near|to|came to|"
    r"came in at|stood at|measured)\s"
    r"|この|これは|その値は)$"
)
_WAITING = re.compile(
    r"\)?(?:値|の値|の数値)?(?:は|も|が)?[、,;]?\s?|\s(?:figure|value|number|reading|result)[,;]\s?"
)
_SOON = re.compile(r"\s?[,、]?\s?(?:では|で、)?\s?(?:your |the )?")
_CLOSE = 6
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
    bounds: list[Bound] = []
    for claim in page.claims:
        bounds.append(_bind(page, claim, bounds))
    return tuple(bounds)


def ids_of(page: Page, mentions: Iterable[Mention]) -> frozenset[str]:
    """The names in the evidence of mentioned metrics."""
    return frozenset(name for mention in mentions for name in page.row(mention).ids)


def _bind(page: Page, claim: Claim, before: Sequence[Bound]) -> Bound:
    if claim.day:
        return Bound(claim=claim, supported=day_is_known(claim, page.facts))
    numbers = supporters(claim, page.facts)
    if any(reading.kind == BARE for reading in claim.readings):
        return _bare(page, claim, numbers)
    if not numbers:
        return Bound(claim=claim, supported=False)
    doubt: frozenset[str] = frozenset()
    for owner in _owners(page, claim):
        named = ids_of(page, owner.mentions)
        own = tuple(number for number in numbers if number.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
        skipped = _may_be_skipped(page, claim, owner, (numbers, before))
        if owner.strict and not skipped:
            return Bound(claim=claim, known=numbers, named=named, strays=True)
        if owner.behind != "no" and not skipped and not doubt:
            doubt = named
    if doubt:
        return Bound(claim=claim, known=numbers, named=doubt, strays=True)
    return Bound(claim=claim, known=numbers)


def _bare(page: Page, claim: Claim, numbers: Sequence[Known]) -> Bound:
    """A number without a unit counts something, or is a value of the metric named for it."""
    for owner in _owners(page, claim):
        named = ids_of(page, owner.mentions)
        own = tuple(number for number in numbers if number.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
    counts = tuple(number for number in numbers if number.kind == "count")
    return Bound(claim=claim, known=counts, supported=bool(counts))


@dataclass(frozen=True, kw_only=True)
class _Owner:
    """Mentions that may own a claim. `strict`: if not these, none; `behind`: only named after the
    number, right beside it or later in the sentence, and owning it unless another one does."""

    mentions: Sequence[Mention]
    strict: bool = False
    behind: Literal["no", "beside", "later"] = "no"


def _owners(page: Page, claim: Claim) -> Iterator[_Owner]:
    """The likeliest first."""
    begin, end = page.layout.clause(claim.start)
    after = page.metrics.index_after(claim.end)
    following = page.metrics.after(claim.end)
    if following is not None and _is_attached(page, claim, following):
        yield _Owner(mentions=page.group_of(after), behind="beside")
    inside = list(_going_back(page, claim, page.metrics.index_before(claim.start), begin))
    yield from inside
    if any(mention.strict for mention in inside):
        return
    if following is not None and following.start < end:
        yield _Owner(mentions=page.group_of(after))
    sentence, stop = page.layout.sentence(claim.start)
    earlier = list(_going_back(page, claim, page.metrics.index_before(begin), sentence))
    yield from earlier
    if any(mention.strict for mention in earlier):
        return
    soon = following is not None and following.start < stop and not inside and not earlier
    if soon and _SOON.fullmatch(page.text.read, claim.end, page.metrics[after].start):
        yield _Owner(mentions=page.group_of(after), behind="later")
    index = page.metrics.index_before(sentence)
    if index >= 0:
        yield _Owner(mentions=page.group_of(index), strict=True)


def _going_back(page: Page, claim: Claim, index: int, begin: int) -> Iterator[_Owner]:
    """From one mention back to the first that is no mere circumstance."""
    for _ in range(_STEPS):
        if index < 0 or page.metrics[index].start < begin:
            return
        weak = _is_secondary(page, page.metrics[index], claim)
        yield _Owner(mentions=_named_with(page, index, claim), strict=not weak)
        if not weak:
            return
        index -= 1


def _named_with(page: Page, index: int, claim: Claim) -> Sequence[Mention]:
    """The group of a mention; inside brackets only the metric before them."""
    mention = page.metrics[index]
    between = page.text.read[mention.end : claim.start]
    if between.lstrip().startswith("("):
        return (mention,)
    group = [mention for mention in page.group_of(index) if mention.start < claim.start]
    return group if len(group) == 1 else _in_turn(page, group, claim)


def _in_turn(page: Page, group: Sequence[Mention], claim: Claim) -> Sequence[Mention]:
    """The one that a claim belongs to where as many values as metrics follow in the same order."""
    rows = list(dict.fromkeys(mention.key for mention in group))
    following = page.metrics.after(group[-1].end)
    end = page.layout.sentence(claim.start)[1]
    if following is not None:
        end = min(end, following.start)
    values = page.claims.between(group[-1].end, end)
    if len(rows) < 2 or len(values) != len(rows):
        return group
    row = rows[values.index(claim)]
    return [mention for mention in group if mention.key == row]


def _is_attached(page: Page, claim: Claim, mention: Mention) -> bool:
    """Whether a metric stands right behind its number ("258 ms of contact time"), and not before
    the next number."""
    read = page.text.read
    if not _ATTACHED.fullmatch(read[claim.end : mention.start]):
        return False
    return not page.claims.between(mention.end, mention.end + _CLOSE)


def _is_secondary(page: Page, mention: Mention, claim: Claim) -> bool:
    """Whether a metric only gives the circumstances ("at a steady pace")."""
    read = page.text.read
    if claim.start - mention.end <= _CLOSE and not page.claims.between(mention.end, claim.start):
        return False
    if _SECONDARY_JA.match(read, mention.end):
        return True
    if not read.endswith(" ", 0, mention.start):
        return False
    return _SECONDARY_EN.search(read[max(0, mention.start - 30) : mention.start]) is not None


def _may_be_skipped(
    page: Page, claim: Claim, owner: _Owner, context: tuple[Sequence[Known], Sequence[Bound]]
) -> bool:
    """Whether the unit alone tells whose number it is: the metric named last has no such unit and
    is not waiting for its number. `context`: the facts of the claim, the claims before it."""
    mention = owner.mentions[-1]
    ids = page.row(mention).ids
    if owner.behind != "no":
        end = page.layout.clause(mention.start)[1]
        own = owner.behind == "later" and page.claims.between(mention.end, end)
        return bool(own) or _is_circumstance(page, context[0])
    units = {number.fact.unit for number in context[0]}
    if any(
        number.fact.metric in ids and number.fact.unit in units for number in page.facts.numbers
    ):
        return False
    direct = _DIRECT.fullmatch(page.text.read, mention.end, claim.start) is not None
    if not direct and (page.row(mention).whole or _is_circumstance(page, context[0])):
        return True
    if mention.start < page.layout.sentence(claim.start)[0]:
        return bool(page.claims.between(mention.end, claim.start)) or not _refers_back(page, claim)
    for bound in reversed(context[1]):
        if bound.claim.start < mention.end:
            break
        if not bound.strays and bound.named & set(ids):
            return True
    clause = page.layout.clause(mention.start)
    if clause == page.layout.clause(claim.start):
        return False
    waiting = _WAITING.fullmatch(page.text.read, mention.end, clause[1])
    return waiting is None and not _refers_back(page, claim)


def _refers_back(page: Page, claim: Claim) -> bool:
    """Whether a number is plainly said of the metric of the sentence before ("It was 258 ms")."""
    begin = page.layout.sentence(claim.start)[0]
    role = page.of("role").before(claim.start)
    if role is not None and role.start >= begin and claim.start - role.end <= _CLOSE:
        word = page.text.read[role.start : role.end]
        return role.key == "expected" or word.startswith(("実測", "measured"))
    return _IT.search(page.text.read[max(begin, claim.start - 24) : claim.start]) is not None


def _is_circumstance(page: Page, numbers: Sequence[Known]) -> bool:
    """Whether a value may stand beside another metric's name."""
    return all(number.fact.metric in page.lexicon.circumstances for number in numbers)
