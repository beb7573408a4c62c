"""Does the command line start light?"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

HEAVY = (
    "duckdb", "numpy", "pydantic", "rich", "fitdecode", "jinja2", "pandas", "garminconnect",
    "mcp", "mcp_types", "anyio", "starlette", "uvicorn", "openai", "anthropic", "pydantic_ai",
    "httpx2",
)  # fmt: skip


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter imports for a statement."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", statement],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s*(\S+)", run.stderr, re.MULTILINE)
    return {name.split(".")[0] for name in names}


def test_what_is_loaded_can_be_seen() -> None:
    assert "numpy" in loaded_by("import numpy")


@pytest.mark.parametrize(
    "statement",
    [
        "import hakaru.surfaces.cli.main",
        "import hakaru.catalog.operations",
        "from hakaru.surfaces.cli.main import build_cli; build_cli('ja'); build_cli('en')",
    ],
)
def test_listing_commands_loads_nothing_heavy(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


MODELS = frozenset({"openai", "anthropic", "pydantic_ai", "httpx2"})


@pytest.mark.parametrize(
    "statement",
    ["import hakaru", "import hakaru.api", "import hakaru.bootstrap", "import hakaru.flows.asking"],
)
def test_no_library_for_models_is_loaded_before_one_is_asked(statement: str) -> None:
    assert not loaded_by(statement) & MODELS


def test_help_loads_nothing_heavy() -> None:
    statement = (
        "import sys; sys.argv = ['hakaru', '--help']\n"
        "import hakaru.surfaces.cli.main as cli\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    pass"
    )
    assert not loaded_by(statement) & set(HEAVY)


def test_medians_and_columns_of_numbers_leave_the_masked_arrays_of_numpy_alone() -> None:
    statement = (
        "import duckdb\n"
        "from hakaru.stats.robust import median\n"
        "from hakaru.store.rows import floats, number_column, text_column, texts\n"
        "columns = number_column('n', 'n') + ', ' + text_column('t', 't')\n"
        "rows = \"(VALUES (1.0, 'a'), (NULL, NULL)) v(n, t)\"\n"
        "with duckdb.connect() as con:\n"
        "    fetched = con.execute(f'SELECT {columns} FROM {rows}').fetchnumpy()\n"
        "numbers = floats(fetched['n'])\n"
        "assert texts(fetched['t']).tolist() == ['a', None]\n"
        "assert median(numbers[:1]) == 1.0 and numbers[1] != numbers[1]\n"
        "import sys; print('masked' if 'numpy.ma' in sys.modules else 'plain')"
    )
    run = subprocess.run(
        [sys.executable, "-c", statement], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "plain\n"
