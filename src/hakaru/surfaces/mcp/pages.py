"""Which pages can a client read beside the tools? Tables and columns, budgets, tools, a report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import fenced_text
from hakaru.core.errors import UnknownPage
from hakaru.flows.context import Context
from hakaru.running.wording import Lang
from hakaru.store.activities import list_activities
from hakaru.store.sandbox.tree import TABLES
from hakaru.surfaces.mcp.offered import where_offered

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLE_PREFIX = "hakaru://schema/"

_UNITS: tuple[tuple[str, str], ...] = (
    ("_ml_per_kg_min", "ml/kg/min"),
    ("_kn_per_m", "kN/m"),
    ("_m_per_km", "m/km"),
    ("_s_per_km", "s/km"),
    ("_mps", "m/s"),
    ("_bpm", "beats/min"),
    ("_spm", "steps/min"),
    ("_pct", "%"),
    ("_percentage", "%"),
    ("_frac", "0-1"),
    ("_seconds", "s"),
    ("_years", "years"),
    ("_bytes", "B"),
    ("_days", "days"),
    ("_kcal", "kcal"),
    ("_ms", "ms"),
    ("_cm", "cm"),
    ("_kg", "kg"),
    ("_j_per_km", "J/km"),
    ("_km", "km"),
    ("_deg", "degrees"),
    ("_w", "W"),
    ("_m", "m"),
    ("_c", "deg C"),
    ("_s", "s"),
)
"""The unit a column name ends in; longer endings first."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page that is written when it is read."""

    uri: str
    name: str
    ja: str
    en: str
    write: Callable[[Context], str]

    def text(self, language: Lang) -> str:
        """What it is about, in one language."""
        return self.ja if language == "ja" else self.en


def read_page(context: Context, uri: str) -> str:
    """A page as Markdown.

    Raises:
        UnknownPage: nothing has this address.
        StoreError: the store cannot be read.
    """
    for page in PAGES:
        if page.uri == uri:
            return page.write(context)
    if uri.startswith(TABLE_PREFIX):
        return table_page(context, uri.removeprefix(TABLE_PREFIX))
    raise UnknownPage(uri)


def schema_page(context: Context) -> str:
    """Every table and view with its columns, compact; the name of a column ends in its unit."""
    lines = [
        "# Tables and columns\n",
        "A name ends in its unit: " + ", ".join(f"{end} {unit}" for end, unit in _UNITS) + ".",
        f"Types and units of one table: `{TABLE_PREFIX}<table>`.\n",
    ]
    with context.store.read() as con:
        rows = table_columns(con)
    for table, columns in groupby(rows, key=lambda row: row[0]):
        lines.append(f"- **{table}**: {', '.join(column for _, column, _ in columns)}")
    return "\n".join(lines) + "\n"


def table_page(context: Context, table: str) -> str:
    """The columns of one table with type and unit."""
    with context.store.read() as con:
        rows = [row for row in table_columns(con) if row[0] == table]
    if not rows:
        raise UnknownPage(TABLE_PREFIX + table)
    lines = [f"# {table}\n", "| column | type | unit |", "|---|---|---|"]
    lines += [f"| {column} | {kind} | {unit_of(column)} |" for _, column, kind in rows]
    return "\n".join(lines) + "\n"


def unit_of(column: str) -> str:
    """The unit that the name of a column ends in, before a role such as `_actual`; '' for none."""
    return next((unit for end, unit in _UNITS if f"{end}_" in f"{column}_"), "")


def budgets_page(_: Context) -> str:
    """Every budget there is, as docs/budgets.md has it."""
    return str(load("hakaru.surfaces.mcp.budgets:budgets_text")())


def tools_page(_: Context) -> str:
    """Every tool in both languages, what it takes, and the option that offers it."""
    lines = ["# Tools\n"]
    for operation in OPERATIONS:
        offered = where_offered(operation.name)
        if offered is None:
            continue
        lines.append(f"- **{operation.name}** (`{offered}`): {operation.en} / {operation.ja}")
        lines += [f"  - {param.name}: {param.en} / {param.ja}" for param in operation.params]
    return "\n".join(lines) + "\n"


def latest_report_page(context: Context) -> str:
    """The report of the newest run that has a verdict, else of the newest run."""
    with context.store.read() as con:
        runs = list_activities(con)
    judged = [run for run in runs if run.judged] or list(runs)
    if not judged:
        return "No run is stored yet: `hakaru ingest FOLDER` reads recordings.\n"
    return report_page(context, judged[0].activity_id)


def report_page(context: Context, activity_id: int) -> str:
    """The report of one run, in which every text from outside is fenced."""
    with context.store.read() as con:
        made = load("hakaru.flows.report:gather")(con, activity_id, context=context)
    draw = load("hakaru.present.report:render_markdown")
    return str(draw(made, lang=context.settings.language, outside=_fenced))


def _fenced(text: str) -> str:
    return fenced_text(text, "recording")


PAGES: tuple[Page, ...] = (
    Page(
        uri="hakaru://schema",
        name="schema",
        ja="表と列（名前の末尾が単位）。SQLを書く前に読む",
        en="Tables and columns (names end in their unit); read before writing SQL",
        write=schema_page,
    ),
    Page(
        uri="hakaru://budgets",
        name="budgets",
        ja="返答の大きさの上限",
        en="How large replies may be",
        write=budgets_page,
    ),
    Page(
        uri="hakaru://tools",
        name="tools",
        ja="すべてのツールと引数、それを使えるようにするオプション",
        en="Every tool, its arguments, and the option that offers it",
        write=tools_page,
    ),
    Page(
        uri="hakaru://report/latest",
        name="latest report",
        ja="最も新しいランのレポート（Markdown）",
        en="The report of the newest run (Markdown)",
        write=latest_report_page,
    ),
)


def table_columns(con: DuckDBPyConnection) -> list[tuple[str, str, str]]:
    """(table, column, type) of everything a query can name."""
    rows = con.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns "
        "WHERE table_schema = 'main' ORDER BY table_name, ordinal_position"
    ).fetchall()
    return [(str(table), str(column), str(kind)) for table, column, kind in rows if table in TABLES]
