"""Stand-in: the menu of a run."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.i18n import Message, message
from hakaru.guard.claims import Claim, Said, Value, evidence_of
from hakaru.running.claims.facts import facts_of
from hakaru.running.sections.model import RunKnown, SectionName


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One thing worth saying."""

    id: str
    section: SectionName
    weight: float
    claims: tuple[Claim, ...]
    wording: Message

    @property
    def evidence(self) -> tuple[str, ...]:
        """The facts it rests on."""
        return evidence_of(self.claims)


def menu_of(known: RunKnown) -> tuple[Offer, ...]:
    """Every true claim worth saying."""
    fact = facts_of(known).by_id.get("distance.actual")
    if fact is None or isinstance(fact.value, str):
        return ()
    said = Said(value=round(fact.value, 2), unit="km", slack=0.005)
    claims = (Value("distance.actual", said),)
    return (
        Offer(id="distance", section="summary", weight=0.1, claims=claims, wording=message("Far.")),
    )
