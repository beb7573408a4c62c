"""Does the JSON Schema of a tool say what its declaration says?"""

from __future__ import annotations

import jsonschema  # type: ignore[import-untyped]
import pytest

from hakaru.catalog.operation import PYTHON_TYPES, Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import error_reply
from hakaru.errors import RequestError
from hakaru.surfaces.mcp.schema import input_schema, output_schema
from tests.surfaces.mcp.declared import operation, param

every_operation = pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: str(one.name))


def test_arguments_have_types_choices_defaults_and_what_is_required() -> None:
    schema = input_schema(
        (
            param("which", "choice", choices=("a", "b"), required=True),
            param("n", "int", default=3),
            param("deep", "flag", default=False),
        ),
        described="own",
    )
    assert schema == {
        "type": "object",
        "properties": {
            "which": {"type": "string", "enum": ["a", "b"]},
            "n": {"type": "integer", "default": 3, "description": "the value"},
            "deep": {"type": "boolean", "description": "the value"},
        },
        "additionalProperties": False,
        "required": ["which"],
    }


def test_every_type_of_parameter_has_a_schema() -> None:
    for kind in PYTHON_TYPES:
        extra = {"choices": ("a",)} if kind == "choice" else {}
        schema = input_schema((param("x", kind, **extra),), described="all")
        jsonschema.Draft202012Validator.check_schema(schema)


def test_parameters_that_say_enough_can_go_without_description() -> None:
    params = (param("day", "date"), param("pace", "pace"))
    own = input_schema(params, described="own")["properties"]
    assert own == {
        "day": {"type": "string", "format": "date"},
        "pace": {"type": "string", "description": "the value"},
    }


def test_the_shortest_lists_keep_only_how_a_text_is_written() -> None:
    params = (param("range", "text"), param("n", "int"))
    assert input_schema(params, described="format") == {
        "type": "object",
        "properties": {
            "range": {"type": "string", "description": "the value"},
            "n": {"type": "integer"},
        },
    }


def test_the_fields_of_a_result_are_its_reply() -> None:
    assert output_schema(operation("fields")) == {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "share_frac": {"type": ["number", "null"]},
            "day": {"type": ["string", "null"]},
            "kind": {"type": "string"},
            "rows": {"type": "array"},
            "inner": {"type": "object"},
        },
    }


def test_a_declared_reply_is_the_reply() -> None:
    assert output_schema(operation("shaped")) == {
        "type": "object",
        "properties": {"text": {"type": "string"}, "n": {"type": ["integer", "null"]}},
    }


def test_about_an_undeclared_reply_nothing_is_invented() -> None:
    assert output_schema(operation("loose")) == {"type": "object"}


@every_operation
def test_the_schemas_of_a_tool_are_sound(one: Operation) -> None:
    for schema in (input_schema(one.params, described="all"), output_schema(one)):
        jsonschema.Draft202012Validator.check_schema(schema)


@every_operation
def test_an_error_passes_where_a_client_holds_it_against_the_schema(one: Operation) -> None:
    jsonschema.validate(dict(error_reply(RequestError("no"))), output_schema(one))
