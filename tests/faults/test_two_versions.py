"""Two versions of the program on one data folder: the older one is told, and changes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from tests.faults.running import Commands, copied, digest
from tests.faults.writing import words_of
from tests.store.processes import holding


def newer_database(data: Path) -> None:
    with closing(duckdb.connect(str(data / "hakaru.duckdb"))) as con:
        con.execute(
            "INSERT INTO schema_migrations SELECT * REPLACE (version + 1 AS version) "
            "FROM schema_migrations ORDER BY version DESC LIMIT 1"
        )


def newer_state(data: Path) -> None:
    with closing(sqlite3.connect(data / "state.sqlite")) as con, con:
        con.execute(
            "INSERT INTO schema_migrations SELECT max(version) + 1, 'later', 'then' "
            "FROM schema_migrations"
        )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("command", ["train", "athlete set", "nodes add", "confirm", "report"])
def test_data_of_a_newer_version_is_refused_in_one_sentence_and_not_changed(
    command: str, language: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    newer_database(data)
    newer_state(data)
    before = digest(data)
    done = ran.run(*words_of(command, prepared, tmp_path), data=data, language=language)
    assert (done.code, done.out) == (1, "")
    (line,) = done.sentences
    assert ("update Hakaru" in line) if language == "en" else ("新しい" in line), line
    assert digest(data) == before


def test_a_version_that_waits_while_the_other_one_writes_names_it_and_works_afterwards(
    ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    """Reading waits for five seconds at most."""
    data = copied(prepared / "data", tmp_path / "data")
    with holding("hold-write", data):
        done = ran.run("activities", data=data)
        assert done.code == 1
        (line,) = done.sentences
        assert "the store is busy" in line
        assert "process" in line
    assert ran.run("activities", data=data).code == 0
    assert ran.run(*words_of("train", prepared, tmp_path), data=data).code == 0
