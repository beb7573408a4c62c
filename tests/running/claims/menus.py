"""Menus of made-up runs in a language of three kinds of sentence, and its reader: a wording is
judged by these tests apart from what readers of Japanese and English can do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hakaru.core.i18n import Lang, Message
from hakaru.guard.claims import (
    Claim,
    Compare,
    Extreme,
    Facts,
    Flag,
    Said,
    Series,
    Value,
    all_hold,
    relation_of,
    rounding,
)
from hakaru.guard.evidence import Fact
from hakaru.running.claims.choose import Menu
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import Offer
from hakaru.running.claims.read import ReadSentence, sentences
from hakaru.running.sections.model import RunKnown, SectionName

PACE = Series("pace", "actual", "split")
_VALUE = re.compile(r"(?:The )?(\S+?)(?: \[(.+?)\])? (?:was|came to) (-?[\d.]+) (\S+)\.")
_COMPARE = re.compile(r"T?[Hh]ere (\S+) is (lower|higher|equal)(?: to| than)? (\S+)\.")
_FASTEST = re.compile(r"(?:The|Your) (fastest|slowest) was (split \d+)\.")
_PRAISE = re.compile(r"(\S+) was excellent\.")
CHATTER = "What a great day it was!"


def read(text: str, _facts: Facts, _lang: Lang) -> tuple[ReadSentence, ...]:
    """As `read_sentences` does."""
    return tuple(ReadSentence(text=one, claims=_claims(one)) for one in sentences(text))


def _claims(sentence: str) -> tuple[Claim, ...] | None:
    if match := _VALUE.fullmatch(sentence):
        name, place, figure, unit = match.groups()
        said = Said(value=float(figure), unit=unit, slack=rounding(figure))
        return (Value(name + (f"@{place}" if place else ""), said),)
    if match := _COMPARE.fullmatch(sentence):
        return (Compare(match[1], match[2], match[3]),)  # type: ignore[arg-type]  # the pattern's
    if match := _FASTEST.fullmatch(sentence):
        which = "lowest" if match[1] == "fastest" else "highest"
        return (Extreme(PACE, which, (match[2],)),)  # type: ignore[arg-type]  # one of the two
    if match := _PRAISE.fullmatch(sentence):
        return (Flag(f"needs_improvement.{match[1]}", holds=False),)
    return None


def menu(known: RunKnown, section: SectionName) -> Menu:
    """Every figure of the run, how each stands to the one before, its fastest and slowest split."""
    facts = facts_of(known)
    offers = tuple(offer for offer in _offers(facts, section) if all_hold(offer.claims, facts))
    return Menu(section=section, offers=offers, facts=facts, read=read)


def _offers(facts: Facts, section: SectionName) -> Iterator[Offer]:
    numbers = [fact for fact in facts.facts if not isinstance(fact.value, str)]
    last: Fact | None = None
    for place, fact in enumerate(numbers[:60]):
        weight = ((place * 37) % 101) / 101.0
        text = f"The {fact.metric}.{fact.role}"
        text += f" [{fact.scope}]" if fact.scope else ""
        figure = f"{float(fact.value):.3f}"
        yield _offer(f"v{place}", section, weight, f"{text} was {figure} {fact.unit}.")
        if last is not None and last.unit == fact.unit and not (last.scope or fact.scope):
            relation = relation_of(float(last.value), float(fact.value), fact.unit)
            words = f"Here {last.id} is {relation} than {fact.id}."
            yield _offer(f"c{place}", section, weight, words)
        last = fact
    paces = facts.series(PACE)
    if len(paces) > 1:
        fastest = min(paces, key=lambda fact: float(fact.value))
        yield _offer("fastest", section, 1.0, f"The fastest was {fastest.scope}.")


def _offer(name: str, section: SectionName, weight: float, words: str) -> Offer:
    claims = _claims(words)
    assert claims is not None, words
    return Offer(
        id=name, section=section, weight=weight, claims=claims, wording=Message(words, words)
    )
