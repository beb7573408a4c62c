"""How does the declaration of an operation read as JSON Schema, for its arguments and its reply?"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path

from hakaru.catalog.operation import FieldType, Operation, Param, ParamType, TextSource, load

Schema = dict[str, object]

_INPUT: Mapping[ParamType, Schema] = {
    "text": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "flag": {"type": "boolean"},
    "path": {"type": "string"},
    "paths": {"type": "array", "items": {"type": "string"}},
    "source": {"type": "string"},
    "choice": {"type": "string"},
    "pace": {"type": "string"},
    "activity": {"type": "string"},
    "activities": {"type": "array", "items": {"type": "string"}},
    "date": {"type": "string", "format": "date"},
}

_FIELDS: Mapping[FieldType, Schema] = {
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "list": {"type": "array"},
    "object": {"type": "object"},
    "any": {},
    "int?": {"type": ["integer", "null"]},
    "number?": {"type": ["number", "null"]},
    "text?": {"type": ["string", "null"]},
    "flag?": {"type": ["boolean", "null"]},
    "list?": {"type": ["array", "null"]},
    "object?": {"type": ["object", "null"]},
}

_IN_ERRORS: Mapping[str, str] = {
    "ok": "boolean",
    "error": "string",
    "errors": "array",
    "status": "integer",
}
"""What the fields of `error_reply` hold."""

_OUTPUT: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (Path, "string"),
    (datetime, "string"),
    (date, "string"),
    (Mapping, "object"),
    (Sequence, "array"),
)


def input_schema(params: Sequence[Param]) -> Schema:
    """The arguments of a tool, each described; what is not among them is refused."""
    schema: Schema = {
        "type": "object",
        "properties": {param.name: _argument(param) for param in params},
    }
    required = [param.name for param in params if param.required]
    return {**schema, "required": required} if required else schema


def _argument(param: Param) -> Schema:
    schema: Schema = dict(_INPUT[param.type])
    if param.choices:
        schema["enum"] = list(param.choices)
    if param.default is not None and param.default is not False:
        schema["default"] = param.default
    return {**schema, "description": param.en}


@cache
def output_schema(operation: Operation) -> Schema:
    """What the reply of an operation holds, field by field.

    The declared fields of the operation, or those of its result, or of the TypedDict that its
    `reply` is declared as. A text from outside is an object (see `catalog.reply`). No field is
    marked required: an error (see `error_reply`) is a reply as well, and clients hold it against
    the same schema.
    """
    declared = {name: _FIELDS[kind] for name, kind in operation.returns.items()}
    fields = declared or {name: _value(hint) for name, hint in _hints(operation).items()}
    properties = {
        name: _or_error(name, _as_marked(schema, operation.texts.get(name)))
        for name, schema in fields.items()
    }
    return {"type": "object", "properties": properties}


def _hints(operation: Operation) -> Mapping[str, object]:
    """The types of the fields of a reply, as far as its function says."""
    result = typing.get_type_hints(load(operation.target))["return"]
    shaped = _reply_type(result)
    if shaped is not None:
        return typing.get_type_hints(shaped) if typing.is_typeddict(shaped) else {}
    hints = typing.get_type_hints(result)
    return {field.name: hints[field.name] for field in dataclasses.fields(result)}


def _as_marked(schema: Schema, source: TextSource | None) -> Schema:
    """The schema of a field of which a string leaves as `{"text", "from"}`."""
    if source in (None, "hakaru", "column"):
        return schema
    kinds = schema.get("type")
    if kinds == "string":
        return {"type": ["object", "string"] if source == "author" else "object"}
    if isinstance(kinds, list) and "string" in kinds:
        return {"type": ["object" if kind == "string" else kind for kind in kinds]}
    return schema


def _reply_type(result: type) -> object | None:
    """How the `reply` of a result is declared; None: it has none, and its fields are the reply."""
    shaped = getattr(result, "reply", None)
    if isinstance(shaped, property) and shaped.fget is not None:
        return typing.get_type_hints(shaped.fget)["return"]  # type: ignore[no-any-return]
    return typing.get_type_hints(result).get("reply")


def _value(hint: object) -> Schema:
    """The JSON type of one field. A number that is not known, or not finite, leaves as null."""
    members = _members(hint)
    names = [_json_type(member) for member in members]
    if None in names:
        return {}
    kinds = list(dict.fromkeys(name for name in names if name is not None))
    if "number" in kinds and "null" not in kinds:
        kinds.append("null")
    return {"type": kinds[0] if len(kinds) == 1 else kinds}


def _or_error(name: str, schema: Schema) -> Schema:
    """A field that an error has as well may hold what it holds there."""
    there, here = _IN_ERRORS.get(name), schema.get("type")
    if there is None or here is None:
        return schema
    kinds = [here] if isinstance(here, str) else list(typing.cast("list[str]", here))
    return schema if there in kinds else {"type": [*kinds, there]}


def _members(hint: object) -> tuple[object, ...]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(inner for member in typing.get_args(hint) for inner in _members(member))
    return (hint,)


def _json_type(hint: object) -> str | None:
    """None: nothing can be said."""
    if hint is type(None):
        return "null"
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return (
            "string" if all(isinstance(choice, str) for choice in typing.get_args(hint)) else None
        )
    kind = origin or hint
    if not isinstance(kind, type):
        return None
    if dataclasses.is_dataclass(kind) or typing.is_typeddict(kind):
        return "object"
    return next((name for known, name in _OUTPUT if issubclass(kind, known)), None)
