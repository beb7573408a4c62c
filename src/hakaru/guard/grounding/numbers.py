"""Is every number of a text a fact, and of the metric it is said of?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hakaru.guard.evidence import Fact
from hakaru.guard.grounding.binding import Bound
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.support import Known
from hakaru.guard.grounding.wording import Problem

_SHOWN = 4


def number_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Claims without a fact (with the values that may be said), and facts of another metric."""
    for bound_claim in bound:
        claim = bound_claim.claim
        if not bound_claim.supported:
            yield Problem(
                rule="grounding.number",
                start=claim.start,
                said=claim.text,
                known=_usable(page, bound_claim),
            )
        elif bound_claim.strays:
            yield Problem(
                rule="grounding.metric",
                start=claim.start,
                said=claim.text,
                named="/".join(sorted(bound_claim.named)),
                known=owners(bound_claim.known),
            )


def owners(numbers: Iterable[Known]) -> str:
    """The facts that a number is: "gct.expected, gct.high"."""
    return ", ".join(sorted({number.fact.id for number in numbers}))


def fact_text(fact: Fact) -> str:
    """'261.5 ms (gct.expected)'."""
    value = fact.value if isinstance(fact.value, str) else _short(fact.value)
    return f"{value} {fact.unit} ({fact.id})"


def _usable(page: Page, bound_claim: Bound) -> str:
    """The nearest facts of the same kind of quantity, those of the metric that is named first."""
    if not bound_claim.claim.readings:
        return ", ".join(str(fact.value) for fact in page.facts.days[:_SHOWN])
    reading = bound_claim.claim.readings[0]
    numbers = sorted(
        page.facts.of(each.kind for each in bound_claim.claim.readings),
        key=lambda each: abs(each.value - reading.value),
    )
    own = [each for each in numbers if each.fact.metric in bound_claim.named]
    return ", ".join(fact_text(each.fact) for each in (own or numbers)[:_SHOWN])


def _short(value: float) -> str:
    """Four digits that count, of large numbers the whole ones: enough to be told, and true."""
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
