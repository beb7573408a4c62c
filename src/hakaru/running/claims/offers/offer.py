"""One offer: a sentence worth saying about a run, the claims it makes, and how special it is.

A sentence is written with slots; a slot that is a fact brings the claim of its value, one that is a
difference the comparison. A sentence whose claims do not all hold is never offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from hakaru.core.i18n import Message, message
from hakaru.guard.claims import (
    Cause,
    Claim,
    Compare,
    Facts,
    Series,
    Value,
    all_hold,
    evidence_of,
    relation_of,
    shown_value,
)
from hakaru.records import frozen
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.wording import figure, gap_of, said_of, said_text
from hakaru.running.sections.model import RunKnown, SectionName

Stage = Literal["lead", "body", "unknown", "next"]
"""Where in a paragraph a sentence belongs: at its head, in it, or at its end: what is not known,
what to look at next time."""

Tone = Literal["up", "down", "level"]
"""Which way something went, for connectives: two that go against each other contrast."""


@frozen
class Offer:
    """A sentence with its claims, all of which hold. `weight` (0..1) is how special it is for this
    run. Of one topic ("split.halves") a text says one sentence."""

    id: str
    section: SectionName
    weight: float
    claims: tuple[Claim, ...]
    wording: Message
    stage: Stage = "body"
    tone: Tone = "level"

    @property
    def topic(self) -> str:
        """The first two words of the id."""
        return ".".join(self.id.split(".")[:2])

    @property
    def evidence(self) -> tuple[str, ...]:
        """Ids of the facts that it rests on."""
        return evidence_of(self.claims)


class Fig(NamedTuple):
    """A slot with the value of a fact."""

    fact: str


class Gap(NamedTuple):
    """A slot with how far one fact lies from another."""

    left: str
    right: str


class Share(NamedTuple):
    """A slot with how much of a metric of form comes from a cause."""

    metric: str
    cause: str


Slot: TypeAlias = Fig | Gap | Share | Message | str | int
"""What a slot of a sentence may be filled with: of facts the page's figure, else what it says."""

_NO_SLOTS: Mapping[str, Slot] = {}


@frozen(kw_only=False)
class Room:
    """A run with its facts, and the only place where offers are made."""

    known: RunKnown
    facts: Facts

    @classmethod
    def of(cls, known: RunKnown) -> Room:
        """The room of a run."""
        return cls(known, facts_of(known))

    def offer(
        self,
        name: str,
        weight: float,
        template: str,
        *,
        claims: Sequence[Claim] = (),
        stage: Stage = "body",
        tone: Tone = "level",
        slots: Mapping[str, Slot] = _NO_SLOTS,
        **more: Slot,
    ) -> Iterator[Offer]:
        """One offer, or none where a fact is missing or a claim does not hold. The section is the
        first word of its name."""
        made: dict[str, object] = {}
        implied: list[Claim] = []
        for slot, value in {**slots, **more}.items():
            filled = self._filled(value)
            if filled is None:
                return
            made[slot], claim = filled
            implied += claim
        stated = (*claims, *implied)
        if not stated or not all_hold(stated, self.facts):
            return
        yield Offer(
            id=name,
            section=_SECTIONS[name.partition(".")[0]],
            weight=min(1.0, max(0.0, weight)),
            claims=tuple(dict.fromkeys(stated)),
            wording=message(template, **made),
            stage=stage,
            tone=tone,
        )

    def _filled(self, value: Slot) -> tuple[object, tuple[Claim, ...]] | None:
        if isinstance(value, Fig):
            fact = self.facts.by_id.get(value.fact)
            if fact is None or isinstance(fact.value, str):
                return None
            return figure(fact), (Value(fact.id, said_of(fact)),)
        if isinstance(value, Gap):
            left, right = (self.facts.by_id.get(name) for name in value)
            if left is None or right is None or left.unit != right.unit:
                return None
            if isinstance(left.value, str) or isinstance(right.value, str):
                return None
            by, text = gap_of(left, right)
            relation = relation_of(left.value, right.value, left.unit)
            claim = Compare(left.id, relation, right.id, None if relation == "equal" else by)
            return text, (claim,)
        if isinstance(value, Share):
            return self._share(value)
        return value, ()

    def _share(self, wanted: Share) -> tuple[object, tuple[Claim, ...]] | None:
        """None too where the page would show none of it."""
        claim = Cause(f"{wanted.metric}.actual", wanted.cause)
        fact = self.facts.by_id.get(claim.share)
        if fact is None or isinstance(fact.value, str):
            return None
        by = said_of(fact)
        if not by.value:
            return None
        by = replace(by, unit="points") if by.unit == "%" else by
        text = said_text(replace(by, value=abs(by.value)), wanted.metric)
        return text, (replace(claim, by=by),)

    def value(self, fact_id: str) -> float | None:
        """A fact as the page shows it; None: there is none."""
        fact = self.facts.by_id.get(fact_id)
        if fact is None or isinstance(fact.value, str):
            return None
        return shown_value(fact.value, fact.unit)

    def raw(self, fact_id: str) -> float | None:
        """A fact as it is; None: there is none."""
        return self.facts.number(fact_id)

    def shown(self, series: Series) -> Mapping[str, float]:
        """A series as the page shows it, by place."""
        return {
            fact.scope: shown_value(fact.value, fact.unit)
            for fact in self.facts.series(series)
            if not isinstance(fact.value, str)
        }


_SECTIONS: Mapping[str, SectionName] = {
    "split": "split",
    "phase": "phase",
    "form": "efficiency",
    "air": "environment",
    "run": "summary",
}


def rising(value: float, low: float, high: float) -> float:
    """0 at `low`, 1 at `high`, in a straight line between."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
