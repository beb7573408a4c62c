"""Which facts support a claim: same kind of quantity, within half the last digit shown?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.claims import Claim, Reading
from hakaru.guard.grounding.families import DIFFERENCES, family_of
from hakaru.guard.grounding.measures import BARE, measure_of

ABOUT_FRAC = 0.02
"""How far "about" may be off."""
_EPSILON_FRAC = 1e-9
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A fact with its value in the base unit of its kind. `family`: of its role.
    `is_difference`: its sign says which way something went."""

    fact: Fact
    kind: str
    value: float
    family: str
    is_difference: bool


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts of one text: numbers, also by their kind of quantity, and days as ISO dates with
    their other spellings."""

    numbers: tuple[Known, ...]
    by_kind: Mapping[str, Sequence[Known]]
    days: tuple[Fact, ...]

    def of(self, kinds: Iterable[str]) -> Sequence[Known]:
        """Those of some kinds of quantity; of a bare number all."""
        groups = [self.by_kind[kind] for kind in kinds if kind in self.by_kind]
        return groups[0] if len(groups) == 1 else [number for each in groups for number in each]


def facts_of(evidence: Evidence) -> Facts:
    """The facts in base units, differences of each measured and expected value among them."""
    numbers: list[Known] = []
    days: list[Fact] = []
    by_kind: dict[str, list[Known]] = {BARE: numbers}
    for fact in evidence.with_differences().facts:
        if isinstance(fact.value, str):
            days.append(fact)
            continue
        measure = measure_of(fact.unit)
        family = family_of(fact.role)
        number = Known(
            fact=fact,
            family=family,
            kind=measure.kind,
            value=fact.value * measure.factor,
            is_difference=family == "delta" or fact.metric.endswith(DIFFERENCES),
        )
        numbers.append(number)
        by_kind.setdefault(measure.kind, []).append(number)
    return Facts(numbers=tuple(numbers), by_kind=by_kind, days=tuple(days))


def supporters(claim: Claim, facts: Facts) -> tuple[Known, ...]:
    """The facts that a claim may state; of a bare number those of any kind, and counts."""
    by_kind = facts.by_kind
    return tuple(
        [
            number
            for reading in claim.readings
            if reading.kind in by_kind
            for number in by_kind[reading.kind]
            if _fits(claim, reading, number)
        ]
    )


def day_is_known(claim: Claim, facts: Facts) -> bool:
    """Whether a date in the text is one of the evidence."""
    for fact in facts.days:
        spelled = (str(fact.value), *fact.aliases)
        if claim.text in spelled:
            return True
        match = _ISO.match(str(fact.value))
        claimed = claim.day.split("-")
        if match and all(
            part in ("*", own) for part, own in zip(claimed, match.groups(), strict=True)
        ):
            return True
    return False


def _fits(claim: Claim, reading: Reading, number: Known) -> bool:
    value, fact = reading.value, number.value
    if reading.kind == BARE and isinstance(number.fact.value, float | int):
        fact = float(number.fact.value)
    if claim.sign:
        value *= claim.sign
    elif fact < 0.0 and (number.is_difference or number.kind != "celsius"):
        fact = -fact
    slack = max(reading.slack, ABOUT_FRAC * abs(fact)) if claim.about else reading.slack
    return abs(value - fact) <= slack + _EPSILON_FRAC * max(1.0, abs(fact))
