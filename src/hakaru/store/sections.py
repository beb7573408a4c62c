"""How are section analyses of a run stored, superseded and found again?

Appended, never overwritten: the newest of each section is the current one, the others its history.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang
from hakaru.proposals.changes import Source as ChangeSource
from hakaru.running.sections.model import SectionName
from hakaru.store.rows import aware, first_row, naive_utc

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SectionType = SectionName


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class NewSection:
    """An analysis to be stored; `text` is its JSON, checked and cleaned, `source` who asked."""

    activity_id: int
    day: date
    section_type: SectionType
    text: str
    agent_name: str | None
    agent_version: str | None
    source: ChangeSource


@dataclass(frozen=True, kw_only=True)
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
        "agent_name, agent_version, created_at, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
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
        ],
    )
    assert row is not None, "an insert returns its row"
    n_earlier = 0 if current is None else current[2] + 1
    return WrittenSection(analysis_id=row[0], n_earlier=n_earlier, changed=True)


def current_sections(con: DuckDBPyConnection, activity_id: int) -> tuple[StoredSection, ...]:
    """The newest analysis of each section of a run, by name."""
    rows = con.execute(
        "SELECT section_type, CAST(analysis_data AS VARCHAR), agent_name, agent_version, "
        "created_at, n_earlier, coalesce(created_at < greatest(e.evaluated_at, s.analysed_at), "
        f"false) FROM ({_CURRENT}) LEFT JOIN form_evaluations e USING (activity_id) "
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
        )
        for row in rows
    )


def unwritten_activities(
    con: DuckDBPyConnection, sections: Sequence[SectionType], *, lang: Lang
) -> tuple[int, ...]:
    """Runs that lack one of the sections in a language, or have one older than their verdict or
    session; the newest run first. One whose author did not name its language counts."""
    rows = con.execute(
        f"""
        WITH written AS (
            SELECT activity_id, count(*) AS n, min(created_at) AS oldest FROM ({_CURRENT})
            WHERE section_type IN (SELECT unnest(?::VARCHAR[]))
                AND coalesce(analysis_data->>'language', ?) = ?
            GROUP BY activity_id
        )
        SELECT a.activity_id FROM activities a
        LEFT JOIN written w USING (activity_id)
        LEFT JOIN data.run_verdicts e USING (activity_id)
        LEFT JOIN data.sessions s USING (activity_id)
        WHERE coalesce(w.n, 0) < ? OR e.evaluated_at > w.oldest OR s.analysed_at > w.oldest
        ORDER BY a.started_at DESC, a.activity_id
        """,
        [list(sections), lang, lang, len(sections)],
    ).fetchall()
    return tuple(row[0] for row in rows)


@dataclass(frozen=True, kw_only=True)
class FoundText:
    """A stored text that holds every word. `place` is table and column (or section, or reason)."""

    activity_id: int
    day: date
    place: str
    text: str


@dataclass(frozen=True, kw_only=True)
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
    UNION ALL {_EVALUATED}
    UNION ALL
    SELECT DISTINCT activity_id, 'session_deductions.' || reason AS place, words AS text
    FROM session_deductions JOIN reasons USING (reason)
    UNION ALL
    SELECT activity_id, 'activities.title' AS place, title AS text FROM activities
)
"""
"""Everything in words, with where it is kept."""
