"""Sections of a run where no model wrote them: what a coach would pick from the menu of the run.

Chosen by weight, so that a paragraph says what was special; a figure that one section told, no
other tells again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hakaru.core.i18n import N_, Lang, in_context, in_language, joined, say
from hakaru.guard.claims import Cause, Compare, Value
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.offers import Offer
from hakaru.running.sections.model import SECTIONS, RunKnown, SectionName, SectionText

SENTENCES_FEW: Mapping[SectionName, int] = {
    "split": 3, "phase": 3, "efficiency": 3, "environment": 3, "summary": 3,
}  # fmt: skip
SENTENCES_MOST = 6
WORTH = 0.44
"""Beyond the fewest sentences, only what is at least this special is said."""

_TELLS_THE_SAME: Mapping[str, frozenset[str]] = {
    "split.ends": frozenset({"split.halves", "split.run"}),
    "split.halves": frozenset({"split.ends"}),
    "split.run": frozenset({"split.ends"}),
    "split.spread": frozenset({"split.fastest", "split.slowest"}),
    "split.fastest": frozenset({"split.spread"}),
    "split.slowest": frozenset({"split.spread", "split.outlier"}),
    "split.outlier": frozenset({"split.slowest"}),
    "split.climb": frozenset({"split.slowest"}),
    "split.count": frozenset({"split.outlier", "split.spread"}),
    "split.best_gct": frozenset({"split.gct", "split.best_power", "split.best_cadence"}),
    "split.best_power": frozenset({"split.power", "split.best_gct", "split.best_cadence"}),
    "split.best_cadence": frozenset({"split.cadence", "split.best_gct", "split.best_power"}),
    "split.beats": frozenset({"split.peak", "split.halves"}),
    "split.peak": frozenset({"split.beats"}),
    "phase.tally": frozenset({"phase.missed", "phase.stars"}),
}
"""Topics that say little new beside another."""


def narrate(section: SectionName, known: RunKnown, *, lang: Lang) -> SectionText:
    """One section of a run. Its figures are those of the page; what was not measured is named."""
    return _worded(section, chosen(menu_of(known))[section], lang)


def narrate_all(known: RunKnown, lang: Lang) -> Mapping[SectionName, SectionText]:
    """Every section."""
    offers = chosen(menu_of(known))
    return {section: _worded(section, offers[section], lang) for section in SECTIONS}


def chosen(menu: Sequence[Offer]) -> Mapping[SectionName, tuple[Offer, ...]]:
    """What each section says, in the order in which it says it."""
    shown: set[str] = set()
    sections: dict[SectionName, tuple[Offer, ...]] = {}
    for section in SECTIONS:
        offers = [offer for offer in menu if offer.section == section]
        mine = _chosen(offers, shown, few=SENTENCES_FEW[section])
        shown |= _figures(mine)
        sections[section] = _ordered(mine)
    return sections


def _figures(offers: Iterable[Offer]) -> set[str]:
    """The facts whose values are said."""
    facts = set()
    for offer in offers:
        for claim in offer.claims:
            if isinstance(claim, Value):
                facts.add(claim.fact)
            elif isinstance(claim, Compare) and claim.by is not None:
                facts.add(f"{claim.left} {claim.right}")
            elif isinstance(claim, Cause):
                facts.add(claim.share)
    return facts - _COUNTS


_COUNTS = {
    "splits.count",
    "runs.recent_of_kind",
    "runs.at_heart_rate",
    "runs.temperature_before",
} | {
    f"{metric}.{role}"
    for metric in ("gct", "vo", "vr", "cadence")
    for role in ("rank_of", "runs_before")
}
"""Sizes of what is compared with: saying one twice repeats nothing."""


def _chosen(offers: Sequence[Offer], shown: set[str], *, few: int) -> list[Offer]:
    """The best lead, then by weight."""
    picked: list[Offer] = []
    leads = [offer for offer in offers if offer.stage == "lead"]
    others = [offer for offer in offers if offer.stage != "lead"]
    for offer in (*leads, *others):
        if len(picked) >= SENTENCES_MOST:
            break
        if offer.weight < WORTH and len(picked) >= few:
            continue
        if _is_new(offer, picked, shown):
            picked.append(offer)
    return picked


def _is_new(offer: Offer, picked: Sequence[Offer], shown: set[str]) -> bool:
    """Whether it adds something: another topic, other figures, the only lead, the only advice."""
    topics = {before.topic for before in picked}
    stages = {before.stage for before in picked}
    if offer.topic in topics or topics & _TELLS_THE_SAME.get(offer.topic, frozenset()):
        return False
    if offer.stage in ("lead", "next") and offer.stage in stages:
        return False
    return not _figures((offer,)) & (shown | _figures(picked))


_STAGES = {"lead": 0, "body": 1, "unknown": 2, "next": 3}


def _ordered(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Lead, body, what is not known, advice; in the body what goes the same way side by side, the
    most special first."""
    body = [offer for offer in offers if offer.stage == "body"]
    first_of_tone: dict[str, int] = {}
    for place, offer in enumerate(body):
        first_of_tone.setdefault(offer.tone, place)
    places = {offer.id: place for place, offer in enumerate(offers)}
    return tuple(
        sorted(
            offers,
            key=lambda offer: (
                _STAGES[offer.stage],
                first_of_tone.get(offer.tone, 0) if offer.stage == "body" else 0,
                places[offer.id],
            ),
        )
    )


_BUT: tuple[str, ...] = (
    in_context("before a sentence", "But {sentence}"),
    in_context("before a sentence", "Even so, {sentence}"),
)
_AGAINST = frozenset({("up", "down"), ("down", "up")})


def _worded(section: SectionName, offers: Sequence[Offer], lang: Lang) -> SectionText:
    texts: list[str] = []
    n_turns = 0
    before: Offer | None = None
    for offer in offers:
        text = in_language(offer.wording, lang)
        turns = before is not None and (before.tone, offer.tone) in _AGAINST
        if turns and before is not None and not _has_a_turn(before) and n_turns < len(_BUT):
            text = say(_BUT[n_turns], lang, sentence=_inside(text))
            n_turns += 1
        texts.append(text)
        before = offer if offer.stage in ("lead", "body") else None
    if not texts:
        texts = [say(N_("There is nothing more to say about this part of the run."), lang)]
    return SectionText(
        section=section,
        text=joined(texts, lang),
        evidence=tuple(dict.fromkeys(name for offer in offers for name in offer.evidence)),
    )


def _has_a_turn(offer: Offer) -> bool:
    """Whether the sentence contrasts two things by itself."""
    return any(word in offer.wording.template for word in (" but ", "though", " while ", "But "))


def _inside(text: str) -> str:
    """A sentence after a connective begins small."""
    return text[:1].lower() + text[1:]
