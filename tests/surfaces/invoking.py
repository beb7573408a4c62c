"""The command line inside this process."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.main import build_cli
from tests.flows.commands import environment

DAY = "2025-01-08"
"""A day of the season with one run: the first, which is not rated yet."""
RATED_DAY = "2025-03-01"
"""The day of its last run, which has stars."""

command_tree = cache(build_cli)
"""Every command, made once per language (30 ms)."""


def invoke(
    *words: str,
    data: Path | None = None,
    language: Lang = "en",
    env: dict[str, str] | None = None,
) -> Result:
    """`hakaru WORDS`, with the data folder and the language added."""
    runner = CliRunner(env={"HAKARU_CONFIG": None, "HAKARU_DATA": None, "HAKARU_LANG": None,
                            "XDG_CONFIG_HOME": environment()["XDG_CONFIG_HOME"],
                            **(env or {})})  # fmt: skip
    folder = () if data is None else ("--data", str(data))
    return runner.invoke(
        command_tree(language), [*words, *folder, "--lang", language], prog_name="hakaru"
    )


def asked(*words: str, data: Path) -> Any:
    """The JSON that a command which succeeds prints."""
    result = invoke(*words, "--json", data=data)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return json.loads(result.stdout)
