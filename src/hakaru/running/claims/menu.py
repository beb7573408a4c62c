"""What may be said of a run: every true claim worth saying, with its weight and its own wording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hakaru.core.i18n import Message
from hakaru.guard.claims import (
    Claim,
    Extreme,
    Facts,
    Said,
    Series,
    Value,
    all_hold,
    evidence_of,
    shown_value,
)
from hakaru.running.claims.facts import facts_of
from hakaru.running.sections.model import SECTIONS, RunKnown, SectionName


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Something true that may be said. `weight`: how special it is for this run, 0 to 1."""

    id: str
    section: SectionName
    weight: float
    claims: tuple[Claim, ...]
    wording: Message
    stage: Literal["lead", "body", "unknown", "next"] = "body"

    @property
    def evidence(self) -> tuple[str, ...]:
        """The facts it rests on."""
        return evidence_of(self.claims)


_VALUES: dict[SectionName, tuple[str, ...]] = {
    "split": ("pace.average", "heart_rate.average", "splits.count"),
    "phase": ("criteria.met", "criteria.count", "distance.actual"),
    "efficiency": ("gct.actual", "vo.actual", "vr.actual", "cadence.actual"),
    "environment": ("temperature.actual", "wind.actual", "climb.total", "descent.total"),
    "summary": ("distance.actual", "duration.actual", "gct.actual", "pace.actual"),
}


def menu_of(known: RunKnown) -> tuple[Offer, ...]:
    """Every offer of a run, all true; by section, the heaviest first."""
    facts = facts_of(known)
    offers = [offer for section in SECTIONS for offer in _of(section, facts)]
    return tuple(offer for offer in offers if all_hold(offer.claims, facts))


def _of(section: SectionName, facts: Facts) -> Iterator[Offer]:
    if section == "split":
        yield from _fastest(facts)
    for place, name in enumerate(_VALUES[section]):
        value = facts.number(name)
        if value is not None:
            unit = facts.by_id[name].unit
            said = Said(value=shown_value(value, unit), unit=unit, slack=0.0)
            words = f"The figure {name} was {said.value:g} {unit}."
            yield Offer(
                id=name,
                section=section,
                weight=0.5 / (place + 1),
                claims=(Value(name, said),),
                wording=Message(words, words),
            )


def _fastest(facts: Facts) -> Iterator[Offer]:
    series = Series("pace", "actual", "split")
    places = facts.series(series)
    if len(places) > 1:
        fastest = min(places, key=lambda fact: float(fact.value))
        words = f"The fastest was {fastest.scope}."
        yield Offer(
            id="fastest",
            section="split",
            weight=0.9,
            claims=(Extreme(series, "lowest", (fastest.scope,)),),
            wording=Message(words, words),
        )
