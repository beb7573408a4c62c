"""Section analyses of a run: stored, superseded and found again.

Appended, never overwritten: the newest of each section is the current one, the others its history.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang
from hakaru.proposals.changes import Source as ChangeSource
from hakaru.records import frozen
from hakaru.running.sections.model import SectionName
from hakaru.store.rows import aware, first_row, naive_utc
from hakaru.store.stale import JUDGED_BY

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SectionType = SectionName


@frozen
class StoredSection:
    """One current analysis. `data` is what its author wrote, as JSON values.

    `n_earlier` counts what it superseded. None: the author did not say. `outdated`: the verdict on
    the run, or its session, is newer than the text.
    """

    section_type: str
    data: Mapping[str, object]
    agent_name: str | None
    agent_version: str | None
    created_at: datetime | None
    n_earlier: int
    outdated: bool = False
    judged_by: int | None = JUDGED_BY


@frozen
class StoredNote:
    """What somebody wrote about a run and nothing bears out, as JSON values. None: not said."""

    note_id: int
    section_type: str
    data: Mapping[str, object]
    author: str | None
    author_version: str | None
    created_at: datetime | None


@frozen
class NewSection:
    """An analysis to be stored; `text` is its JSON, checked and cleaned, `source` who asked."""

    activity_id: int
    day: date
    section_type: SectionType
    text: str
    agent_name: str | None
    agent_version: str | None
    source: ChangeSource


@frozen
class WrittenNote:
    """What became of it. `changed` False: the author had noted the same already."""

    note_id: int
    changed: bool


@frozen
class WrittenSection:
    """What became of it. `changed` False: the current one said the same already."""

    analysis_id: int
    n_earlier: int
    changed: bool


_CURRENT = """
SELECT *, count(*) OVER (PARTITION BY activity_id, section_type) - 1 AS n_earlier
FROM section_analyses
QUALIFY row_number() OVER (
    PARTITION BY activity_id, section_type ORDER BY created_at DESC NULLS LAST, analysis_id DESC
) = 1
"""
"""The newest analysis of each section of each run."""


def write_section(con: DuckDBPyConnection, section: NewSection, *, now: datetime) -> WrittenSection:
    """Append an analysis, unless the current one has the same content."""
    current = first_row(
        con,
        f"SELECT analysis_id, CAST(analysis_data AS VARCHAR), n_earlier FROM ({_CURRENT}) "
        "WHERE activity_id = ? AND section_type = ?",
        values=[section.activity_id, section.section_type],
    )
    if current is not None and current[1] == section.text:
        return WrittenSection(analysis_id=current[0], n_earlier=current[2], changed=False)
    row = first_row(
        con,
        "INSERT INTO section_analyses (activity_id, activity_date, section_type, analysis_data, "
        "agent_name, agent_version, created_at, source, judged_by) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "RETURNING analysis_id",
        values=[
            section.activity_id,
            section.day,
            section.section_type,
            section.text,
            section.agent_name,
            section.agent_version,
            naive_utc(now),
            section.source,
            JUDGED_BY,
        ],
    )
    assert row is not None, "an insert returns its row"
    n_earlier = 0 if current is None else current[2] + 1
    return WrittenSection(analysis_id=row[0], n_earlier=n_earlier, changed=True)


def current_sections(con: DuckDBPyConnection, activity_id: int) -> tuple[StoredSection, ...]:
    """The newest analysis of each section of a run, by name."""
    any_written = "SELECT 1 FROM section_analyses WHERE activity_id = ? LIMIT 1"
    if con.execute(any_written, [activity_id]).fetchone() is None:
        return ()
    rows = con.execute(
        "SELECT section_type, CAST(analysis_data AS VARCHAR), agent_name, agent_version, "
        "created_at, n_earlier, coalesce(created_at < greatest(e.evaluated_at, s.analysed_at), "
        f"false), judged_by FROM ({_CURRENT}) LEFT JOIN form_evaluations e USING (activity_id) "
        "LEFT JOIN data.sessions s USING (activity_id) WHERE activity_id = ? ORDER BY section_type",
        [activity_id],
    ).fetchall()
    return tuple(
        StoredSection(
            section_type=row[0],
            data=json.loads(row[1]) if row[1] else {},
            agent_name=row[2],
            agent_version=row[3],
            created_at=aware(row[4]),
            n_earlier=row[5],
            outdated=row[6],
            judged_by=row[7],
        )
        for row in rows
    )


def write_note(con: DuckDBPyConnection, note: NewSection, *, now: datetime) -> WrittenNote:
    """Keep somebody's words, in place of what the same author noted on that section before."""
    own = "activity_id = ? AND section_type = ? AND author IS NOT DISTINCT FROM ? "
    values = [note.activity_id, note.section_type, note.agent_name]
    row = first_row(
        con,
        f"SELECT note_id FROM run_notes WHERE {own} AND superseded_at IS NULL "
        "AND CAST(note AS VARCHAR) = ?",
        values=[*values, note.text],
    )
    if row is not None:
        return WrittenNote(note_id=row[0], changed=False)
    supersede_notes(con, note, now=now)
    row = first_row(
        con,
        "INSERT INTO run_notes (activity_id, section_type, author, note, author_version, "
        "created_at, source) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING note_id",
        values=[*values, note.text, note.agent_version, naive_utc(now), note.source],
    )
    assert row is not None, "an insert returns its row"
    return WrittenNote(note_id=row[0], changed=True)


def supersede_notes(con: DuckDBPyConnection, by: NewSection, *, now: datetime) -> None:
    """What the author noted on that section before is history."""
    con.execute(
        "UPDATE run_notes SET superseded_at = ? WHERE activity_id = ? AND section_type = ? "
        "AND author IS NOT DISTINCT FROM ? AND superseded_at IS NULL",
        [naive_utc(now), by.activity_id, by.section_type, by.agent_name],
    )


def current_notes(con: DuckDBPyConnection, activity_id: int) -> tuple[StoredNote, ...]:
    """What is noted beside a run, in the order in which it was written."""
    rows = con.execute(
        "SELECT note_id, section_type, CAST(note AS VARCHAR), author, author_version, created_at "
        "FROM run_notes WHERE activity_id = ? AND superseded_at IS NULL "
        "ORDER BY created_at NULLS FIRST, note_id",
        [activity_id],
    ).fetchall()
    return tuple(
        StoredNote(
            note_id=row[0],
            section_type=row[1],
            data=json.loads(row[2]),
            author=row[3],
            author_version=row[4],
            created_at=aware(row[5]),
        )
        for row in rows
    )


def pass_own_texts(con: DuckDBPyConnection) -> int:
    """Leave what Hakaru itself worded to those who show it: it is worded anew where it is due.
    Returns how many texts of others passed an earlier rule only."""
    con.execute(
        "UPDATE section_analyses SET judged_by = ? WHERE judged_by IS DISTINCT FROM ? "
        "AND analysis_data->>'source' IN ('llm', 'narrator') "
        "AND analysis_data->>'evidence_sha256' IS NOT NULL",
        [JUDGED_BY, JUDGED_BY],
    )
    row = first_row(
        con,
        "SELECT count(*) FROM section_analyses WHERE judged_by IS DISTINCT FROM ?",
        values=[JUDGED_BY],
    )
    assert row is not None
    return int(row[0])


@frozen
class UnjudgedText:
    """A stored text that passed an earlier rule. `current`: none of its section is newer; `day`
    None: its run is not stored."""

    analysis_id: int
    activity_id: int
    day: date | None
    data: Mapping[str, object]
    current: bool


def unjudged_texts(con: DuckDBPyConnection, *, n_runs: int) -> tuple[UnjudgedText, ...]:
    """Those of the next runs that have some."""
    rows = con.execute(
        "SELECT analysis_id, activity_id, a.activity_date, CAST(analysis_data AS VARCHAR), "
        f"analysis_id IN (SELECT analysis_id FROM ({_CURRENT})) FROM section_analyses s "
        "LEFT JOIN activities a USING (activity_id) "
        "WHERE judged_by IS DISTINCT FROM ? AND activity_id IN (SELECT DISTINCT activity_id "
        "FROM section_analyses WHERE judged_by IS DISTINCT FROM ? ORDER BY 1 LIMIT ?) "
        "ORDER BY activity_id, analysis_id",
        [JUDGED_BY, JUDGED_BY, n_runs],
    ).fetchall()
    return tuple(
        UnjudgedText(
            analysis_id=row[0],
            activity_id=row[1],
            day=row[2],
            data=json.loads(row[3]) if row[3] else {},
            current=row[4],
        )
        for row in rows
    )


def keep_judged(
    con: DuckDBPyConnection,
    *,
    findings: Mapping[int, str],
    noted: Sequence[int],
    now: datetime,
) -> None:
    """What became of texts, by `analysis_id`: their claims as they are stored now, and those that
    become notes as their authors wrote them (superseded ones stay history)."""
    con.execute(
        "INSERT INTO run_notes (activity_id, section_type, note, author, author_version, "
        "created_at, source, superseded_at) SELECT activity_id, section_type, "
        "coalesce(analysis_data, '{}'), agent_name, agent_version, created_at, source, "
        f"CASE WHEN analysis_id IN (SELECT analysis_id FROM ({_CURRENT})) THEN NULL ELSE ? END "
        "FROM section_analyses WHERE analysis_id IN (SELECT unnest(?::BIGINT[]))",
        [naive_utc(now), list(noted)],
    )
    con.execute(
        "DELETE FROM section_analyses WHERE analysis_id IN (SELECT unnest(?::BIGINT[]))",
        [[analysis_id for analysis_id in noted if analysis_id not in findings]],
    )
    con.execute(
        "UPDATE section_analyses SET analysis_data = f.text FROM (SELECT unnest(?::BIGINT[]) AS "
        "analysis_id, unnest(?::VARCHAR[]) AS text) f "
        "WHERE section_analyses.analysis_id = f.analysis_id",
        [list(findings), list(findings.values())],
    )
    con.execute(
        "UPDATE section_analyses SET judged_by = ? "
        "WHERE analysis_id IN (SELECT unnest(?::BIGINT[]))",
        [JUDGED_BY, list(findings)],
    )


def unwritten_activities(
    con: DuckDBPyConnection, sections: Sequence[SectionType], *, lang: Lang, version: str
) -> tuple[int, ...]:
    """Runs that lack one of the sections, or have one older than their verdict or session; the
    newest run first. Of our own words those in the language and of that version count, of others
    all that is found true."""
    rows = con.execute(
        f"""
        WITH written AS (
            SELECT activity_id, count(*) AS n, min(created_at) AS oldest FROM ({_CURRENT})
            WHERE section_type IN (SELECT unnest(?::VARCHAR[]))
                AND (analysis_data->>'source' IS NULL
                    OR (analysis_data->>'language' = ? AND agent_version = ?))
            GROUP BY activity_id
        )
        SELECT a.activity_id FROM activities a
        LEFT JOIN written w USING (activity_id)
        LEFT JOIN data.run_verdicts e USING (activity_id)
        LEFT JOIN data.sessions s USING (activity_id)
        WHERE coalesce(w.n, 0) < ? OR e.evaluated_at > w.oldest OR s.analysed_at > w.oldest
        ORDER BY a.started_at DESC, a.activity_id
        """,
        [list(sections), lang, version, len(sections)],
    ).fetchall()
    return tuple(row[0] for row in rows)


@frozen
class FoundText:
    """A stored text that holds every word. `place` is table and column (or section, or reason)."""

    activity_id: int
    day: date
    place: str
    text: str


@frozen
class TextQuery:
    """What is looked for: every word, case aside. None: all runs, all days.

    `reasons` maps codes of lost stars to what they read like. Of a text that is stored in both
    languages the one in `language` is found, unless only the other holds the words.
    """

    words: tuple[str, ...]
    reasons: Mapping[str, str]
    language: Lang
    activity_id: int | None = None
    since: date | None = None
    until: date | None = None


_METRICS = ("gct", "vo", "vr", "cadence", "balance")


def find_texts(
    con: DuckDBPyConnection, query: TextQuery, *, limit: int
) -> tuple[int, Sequence[FoundText]]:
    """How many stored texts match, and the newest of them."""
    holds = " AND ".join("contains(lower(t.text), lower(?))" for _ in query.words)
    bounds = (query.activity_id, query.since, query.until)
    rows = con.execute(
        f"{_TEXTS}, found AS (SELECT a.activity_id, a.activity_date, a.started_at, t.place, t.text "
        f"FROM texts t JOIN activities a USING (activity_id) WHERE {holds} "
        "AND (? IS NULL OR a.activity_id = ?) AND (? IS NULL OR a.activity_date >= ?) "
        "AND (? IS NULL OR a.activity_date <= ?) "
        "QUALIFY row_number() OVER (PARTITION BY a.activity_id, regexp_replace(t.place, '_en$', '')"
        " ORDER BY (ends_with(t.place, '_text_en') = ?) DESC) = 1) "
        "SELECT activity_id, activity_date, place, text, count(*) OVER () FROM found "
        "ORDER BY started_at DESC, activity_id, place LIMIT ?",
        [
            list(query.reasons),
            list(query.reasons.values()),
            *query.words,
            *(repeated for bound in bounds for repeated in (bound, bound)),
            query.language == "en",
            limit,
        ],
    ).fetchall()
    texts = tuple(
        FoundText(activity_id=row[0], day=row[1], place=row[2], text=row[3]) for row in rows
    )
    return (rows[0][4] if rows else 0), texts


_EVALUATED = " UNION ALL ".join(
    f"SELECT activity_id, 'form_evaluations.{column}' AS place, {column} AS text "
    "FROM form_evaluations"
    for metric in _METRICS
    for column in (f"{metric}_evaluation_text", f"{metric}_evaluation_text_en")
)
_TEXTS = f"""
WITH reasons AS (SELECT unnest(?::VARCHAR[]) AS reason, unnest(?::VARCHAR[]) AS words),
texts AS (
    SELECT activity_id, 'section_analyses.' || section_type AS place,
        CAST(analysis_data AS VARCHAR) AS text
    FROM ({_CURRENT})
    UNION ALL
    SELECT activity_id, 'run_notes.' || section_type AS place, CAST(note AS VARCHAR) AS text
    FROM run_notes WHERE superseded_at IS NULL
    UNION ALL {_EVALUATED}
    UNION ALL
    SELECT DISTINCT activity_id, 'session_deductions.' || reason AS place, words AS text
    FROM session_deductions JOIN reasons USING (reason)
    UNION ALL
    SELECT activity_id, 'activities.title' AS place, title AS text FROM activities
)
"""
"""Everything in words, with where it is kept."""
