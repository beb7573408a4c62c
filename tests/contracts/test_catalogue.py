"""Does every operation reach every surface, complete?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import pytest
from tools.catalogue import LOADED, built

from hakaru.catalog.operation import FILE_TYPES, Operation
from hakaru.catalog.operations import OPERATIONS, operation_of_command
from hakaru.core.errors import FolderNotListed
from hakaru.core.i18n import Lang
from hakaru.store.file_access import ModelOutput
from hakaru.surfaces.mcp.schema import Named, for_model, read_arguments
from tests.contracts.catalogue import (
    document_problems,
    file_problems,
    param_problems,
    target_problems,
    word_problems,
)
from tests.contracts.tree import ROOT
from tests.flows.factories import make_context
from tests.surfaces.invoking import command_tree

TERSE = {"materialize": 200}
"""Replies of which the requirements want so little (D315: about 100 bytes) that their budget is
below that of any other."""

every_operation = pytest.mark.parametrize(
    "operation", OPERATIONS, ids=lambda operation: operation.name
)


def command_of(operation: Operation, language: Lang) -> click.Command | None:
    command: click.Command | None = command_tree(language)
    for word in operation.command.split():
        command = command.commands.get(word) if isinstance(command, click.Group) else None
    return command


def test_the_catalogue_holds_what_this_part_names() -> None:
    assert {
        "ingest", "fetch garmin", "train", "baselines", "expect", "evaluate", "reevaluate",
        "report", "simulate", "status",
    } <= {operation.command for operation in OPERATIONS}  # fmt: skip
    assert "get_form_evaluations" in {operation.name for operation in OPERATIONS}


def test_names_and_commands_are_unique_and_found() -> None:
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)
    for operation in OPERATIONS:
        assert operation_of_command(operation.command) is operation


@every_operation
def test_an_operation_has_words_in_both_languages_and_an_example(operation: Operation) -> None:
    assert not word_problems(operation)


@every_operation
def test_the_parameters_of_an_operation_are_sound(operation: Operation) -> None:
    assert not [problem for param in operation.params for problem in param_problems(param)]
    names = [param.name for param in operation.params]
    assert len(set(names)) == len(names)


@every_operation
def test_the_function_behind_an_operation_takes_what_is_declared(operation: Operation) -> None:
    assert not target_problems(operation)


@every_operation
def test_what_names_files_says_so_and_goes_the_one_way(operation: Operation) -> None:
    assert not file_problems(operation)


@every_operation
def test_no_file_that_a_model_names_reaches_a_function_as_it_was_named(
    operation: Operation, tmp_path: Path
) -> None:
    """Whatever parameter names files: for a model it is refused, or becomes a place in the
    exports."""
    outside = tmp_path / "outside.json"
    outside.write_text("{}", encoding="utf-8")
    context = make_context(tmp_path / "data")
    for param in operation.params:
        if param.type not in FILE_TYPES:
            continue
        sent = [str(outside)] if param.type == "paths" else str(outside)
        named = read_arguments(
            replace(operation, params=(param,)), {param.name: sent}, params=(param,)
        )
        assert isinstance(named[param.name], Named)
        if param.access == "read":
            with (
                pytest.raises(FolderNotListed, match=r"\[mcp\]"),
                for_model(context, operation, values=named),
            ):
                pass
        else:
            with for_model(context, operation, values=named) as (_, safe):
                assert isinstance(safe[param.name], ModelOutput)


@every_operation
def test_the_result_of_an_operation_can_be_worded(operation: Operation) -> None:
    assert not document_problems(operation)


@every_operation
def test_an_operation_is_a_command_with_its_parameters(operation: Operation) -> None:
    command = command_of(operation, "ja")
    assert command is not None
    offered = {param.name for param in command.params}
    assert {param.name for param in operation.params} <= offered
    assert "as_json_text" in offered


@every_operation
def test_help_speaks_the_language_asked_for(operation: Operation) -> None:
    for language in ("ja", "en"):
        command = command_of(operation, language)
        assert command is not None
        assert command.help == operation.text(language)


def test_no_command_is_offered_that_the_catalogue_does_not_declare() -> None:
    declared = {operation.command for operation in OPERATIONS}
    of_the_servers = {
        "mcp", "mcp install", "serve", "completion", "demo", "setup", "watch", "notebook"
    }  # fmt: skip
    of_the_servers |= {"focus watch", "focus install", "focus uninstall"}

    def commands(group: click.Group, prefix: str = "") -> set[str]:
        names: set[str] = set()
        for name, command in group.commands.items():
            if isinstance(command, click.Group):
                names |= commands(command, f"{prefix}{name} ")
            if not isinstance(command, click.Group) or command.invoke_without_command:
                names.add(prefix + name)
        return names

    assert commands(command_tree("en")) == declared | of_the_servers


@every_operation
def test_an_operation_is_in_the_generated_reference(operation: Operation) -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert f"## `hakaru {operation.command}`" in page
    assert operation.text("ja") in page
    assert operation.text("en") in page
    for param in operation.params:
        assert f"| `{param.name}` |" in page


@every_operation
def test_a_reply_budget_is_set(operation: Operation) -> None:
    least = TERSE.get(operation.name, 256)
    assert least <= operation.limit_bytes <= 10_240


def test_the_loaded_catalogue_is_what_is_declared() -> None:
    assert LOADED.read_text(encoding="utf-8") == built(), "run `python -m tools.catalogue`"
