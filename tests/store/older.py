"""The two files of a data folder as an earlier version left them, with rows in every table."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import duckdb

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.database import FILE_NAME as DATABASE
from hakaru.store.state import FILE_NAME as STATE
from hakaru.store.state import State

DATABASE_MIGRATIONS = load_migrations("migrations")
STATE_MIGRATIONS = load_migrations("state_migrations")
N_ROWS = 3

Rows = Mapping[str, tuple[tuple[str, ...], list[tuple[object, ...]]]]
"""Table to its columns and its rows, in order."""

_DROPPED = ("main.unsettled_runs",)
"""Work that was to be done: version 8 derives everything anew."""
_REGRADED = "penalty|score|stars|needs_improvement|balance_penalised|rating|rubric|delta|tolerance"
"""Columns of verdicts that follow from the others since version 7, by the rule that holds now."""
_VERDICTS = ("main.form_evaluations", "main.form_evaluation_history")

_MEANS = ("speed_mps", "heart_rate_bpm", "heart_rate_avg_bpm", "cadence_spm", "power_w")
_TOTALS = (*_MEANS, "distance_m", "elapsed_s", "heart_rate_max_bpm", "elevation_gain_m",
           "elevation_loss_m")  # fmt: skip
_WITH_TOTALS = ("main.activities", "data.sessions")
"""Of these tables version 12 calls the means running_*, and has the watch's totals in their place:
`test_migrate_12` looks at both."""

_ALLOWED = {"status": "done", "outcome": "accepted", "origin": "engine"}
_TABLES = (
    "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
    "WHERE NOT internal AND table_name <> 'schema_migrations' ORDER BY ALL"
)


def older_database(folder: Path, version: int) -> Path:
    """A database of a version."""
    path = folder / DATABASE
    with closing(duckdb.connect(path)) as con:
        apply_migrations(con, DATABASE_MIGRATIONS[:version], code_version="earlier")
        for (table,) in con.execute(_TABLES).fetchall():
            described = con.execute(f"DESCRIBE {table}").fetchall()
            for number in range(1, N_ROWS + 1):
                values = [
                    f"CAST('{_text(str(row[0]), str(row[1]), number)}' AS {row[1]})"
                    for row in described
                ]
                con.execute(f"INSERT INTO {table} SELECT {', '.join(values)}")
    return path


def older_state(folder: Path, version: int) -> Path:
    """A state file of a version."""
    State(folder, migrations=STATE_MIGRATIONS[:version]).setting("any")
    path = folder / STATE
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        for table in _state_tables(con):
            described = con.execute(f"PRAGMA table_info({table})").fetchall()
            for number in range(1, N_ROWS + 1):
                values = [_value(str(row[1]), str(row[2]), number) for row in described]
                marks = ", ".join("?" * len(values))
                con.execute(f"INSERT INTO {table} VALUES ({marks})", values)
    return path


def database_rows(path: Path, like: Rows | None = None) -> Rows:
    """Everything in a database, or the tables and columns that `like` has."""
    with closing(duckdb.connect(path, read_only=True)) as con:
        tables = [str(row[0]) for row in con.execute(_TABLES).fetchall()]
        found = {}
        for table in tables if like is None else like:
            described = con.execute(f"DESCRIBE {table}").fetchall()
            columns = tuple(str(row[0]) for row in described) if like is None else like[table][0]
            query = f"SELECT {_listed(columns)} FROM {table} ORDER BY ALL"
            found[table] = (columns, con.execute(query).fetchall())
        return found


def kept_rows(rows: Rows) -> Rows:
    """What has to be there, as it was, in every later version."""
    kept = {name: own for name, own in rows.items() if name not in _DROPPED}
    for name in _VERDICTS:
        _leave_out(kept, name, lambda column: bool(re.search(_REGRADED, column)))
    for name in _WITH_TOTALS:
        _leave_out(kept, name, lambda column: column in _TOTALS)
    return kept


def _leave_out(
    kept: dict[str, tuple[tuple[str, ...], list[tuple[object, ...]]]],
    table: str,
    unwanted: Callable[[str], bool],
) -> None:
    if table not in kept:
        return
    columns, values = kept[table]
    chosen = [n for n, column in enumerate(columns) if not unwanted(column)]
    own = [tuple(row[n] for n in chosen) for row in values]
    kept[table] = (tuple(columns[n] for n in chosen), own)


def state_rows(path: Path, like: Rows | None = None) -> Rows:
    """The same of a state file."""
    with closing(sqlite3.connect(path)) as con:
        found = {}
        for table in _state_tables(con) if like is None else like:
            described = con.execute(f"PRAGMA table_info({table})").fetchall()
            columns = tuple(str(row[1]) for row in described) if like is None else like[table][0]
            rows = con.execute(f"SELECT {_listed(columns)} FROM {table}").fetchall()
            found[table] = (columns, sorted(rows, key=repr))
        return found


def _state_tables(con: sqlite3.Connection) -> list[str]:
    rows = con.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' "
        "AND name NOT IN ('schema_migrations') AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    ).fetchall()
    return [str(row[0]) for row in rows]


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _text(column: str, kind: str, number: int) -> str:
    """A value as text that DuckDB takes for a type."""
    if column == "training_type_evidence":
        return "[]"
    if kind.endswith("[]"):
        return f"[{_text(column, kind.removesuffix('[]'), number)}]"
    known = {
        "VARCHAR": f"{column} {number} 走",
        "JSON": f'{{"n": {number}}}',
        "DOUBLE": f"{number}.25",
        "BOOLEAN": "true" if number % 2 else "false",
        "DATE": f"2025-01-0{number}",
        "TIMESTAMP": f"2025-01-0{number} 06:30:00.123456",
    }
    return known.get(kind, str(number))


def _value(column: str, kind: str, number: int) -> object:
    if column in _ALLOWED:
        return _ALLOWED[column]
    if column.endswith("_at"):
        return f"2025-01-0{number}T06:30:00+00:00"
    if kind == "INTEGER":
        return number
    if kind == "REAL":
        return number + 0.25
    return str(number) if column.endswith("_id") else f"{column} {number} 走"
