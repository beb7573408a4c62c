"""How does the declaration of an operation read as JSON Schema, for its arguments and its reply?"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Literal

from hakaru.catalog.operation import Operation, Param, ParamType, load
from hakaru.catalog.params import ACTIVITY, LIMIT, SENSOR, SINCE, UNTIL

Schema = dict[str, object]

Described = Literal["all", "own", "format", "none"]
"""Which parameters carry a description: `own` leaves out days, choices and the shared ones, which
the instructions of the server explain once; `format` keeps only texts, of which nobody would guess
how they are written."""

SHARED: tuple[Param, ...] = (ACTIVITY, LIMIT, SENSOR, SINCE, UNTIL)
_SAY_ENOUGH = ("date", "choice", "activity")
_OF_A_FORMAT = ("text", "pace", "path", "paths")

_INPUT: Mapping[ParamType, Schema] = {
    "text": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "flag": {"type": "boolean"},
    "path": {"type": "string"},
    "paths": {"type": "array", "items": {"type": "string"}},
    "choice": {"type": "string"},
    "pace": {"type": "string"},
    "activity": {"type": ["string", "integer"]},
    "date": {"type": "string", "format": "date"},
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


def input_schema(params: Sequence[Param], *, described: Described) -> Schema:
    """The arguments of a tool; what is not among them is refused."""
    schema: Schema = {
        "type": "object",
        "properties": {one.name: _argument(one, described=described) for one in params},
    }
    if described in ("all", "own"):  # the shorter ones are refused just the same
        schema["additionalProperties"] = False
    required = [one.name for one in params if one.required]
    return {**schema, "required": required} if required else schema


def _argument(param: Param, *, described: Described) -> Schema:
    schema: Schema = dict(_INPUT.get(param.type, {"type": "string"}))
    if param.choices:
        schema["enum"] = list(param.choices)
    if param.default is not None and param.default is not False:
        schema["default"] = param.default
    if _is_described(param, described):
        schema["description"] = param.en
    return schema


def _is_described(param: Param, described: Described) -> bool:
    if described in ("all", "none"):
        return described == "all"
    own = param.type not in _SAY_ENOUGH and param not in SHARED
    return own and (described == "own" or param.type in _OF_A_FORMAT)


@cache
def output_schema(operation: Operation) -> Schema:
    """What the reply of an operation holds, as far as the types of its function say.

    The fields of its result, or those of the TypedDict that its `reply` is declared as. No field
    is marked required: an error (see `error_reply`) is a reply as well, and clients hold it
    against the same schema.
    """
    result = typing.get_type_hints(load(operation.target))["return"]
    shaped = _reply_type(result)
    if shaped is not None:
        declared = typing.get_type_hints(shaped) if typing.is_typeddict(shaped) else {}
    else:
        declared = typing.get_type_hints(result)
        names = [one.name for one in dataclasses.fields(result)]
        declared = {name: declared[name] for name in names}
    if not declared:
        return {"type": "object"}
    properties = {name: _or_error(name, _value(hint)) for name, hint in declared.items()}
    return {"type": "object", "properties": properties}


def _reply_type(result: type) -> object | None:
    """How the `reply` of a result is declared; None: it has none, and its fields are the reply."""
    shaped = getattr(result, "reply", None)
    if isinstance(shaped, property) and shaped.fget is not None:
        return typing.get_type_hints(shaped.fget)["return"]  # type: ignore[no-any-return]
    return typing.get_type_hints(result).get("reply")


def _value(hint: object) -> Schema:
    """The JSON type of one field. A number that is not known, or not finite, leaves as null."""
    members = _members(hint)
    names = [_json_type(one) for one in members]
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
        return tuple(inner for one in typing.get_args(hint) for inner in _members(one))
    return (hint,)


def _json_type(hint: object) -> str | None:
    """None: nothing can be said."""
    if hint is type(None):
        return "null"
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return "string" if all(isinstance(one, str) for one in typing.get_args(hint)) else None
    kind = origin or hint
    if not isinstance(kind, type):
        return None
    if dataclasses.is_dataclass(kind) or typing.is_typeddict(kind):
        return "object"
    return next((name for known, name in _OUTPUT if issubclass(kind, known)), None)
