"""Word and store the sections of one run; nothing is held open while a model is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import AnalysisRefused
from hakaru.flows.asking import asker_of
from hakaru.flows.context import Context
from hakaru.flows.sections_author import Ask, Authored, agreed, author
from hakaru.flows.sections_judged import holding
from hakaru.flows.sections_known import read_known
from hakaru.proposals.changes import Source as ChangeSource
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import (
    SECTIONS_VERSION,
    Origin,
    evidence_sha256,
    origin_of,
    stored_content,
)
from hakaru.running.sections.model import (
    SectionEvidence,
    SectionName,
    SectionText,
    ShownSection,
    Source,
)
from hakaru.running.wording import Lang
from hakaru.store.readers.base import Run, find_run
from hakaru.store.sections import NewSection, StoredSection, current_sections, write_section

Abouts = Mapping[SectionName, SectionEvidence]


@dataclass(frozen=True, kw_only=True)
class WordedRun:
    """What came of one run: who worded the sections that were stored now, which were up to date,
    and why a model's words were not taken. `shown` is what is stored after it."""

    activity_id: int
    day: date
    stored: Mapping[SectionName, Source]
    up_to_date: tuple[SectionName, ...]
    shown: Mapping[SectionName, ShownSection]
    reasons: Mapping[SectionName, str]


@dataclass(frozen=True, kw_only=True)
class Wording:
    """Which sections are wanted, in which language, and who is asked (None: the narrator)."""

    sections: Sequence[SectionName]
    lang: Lang
    ask: Ask | None = None


def wording_of(context: Context, sections: Sequence[SectionName], *, lang: Lang) -> Wording:
    """The wording that a context asks for: by its model, if one is configured."""
    asker = asker_of(context)
    return Wording(sections=sections, lang=lang, ask=None if asker.model is None else asker.ask)


def word_sections(context: Context, activity_id: int, *, wording: Wording) -> WordedRun:
    """Those that are missing or out of date.

    Raises:
        AnalysisRefused: a stored section of another author holds, yet contradicts the narrator.
    """
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run)
        stored = current_sections(con, activity_id)
    abouts, held = gather_all(known), holding(known, stored)
    current = {name for name in held if _is_current(_of(name, stored), abouts[name], wording)}
    due = [name for name in wording.sections if name not in current]
    lang = wording.lang
    authored = author(known, [abouts[name] for name in due], lang=lang, ask=wording.ask)
    intact = {name: text for name, text in held.items() if name not in due}
    settled, left = agreed(authored, intact, known=known, lang=lang)
    if left:
        raise AnalysisRefused(left[0].path, tuple(finding.message for finding in left))
    if settled:
        with context.store.write() as con:
            settled = _unchanged(settled, abouts, gather_all(read_known(con, run)))
            for row in _rows(run, settled, abouts, lang=lang, source=context.actor):
                write_section(con, row, now=context.now())
    return WordedRun(
        activity_id=activity_id,
        day=run.day,
        stored={name: section.source for name, section in settled.items()},
        up_to_date=tuple(name for name in wording.sections if name not in due),
        shown={
            **{name: _kept(name, text, stored) for name, text in intact.items()},
            **{name: _shown(section) for name, section in settled.items()},
        },
        reasons={name: section.reason for name, section in settled.items() if section.reason},
    )


def _kept(name: SectionName, text: SectionText, stored: Sequence[StoredSection]) -> ShownSection:
    return ShownSection(text=text, source=origin_of(_of(name, stored).data).source)


def _shown(section: Authored) -> ShownSection:
    return ShownSection(text=section.text, source=section.source)


def _of(name: SectionName, stored: Sequence[StoredSection]) -> StoredSection:
    return next(section for section in stored if section.section_type == name)


def _is_current(section: StoredSection, about: SectionEvidence, wording: Wording) -> bool:
    """Whether a stored text that still holds need not be worded again. What somebody else wrote is
    left alone; the narrator's words give way to a model's."""
    origin = origin_of(section.data)
    if origin.source == "agent":
        return True
    return (
        origin.lang == wording.lang
        and origin.evidence_sha256 == evidence_sha256(about)
        and section.agent_version == SECTIONS_VERSION
        and (origin.source == "llm" or wording.ask is None)
    )


def _unchanged(
    settled: Mapping[SectionName, Authored], before: Abouts, now: Abouts
) -> Mapping[SectionName, Authored]:
    """Without the sections whose run was judged anew while they were worded: they stay due."""
    return {name: section for name, section in settled.items() if before[name] == now[name]}


def _rows(
    run: Run,
    settled: Mapping[SectionName, Authored],
    abouts: Abouts,
    *,
    lang: Lang,
    source: ChangeSource,
) -> Iterator[NewSection]:
    for name, section in settled.items():
        origin = Origin(
            source=section.source, lang=lang, evidence_sha256=evidence_sha256(abouts[name])
        )
        content = stored_content(section.text, origin)
        yield NewSection(
            activity_id=run.activity_id,
            day=run.day,
            section_type=name,
            text=json.dumps(content, ensure_ascii=False, separators=(",", ":")),
            agent_name=f"{name}-section-analyst",
            agent_version=SECTIONS_VERSION,
            source=source,
        )
