"""Every command explains itself in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.main import help_language
from tests.flows.commands import ROOT, run
from tests.surfaces.invoking import command_tree

LANGUAGES: tuple[Lang, ...] = ("ja", "en")


def squeezed(text: str) -> str:
    """Without spaces and line ends, which wrapping adds."""
    return re.sub(r"\s+", "", text)


def help_of(operation: Operation, language: Lang) -> str:
    words = [*operation.command.split(), "--help"]
    result = CliRunner().invoke(command_tree(language), words, prog_name="hakaru")
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
    result = CliRunner().invoke(command_tree(language), ["--help"], prog_name="hakaru")
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("", ""),
        ("", "status"),
        ("", "serve"),
        ("", "mcp"),
        ("", "mcp install"),
        ("fetch", "garmin"),
    ],
)
def test_the_language_may_stand_before_the_command(
    before: str, asked: str, language: Lang, tmp_path: Path
) -> None:
    words = [*before.split(), "--lang", language, *asked.split(), "--help"]
    other: Lang = "ja" if language == "en" else "en"
    done = CliRunner().invoke(
        command_tree(help_language(words)), words, prog_name="hakaru", env={"HAKARU_LANG": other}
    )
    assert done.exit_code == 0
    japanese = re.search(r"[\u3040-\u30ff]", done.output) is not None
    assert japanese == (language == "ja")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--lang", "en", "status"], "Nothing is stored yet"),
        (["--lang", "ja", "status"], "まだ記録がありません"),
        (["--lang", "ja", "status", "--lang", "en"], "Nothing is stored yet"),
        (["read", "--lang", "en", "splits", "5"], "no activity '5' is stored"),
        (["--lang", "en", "read", "splits", "5"], "no activity '5' is stored"),
        (["--lang", "en", "mcp", "--http", "--port", "70000"], "Invalid value for '--port'"),
    ],
)
def test_a_language_before_the_command_is_that_of_its_answer(
    words: list[str], told: str, tmp_path: Path
) -> None:
    env = {"HAKARU_DATA": str(tmp_path), "HAKARU_LANG": None, "HAKARU_CONFIG": None}
    tree = command_tree(help_language(words))
    done = CliRunner().invoke(tree, words, prog_name="hakaru", env=env)
    assert told in done.output


def test_without_arguments_the_overview_is_shown() -> None:
    done = run(env={"HAKARU_LANG": "en"})
    assert "ingest" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_told() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"hakaru, version \d+\.\d+.*\n", done.stdout)


def leaves(command: click.Command, name: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every command that is no group, with its options."""
    if isinstance(command, click.Group):
        for child, inner in command.commands.items():
            yield from leaves(inner, f"{name} {child}".strip())
    else:
        yield name, {option for param in command.params for option in param.opts}


def test_the_commands_without_json_or_data_are_those_that_the_readme_names() -> None:
    options = dict(leaves(command_tree("en")))
    assert {name for name, taken in options.items() if "--lang" not in taken} == set()
    assert {name for name, taken in options.items() if "--data" not in taken} == {
        "demo", "completion",
    }  # fmt: skip
    silent = {name for name, taken in options.items() if "--json" not in taken}
    for page in ("README.md", "README.ja.md"):
        (sentence,) = re.findall(
            r"`--lang en`.*?`--json`.*?(?:;|\n\n|Python)",
            (ROOT / page).read_text(encoding="utf-8"),
            re.DOTALL,
        )
        assert {name.split()[-1] for name in silent} <= set(re.findall(r"`(\w+)`", sentence)), page
