"""Does the JSON Schema of a tool say what its declaration says?"""

from __future__ import annotations

from dataclasses import replace

import pytest

from hakaru.catalog.operation import PYTHON_TYPES, Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import error_reply
from hakaru.core.errors import RequestError
from hakaru.core.i18n import message
from hakaru.surfaces.mcp.schema import input_schema, output_schema
from tests import json_schema
from tests.surfaces.mcp.declared import operation, param

every_operation = pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: str(one.name))


def test_arguments_have_types_choices_defaults_and_what_is_required() -> None:
    schema = input_schema(
        (
            param("which", "choice", choices=("a", "b"), required=True),
            param("n", "int", default=3),
            param("deep", "flag", default=False),
        )
    )
    assert schema == {
        "type": "object",
        "properties": {
            "which": {"type": "string", "enum": ["a", "b"], "description": "the value"},
            "n": {"type": "integer", "default": 3, "description": "the value"},
            "deep": {"type": "boolean", "description": "the value"},
        },
        "required": ["which"],
    }


def test_every_type_of_parameter_has_a_schema() -> None:
    for kind in PYTHON_TYPES:
        extra = {"choices": ("a",)} if kind == "choice" else {}
        schema = input_schema((param("x", kind, **extra),))
        json_schema.check_schema(schema)


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
    assert output_schema(operation("loose")) == {"type": "object", "properties": {}}


def test_declared_fields_come_before_what_the_types_say() -> None:
    one = replace(operation("loose"), returns={"text": "text", "n": "int?"})
    assert output_schema(one)["properties"] == {
        "text": {"type": ["string", "null"]},
        "n": {"type": ["integer", "null"]},
    }


def test_a_text_from_outside_is_an_object() -> None:
    one = replace(operation("shaped"), texts={"text": "recording"})
    assert output_schema(one)["properties"] == {
        "text": {"type": "object"},
        "n": {"type": ["integer", "null"]},
    }


@every_operation
def test_the_schemas_of_a_tool_are_sound(one: Operation) -> None:
    for schema in (input_schema(one.params), output_schema(one)):
        json_schema.check_schema(schema)


@every_operation
def test_an_error_passes_where_a_client_holds_it_against_the_schema(one: Operation) -> None:
    json_schema.validate(dict(error_reply(RequestError(message("no")))), output_schema(one))
