"""What does a section say when no model wrote it? Deterministic, from the stored verdict alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hakaru.render.narrator.form import efficiency_sentences, summary_sentences
from hakaru.render.narrator.said import Said, cited, joined
from hakaru.render.narrator.session import environment_sentences, phase_sentences
from hakaru.render.narrator.splits import split_sentences
from hakaru.running.sections.model import SECTIONS, RunKnown, SectionName, SectionText
from hakaru.running.wording import Lang


def narrate(section: SectionName, known: RunKnown, *, lang: Lang) -> SectionText:
    """One section of a run. Its numbers are those of the verdict, written as the tables write
    them; what was not measured is named as such."""
    sentences = _SENTENCES[section](known, lang)
    return SectionText(
        section=section,
        text=joined(sentences, lang),
        evidence=cited(sentences),
    )


def narrate_all(known: RunKnown, lang: Lang) -> Mapping[SectionName, SectionText]:
    """Every section."""
    return {section: narrate(section, known, lang=lang) for section in SECTIONS}


_SENTENCES: Mapping[SectionName, Callable[[RunKnown, Lang], tuple[Said, ...]]] = {
    "split": split_sentences,
    "phase": phase_sentences,
    "efficiency": efficiency_sentences,
    "environment": environment_sentences,
    "summary": summary_sentences,
}
