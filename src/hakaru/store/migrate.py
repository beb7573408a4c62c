"""Which numbered changes has a database file seen, and how does it get the missing ones?

Applied in one transaction, recorded in `schema_migrations`, and preceded by a copy of a file that
already held data. A published migration is never edited; the next change is the next number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreDamaged
from hakaru.store.rows import first_row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RECORD = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL,
    code_version VARCHAR
)
"""


@dataclass(frozen=True, kw_only=True)
class Migration:
    """One numbered step: SQL statements, separated by semicolons."""

    version: int
    name: str
    sql: str


def load_migrations(folder: str) -> tuple[Migration, ...]:
    """The files NNNN_name.sql of a folder of this package, in order."""
    migrations = []
    for entry in (files("hakaru.store") / folder).iterdir():
        number, _, name = entry.name.removesuffix(".sql").partition("_")
        if entry.name.endswith(".sql"):
            sql = entry.read_text(encoding="utf-8")
            migrations.append(Migration(version=int(number), name=name, sql=sql))
    return tuple(sorted(migrations, key=lambda migration: migration.version))


def schema_version(con: DuckDBPyConnection) -> int | None:
    """The last migration a database has seen; 0 for an empty one, None where it is not ours."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        row = first_row(con, "SELECT coalesce(max(version), 0) FROM schema_migrations")
    except duckdb.CatalogException:  # asked only then: listing the tables takes six milliseconds
        return None if first_row(con, "SELECT 1 FROM duckdb_tables() LIMIT 1") else 0
    return int(row[0]) if row else 0


def apply_migrations(
    con: DuckDBPyConnection, migrations: Sequence[Migration], *, code_version: str | None
) -> None:
    """Bring a database to the last of the migrations, wholly or not at all."""
    version = schema_version(con)
    con.execute("BEGIN")
    con.execute(_RECORD)
    for migration in migrations:
        if version is not None and migration.version > version:
            con.execute(migration.sql)
            con.execute(
                "INSERT INTO schema_migrations VALUES (?, ?, ?, ?)",
                [
                    migration.version,
                    migration.name,
                    datetime.now(UTC).replace(tzinfo=None),
                    code_version,
                ],
            )
    con.execute("COMMIT")


def check_version(path: Path, *, version: int | None, newest: int) -> None:
    """Refuse a database that is not ours or newer than we are.

    Raises:
        StoreDamaged: with what to do about it.
    """
    if version is None:
        raise StoreDamaged(
            f"{path} is a database of another program; choose another data folder "
            "(HAKARU_DATA or --data)"
        )
    if version > newest:
        raise StoreDamaged(
            f"{path} was written by a newer Hakaru (schema {version}, this one knows {newest}); "
            "update Hakaru"
        )
