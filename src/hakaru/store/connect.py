"""How is the database file opened, and what does a failure to open it mean?"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.trouble import blame_the_disk

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_PAUSE_S = 0.02
_ROW_GROUP_ROWS = 20_480
"""About six hours of running. Closing the file compresses the last, unfinished row group again:
with 122,880 rows (the default) that took up to 0.2 s of every turn of a writer."""
_NAMED_FILE = re.compile(r'file "([^"]+)"')
_FOREIGN_LOCK = "Could not set lock on file"


def connect(path: Path, *, read_only: bool, timeout_s: float) -> DuckDBPyConnection:
    """A connection to an existing or (when writing) new database file.

    Everybody of ours waits at the turnstile; a program that does not know it (another tool with the
    file open) is waited for here.

    Raises:
        StoreBusy: another program kept the file open until the deadline.
        StoreDamaged: not a database, damaged, or not accessible.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    started_s = time.monotonic()
    while True:
        try:
            if read_only:
                return duckdb.connect(path, read_only=True, config=_CONFIG)
            return _attached(duckdb.connect(config=_CONFIG), path)
        except duckdb.Error as exc:
            waited_s = time.monotonic() - started_s
            if _FOREIGN_LOCK not in str(exc):
                blame_the_disk(path, exc)
                raise StoreDamaged(_damage(path, exc)) from exc
            if waited_s >= timeout_s:
                raise StoreBusy(waited_s, _foreign_holder(str(exc))) from exc
        time.sleep(_PAUSE_S)


def _attached(connection: DuckDBPyConnection, path: Path) -> DuckDBPyConnection:
    """The file as the default database of an in-memory connection: only so can it be given a size
    of row groups."""
    quoted = str(path).replace("'", "''")
    try:
        connection.execute(
            f"ATTACH '{quoted}' AS {path.stem} (ROW_GROUP_SIZE {_ROW_GROUP_ROWS}); USE {path.stem}"
        )
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of the file itself (full disk, damage) become ours; those of a query stay.

    Raises:
        StoreDamaged: with the reason and what to do.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.IOException, duckdb.SerializationException, duckdb.FatalException) as exc:
        blame_the_disk(path, exc)
        raise StoreDamaged(_damage(path, exc)) from exc


@contextmanager
def translated_commit() -> Iterator[None]:
    """A commit that the disk does not take concerns every write, not only the one at hand.

    Raises:
        StoreDamaged: with the reason and what to do.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.TransactionException, duckdb.FatalException, duckdb.IOException) as exc:
        named = _NAMED_FILE.search(str(exc))
        path = Path("hakaru.duckdb" if named is None else named[1])
        blame_the_disk(path, exc)
        raise StoreDamaged(_damage(path, exc)) from exc


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""Nothing is fetched from anywhere; all connections of a process to one file must agree on it."""


def _damage(path: Path, exc: Exception) -> str:
    reason = str(exc).splitlines()[0]
    return f"{path} cannot be opened ({reason}); `hakaru repair` puts the newest sound copy back"


def _foreign_holder(message: str) -> str:
    """Who DuckDB says has the file open, as 'process 4711 (duckdb)'."""
    match = re.search(r"held in (?P<program>.*?) \(PID (?P<pid>\d+)\)", message)
    if match is None:
        return "another program that has the database open"
    return f"process {match['pid']} ({match['program']})"
