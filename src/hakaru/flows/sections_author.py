"""Who words the sections of one run: the model that is configured, or the narrator?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from hakaru.core.errors import ModelError, ModelNotConfigured, ModelNotInstalled
from hakaru.flows.asking import why_rejected
from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Accepted, Rejected
from hakaru.render.narrator.narrate import narrate
from hakaru.running.sections.judge import SectionTask
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionEvidence,
    SectionName,
    SectionText,
    Source,
)
from hakaru.running.sections.rules import contradictions, involved
from hakaru.running.wording import Lang


class Ask(Protocol):
    """Asks the configured model; raises ModelError where it gives no reply."""

    def __call__(self, task: SectionTask, *, subject: str) -> Accepted[SectionText] | Rejected:
        """What became of the question. `subject`: the run it is about."""
        ...


@dataclass(frozen=True, kw_only=True)
class Authored:
    """One section, who worded it, and why it was not the model (None: nothing speaks against it, or
    there is no model)."""

    text: SectionText
    source: Source
    reason: str | None = None


def author(
    known: RunKnown, abouts: Sequence[SectionEvidence], *, lang: Lang, ask: Ask | None
) -> Mapping[SectionName, Authored]:
    """The sections, all at the same time where a model is asked; what the model cannot word, the
    narrator does.

    Raises:
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    if ask is None or not abouts:
        return {about.section: _narrated(about.section, known, lang) for about in abouts}

    def asked(about: SectionEvidence) -> Authored:
        return _asked(about, known, lang=lang, ask=ask)

    with ThreadPoolExecutor(max_workers=len(SECTIONS)) as pool:
        answers = pool.map(asked, abouts)
        return {about.section: answer for about, answer in zip(abouts, answers, strict=True)}


def agreed(
    authored: Mapping[SectionName, Authored],
    intact: Mapping[SectionName, SectionText],
    *,
    known: RunKnown,
    lang: Lang,
) -> tuple[Mapping[SectionName, Authored], tuple[Finding, ...]]:
    """The sections without those a model worded against another one: these the narrator words.

    `intact` are sections that stay as they are stored. Findings that are left name a contradiction
    with them: nothing may be stored then.
    """
    conflicts = contradictions({**intact, **_texts(authored)}, lang=lang)
    if not conflicts:
        return authored, ()
    doubted = involved(conflicts)
    mended = {
        name: replace(_narrated(name, known, lang), reason=conflicts[0].message)
        if name in doubted and section.source == "llm"
        else section
        for name, section in authored.items()
    }
    return mended, contradictions({**intact, **_texts(mended)}, lang=lang)


def _asked(about: SectionEvidence, known: RunKnown, *, lang: Lang, ask: Ask) -> Authored:
    """The model's words, or the narrator's with the reason."""
    try:
        answer = ask(SectionTask(about, lang), subject=str(known.activity_id))
    except (ModelNotConfigured, ModelNotInstalled):
        raise
    except ModelError as error:
        return replace(_narrated(about.section, known, lang), reason=str(error))
    if isinstance(answer, Accepted):
        return Authored(text=answer.value, source="llm")
    return replace(_narrated(about.section, known, lang), reason=why_rejected(answer))


def _narrated(section: SectionName, known: RunKnown, lang: Lang) -> Authored:
    return Authored(text=narrate(section, known, lang=lang), source="narrator")


def _texts(authored: Mapping[SectionName, Authored]) -> Mapping[SectionName, SectionText]:
    return {name: section.text for name, section in authored.items()}
