"""Is every question to a model on record, bounded, and readable after a crash?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.guard.cleaning import Finding
from hakaru.store.attempts import KEPT_MOST, TEXT_MOST, Asked, Attempts, Outcomes
from hakaru.store.connect import load_migrations
from hakaru.store.state import State
from tests.store.factories import START

FINDING = Finding(rule="schema.enum", path="a[0]", message="'x' は使えません", severity="should")


def question(task: str = "section.summary", *, prompt: str | None = "why?") -> Asked:
    return Asked(
        task=task,
        subject="20790040925",
        number=1,
        model="openai small",
        prompt_sha256="0" * 64,
        prompt_bytes=4,
        prompt=prompt,
    )


def attempts(folder: Path) -> Attempts:
    return Attempts(State(folder))


def test_a_question_is_on_record_before_its_answer(tmp_path: Path) -> None:
    attempt_id = attempts(tmp_path).begin(question(), now=START)
    found = attempts(tmp_path).find(attempt_id)
    assert (found.result, found.answered_at) == (Outcomes(outcome="asked"), None)
    assert (found.asked, found.asked_at) == (question(), START)


def test_what_came_of_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    log = attempts(tmp_path)
    attempt_id = log.begin(question(prompt=None), now=START)
    result = Outcomes(
        outcome="rejected",
        reply='{"a": ["x"]}\n',
        findings=(FINDING, Finding(rule="r", path="", message="m")),
        finish="stop",
        prompt_tokens=120,
        reply_tokens=3,
        elapsed_ms=12.5,
    )
    later = START + timedelta(seconds=3)
    log.finish(attempt_id, result, now=later)
    found = log.find(attempt_id)
    assert (found.result, found.answered_at, found.asked.prompt) == (result, later, None)


def test_a_failure_has_its_kind_and_sentence(tmp_path: Path) -> None:
    log = attempts(tmp_path)
    attempt_id = log.begin(question(), now=START)
    failed = Outcomes(outcome="failed", error_kind="ModelBusy", error="x" * 900)
    log.finish(attempt_id, failed, now=START)
    found = log.find(attempt_id).result
    assert found.error_kind == "ModelBusy"
    assert found.error is not None
    assert len(found.error) == 400


def test_texts_are_kept_clean_and_bounded(tmp_path: Path) -> None:
    log = attempts(tmp_path)
    attempt_id = log.begin(question(prompt="a\x1b[31m\u202eb\ud800\n" + "x" * 50_000), now=START)
    log.finish(attempt_id, Outcomes(outcome="accepted", reply="\x00" * 50_000), now=START)
    found = log.find(attempt_id)
    assert found.asked.prompt is not None
    assert found.asked.prompt.startswith("a [31mb\ufffd\nx")
    assert len(found.asked.prompt) == TEXT_MOST
    assert found.result.reply is not None
    assert "\x00" not in found.result.reply


def test_the_newest_five_hundred_are_kept(tmp_path: Path) -> None:
    log = attempts(tmp_path)
    first = log.begin(question(), now=START)
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as con, con:
        con.execute(
            "WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO model_attempts SELECT i, task, subject, number, model, prompt_sha256,"
            " prompt_bytes, prompt, outcome, reply, findings, finish, error_kind, error,"
            " prompt_tokens, reply_tokens, elapsed_ms, asked_at, answered_at, error_parts"
            " FROM n, model_attempts WHERE attempt_id = 1",
            [KEPT_MOST],
        )
    assert log.count() == KEPT_MOST
    last = log.begin(question(), now=START + timedelta(seconds=9))
    assert log.count() == KEPT_MOST
    assert log.newest(limit=KEPT_MOST)[-1].attempt_id == first + 1
    assert log.newest(limit=1)[0].attempt_id == last
    with pytest.raises(BadArgument, match="attempt = 1 is not the number of one"):
        log.find(first)


def test_attempts_are_found_by_task_or_kind_of_task(tmp_path: Path) -> None:
    log = attempts(tmp_path)
    for task in ("section.split", "section.summary", "sections", "model.check"):
        log.begin(question(task), now=START)

    def tasks(task: str | None) -> list[str]:
        return [one.asked.task for one in log.newest(task=task)]

    assert tasks("section") == ["section.summary", "section.split"]
    assert tasks("section.split") == ["section.split"]
    assert tasks("%") == []
    assert len(tasks(None)) == 4


def test_an_older_state_gains_the_table_and_keeps_a_copy(tmp_path: Path) -> None:
    old = State(tmp_path, migrations=load_migrations("state_migrations")[:1])
    old.write_setting("language", "en")
    log = attempts(tmp_path)
    assert log.newest() == ()
    assert State(tmp_path).setting("language") == "en"
    (kept,) = (tmp_path / "backups").glob("state-*-schema1.sqlite")
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT value FROM settings").fetchone() == ("en",)
