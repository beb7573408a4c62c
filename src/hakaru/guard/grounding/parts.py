"""Is a number said of the part it belongs to: a split, a repetition, the whole?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hakaru.guard.grounding.binding import Bound
from hakaru.guard.grounding.lexicon import ScopeMention
from hakaru.guard.grounding.page import Page, Problem

_SOME_PART = re.compile(
    r"最速|最も|最遅|最長|最短|最高|最大|最低|最小|各|毎|区間|ラップ|スプリット|本目|セグメント|ピーク|"
    r"fastest|slowest|longest|shortest|quickest|best|worst|highest|lowest|peak|each|every|splits?|laps?|"
    r"reps?|repetitions?|intervals?|segments?|max"
)
_WHOLE = re.compile(r"全体|平均|総|通し|トータル|overall|average|mean|whole|total|entire")
_REMEMBERED = 20


def part_problems(page: Page, bound: Sequence[Bound]) -> list[Problem]:
    """Numbers of another part than the one that is named, and of a part where none is."""
    families = {_family(one.fact.scope) for one in page.facts.numbers if one.fact.scope}
    problems: list[Problem] = []
    for one in bound:
        if not one.known or one.strays or one.claim.ranged:
            continue
        scopes = {
            known.fact.scope if page.lexicon.is_part(known.fact.scope) else ""
            for known in one.known
        }
        message = _fault(page, one, scopes, families)
        if message:
            problems.append(Problem(start=one.claim.start, rule="grounding.scope", message=message))
    return problems


def _fault(page: Page, one: Bound, scopes: set[str], families: set[str]) -> str:
    named = _named(page, one)
    if named is None:
        return _unnamed_fault(page, one, scopes)
    if scopes & named.scopes or not families & {_family(scope) for scope in named.scopes}:
        return ""
    if "" in scopes and _speaks_of_the_whole(page, one, named):
        return ""
    read = page.text.shown[named.start : named.end]
    known = sorted(known.fact.id for known in one.known)
    return f"{one.claim.text!r} is said of {read!r}, but is {' or '.join(known)}"


def _unnamed_fault(page: Page, one: Bound, scopes: set[str]) -> str:
    if "" in scopes:
        return ""
    last = page.parts.index_before(one.claim.start)
    earlier = {
        scope
        for place in range(max(0, last - _REMEMBERED), last + 1)
        for scope in page.parts[place].scopes
    }
    begin, end = page.layout.sentence(one.claim.start)
    if scopes & earlier or _SOME_PART.search(page.text.read, begin, end):
        return ""
    known = sorted(known.fact.id for known in one.known)
    return f"{one.claim.text!r} is said of the whole, but is {' or '.join(known)}"


def _named(page: Page, one: Bound) -> ScopeMention | None:
    """The part that stands nearest in the clause, before the number rather than behind it."""
    begin, end = page.layout.clause(one.claim.start)
    inside = page.parts.between(begin, end)
    before = [part for part in inside if part.end <= one.claim.start]
    return before[-1] if before else inside[0] if inside else None


def _speaks_of_the_whole(page: Page, one: Bound, named: ScopeMention) -> bool:
    start, end = sorted((named.end, one.claim.start))
    if _WHOLE.search(page.text.read, start, end):
        return True
    kinds = {reading.kind for reading in one.claim.readings}
    return named.end <= one.claim.start and any(
        kinds & {reading.kind for reading in other.readings}
        for other in page.claims.between(named.end, one.claim.start)
    )


def _family(scope: str) -> str:
    """'split' of 'split 3'."""
    return scope.rstrip("0123456789").rstrip()
