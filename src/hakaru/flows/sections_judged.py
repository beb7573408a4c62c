"""What speaks against storing an analysis, and which stored ones still hold?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.guard.cleaning import Finding, musts
from hakaru.render.narrator.narrate import narrate
from hakaru.running.sections.facts import gather, gather_all
from hakaru.running.sections.judge import (
    is_free_form,
    judge_free_form,
    judge_section,
    language_of,
    leaves,
    origin_of,
    still_true,
)
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionName,
    SectionText,
    ShownSection,
)
from hakaru.running.sections.rules import contradictions
from hakaru.running.wording import Lang
from hakaru.store.sections import StoredSection, current_sections

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def findings_on(
    analysis: Mapping[str, object],
    section: SectionName,
    *,
    known: RunKnown,
    stored: Sequence[StoredSection],
    told_in: Lang,
) -> tuple[Finding, ...]:
    """Everything that is wrong with an analysis: by itself, then against the other sections.

    Stored sections that no longer hold themselves are not asked.
    """
    about = gather(section, known)
    if is_free_form(analysis):
        findings = judge_free_form(analysis, about, told_in=told_in)
        text: SectionText | None = _all_words(analysis, section)
    else:
        lang = language_of(str(analysis.get("text", "")))
        judged = judge_section(analysis, about, lang=lang, told_in=told_in)
        findings, text = judged.findings, judged.text
    if text is None or musts(findings):
        return findings
    others = {
        name: other_text for name, other_text in holding(known, stored).items() if name != section
    }
    return (*findings, *contradictions({**others, section: text}, lang=told_in))


def holding(known: RunKnown, stored: Sequence[StoredSection]) -> Mapping[SectionName, SectionText]:
    """The stored sections in our shape that say nothing but what the store says today."""
    abouts = gather_all(known)
    texts = {
        name: still_true(section.data, about)
        for section in stored
        for name, about in abouts.items()
        if section.section_type == name
    }
    return {name: text for name, text in texts.items() if text is not None}


def shown_sections(
    con: DuckDBPyConnection, known: RunKnown, *, lang: Lang
) -> Mapping[SectionName, ShownSection]:
    """What a reader sees of each section: the stored text where it holds and is in the language,
    else the narrator's, worded now."""
    stored = current_sections(con, known.activity_id)
    origins = {section.section_type: origin_of(section.data) for section in stored}
    held = {
        name: ShownSection(text=text, source=origins[name].source)
        for name, text in holding(known, stored).items()
        if origins[name].lang == lang
    }
    narrated = {
        name: ShownSection(text=narrate(name, known, lang=lang), source="narrator")
        for name in SECTIONS
        if name not in held
    }
    return {name: (held | narrated)[name] for name in SECTIONS}


def _all_words(analysis: Mapping[str, object], section: SectionName) -> SectionText:
    """Every text of an analysis in a shape of its own, as one."""
    words = [leaf for _, leaf in leaves(analysis) if isinstance(leaf, str)]
    return SectionText(section=section, text="\n".join(words), evidence=())
