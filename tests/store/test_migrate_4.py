"""A database from before sessions were understood: it opens, loses nothing, and can catch up."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from hakaru.core.errors import NotAnalysed
from hakaru.flows.context import Context
from hakaru.flows.evaluate import reevaluate, train, understand
from hakaru.flows.session import get_session
from hakaru.store.connect import load_migrations
from hakaru.store.database import FILE_NAME
from tests.flows.factories import ask, make_context, stored_runs, take_in
from tests.flows.session_seasons import MIXED, mixed_files, read_only, sessions
from tests.store.session_factories import migrated

_RENAMED = {
    "speed_mps": "running_speed_mps",
    "heart_rate_avg_bpm": "running_heart_rate_bpm",
    "cadence_spm": "running_cadence_spm",
    "power_w": "running_power_w",
}
"""Columns of a run that hold the watch's figures since version 12."""
_TABLES = (
    "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
    "WHERE database_name = current_database() AND table_name <> 'schema_migrations' ORDER BY ALL"
)


@pytest.fixture(scope="module")
def earlier_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of version 3 with runs, verdicts and labels of types by the device."""
    folder = tmp_path_factory.mktemp("version-3")
    with read_only(mixed_files()) as newer:
        newer_file = newer.store.path
    with migrated(duckdb.connect(folder / FILE_NAME), version=3) as con:
        con.execute(f"ATTACH '{newer_file}' AS newer (READ_ONLY)")
        for (table,) in con.execute(_TABLES).fetchall():
            con.execute(
                f"INSERT INTO {table} BY NAME SELECT {old_columns(con, table)} FROM newer.{table}"
            )
        con.execute("DETACH newer")
    return folder / FILE_NAME


@pytest.fixture
def opened(earlier_file: Path, tmp_path: Path) -> Iterator[Context]:
    """That database as this version of the program finds it."""
    shutil.copy(earlier_file, tmp_path / FILE_NAME)
    made = make_context(tmp_path)
    yield made
    made.store.close()


def old_columns(con: duckdb.DuckDBPyConnection, table: str) -> str:
    """The columns of a table of version 3; every verdict had a score and stars then, and the means
    of a run were those while running."""
    listed = (
        columns(con, table)
        .replace('"overall_score"', 'coalesce(overall_score, 100.0) AS "overall_score"')
        .replace('"overall_stars"', 'coalesce(overall_stars, 5) AS "overall_stars"')
        .replace('"overall_star_rating"', "coalesce(overall_star_rating, '★★★★★') "
                 'AS "overall_star_rating"')
    )  # fmt: skip
    return while_running(listed) if table == "main.activities" else listed


def while_running(listed: str) -> str:
    """The means of a run as a later version calls them, under their old names."""
    for old, new in _RENAMED.items():
        listed = listed.replace(f'"{old}"', f'{new} AS "{old}"')
    return listed


def columns(con: duckdb.DuckDBPyConnection, table: str) -> str:
    return ", ".join(f'"{row[0]}"' for row in con.execute(f"DESCRIBE {table}").fetchall())


def rows_of_version_3(path: Path) -> dict[str, tuple[str, list[tuple[object, ...]]]]:
    """Table to its columns and rows."""
    with duckdb.connect(path, read_only=True) as con:
        return {
            table: (
                columns(con, table),
                con.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall(),
            )
            for (table,) in con.execute(_TABLES).fetchall()
        }


def test_nothing_that_was_stored_is_lost(opened: Context, earlier_file: Path) -> None:
    before = rows_of_version_3(earlier_file)
    assert len(before["main.activities"][1]) == MIXED.n_runs
    for table, (names, rows) in before.items():
        if table == "main.form_evaluations":  # graded again: test_verdicts_of_earlier_versions
            continue
        listed = while_running(names) if table == "main.activities" else names
        assert ask(opened, f"SELECT {listed} FROM {table} ORDER BY ALL") == rows, table
    applied = ask(opened, "SELECT max(version) FROM schema_migrations")
    assert applied == [(load_migrations("migrations")[-1].version,)]


def test_a_copy_of_the_old_file_stays_beside_it(opened: Context, earlier_file: Path) -> None:
    stored_runs(opened)
    (copy,) = (opened.data_folder / "backups").glob("*-schema3*")
    assert rows_of_version_3(copy) == rows_of_version_3(earlier_file)


def test_its_runs_are_not_analysed_until_they_are(opened: Context) -> None:
    ids = tuple(run.activity_id for run in stored_runs(opened))
    with pytest.raises(NotAnalysed, match="hakaru status"):
        get_session(opened, activity=str(ids[0]), detail=False)
    assert understand(opened, activity=None, all=True).analysed == len(ids)


@pytest.mark.soak
def test_it_catches_up_with_a_store_that_understood_its_runs_at_once(opened: Context) -> None:
    understand(opened, activity=None, all=True)
    kinds = [
        (session.activity_id, session.training_type, session.form, session.n_reps)
        for session in sessions(opened)
    ]
    with read_only(mixed_files()) as newer:
        assert kinds == [
            (session.activity_id, session.training_type, session.form, session.n_reps)
            for session in sessions(newer)
        ]
    roles = ask(opened, "SELECT count(*) FROM data.splits WHERE role IS NULL OR is_target IS NULL")
    assert roles == [(0,)]


@pytest.mark.soak
def test_it_works_on_without_being_analysed(opened: Context) -> None:
    assert reevaluate(opened, since=None, until=None).evaluated == MIXED.n_runs
    assert train(opened, method="direct", history=False).stored
    assert take_in(opened, *mixed_files()).duplicates == MIXED.n_runs
