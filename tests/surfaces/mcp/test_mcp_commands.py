"""Do the commands of the server start light, and speak the language asked for?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hakaru.core.i18n import Lang
from hakaru.surfaces.mcp.cli import CLIENTS, mcp_commands
from tests.contracts.test_start import HEAVY, loaded_by

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("words", [["--help"], ["install", "--help"]])
def test_help_speaks_the_language_asked_for(language: Lang, words: list[str]) -> None:
    result = CliRunner().invoke(mcp_commands(language), words)
    assert result.exit_code == 0
    assert bool(_JAPANESE.search(result.output)) == (language == "ja")


def test_help_loads_nothing_heavy() -> None:
    statement = "from hakaru.surfaces.mcp.cli import mcp_commands; mcp_commands('ja')"
    assert not loaded_by(statement) & set(HEAVY)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_files_are_written_once_and_that_is_said(tmp_path: Path, language: Lang) -> None:
    words = [
        "install", "--client", "claude-code", "--save", "--project", str(tmp_path),
        "--data", str(tmp_path / "data"), "--lang", language,
    ]  # fmt: skip
    (tmp_path / ".mcp.json").write_text("{}", encoding="utf-8")
    first = CliRunner().invoke(mcp_commands(language), words)
    again = CliRunner().invoke(mcp_commands(language), words)
    assert first.exit_code == again.exit_code == 0, first.output + again.output
    assert ".mcp.json.bak1" in first.output
    assert "bak" not in again.output
    assert bool(_JAPANESE.search(first.output)) == (language == "ja")


def test_a_file_that_cannot_be_understood_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("//", encoding="utf-8")
    words = ["install", "--client", "claude-code", "--save", "--project", str(tmp_path)]
    result = CliRunner().invoke(mcp_commands("en"), [*words, "--lang", "en"])
    assert result.exit_code == 1
    assert result.stderr.startswith("hakaru: ")


def test_what_is_printed_reads_only_unless_the_person_says_otherwise(tmp_path: Path) -> None:
    words = ["install", "--data", str(tmp_path / "data"), "--lang", "en"]
    plain = CliRunner().invoke(mcp_commands("en"), words)
    assert "--write" not in plain.output
    assert plain.stdout.count('"core"') == len(CLIENTS)
    writing = CliRunner().invoke(mcp_commands("en"), [*words, "--write"])
    assert writing.stdout.count('"--write"') == len(CLIENTS)
    assert "the model may change what is stored; take --write out" in writing.stderr
