"""What the reference validator of JSON Schema says.

It takes a second to import, so that is done where it is asked, not where tests are collected.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any


def validate(value: object, schema: Mapping[str, Any]) -> None:
    """Raises where the value is not as the schema says."""
    _reference().validate(value, schema)


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises where the schema itself is none."""
    _reference().Draft202012Validator.check_schema(schema)


def errors(value: object, schema: Mapping[str, Any]) -> Iterable[Any]:
    """Every fault of the value, with its place."""
    return _reference().Draft202012Validator(schema).iter_errors(value)  # type: ignore[no-any-return]


def _reference() -> Any:
    return importlib.import_module("jsonschema")
