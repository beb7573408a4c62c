"""Section analyses: appended, superseded, searched."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from hakaru.store.recordings import write_recordings
from hakaru.store.sections import (
    NewSection,
    SectionType,
    TextQuery,
    current_sections,
    find_texts,
    write_section,
)
from hakaru.store.verdicts import write_evaluations
from tests.store.factories import START, make_evaluation, make_runs, memory_store

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DAY = date(2025, 10, 26)


@pytest.fixture
def con() -> DuckDBPyConnection:
    made = memory_store()
    write_recordings(made, make_runs(3))
    return made


def ids(con: DuckDBPyConnection) -> list[int]:
    rows = con.execute("SELECT activity_id FROM activities ORDER BY started_at").fetchall()
    return [row[0] for row in rows]


def put(
    con: DuckDBPyConnection,
    text: str,
    *,
    section: SectionType = "summary",
    run: int = 0,
    now: datetime = START,
) -> int:
    written = write_section(
        con,
        NewSection(
            activity_id=ids(con)[run],
            day=DAY,
            section_type=section,
            text=json.dumps({"text": text}, ensure_ascii=False),
            agent_name="analyst",
            agent_version=None,
            source="human_ui",
        ),
        now=now,
    )
    return written.n_earlier


def ask(con: DuckDBPyConnection, *words: str, limit: int = 10, **bounds: object) -> list[str]:
    fields: dict[str, object] = {"reasons": {}, "language": "ja"} | bounds
    _, found = find_texts(con, TextQuery(words=words, **fields), limit=limit)  # type: ignore[arg-type]
    return [one.place for one in found]


def test_the_newest_is_current_and_the_earlier_ones_stay(con: DuckDBPyConnection) -> None:
    assert put(con, "one") == 0
    assert put(con, "two", now=START + timedelta(hours=1)) == 1
    (current,) = current_sections(con, ids(con)[0])
    assert (current.data, current.n_earlier) == ({"text": "two"}, 1)
    assert con.execute("SELECT count(*) FROM section_analyses").fetchall() == [(2,)]


def test_of_two_at_the_same_moment_the_later_written_is_current(con: DuckDBPyConnection) -> None:
    put(con, "one")
    put(con, "two")
    assert current_sections(con, ids(con)[0])[0].data == {"text": "two"}


def test_the_same_again_changes_nothing(con: DuckDBPyConnection) -> None:
    put(con, "one")
    put(con, "one", now=START + timedelta(hours=1))
    assert con.execute("SELECT count(*) FROM section_analyses").fetchall() == [(1,)]


def test_every_word_has_to_be_there_case_aside(con: DuckDBPyConnection) -> None:
    put(con, "ペースが Late に落ちた")
    assert ask(con, "late", "ペース") == ["section_analyses.summary"]
    assert ask(con, "late", "心拍") == []


def test_what_was_superseded_is_not_found(con: DuckDBPyConnection) -> None:
    put(con, "whale")
    put(con, "shark", now=START + timedelta(hours=1))
    assert ask(con, "whale") == []


def test_sql_in_a_word_is_a_word(con: DuckDBPyConnection) -> None:
    put(con, "100% of ' OR 1=1 --")
    assert ask(con, "'", "1=1") == ["section_analyses.summary"]
    assert ask(con, "%%") == []


def test_newest_first_and_all_are_counted(con: DuckDBPyConnection) -> None:
    for run in range(3):
        put(con, "whale", run=run)
    query = TextQuery(words=("whale",), reasons={}, language="ja")
    n_found, found = find_texts(con, query, limit=2)
    assert n_found == 3
    assert [one.activity_id for one in found] == ids(con)[:0:-1]


def test_one_run_or_some_days_can_be_asked_for(con: DuckDBPyConnection) -> None:
    for run in range(3):
        put(con, "whale", run=run)
    assert len(ask(con, "whale", activity_id=ids(con)[1])) == 1
    days = [row[0] for row in con.execute("SELECT activity_date FROM activities").fetchall()]
    assert len(ask(con, "whale", since=sorted(days)[1])) == 2
    assert len(ask(con, "whale", until=sorted(days)[0])) == 1


def test_a_verdict_is_found_in_the_language_of_the_user(con: DuckDBPyConnection) -> None:
    write_evaluations(con, [make_evaluation(ids(con)[0])])
    contact = "UPDATE metric_verdicts SET {} WHERE metric = 'gct'"
    con.execute(contact.format("text_ja = '鯨', text_en = 'w'"))
    both = "form_evaluations.gct_evaluation_text"
    assert ask(con, "鯨") == [both]
    con.execute(contact.format("text_en = 'whale'"))
    assert ask(con, "whale") == [f"{both}_en"]
    con.execute(contact.format("text_en = '鯨 whale'"))
    assert ask(con, "鯨") == [both]
    assert ask(con, "鯨", language="en") == [f"{both}_en"]


def test_a_lost_star_is_found_by_what_it_reads_like(con: DuckDBPyConnection) -> None:
    con.execute(
        "INSERT INTO session_deductions VALUES (?, 0, 'warmup_short', 1, NULL, NULL)", [ids(con)[0]]
    )
    reasons = {"warmup_short": "ウォームアップが短めです"}
    assert ask(con, "短め", reasons=reasons) == ["session_deductions.warmup_short"]
    assert ask(con, "短め") == []
