"""Every command explains itself in both languages."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.main import build_cli, help_language
from tests.flows.commands import run

LANGUAGES: tuple[Lang, ...] = ("ja", "en")


def squeezed(text: str) -> str:
    """Without spaces and line ends, which wrapping adds."""
    return re.sub(r"\s+", "", text)


def help_of(operation: Operation, language: Lang) -> str:
    words = [*operation.command.split(), "--help"]
    result = CliRunner().invoke(build_cli(language), words, prog_name="hakaru")
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_a_command_explains_itself_its_parameters_and_gives_an_example(
    operation: Operation, language: Lang
) -> None:
    shown = squeezed(help_of(operation, language))
    assert squeezed(operation.text(language)) in shown
    for param in operation.params:
        assert squeezed(param.text(language)) in shown
    assert squeezed(operation.example) in shown
    assert "--json" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_names_every_command(language: Lang) -> None:
    result = CliRunner().invoke(build_cli(language), ["--help"], prog_name="hakaru")
    for operation in OPERATIONS:
        assert operation.command.split()[0] in result.output
    japanese = re.search(r"[\u3040-\u30ff]", result.output) is not None
    assert japanese == (language == "ja")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--lang", "en", "status"], "en"),
        (["status", "--lang=en"], "en"),
        (["status", "--lang", "ja"], "ja"),
        (["--lang=ja", "status"], "ja"),
        (["status"], "ja"),
        (["status", "--lang"], "ja"),
    ],
)
def test_the_language_of_help_is_what_the_line_says(words: list[str], expected: str) -> None:
    assert help_language(words) == expected


def test_without_arguments_the_overview_is_shown() -> None:
    done = run(env={"HAKARU_LANG": "en"})
    assert "ingest" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_told() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"hakaru, version \d+\.\d+.*\n", done.stdout)
