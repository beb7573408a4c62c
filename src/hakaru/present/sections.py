"""The words of a run: its sections, what an author of them gets, reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, say
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
from hakaru.running.claims.outside import Contract, instructions

if TYPE_CHECKING:
    from hakaru.flows.narrate import AnalyzeResult
    from hakaru.flows.reads import ActivityContext, ValidatedSection
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
    findings = [
        clean(f"{finding.path}: {finding.message} [{finding.rule}]") for finding in result.findings
    ]
    if result.ok:
        stored = say("Nothing is wrong with it: it can be stored.", language)
        return document(stored, Items(items=tuple(findings)))
    head = say("It would be refused; {n} <n:problem|problems>:", language, n=n)
    return document(head, Items(items=tuple(findings)))


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
