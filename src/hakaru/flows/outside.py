"""What somebody else wrote about a run: judged, kept as findings or as a note, shown beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, message
from hakaru.flows.context import Context
from hakaru.flows.isolate import isolate
from hakaru.flows.narrate import session_or_none
from hakaru.flows.why import explained_or_none
from hakaru.guard.claims import Claim, Facts
from hakaru.records import frozen
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.outside import Statement, Taken, statements_json, take
from hakaru.running.sections.evidence import language_of
from hakaru.running.sections.model import AuthorNote, RunKnown, note_lines
from hakaru.store.database import transaction
from hakaru.store.recordings import splits_of
from hakaru.store.sections import (
    NewSection,
    UnjudgedText,
    WrittenSection,
    current_notes,
    keep_judged,
    pass_own_texts,
    supersede_notes,
    unjudged_texts,
    write_note,
    write_section,
)
from hakaru.store.verdicts import evaluations_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FINDINGS_MOST_BYTES = 8192
"""Of stored findings: what does not fit stays in the note."""
_RUNS_AT_ONCE = 40
"""So many are judged in one transaction: well below a second."""


def judged(analysis: Mapping[str, object], known: RunKnown, facts: Facts) -> Taken:
    """What becomes of an analysis by the facts of its run."""

    def menu() -> Mapping[str, Sequence[Claim]]:
        return {offer.id: offer.claims for offer in menu_of(known)}

    return take(analysis, facts, menu=menu)


def findings_text(taken: Taken, facts: Facts, *, lang: Lang) -> tuple[str, bool]:
    """The findings as they are stored ('': there are none), and whether all of them fit."""
    statements = taken.statements
    lang = _language(statements) or lang
    for n in range(len(statements), 0, -1):
        text = _json(statements_json(statements[:n], facts, lang=lang))
        if len(text.encode("utf-8")) <= FINDINGS_MOST_BYTES:
            return text, n == len(statements)
    return "", not statements


def _language(statements: Sequence[Statement]) -> Lang | None:
    """In which language their author wrote; None: there is no word of the author's."""
    words = "".join(statement.text for statement in statements)
    return language_of(words) if words else None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@frozen
class KeptAnalysis:
    """Where an analysis is stored now. `findings` None: nothing in it is one; `note_id` None: all
    of it is. `changed` False: all of it was stored already."""

    findings: WrittenSection | None
    note_id: int | None
    changed: bool


def keep(
    context: Context,
    con: DuckDBPyConnection,
    author: NewSection,
    *,
    taken: Taken,
    facts: Facts,
) -> KeptAnalysis:
    """Store what was judged: findings and, where the author said more, the note. `author` has the
    analysis as it was handed in. What the same author noted on that section before is history."""
    text, all_fit = findings_text(taken, facts, lang=context.settings.language)
    written = None
    if text:
        written = write_section(con, replace(author, text=text), now=context.now())
    changed = written is not None and written.changed
    if not taken.is_note and all_fit:
        supersede_notes(con, author, now=context.now())
        return KeptAnalysis(findings=written, note_id=None, changed=changed)
    note = write_note(con, author, now=context.now())
    return KeptAnalysis(findings=written, note_id=note.note_id, changed=changed or note.changed)


def author_notes(con: DuckDBPyConnection, activity_id: int) -> tuple[AuthorNote, ...]:
    """What others noted about a run, as a reader sees it beside the run."""
    notes = (
        AuthorNote(author=note.author, lines=note_lines(note.data))
        for note in current_notes(con, activity_id)
    )
    return tuple(note for note in notes if note.lines)


def judge_texts_again(context: Context) -> None:
    """What others wrote under an earlier rule, some runs at a time; a kill costs the last of them.

    The newest text of a section stays as far as it is read as claims that are true. The others, and
    the words of their authors, become notes.
    """
    with context.store.write() as con:
        n_left = pass_own_texts(con)
    if not n_left:
        return
    context.progress.begin("judging texts", n_left)
    while n_judged := _judge_some(context):
        context.progress.advance(n_judged)
    context.progress.end()


def _judge_some(context: Context) -> int:
    """The texts of the next runs; returns how many there were."""
    with context.store.turn() as con, transaction(con):
        texts = unjudged_texts(con, n_runs=_RUNS_AT_ONCE)
        by_run: dict[int, list[UnjudgedText]] = {}
        for text in texts:
            by_run.setdefault(text.activity_id, []).append(text)
        findings: dict[int, str] = {}
        noted: list[int] = []
        for known in _known(con, texts, user_id=context.settings.user_id):
            own = by_run.pop(known.activity_id)
            judge = partial(_judge_run, known, own, context.settings.language)
            item = message("activity {activity_id}", activity_id=known.activity_id)
            kept, rest = isolate(judge, item=item).value or ({}, [t.analysis_id for t in own])
            findings |= kept
            noted += rest
        noted += [text.analysis_id for texts_left in by_run.values() for text in texts_left]
        keep_judged(con, findings=findings, noted=noted, now=context.now())
    return len(texts)


def _known(
    con: DuckDBPyConnection, texts: Sequence[UnjudgedText], *, user_id: str
) -> Iterator[RunKnown]:
    """What is known of the runs that have a current text; nothing of one that cannot be read."""
    days = {text.activity_id: text.day for text in texts if text.current and text.day is not None}
    ids = list(days)
    evaluations, splits = evaluations_of(con, ids), splits_of(con, ids)
    for activity_id, day in days.items():
        session = isolate(
            partial(session_or_none, con, activity_id),
            item=message("activity {activity_id}", activity_id=activity_id),
        )
        yield RunKnown(
            activity_id=activity_id,
            day=day,
            evaluation=evaluations.get(activity_id),
            splits=splits[activity_id],
            analysis=session.value,
            why=explained_or_none(con, evaluations.get(activity_id), user_id=user_id),
        )


def _judge_run(
    known: RunKnown, texts: Sequence[UnjudgedText], lang: Lang
) -> tuple[Mapping[int, str], Sequence[int]]:
    """By `analysis_id`: the findings of the current texts, and those whose words become notes."""
    facts = facts_of(known)
    findings: dict[int, str] = {}
    noted: list[int] = []
    for text in texts:
        taken = judged(text.data, known, facts) if text.current else Taken()
        stored, all_fit = findings_text(taken, facts, lang=lang)
        if stored and not taken.refusals:
            findings[text.analysis_id] = stored
        if text.analysis_id not in findings or taken.is_note or not all_fit:
            noted.append(text.analysis_id)
    return findings, noted
