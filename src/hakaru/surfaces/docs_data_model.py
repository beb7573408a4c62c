"""How does the page about the data model read: every table, column, type, unit and key?

The migrations are applied to empty databases in memory; what stands there is what a user has.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.surfaces.docs_tables import STATE_TABLES_EN, TABLES_EN
from hakaru.surfaces.mcp.pages import unit_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_INTRO = """# Data model

One data folder (`hakaru status` names it) holds everything in two embedded files. Names end in
their unit; moments are UTC, days are the runner's local days. Missing stays NULL, never 0. The key
of a run is `activity_id`; nearly every table of the first file has it, and
`hakaru export --query "SELECT ..."` reads them.

"""
_STATE = """## state.sqlite

What changes often in small pieces. Times are ISO texts in UTC.

"""
_BARE: tuple[tuple[str, str], ...] = (
    (r"power_efficiency", "J/km"),
    (r"(.*_)?pace", "s/km"),
    (r"speed(_range_m(in|ax))?", "m/s"),
    (r"(max_)?heart_rate|.*_avg_hr", "beats/min"),
    (r"cadence(_actual|_expected|_minimum)?", "steps/min"),
    (r"(normalized_|functional_threshold_)?power", "W"),
    (r"elevation(_gain|_loss)?", "m"),
    (r"timestamp", "s"),
    (r"stride_length|vertical_oscillation", "cm"),
    (r"ground_contact_time", "ms"),
    (r"vertical_ratio", "%"),
    (r"precise_value", "ml/kg/min"),
    (r"running_effectiveness", "(m/s)/(W/kg)"),
    (r"pace_consistency", "0-1"),
    (r".*_?(score|penalty)", "points"),
    (r"(.*_)?delta_frac", "fraction, signed"),
    (r"(.*_)?z", "SD"),
    (r"((target|interval_\d+)_)?(low|high)|value|actual|expected|delta|rmse", "of its metric"),
    (r"coef_.*|intercept|slope|.*_var(_per_day)?|level_slope_cov", "of the fit"),
    (r"(heat|uphill|downhill|fatigue)_frac_per_(c|pct|hour)|return_frac", "fraction, signed"),
    (r"n_runs_effective|splits_per_run", "count"),
)  # fmt: skip
"""Units of columns that the requirements named without one, and of coefficients."""


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
        if not re.match("DOUBLE|INTEGER|BIGINT|REAL|FLOAT", self.kind):
            return ""
        bare = next((unit for pattern, unit in _BARE if re.fullmatch(pattern, self.name)), "")
        return bare or unit_of(self.name)


def data_model_text() -> str:
    """Both files, table by table."""
    return (
        _INTRO
        + "## hakaru.duckdb\n\nRecordings, what was derived from them, and verdicts.\n\n"
        + _tables(recorded_columns(), TABLES_EN)
        + _STATE
        + _tables(state_columns(), STATE_TABLES_EN)
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
