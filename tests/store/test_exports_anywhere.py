"""An export is opened where only one library is installed, and by the line that its reply gives."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hakaru.flows.context import Context
from hakaru.safe_data import export
from hakaru.store.exported_frames import READ_WITH
from tests.contracts.tree import SRC
from tests.flows.commands import environment
from tests.flows.factories import make_context

LIBRARIES = ("pandas", "polars", "pyarrow", "duckdb", "numpy")
SUM = 4950
ASKED = """
import sys
sys.modules |= dict.fromkeys(sys.argv[1].split())
file = sys.argv[2]
"""
LOADED = """
from hakaru.safe_data import as_columns, safe_load_export, safe_summary_table
rows = safe_load_export(file)
print(int(as_columns(rows)["n"].sum()), type(rows).__module__.partition(".")[0])
print(safe_summary_table(rows).splitlines()[-1])
"""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path, now=datetime.now(UTC))
    yield made
    made.store.close()


def printed(program: str, *, without: set[str], file: Path) -> list[str]:
    """What a process says in which some libraries cannot be imported."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED + program, " ".join(sorted(without)), str(file)],
        env=environment({"PYTHONPATH": str(SRC.parent)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("file_format", ["parquet", "csv"])
@pytest.mark.parametrize(
    ("only", "kind"),
    [("pandas", "pandas"), ("polars", "polars"), ("duckdb", "builtins")],
)
def test_whichever_library_there_is_opens_an_export(
    context: Context, only: str, kind: str, file_format: str
) -> None:
    """With DuckDB alone, which the product brings, the columns come as arrays."""
    query = "SELECT i AS n, i * 0.5::DOUBLE AS half FROM range(100) AS t(i)"
    made = export(context, query=query, format=file_format).export
    without = set(LIBRARIES) - {only, "duckdb", "numpy"}
    first, table = printed(LOADED, without=without, file=made.path.absolute())
    assert first == f"{SUM} {kind}"
    assert table == "[100 rows x 2 columns]"


@pytest.mark.parametrize("missing", ["pandas", "polars", "pyarrow"])
def test_a_library_that_is_not_installed_is_named_and_not_the_export(
    context: Context, missing: str
) -> None:
    made = export(context, query="SELECT 1 AS n").export
    asked = f"""
from hakaru.core.errors import BadArgument
from hakaru.safe_data import safe_load_export
try:
    safe_load_export(file, library={missing!r})
except BadArgument as error:
    print(error)
"""
    (told,) = printed(asked, without={missing}, file=made.path.absolute())
    assert f"library = {missing!r} is not installed here" in told


@pytest.mark.parametrize(
    ("library", "file_format", "program"),
    [
        ("polars", "parquet", "print({line}['n'].sum())"),
        ("polars", "csv", "print({line}['n'].sum())"),
        ("pandas", "csv", "print({line}['n'].sum())"),
        (
            "duckdb",
            "parquet",
            "print(int(duckdb.sql({line!r}).aggregate('sum(n)').fetchall()[0][0]))",
        ),
        ("duckdb", "csv", "print(int(duckdb.sql({line!r}).aggregate('sum(n)').fetchall()[0][0]))"),
    ],
)
def test_the_line_of_the_reply_opens_the_file_without_hakaru(
    context: Context, library: str, file_format: str, program: str
) -> None:
    made = export(context, query="SELECT i AS n FROM range(100) AS t(i)", format=file_format)
    line = made.read_with[library]
    if library == "duckdb":
        line = line.replace("file", str(made.export.path.absolute()))
    others = set(LIBRARIES) - {library, "numpy"} | {"hakaru"}
    asked = f"import {library}\n" + program.format(line=line)
    assert printed(asked, without=others, file=made.export.path.absolute()) == [str(SUM)]


def test_of_pandas_it_is_said_what_parquet_needs_besides() -> None:
    """pandas alone reads CSV; Parquet needs pyarrow, or `safe_load_export`."""
    assert READ_WITH["parquet"]["pandas"].endswith("(pyarrow)")
    assert "pyarrow" not in json.dumps(READ_WITH["csv"])
