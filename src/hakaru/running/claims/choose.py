"""A model chooses what to say of a run, puts it in order and may word it: never what is true.

It is shown the menu of a section and answers with ids. What it words is shown only where every
sentence of it can be read as claims that hold and that belong to what it chose for it; otherwise
the menu's own words stand there, so that choice and order survive. What is stored is a choice, too:
it is shown anew from the menu of the day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from hakaru.core.i18n import Lang, differs, in_language, say
from hakaru.guard.claims import Claim, Facts, Flag, all_hold, evidence_of, facts_named
from hakaru.guard.cleaning import Finding, plain
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Prompt, Reply, correction, count_tokens
from hakaru.records import frozen
from hakaru.running.claims.menu import Offer
from hakaru.running.claims.read import ReadText, read_sentences
from hakaru.running.sections.model import Chosen, SectionName, SectionText

PROMPT_TOKENS_MOST = 250
REPLY_TOKENS_MOST = 250
SENTENCES_MOST = 6
IDS_MOST = 6
WORDING_MOST = 240
"""Characters that a model may word one sentence in."""

EMPTY = "section.empty"
"""Nothing was chosen."""

_LANGUAGES: Mapping[Lang, str] = {"ja": "Japanese", "en": "English"}
_ABOUT: Mapping[SectionName, str] = {
    "split": "pace and heart rate over the splits",
    "phase": "the phases of this session",
    "efficiency": "the form verdict",
    "environment": "the conditions of this run",
    "summary": "this run as a whole",
}


def instructions(section: SectionName, lang: Lang) -> str:
    """What to do with the menu of a section.

    In English whatever language is asked for, as the menu is, which takes a third of the tokens of
    Japanese.
    """
    return (
        f"These statements about {_ABOUT[section]} are true (id: statement). Choose the 3-5 that "
        "tell a coach most, in the order to tell them; ids that make one sentence stand together. "
        'Reply JSON {"claims":[{"ids":[..],"text":".."}]}. '
        f"text may be left out; it words just these ids in {_LANGUAGES[lang]}, with their figures: "
        "no other fact, praise, cause or advice."
    )


def choice_schema(ids: Sequence[str] = ()) -> dict[str, object]:
    """The JSON Schema of a choice, from these ids or (none given) from any."""
    an_id: dict[str, object] = {"type": "string", **({"enum": list(ids)} if ids else {})}
    chosen = {
        "type": "object",
        "properties": {
            "ids": {"type": "array", "items": an_id, "maxItems": IDS_MOST},
            "text": {"type": ["string", "null"], "maxLength": WORDING_MOST},
        },
        "required": ["ids"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"claims": {"type": "array", "items": chosen, "maxItems": SENTENCES_MOST}},
        "required": ["claims"],
        "additionalProperties": False,
    }


@frozen
class Menu:
    """What may be said in one section of a run, and the facts that a wording is held against."""

    section: SectionName
    offers: tuple[Offer, ...]
    facts: Facts
    read: ReadText = read_sentences

    @cached_property
    def by_id(self) -> Mapping[str, Offer]:
        """Each offer by its id."""
        return {offer.id: offer for offer in self.offers}

    def kept(self, chosen: Iterable[Chosen], *, lang: Lang) -> tuple[Chosen, ...]:
        """What of a choice may be shown: without what is not on the menu, was said before or says
        nothing, and with those wordings only that pass."""
        kept: list[Chosen] = []
        used: set[str] = set()
        stated: set[Claim] = set()
        for sentence in chosen:
            offers = []
            for name in sentence.ids:
                offer = self.by_id.get(name)
                if offer is None or name in used or _is_told(offer, stated):
                    continue
                offers.append(offer)
                used.add(name)
                stated.update(offer.claims)
            if offers:
                text = sentence.text if self._passes(sentence.text, offers, lang) else None
                kept.append(Chosen(ids=tuple(offer.id for offer in offers), text=text))
        return tuple(kept)

    def _passes(self, text: str | None, offers: Sequence[Offer], lang: Lang) -> bool:
        """Whether a wording says what was chosen for it: all of it, and nothing else. What only
        repeats the menu's words is left to the menu."""
        if not text or len(text) > WORDING_MOST or plain(text) != text or "\n" in text:
            return False
        if text == joined([_own(offer, lang) for offer in offers], lang):
            return False
        claims = self._read(text, lang)
        if not claims or not all_hold(claims, self.facts):
            return False
        claimed = _names(claims)
        own = [_names(offer.claims) for offer in offers]
        if not _within(claimed, own):
            own = [
                _names((*offer.claims, *self._read(_own(offer, lang), lang))) for offer in offers
            ]
        return _within(claimed, own) and all(
            names & (claimed | {_column(name) for name in claimed}) for names in own
        )

    def _read(self, text: str, lang: Lang) -> tuple[Claim, ...]:
        """The claims of a text; none where one of its sentences makes none or cannot be read."""
        read = self.read(text, self.facts, lang)
        if not all(sentence.claims for sentence in read):
            return ()
        return tuple(claim for sentence in read for claim in sentence.claims or ())

    def _sentence(self, sentence: Chosen, lang: Lang) -> str:
        """A wording that says lengths gives way to the menu's for a reader of miles."""
        wordings = [self.by_id[name].wording for name in sentence.ids]
        if sentence.text and not any(differs(wording, lang) for wording in wordings):
            return sentence.text
        return joined([in_language(wording, lang) for wording in wordings], lang)

    def worded(self, chosen: Sequence[Chosen], *, lang: Lang) -> SectionText | None:
        """The text of a choice that `kept` has let through; None: nothing of it is left."""
        sentences = [self._sentence(sentence, lang) for sentence in chosen]
        if not sentences:
            return None
        claims = [
            claim
            for sentence in chosen
            for name in sentence.ids
            for claim in self.by_id[name].claims
        ]
        return SectionText(
            section=self.section,
            text=joined(sentences, lang),
            evidence=evidence_of(claims),
            claims=tuple(chosen),
        )


def joined(sentences: Sequence[str], lang: Lang) -> str:
    """One after the other; English takes a space between."""
    return ("" if lang == "ja" else " ").join(sentence.strip() for sentence in sentences)


def _own(offer: Offer, lang: Lang) -> str:
    return in_language(offer.wording, lang)


def _names(claims: Iterable[Claim]) -> frozenset[str]:
    """What claims are about: facts, columns of facts and flags."""
    return frozenset(
        name
        for claim in claims
        for name in ((claim.name,) if isinstance(claim, Flag) else facts_named(claim))
    )


def _within(names: frozenset[str], own: Sequence[frozenset[str]]) -> bool:
    """Whether everything that is said belongs to what was chosen."""
    may = frozenset[str]().union(*own)
    return all(name in may or _column(name) in may for name in names)


def _is_told(offer: Offer, stated: set[Claim]) -> bool:
    """Whether it would say nothing new. What to look at next time rests on what was told."""
    return offer.stage != "next" and stated.issuperset(offer.claims)


_NUMBER = re.compile(r" \d+$")


def _column(name: str) -> str:
    """The column that a fact of a place stands in: "pace.actual@split" of its third split."""
    return _NUMBER.sub("", name)


@frozen
class SectionTask:
    """A `guard.task.Task` whose value is what a model chose of a menu."""

    menu: Menu
    lang: Lang

    @property
    def name(self) -> str:
        """Attempts are filed under it."""
        return f"section.{self.menu.section}"

    @cached_property
    def offered(self) -> tuple[Offer, ...]:
        """As much of the menu as the prompt has room for, the heaviest first."""
        room = PROMPT_TOKENS_MOST - count_tokens(instructions(self.menu.section, self.lang))
        offered: list[Offer] = []
        for offer in sorted(self.menu.offers, key=lambda offer: -offer.weight):
            if count_tokens(_listed([*offered, offer])) <= room:
                offered.append(offer)
        return tuple(offered)

    @cached_property
    def prompt(self) -> Prompt:
        """The menu of the section and what to do with it. Nothing a device or a user wrote is in
        it."""
        return Prompt(
            system=instructions(self.menu.section, self.lang),
            user=_listed(self.offered),
            schema=self._schema,
            reply_max_tokens=REPLY_TOKENS_MOST,
        )

    @cached_property
    def _schema(self) -> dict[str, object]:
        return choice_schema([offer.id for offer in self.offered])

    def judge(self, reply: Reply) -> tuple[tuple[Chosen, ...] | None, tuple[Finding, ...]]:
        """What was chosen, each wording checked; what is wrong with it is its form, an id that is
        not on the menu, or that nothing was chosen."""
        value, findings = read_object(reply, lang=self.lang)
        if value is None:
            return None, findings
        findings = (*findings, *check(value, self._schema, lang=self.lang))
        kept = self.menu.kept(chosen_of(value), lang=self.lang)
        if not kept and not findings:
            message = say("choose at least one of the statements", self.lang)
            findings = (Finding(rule=EMPTY, path="claims", message=message),)
        return kept or None, findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)


def _listed(offers: Sequence[Offer]) -> str:
    return "\n".join(f"{offer.id}: {str.__str__(offer.wording)}" for offer in offers)


def chosen_of(value: Mapping[str, object]) -> tuple[Chosen, ...]:
    """The sentences of a choice as JSON values, whatever else is wrong with it."""
    claims = value.get("claims")
    return tuple(
        Chosen(
            ids=tuple(name for name in _list(item.get("ids")) if isinstance(name, str)),
            text=text if isinstance(text := item.get("text"), str) else None,
        )
        for item in _list(claims)
        if isinstance(item, Mapping)
    )


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()
