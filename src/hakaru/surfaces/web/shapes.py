"""Which JSON Schema has a reply? Read off the types that the flows declare it with."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence

Schema = dict[str, object]
Components = dict[str, Schema]

_SIMPLE: Mapping[object, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    types.NoneType: "null",
}


def reply_schema(result: type, components: Components) -> Schema:
    """How the JSON of a result looks: its `content`, else its `reply`, else its own fields.

    Named parts are put into `components`.
    """
    for name in ("content", "reply"):
        shaped = getattr(result, name, None)
        if isinstance(shaped, property) and shaped.fget is not None:
            return schema_of(typing.get_type_hints(shaped.fget)["return"], components)
    return schema_of(result, components)


def schema_of(hint: object, components: Components) -> Schema:
    """The schema of values of a type."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [schema_of(member, components) for member in inner]}
    if origin is typing.Literal:
        return {"type": "string", "enum": list(inner)}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inner[1], components)}
    if origin is not None and issubclass(origin, Sequence):
        return {"type": "array", "items": schema_of(inner[0], components)}
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if typing.is_typeddict(hint) or (isinstance(hint, type) and dataclasses.is_dataclass(hint)):
        return _named(typing.cast(type, hint), components)
    return {}


def _named(kind: type, components: Components) -> Schema:
    if kind.__name__ not in components:
        components[kind.__name__] = {}  # a part may hold itself
        components[kind.__name__] = _object(kind, components)
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _object(kind: type, components: Components) -> Schema:
    hints = typing.get_type_hints(kind, include_extras=True)
    optional = {name for name, hint in hints.items() if _is_optional(hint)}
    plain = {
        name: typing.get_args(hint)[0] if name in optional else hint for name, hint in hints.items()
    }
    about = (kind.__doc__ or "").strip().split("\n\n")[0]
    return {
        "type": "object",
        "description": " ".join(about.split()),
        "properties": {name: schema_of(hint, components) for name, hint in plain.items()},
        "required": [name for name in plain if name not in optional],
    }


def _is_optional(hint: object) -> bool:
    return typing.get_origin(hint) is typing.NotRequired
