"""Is every number of a text a fact, and of the metric it is said of?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.guard.evidence import Fact
from hakaru.guard.grounding.binding import Bound
from hakaru.guard.grounding.page import Page, Problem

_SHOWN = 4


def number_problems(page: Page, bound: Sequence[Bound]) -> list[Problem]:
    """Claims without a fact (with the values that may be said), and facts of another metric."""
    problems: list[Problem] = []
    for one in bound:
        claim = one.claim
        if not one.supported:
            message = f"{claim.text!r} is not in the evidence{_usable(page, one)}"
            problems.append(Problem(start=claim.start, rule="grounding.number", message=message))
        elif one.strays:
            owners = " or ".join(sorted({known.fact.id for known in one.known}))
            message = f"{claim.text!r} is said of {'/'.join(sorted(one.named))}, but is {owners}"
            problems.append(Problem(start=claim.start, rule="grounding.metric", message=message))
    return problems


def fact_text(fact: Fact) -> str:
    """'261.5 ms (gct.expected)'."""
    value = fact.value if isinstance(fact.value, str) else f"{fact.value:g}"
    return f"{value} {fact.unit} ({fact.id})"


def _usable(page: Page, one: Bound) -> str:
    """The nearest facts of the same kind of quantity."""
    if one.claim.day:
        days = ", ".join(str(fact.value) for fact in page.facts.days[:_SHOWN])
        return f"; known: {days}" if days else ""
    if not one.claim.readings:
        return ""
    reading = one.claim.readings[0]
    known = sorted(
        page.facts.of(each.kind for each in one.claim.readings),
        key=lambda each: abs(each.value - reading.value),
    )
    texts = ", ".join(fact_text(each.fact) for each in known[:_SHOWN])
    return f"; known: {texts}" if texts else ""
