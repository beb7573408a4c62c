"""Which database does a reader read, and which run does a caller mean?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument
from hakaru.store.activities import resolve_activity
from hakaru.store.database import FILE_NAME, Store
from hakaru.store.rows import first_row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Reference = str | int | date
"""A run: our id, Garmin's id, or a local day (a date, or text YYYY-MM-DD)."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """Which run an answer is about."""

    activity_id: int
    day: date


class BaseDBReader:
    """What every reader shares: one store, opened in turn with writers.

    Attributes:
        store: the database of one data folder; readers of one facade share it.
    """

    def __init__(self, database: Store | Path | str) -> None:
        """A store, its data folder, or the database file in it."""
        self.store = database if isinstance(database, Store) else open_store(Path(database))

    @property
    def db_path(self) -> Path:
        """The database file."""
        return self.store.path

    @contextmanager
    def reading(self, activity: Reference) -> Iterator[tuple[DuckDBPyConnection, Run]]:
        """A read-only connection and the run that is meant.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            StoreBusy, StoreDamaged: as in `Store.read`.
        """
        with self.store.read() as con:
            yield con, find_run(con, activity)


def open_store(path: Path) -> Store:
    """The store of a data folder, or of the database file in it.

    Raises:
        BadArgument: another file.
    """
    if path.name == FILE_NAME:
        return Store(path.parent)
    if path.is_file():
        raise BadArgument("db_path", str(path), "a data folder, or the hakaru.duckdb in it")
    return Store(path)


def find_run(con: DuckDBPyConnection, activity: Reference) -> Run:
    """The run meant, and its local day.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    activity_id = resolve_activity(con, activity)
    row = first_row(
        con, "SELECT activity_date FROM activities WHERE activity_id = ?", values=[activity_id]
    )
    assert row is not None, "it was just found"
    return Run(activity_id=activity_id, day=row[0])
