"""How is everything that is stored written out, and how is it deleted?"""

from __future__ import annotations

import base64
import errno
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreDamaged
from hakaru.store.health import files_of
from hakaru.store.lock import Turnstile
from hakaru.store.repair import incoming_of
from hakaru.store.state import State

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_OURS = frozenset({"schema_migrations"})


def write_tables(con: DuckDBPyConnection, folder: Path) -> int:
    """One Parquet file per table, named `schema.table`; returns how many."""
    tables = con.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal ORDER BY 1, 2"
    ).fetchall()
    for schema, table in tables:
        target = str(folder / f"{schema}.{table}.parquet").replace("'", "''")
        con.execute(f'COPY (SELECT * FROM "{schema}"."{table}") TO \'{target}\' (FORMAT parquet)')
    return len(tables)


def remove_database(folder: Path, *, timeout_s: float = 30.0) -> None:
    """Delete the database with its log, and what a repair left half done, alone in the folder.

    Raises:
        StoreBusy: others use the folder until the deadline.
        StoreDamaged: it cannot be deleted.
    """
    database, state = files_of(folder)
    hold = Turnstile(folder).exclusive(timeout_s)
    try:
        for path in (
            database,
            database.with_name(f"{database.name}.wal"),
            *map(incoming_of, (database, state)),
        ):
            _removed(path)
    finally:
        hold.release()


def remove_folders(folder: Path, names: Sequence[str]) -> None:
    """Delete what lies beside the databases, as far as that is possible.

    Raises:
        StoreDamaged: some of it is still there, and its user has to delete it; the first is named.
    """
    left: list[StoreDamaged] = []
    for name in names:
        try:
            _removed(folder / name)
        except StoreDamaged as error:
            left.append(error)
    if left:
        raise left[0]


def _removed(path: Path) -> None:
    try:
        if path.is_symlink():
            raise OSError(errno.ELOOP, "it leads elsewhere")
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    except OSError as exc:
        raise StoreDamaged(
            f"{path} cannot be deleted ({exc.strerror}); delete it yourself"
        ) from exc


def state_tables(state: State) -> tuple[str, ...]:
    """The tables of the small state."""
    with state.session() as con:
        rows = con.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
            "ORDER BY name"
        ).fetchall()
    return tuple(str(row[0]) for row in rows)


def state_rows(state: State, table: str) -> Iterator[Mapping[str, object]]:
    """The rows of one of these tables; bytes in base64."""
    with state.session() as con:
        cursor = con.execute(f'SELECT * FROM "{table}"')
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
    for row in rows:
        yield {name: _plain(value) for name, value in zip(names, row, strict=True)}


def clear_state(state: State) -> None:
    """Empty every table but the record of its schema, and give the room back: what was deleted is
    in no free page either.

    Raises:
        StoreBusy: another process is using it.
    """
    tables = [table for table in state_tables(state) if table not in _OURS]
    with state.session() as con:
        con.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            con.execute(f'DELETE FROM "{table}"')
    state.give_back_room()


def _plain(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
