"""The page about the data model: every table and column.

The migrations are applied to empty databases in memory; what stands there is what a user has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.schema import ABOUT, unit_of_column

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


STATE_ABOUT: Mapping[str, str] = {
    "focus_corrections": "What the user said of a state on show: that it was another.",
    "focus_usage": "Seconds a day per application and category, by state. No title, no address.",
    "focus_intervals": "Stretches of one state of attention; UTC.",
    "focus_lease": "Which of several watching programs decides and writes.",
    "focus_minutes": "Records of camera features and PC use, a minute each, compressed. No "
    "picture, no key, no window title.",
    "focus_notifications": "What was said on the desktop, and the answer.",
    "jobs": "Work under way, so that what a crash cut off is known.",
    "model_attempts": "Every question to a language model, its reply and what was wrong with it.",
    "node_confirmations": "A person's leave for one change, once, within a day.",
    "node_diffs": "Proposed changes, each waiting for a person.",
    "node_group_members": "Which nodes a group holds.",
    "node_groups": "Groups of nodes.",
    "node_history": "Every change of a node, who made it, and what undoes it.",
    "node_relations": "How nodes hang together.",
    "nodes": "Goals, tasks, thoughts and the next session.",
    "settings": "Choices made on the dashboard and for the watching of attention.",
}
"""Tables of `state.sqlite`."""


_INTRO = """# Data model

One data folder (`hakaru status` names it) holds everything in two embedded files. Names end in
their unit; moments are UTC, days are the runner's local days. Missing stays NULL, never 0. The key
of a run is `activity_id`; nearly every table of the first file has it, and
`hakaru export --query "SELECT ..."` reads them.

"""
_STATE = """## state.sqlite

What changes often in small pieces. Times are ISO texts in UTC.

"""


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column. `key`: part of the primary key; `needed`: never NULL."""

    table: str
    name: str
    kind: str
    key: bool
    needed: bool

    @property
    def unit(self) -> str:
        """The unit of a number; '' for what has none."""
        return unit_of_column(self.name, self.kind)


def data_model_text() -> str:
    """Both files, table by table."""
    return (
        _INTRO
        + "## hakaru.duckdb\n\nRecordings, what was derived from them, and verdicts.\n\n"
        + _tables(recorded_columns(), ABOUT)
        + _STATE
        + _tables(state_columns(), STATE_ABOUT)
    ).rstrip() + "\n"


def recorded_columns() -> Sequence[Column]:
    """Every selectable column of the database of recordings and verdicts."""
    import duckdb  # noqa: PLC0415  # heavy

    with closing(duckdb.connect()) as con:
        apply_migrations(con, load_migrations("migrations"), code_version=None)
        keys = _keys(con)
        rows = con.execute(
            "SELECT table_name, column_name, data_type, table_schema, is_nullable = 'NO' "
            "FROM information_schema.columns ORDER BY table_name, ordinal_position"
        ).fetchall()
    needed = {(table, name) for table, name, _, _, always in rows if always}
    return [
        Column(
            table=table,
            name=name,
            kind=kind,
            key=name in keys.get(table, ()),
            needed=(table, name) in needed,
        )
        for table, name, kind, schema, _ in rows
        if schema == "main"
    ]


def _keys(con: DuckDBPyConnection) -> Mapping[str, Sequence[str]]:
    """The primary key of a table; a view has that of the table of its name."""
    rows = con.execute(
        "SELECT table_name, constraint_column_names FROM duckdb_constraints() "
        "WHERE constraint_type = 'PRIMARY KEY'"
    ).fetchall()
    return {str(table): [str(name) for name in names] for table, names in rows}


def state_columns() -> Sequence[Column]:
    """Every column of the small shared state."""
    with closing(sqlite3.connect(":memory:")) as con:
        for migration in load_migrations("state_migrations"):
            con.executescript(migration.sql)
        tables = [
            str(row[0])
            for row in con.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' "
                "AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        ]
        return [
            Column(
                table=table, name=name, kind=kind, key=bool(key), needed=bool(needed) or bool(key)
            )
            for table in tables
            for _, name, kind, needed, _, key in con.execute(f"PRAGMA table_info({table})")
        ]  # fmt: skip


def _tables(columns: Sequence[Column], about: Mapping[str, str]) -> str:
    return "".join(
        _table(name, list(rows), about.get(name, ""))
        for name, rows in groupby(columns, key=lambda column: column.table)
    )


def _table(name: str, columns: Sequence[Column], about: str) -> str:
    return "".join((f"### {name}\n\n{about}\n\n", *_rows(columns), "\n"))


def _rows(columns: Sequence[Column]) -> Iterator[str]:
    yield "| column | type | unit | note |\n|---|---|---|---|\n"
    for column in columns:
        mark = "key" if column.key else "always there" if column.needed else ""
        yield f"| `{column.name}` | {column.kind} | {column.unit} | {mark} |\n"
