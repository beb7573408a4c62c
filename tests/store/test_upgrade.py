"""Data of every earlier version opens, loses nothing, and survives a migration that is cut off."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hakaru.store.care import database_health, state_health
from hakaru.store.connect import Migration
from hakaru.store.database import Store
from hakaru.store.private import copies_of
from hakaru.store.state import State
from tests.flows.commands import run, wait
from tests.shared import some
from tests.store.older import (
    DATABASE_MIGRATIONS,
    N_ROWS,
    STATE_MIGRATIONS,
    database_rows,
    kept_rows,
    older_database,
    older_state,
    state_rows,
)
from tests.store.processes import ROOT

NEWEST = len(DATABASE_MIGRATIONS)
NEWEST_STATE = len(STATE_MIGRATIONS)
OTHERS = tuple(version for version in range(2, NEWEST - 1) if version != NEWEST // 2)
"""Versions that are tried in `make soak` only: a migration goes through all that follow it."""
LONG = "INSERT INTO later SELECT range FROM range(1000000000)"
LONG_STATE = (
    "INSERT INTO later WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c "
    "LIMIT 1000000000) SELECT x FROM c"
)
OPEN = """
import sys
from pathlib import Path
from hakaru.store.database import Store
from hakaru.store.connect import Migration, load_migrations
from hakaru.store.state import State

kind, folder, sql = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
ours = load_migrations("migrations" if kind == "database" else "state_migrations")
later = (Migration(version=len(ours) + 1, name="later", sql=sql),) if sql else ()
print("opening", flush=True)
if kind == "database":
    store = Store(folder, migrations=(*ours, *later))
    with store.read():
        pass
    store.close()
else:
    State(folder, migrations=(*ours, *later)).setting("x")
"""


def opening(kind: str, folder: Path, sql: str = "") -> subprocess.Popen[str]:
    """A process that is about to open, and so to migrate, a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", OPEN, kind, str(folder), sql],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "opening\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def open_both(folder: Path) -> None:
    """As the next command does."""
    store = Store(folder)
    with store.read():
        pass
    store.close()
    State(folder).setting("x")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("version", (1, NEWEST - 1, NEWEST // 2, *OTHERS))
def test_a_database_of_an_earlier_version_loses_nothing(version: int, tmp_path: Path) -> None:
    path = older_database(tmp_path, version)
    before = database_rows(path)
    assert before
    assert all(len(rows) == N_ROWS for _, rows in before.values())
    open_both(tmp_path)
    assert database_rows(path, kept_rows(before)) == kept_rows(before)
    assert database_health(path).version == NEWEST
    (copy,) = copies_of(path)
    assert (copy.schema, database_rows(copy.path)) == (version, before)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("version", range(1, NEWEST_STATE))
def test_a_state_of_an_earlier_version_loses_nothing(version: int, tmp_path: Path) -> None:
    path = older_state(tmp_path, version)
    before = state_rows(path)
    assert before
    assert all(len(rows) == N_ROWS for _, rows in before.values())
    open_both(tmp_path)
    assert state_rows(path, before) == before
    assert state_health(path).version == NEWEST_STATE
    (copy,) = copies_of(path)
    assert (copy.schema, state_rows(copy.path)) == (version, before)


def test_the_commands_work_on_the_data_of_the_version_before(tmp_path: Path) -> None:
    older_database(tmp_path, NEWEST - 1)
    older_state(tmp_path, NEWEST_STATE - 1)
    data = ("--data", str(tmp_path), "--lang", "en", "--json")
    for words in (("status",), ("activities",), ("nodes", "list"), ("doctor",)):
        done = run(*words, *data)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""


def test_the_doctor_migrates_and_copies_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    older_database(data, NEWEST - 1)
    older_state(data, NEWEST_STATE - 1)
    before = {name: (data / name).read_bytes() for name in ("hakaru.duckdb", "state.sqlite")}
    seen = run("doctor", "--data", str(data), "--lang", "en")
    told = " ".join(seen.stdout.split())
    assert told.count("its next use brings it to") == 2, seen.stdout + seen.stderr
    assert {name: (data / name).read_bytes() for name in before} == before
    assert not (data / "backups").exists()


@pytest.mark.parametrize(("kind", "sql"), [("database", LONG), ("state", LONG_STATE)])
def test_a_migration_killed_in_the_middle_has_changed_nothing(
    kind: str, sql: str, tmp_path: Path
) -> None:
    made = {"database": older_database, "state": older_state}[kind]
    rows = {"database": database_rows, "state": state_rows}[kind]
    health = {"database": database_health, "state": state_health}[kind]
    ours = {"database": NEWEST, "state": NEWEST_STATE}[kind]
    path = made(tmp_path, ours)
    before = rows(path)
    process = opening(kind, tmp_path, f"CREATE TABLE later (x BIGINT);\n{sql};")
    while not copies_of(path):
        wait(process, 0.01)
        assert process.poll() is None
    wait(process, 0.3)
    assert process.poll() is None, "it was not in the middle"
    kill(process)
    assert rows(path) == before
    assert health(path).condition == "sound"
    open_both(tmp_path)
    later = (Migration(version=ours + 1, name="later", sql="CREATE TABLE later (x BIGINT);"),)
    if kind == "database":
        newer = Store(tmp_path, migrations=(*DATABASE_MIGRATIONS, *later))
        with newer.read() as con:
            assert con.execute("SELECT count(*) FROM later").fetchall() == [(0,)]
        newer.close()
    else:
        State(tmp_path, migrations=(*STATE_MIGRATIONS, *later)).setting("x")
    assert rows(path, before) == before


@pytest.mark.parametrize("kind", ["database", "state"])
def test_killed_at_any_moment_of_opening_the_next_command_goes_on(
    kind: str, tmp_path: Path
) -> None:
    made = {"database": older_database, "state": older_state}[kind]
    rows = {"database": database_rows, "state": state_rows}[kind]
    made_once = tmp_path / "made"
    made_once.mkdir()
    before = kept_rows(rows(made(made_once, 1)))
    for moment in some(range(8), 3):
        folder = tmp_path / str(moment)
        shutil.copytree(made_once, folder)
        process = opening(kind, folder)
        wait(process, moment * 0.03)
        kill(process)
        open_both(folder)
        path = folder / ("hakaru.duckdb" if kind == "database" else "state.sqlite")
        assert rows(path, before) == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["database", "state"])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_an_older_program_says_one_sentence_and_changes_nothing(
    kind: str, language: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    process = opening(kind, data, "CREATE TABLE later (x BIGINT);")
    assert process.wait(timeout=60) == 0
    kill(process)
    file = data / ("hakaru.duckdb" if kind == "database" else "state.sqlite")
    content = file.read_bytes()
    commands = {"database": (("status",), ("train",)), "state": (("nodes", "list"),)}[kind]
    for words in (*commands, ("repair",)):
        done = run(*words, "--data", str(data), "--lang", language)
        assert done.returncode == 1
        assert done.stdout == ""
        (sentence,) = done.stderr.splitlines()
        assert file.name in sentence
        expected = {"ja": "Hakaru を更新してください", "en": "update Hakaru"}
        assert expected[language] in sentence
    assert file.read_bytes() == content
    assert not (data / "backups").exists()
