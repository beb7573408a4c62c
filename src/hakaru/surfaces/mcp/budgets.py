"""The page about sizes: every limit there is, and where the requirements name it.

One table each for what a client loads, what a tool answers, what a page holds, what code may print,
what SQL may take; the numbers are those the code enforces.
"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import TARGETS
from hakaru.flows.exports import MOST_ROWS
from hakaru.present.safe_output import (
    AROUND_A_TABLE,
    MAX_JSON_BYTES,
    MAX_TABLE_ROWS,
    MAX_TEXT_BYTES,
)
from hakaru.store.exported_frames import MAX_LOAD_ROWS
from hakaru.store.exports import (
    ALL_EXPORTS_BYTES,
    EXPORT_FILE_BYTES,
    MATERIALIZED_FILE_BYTES,
    MATERIALIZED_ROWS,
    MOST_MATERIALIZED,
)
from hakaru.store.sandbox.ask import MOST_RUNNING, MOST_WAITING
from hakaru.store.sandbox.check import MOST_CHARACTERS, MOST_VALUES
from hakaru.store.sandbox.job import Limits
from hakaru.store.sandbox.tree import MOST_PIVOT_COLUMNS
from hakaru.surfaces.guarded import LIMIT_BYTES as GUARD_BYTES
from hakaru.surfaces.mcp.offered import LIMIT_BYTES as INSTRUCTION_BYTES
from hakaru.surfaces.mcp.offered import (
    LIST_LIMIT_BYTES,
    PROFILES,
    RULES,
    WRITE_LIMIT_BYTES,
    instructions,
    offered,
)
from hakaru.surfaces.mcp.pages import PAGES
from hakaru.surfaces.mcp.schema import list_bytes, list_tools

Row = tuple[object, ...]


def budgets_text() -> str:
    """Every budget, in bytes of UTF-8 unless another unit stands there."""
    return "\n".join(
        (
            "# Budgets\n",
            "Bytes of UTF-8, compact JSON. A reply beyond its limit is an error that names the "
            "call to make instead, never a silent cut. A target is a size that the requirements "
            "(`duckdb_mcp_llm.md`, D with its line) name for a reply; sizes measured against it "
            "are in [requirements.md](requirements.md).\n",
            _section("What a client loads", ("what", "limit", "now"), _loaded()),
            _section("What a tool answers", ("tool", "profile", "limit", "target"), _replies()),
            _section("What a page may hold", ("resource", "limit"), _pages()),
            _section("What code may print and load", ("what", "limit"), _printed()),
            _section("What SQL from outside may take", ("what", "limit"), _taken()),
        )
    )


def _section(title: str, header: Sequence[str], rows: Sequence[Row]) -> str:
    lines = [f"## {title}\n", _line(header), _line(["---"] * len(header))]
    return "\n".join([*lines, *(_line(row) for row in rows), ""])


def _line(cells: Sequence[object]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _loaded() -> list[Row]:
    lists: list[Row] = [
        (
            f"list of tools, profile `{profile}`",
            LIST_LIMIT_BYTES[profile],
            list_bytes(list_tools(offered(profile, write=False), write=False, schemas=False)),
        )
        for profile in PROFILES
    ]
    with_write = list_bytes(list_tools(offered("all", write=True), write=True, schemas=False))
    most = LIST_LIMIT_BYTES["all"] + WRITE_LIMIT_BYTES
    n_bytes = len(instructions({tool for rule in RULES for tool in rule.tools}).encode())
    return [
        *lists,
        ("list of tools, `all` with `--write`", most, with_write),
        ("instructions of the server", INSTRUCTION_BYTES, n_bytes),
    ]


def _replies() -> list[Row]:
    return [
        (f"`{operation.name}`", operation.profile, operation.limit_bytes, _target(operation.name))
        for operation in OPERATIONS
    ]


def _pages() -> list[Row]:
    return [(f"`{page.uri}`", page.limit_bytes) for page in PAGES]


def _target(name: str) -> str:
    target = TARGETS.get(name)
    if target is None:
        return ""
    when = f", {target.when}" if target.when else ""
    return f"{target.size_bytes:,} (D{target.line}{when})"


def _printed() -> list[Row]:
    return [
        ("`safe_json_output`: JSON", MAX_JSON_BYTES),
        ("`safe_summary_table`: rows", MAX_TABLE_ROWS),
        ("`validate_output`: rows of a table", MAX_TABLE_ROWS),
        ("`validate_output`: lines around them", AROUND_A_TABLE),
        ("`validate_output`: everything together", MAX_TEXT_BYTES),
        ("`guarded_output`: beyond it is trimmed, and said", GUARD_BYTES),
        ("`safe_load_export`: rows, unless more are asked for", MAX_LOAD_ROWS),
    ]


def _taken() -> list[Row]:
    limits = Limits()
    return [
        ("characters of a query", MOST_CHARACTERS),
        ("queries of a data folder that run at once, over all processes", MOST_RUNNING),
        ("queries that wait for their turn; more are refused", MOST_WAITING),
        ("seconds it waits for its turn", f"{limits.turn_s:g}"),
        ("columns that a PIVOT makes", MOST_PIVOT_COLUMNS),
        ("values that a PIVOT without a list looks up", MOST_VALUES),
        ("seconds it may run", f"{limits.run_s:g}"),
        ("seconds it may run while a writer waits", f"{limits.writer_s:g}"),
        ("seconds it waits for a writer", f"{limits.lock_s:g}"),
        ("memory", limits.memory_bytes),
        ("threads", limits.threads),
        ("rows of an export, asked for with `max_rows`", MOST_ROWS),
        ("one export on disk", EXPORT_FILE_BYTES),
        ("all exports on disk", ALL_EXPORTS_BYTES),
        ("materialised results", MOST_MATERIALIZED),
        ("rows of one", MATERIALIZED_ROWS),
        ("one on disk", MATERIALIZED_FILE_BYTES),
    ]
