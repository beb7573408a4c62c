"""Word the sections of runs: by the model that is configured, else by the narrator.

One run at a time, its sections at the same time. What is up to date is passed over, so that what
was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Protocol

from hakaru.core.errors import (
    AnalysisRefused,
    BadArgument,
    ModelError,
    ModelNotConfigured,
    ModelNotInstalled,
    NotAnalysed,
)
from hakaru.core.i18n import Lang, message
from hakaru.core.plain import Rows, Text, shown
from hakaru.flows.asking import asker_of, why_rejected
from hakaru.flows.context import Context
from hakaru.flows.isolate import isolate
from hakaru.flows.session import form_verdict
from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Accepted, Rejected
from hakaru.present.narrator import narrate
from hakaru.proposals.changes import Source as ChangeSource
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.outside import held_text
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import (
    SECTIONS_VERSION,
    Origin,
    SectionTask,
    evidence_sha256,
    origin_of,
    still_true,
    stored_content,
)
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionEvidence,
    SectionName,
    SectionText,
    ShownSection,
    Source,
)
from hakaru.running.sections.rules import contradictions, involved
from hakaru.running.session.analyse import SessionAnalysis
from hakaru.store.activities import resolve_activity
from hakaru.store.readers.base import Run, find_run
from hakaru.store.recordings import read_splits
from hakaru.store.references import LATEST
from hakaru.store.sections import (
    JUDGED_BY,
    NewSection,
    StoredSection,
    current_sections,
    unwritten_activities,
    write_section,
)
from hakaru.store.sessions import read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def read_known(con: DuckDBPyConnection, run: Run) -> RunKnown:
    """Verdict, splits and session of one run: its own rows only, no other run is looked at."""
    return RunKnown(
        activity_id=run.activity_id,
        day=run.day,
        evaluation=form_verdict(con, run.activity_id),
        splits=read_splits(con, run.activity_id),
        analysis=session_or_none(con, run.activity_id),
    )


def session_or_none(con: DuckDBPyConnection, activity_id: int) -> SessionAnalysis | None:
    """The stored run as a session; None: nobody looked at it as one yet."""
    try:
        return read_session(con, activity_id)
    except NotAnalysed:
        return None


def holding(
    known: RunKnown, stored: Sequence[StoredSection], *, lang: Lang | None = None
) -> Mapping[SectionName, SectionText]:
    """The stored sections that say nothing but what the store says today; those of others in the
    language (None: in that of their author)."""
    facts = facts_of(known)
    texts = {
        name: held_text(name, section.data, facts, lang=lang)
        if origin_of(section.data).source == "agent"
        else still_true(section.data, about)
        for section in stored
        for name, about in gather_all(known).items()
        if section.section_type == name and section.judged_by == JUDGED_BY
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
        for name, text in holding(known, stored, lang=lang).items()
        if origins[name].source == "agent" or origins[name].lang == lang
    }
    narrated = {
        name: ShownSection(text=narrate(name, known, lang=lang), source="narrator")
        for name in SECTIONS
        if name not in held
    }
    return {name: (held | narrated)[name] for name in SECTIONS}


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


_SHOWN = 10
_ROWS_BYTES = 1400
_REASON_BYTES = 200


@dataclass(frozen=True, kw_only=True)
class FailedRun:
    """A run whose sections could not be stored, and why."""

    activity_id: int
    reason: str = field(metadata=shown(Text, within_bytes=_REASON_BYTES))


@dataclass(frozen=True, kw_only=True)
class AnalyzeResult:
    """What was worded and stored now, run by run."""

    runs: tuple[WordedRun, ...]
    failed: tuple[FailedRun, ...]

    @property
    def ok(self) -> bool:
        """Whether no run failed."""
        return not self.failed

    @property
    def counts(self) -> Mapping[str, int]:
        """Of sections, by what became of them."""
        stored = [source for run in self.runs for source in run.stored.values()]
        return {
            "n_stored": len(stored),
            "n_by_model": stored.count("llm"),
            "n_by_narrator": stored.count("narrator"),
            "n_up_to_date": sum(len(run.up_to_date) for run in self.runs),
        }

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, and the runs: in a reply `n_more` others were looked at."""
        return {
            "n_runs": len(self.runs),
            **self.counts,
            "runs": Rows(
                map(_row, self.runs), most=_SHOWN, within_bytes=_ROWS_BYTES, left_out="n_more"
            ),
            "failed": Rows(
                self.failed, most=_SHOWN, within_bytes=_ROWS_BYTES, n_marks=1, count="n_failed"
            ),
        }


def analyze(
    context: Context,
    *,
    activity: str | None,
    missing: bool,
    section: SectionName | None,
    language: Lang | None,
) -> AnalyzeResult:
    """Word and store the sections of one run (None: the latest), or of every run that lacks some
    or whose verdict is newer than its sections.

    Raises:
        BadArgument: both an activity and `missing`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
        StoreError: the store cannot be used; what was stored until then stays.
    """
    if activity is not None and missing:
        raise BadArgument("activity", activity, message("left out, as --missing requires"))
    wanted = SECTIONS if section is None else (section,)
    wording = wording_of(context, wanted, lang=language or context.settings.language)
    with context.store.read() as con:
        if missing:
            chosen: Sequence[int] = unwritten_activities(
                con, wording.sections, lang=wording.lang, version=SECTIONS_VERSION
            )
        else:
            chosen = (resolve_activity(con, activity or LATEST),)
    return word_runs(context, chosen, wording=wording)


def word_runs(context: Context, activity_ids: Sequence[int], *, wording: Wording) -> AnalyzeResult:
    """Each run by itself: one that fails does not stop the others."""
    runs: list[WordedRun] = []
    failed: list[FailedRun] = []
    context.progress.begin("wording", len(activity_ids))
    for activity_id in activity_ids:
        word = partial(word_sections, context, activity_id, wording=wording)
        outcome = isolate(word, item=f"sections of {activity_id}")
        if outcome.value is not None:
            runs.append(outcome.value)
        if isinstance(outcome.error, ModelNotConfigured | ModelNotInstalled):
            raise outcome.error
        if outcome.error is not None:
            failed.append(FailedRun(activity_id=activity_id, reason=str(outcome.error)))
        context.progress.advance()
    context.progress.end()
    return AnalyzeResult(runs=tuple(runs), failed=tuple(failed))


def _row(run: WordedRun) -> Mapping[str, object]:
    return {
        "activity_id": run.activity_id,
        "day": run.day.isoformat(),
        "stored": dict(run.stored),
        "not_by_model": {
            name: Text(why, within_bytes=_REASON_BYTES) for name, why in run.reasons.items()
        },
    }
