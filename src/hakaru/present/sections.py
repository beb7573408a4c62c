"""The words of a run: its sections, what an author of them gets, reports.

Chosen by weight, so that a paragraph says what was special; a figure that one section told, no
other tells again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, joined, say
from hakaru.guard.claims import Cause, Compare, Value
from hakaru.guard.cleaning import clean
from hakaru.present.document import (
    Document,
    Drawing,
    Fact,
    Facts,
    Items,
    Part,
    document,
    part,
)
from hakaru.present.form import verdict_parts
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.offers.offer import Offer
from hakaru.running.claims.outside import Contract, instructions
from hakaru.running.sections.model import SECTIONS, RunKnown, SectionName, SectionText

if TYPE_CHECKING:
    from hakaru.flows.narrate import AnalyzeResult
    from hakaru.flows.reads import ActivityContext, InsertedSection, ValidatedSection
    from hakaru.flows.report import ReportResult
    from hakaru.flows.run import RunResult, Step
    from hakaru.running.sections.model import AuthorNote, SectionName, ShownSection


SECTION_NAMES: Mapping[SectionName, str] = {
    "summary": N_("Summary"),
    "efficiency": N_("Form"),
    "split": N_("Splits"),
    "phase": N_("Phases"),
    "environment": N_("Conditions"),
}
"""In the order of reading."""

_STEPS: Mapping[Step, str] = {
    "ingest": N_("taken in"),
    "evaluate": N_("form judged"),
    "understand": N_("looked at as a session"),
}


def section_parts(shown: Mapping[SectionName, ShownSection], lang: Lang) -> list[Part]:
    """Each section under its name."""
    parts = []
    for name, title in SECTION_NAMES.items():
        if name in shown:
            parts.append(part(clean(shown[name].text.text), title=say(title, lang)))
    return parts


def author_note_parts(
    notes: Sequence[AuthorNote], lang: Lang, *, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """Each note under its author's name, marked as not checked. `outside` makes what others wrote
    harmless for the format."""
    return tuple(
        part(*(outside(line) for line in note.lines), title=_noted_by(note.author, lang, outside))
        for note in notes
    )


def _noted_by(author: str | None, lang: Lang, outside: Callable[[str], str]) -> str:
    if author is None:
        return say("Note without a name (not checked)", lang)
    return say("Note by {author} (not checked)", lang, author=outside(author))


def context_document(result: ActivityContext, language: Lang) -> Document:
    """The evidence of each section, by the names it has in a contract."""
    parts = [part(f"{result.activity_id}  {result.day.isoformat()}")]
    for name, bundle in result.bundles.items():
        plain = {key: value for key, value in bundle.items() if not _has_columns(value)}
        facts = [Fact(label=key, value=_json(value)) for key, value in plain.items()]
        drawings = [
            Drawing(
                lines=(f"{key}:", *(f"  {row}: {_json(cells)}" for row, cells in value.items()))
            )
            for key, value in bundle.items()
            if isinstance(value, Mapping) and key not in plain
        ]
        title = f"{say(SECTION_NAMES[name], language)} ({name})"
        parts.append(part(Facts(facts=tuple(facts)), *drawings, title=title))
    return Document(parts=tuple(parts))


def contract_document(contract: Contract, language: Lang) -> Document:
    """What to do, the rules with their ids, the shape."""
    section, written_in = contract.section, contract.lang
    head = say(
        "Contract version {version}, language {written_in}",
        language,
        version=str(contract.version),
        written_in=written_in,
    )
    rules = [f"{rule}: {text}" for rule, text in contract.rules.items()]
    shape = json.dumps(contract.schema, ensure_ascii=False, indent=2)
    return Document(
        parts=(
            part(
                f"{say(SECTION_NAMES[section], language)} ({section})  {head}",
                instructions(written_in),
            ),
            part(Items(items=tuple(rules)), title=say("Rules", language)),
            part(Drawing(lines=tuple(shape.splitlines())), title=say("Shape (JSON)", language)),
        )
    )


def validated_document(result: ValidatedSection, language: Lang) -> Document:
    """That it can be stored, and what of it only as a note; or everything that is false in it."""
    n = len(result.findings)
    findings = [clean(f"{finding.path}: {finding.message}") for finding in result.findings]
    if not n:
        return document(say("Nothing is wrong with it: it can be stored.", language))
    if result.ok:
        head = say(
            "Nothing in it was found to be false. {n} <n:passage is|passages are> not understood "
            "and would be kept as a note that nobody checked:",
            language,
            n=n,
        )
        return document(head, Items(items=tuple(findings)))
    head = say("It would be refused; {n} <n:problem|problems>:", language, n=n)
    return document(head, Items(items=tuple(findings)))


def inserted_document(result: InsertedSection, language: Lang) -> Document:
    """What was stored of an analysis, and what only as its author's note."""
    head = say(
        "{section} of {day}: {n} <n:statement|statements> stored, each true by the figures of "
        "the run.",
        language,
        section=say(SECTION_NAMES[result.section_type], language),
        day=result.day.isoformat(),
        n=result.n_findings,
    )
    if result.note_id is None:
        return document(head)
    note = say(
        "{n} <n:passage was|passages were> not understood: the author's own words are kept as a "
        "note that nobody checked, and stand beside the run as such.",
        language,
        n=result.n_unread,
    )
    return document(head, note) if result.n_findings else document(note)


def report_document(result: ReportResult, language: Lang) -> Document:
    """Where the report lies, under the verdict and the words of its sections."""
    parts: list[Part] = []
    if result.evaluation is not None:
        parts += verdict_parts(result.evaluation, language)
    sections = dict(result.sections)
    if "efficiency" in sections and sections["efficiency"].source == "narrator":
        del sections["efficiency"]  # the verdict above is in the same words
    parts += section_parts(sections, language)
    parts += author_note_parts(result.author_notes, language, outside=clean)
    files = (result.markdown, result.html, *result.pictures)
    paths = Drawing(lines=tuple(f"  {path}" for path in files))
    return Document(parts=(*parts, part(say("Files written:", language), paths)))


def analyzed_document(result: AnalyzeResult, language: Lang) -> Document:
    """The words of a single run; of several how many there were; then what went wrong."""
    if not result.runs and not result.failed:
        return document(say("No run needs words.", language))
    reasons = [
        say(
            "{activity_id} {section}: worded by the narrator ({reason})",
            language,
            section=say(SECTION_NAMES[name], language),
            activity_id=run.activity_id,
            reason=clean(in_language(why, language)),
        )
        for run in result.runs
        for name, why in run.reasons.items()
    ]
    shown = section_parts(result.runs[0].shown, language) if len(result.runs) == 1 else []
    return Document(
        parts=(
            part(_counts(result, language), *_given_up(result, language)),
            *shown,
            part(Items(items=(*reasons, *_failures(result, language)))),
        )
    )


def run_document(result: RunResult, language: Lang) -> Document:
    """What was done, then each report as `hakaru report` tells it."""
    comma = say(in_context("list", ", "), language)
    steps = comma.join(say(_STEPS[step], language) for step in result.steps)
    done = part(
        *([say("Done: {steps}", language, steps=steps)] if steps else []),
        _counts(result.sections, language),
        *_given_up(result.sections, language),
        Items(items=_failures(result.sections, language)),
    )
    reports = [report_document(report, language).parts for report in result.reports]
    return Document(parts=(done, *(part for parts in reports for part in parts)))


def _counts(result: AnalyzeResult, lang: Lang) -> str:
    stored = [source for run in result.runs for source in run.stored.values()]
    return say(
        "{n} <n:section|sections> stored ({model} by the model, "
        "{narrator} by the narrator), {current} up to date, {failed} "
        "<failed:run|runs> failed.",
        lang,
        n=len(stored),
        model=stored.count("llm"),
        narrator=stored.count("narrator"),
        current=sum(len(run.up_to_date) for run in result.runs),
        failed=len(result.failed),
    )


def _given_up(result: AnalyzeResult, lang: Lang) -> tuple[str, ...]:
    """Why the narrator worded the rest, once for all runs."""
    if result.given_up is None:
        return ()
    why = clean(in_language(result.given_up, lang))
    return (say("The narrator worded the rest: {reason}", lang, reason=why),)


def _failures(result: AnalyzeResult, lang: Lang) -> tuple[str, ...]:
    return tuple(
        f"{failed.activity_id}: {clean(in_language(failed.reason, lang))}"
        for failed in result.failed
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _has_columns(value: object) -> bool:
    return isinstance(value, Mapping) and "columns" in value


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
