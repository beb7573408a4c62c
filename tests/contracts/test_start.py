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
