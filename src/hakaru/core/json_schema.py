"""JSON Schema of the types that replies, request bodies and reports are declared with."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date

Schema = dict[str, object]

_SIMPLE: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (date, "string"),
    (types.NoneType, "null"),
)


def schema_of(
    hint: object, *, record: Callable[[type], Schema], texts: tuple[type, ...] = ()
) -> Schema:
    """The schema of values of a type; {} where nothing can be said of them.

    `record` gives the schema of a dataclass or TypedDict: inline, by reference, or its bare kind.
    `texts` are further types that leave as text.
    """

    def inside(part: object) -> Schema:
        return schema_of(part, record=record, texts=texts)

    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [inside(member) for member in inner]}
    if origin is typing.Literal:
        named = all(isinstance(choice, str) for choice in inner)
        return {"type": "string", "enum": list(inner)} if named else {"enum": list(inner)}
    kind = origin or hint
    if not isinstance(kind, type):
        return {}
    if is_dataclass(kind) or typing.is_typeddict(kind):
        return record(kind)
    known_types = (*_SIMPLE, *((text, "string") for text in texts))
    simple = next((name for known, name in known_types if issubclass(kind, known)), None)
    if simple is not None:
        return {"type": simple}
    if issubclass(kind, Mapping):
        return {"type": "object", **({"additionalProperties": inside(inner[1])} if inner else {})}
    if issubclass(kind, Sequence):
        return {"type": "array", **({"items": inside(inner[0])} if inner else {})}
    return {}
