"""Is a number said of the part it belongs to: a split, a repetition, the whole?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hakaru.guard.grounding.binding import Bound
from hakaru.guard.grounding.lexicon import ScopeMention
from hakaru.guard.grounding.numbers import owners
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.wording import Problem

_SOME_PART = re.compile(
    r"最速|最も|最遅|最長|最短|最高|最大|最低|最小|各|毎|区間|ラップ|スプリット|本目|"
    r"セグメント|ピーク|"
    r"fastest|slowest|longest|shortest|quickest|best|worst|highest|lowest|peak|each|every|"
    r"splits?|laps?|"
    r"reps?|repetitions?|intervals?|segments?|max"
)
_WHOLE = re.compile(r"全体|平均|総|通し|トータル|overall|average|mean|whole|total|entire")
_REMEMBERED = 20


def part_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Numbers of another part than the one that is named, and of a part where none is."""
    families = {_family(number.fact.scope) for number in page.facts.numbers if number.fact.scope}
    for bound_claim in bound:
        if not bound_claim.known or bound_claim.strays or bound_claim.claim.ranged:
            continue
        scopes = {
            number.fact.scope if page.lexicon.is_part(number.fact.scope) else ""
            for number in bound_claim.known
        }
        named = _named(page, bound_claim)
        if named is None and _fits_unnamed(page, bound_claim, scopes):
            continue
        if named is not None and _fits(page, bound_claim, named, (scopes, families)):
            continue
        yield Problem(
            rule="grounding.scope",
            start=bound_claim.claim.start,
            said=bound_claim.claim.text,
            named="" if named is None else page.text.shown[named.start : named.end],
            known=owners(bound_claim.known),
        )


def _fits(
    page: Page, bound_claim: Bound, named: ScopeMention, fitting: tuple[set[str], set[str]]
) -> bool:
    """Whether a number is of the named part. `fitting`: the parts it is of, and what kinds of part
    the evidence has."""
    scopes, families = fitting
    if scopes & named.scopes or not families & {_family(scope) for scope in named.scopes}:
        return True
    return "" in scopes and _speaks_of_the_whole(page, bound_claim, named)


def _fits_unnamed(page: Page, bound_claim: Bound, scopes: set[str]) -> bool:
    """Whether a number may stand where no part is named in the clause."""
    if "" in scopes:
        return True
    last = page.parts.index_before(bound_claim.claim.start)
    earlier = {
        scope
        for place in range(max(0, last - _REMEMBERED), last + 1)
        for scope in page.parts[place].scopes
    }
    begin, end = page.layout.sentence(bound_claim.claim.start)
    return bool(scopes & earlier or _SOME_PART.search(page.text.read, begin, end))


def _named(page: Page, bound_claim: Bound) -> ScopeMention | None:
    """The part that stands nearest in the clause, before the number rather than behind it; else
    the last one in the sentence, if the evidence has this metric there."""
    begin, end = page.layout.clause(bound_claim.claim.start)
    inside = page.parts.between(begin, end)
    before = [part for part in inside if part.end <= bound_claim.claim.start]
    if inside:
        return before[-1] if before else inside[0]
    last = page.parts.before(begin)
    if last is None or last.start < page.layout.sentence(begin)[0]:
        return None
    if _WHOLE.search(page.text.read, last.end, bound_claim.claim.start):
        return None
    metrics = {number.fact.metric for number in bound_claim.known}
    there = (
        other.fact.metric in metrics and other.fact.scope in last.scopes
        for other in page.facts.of({number.kind for number in bound_claim.known})
    )
    return last if any(there) else None


def _speaks_of_the_whole(page: Page, bound_claim: Bound, named: ScopeMention) -> bool:
    start, end = sorted((named.end, bound_claim.claim.start))
    if _WHOLE.search(page.text.read, start, end):
        return True
    kinds = {reading.kind for reading in bound_claim.claim.readings}
    return named.end <= bound_claim.claim.start and any(
        kinds & {reading.kind for reading in other.readings}
        for other in page.claims.between(named.end, bound_claim.claim.start)
    )


def _family(scope: str) -> str:
    """'split' of 'split 3'."""
    return scope.rstrip("0123456789").rstrip()
