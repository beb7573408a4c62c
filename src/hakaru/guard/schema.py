"""Does a value have the shape that a task asked for? Everything that is not so, in one pass.

The part of JSON Schema that our tasks use: type, required, properties, additionalProperties, items,
enum, minItems, maxItems, minLength, maxLength. The same verdicts as a full validator, but with the
rule and path of each fault and in the language of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hakaru.guard.findings import Finding
from hakaru.guard.wording import Lang, capped, finding, path_of

Schema: TypeAlias = Mapping[str, object]

_NOTES = frozenset({"title", "description", "$schema", "examples", "default"})
_NOT_FOR_GRAMMARS = frozenset({"maxLength", "minLength"})
"""Servers that make a grammar of a schema choke on large repetitions; lengths are checked here."""
_TYPES: Mapping[str, Callable[[object], bool]] = {
    "object": lambda value: isinstance(value, Mapping),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool))
        or (isinstance(value, float) and value.is_integer())
    ),
}
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array"}
_SHOWN_VALUES = 12

_Rule: TypeAlias = Callable[[Any, Any, "_Place"], Iterator[Finding]]


@dataclass(frozen=True, kw_only=True)
class _Place:
    """Where in a value the check is, and against what."""

    path: str
    schema: Schema
    lang: Lang

    def broken(self, rule: str, **slots: object) -> Finding:
        """The finding of a rule here."""
        return finding(f"schema.{rule}", self.path, lang=self.lang, slots=slots)

    def inside(self, step: str | int, schema: Schema) -> _Place:
        """One step further in."""
        return _Place(path=path_of(self.path, step), schema=schema, lang=self.lang)


def check(value: object, schema: Schema, *, lang: Lang) -> tuple[Finding, ...]:
    """Every place where the value is not as the schema says, 50 at most and how many more.

    Raises:
        ValueError: the schema uses a keyword that is not checked here.
    """
    return capped(list(_check(value, _Place(path="", schema=schema, lang=lang))), lang=lang)


def without_lengths(schema: Schema) -> dict[str, object]:
    """The schema as it is sent: lengths of text are left to `check`."""
    shortened: dict[str, object] = {}
    for keyword, value in schema.items():
        if keyword == "properties" and isinstance(value, Mapping):
            shortened[keyword] = {
                name: without_lengths(subschema) for name, subschema in value.items()
            }
        elif isinstance(value, Mapping):
            shortened[keyword] = without_lengths(value)
        elif keyword not in _NOT_FOR_GRAMMARS:
            shortened[keyword] = value
    return shortened


def _check(value: object, place: _Place) -> Iterator[Finding]:
    for keyword, wanted in place.schema.items():
        if keyword in _RULES:
            yield from _RULES[keyword](value, wanted, place)
        elif keyword not in _NOTES:
            raise ValueError(f"no check for {keyword!r} in a schema")


def _type(value: object, wanted: str | Sequence[str], place: _Place) -> Iterator[Finding]:
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    if not any(_TYPES[name](value) for name in names):
        yield place.broken("type", expected=" / ".join(names), actual=_type_name(value))


def _required(value: object, wanted: Sequence[str], place: _Place) -> Iterator[Finding]:
    if isinstance(value, Mapping):
        yield from (place.broken("required", key=key) for key in wanted if key not in value)


def _properties(value: object, wanted: Mapping[str, Schema], place: _Place) -> Iterator[Finding]:
    if isinstance(value, Mapping):
        for key, schema in wanted.items():
            if key in value:
                yield from _check(value[key], place.inside(key, schema))


def _additional(value: object, wanted: bool | Schema, place: _Place) -> Iterator[Finding]:
    if not isinstance(value, Mapping) or wanted is True:
        return
    named = place.schema.get("properties")
    properties: Mapping[str, object] = named if isinstance(named, Mapping) else {}
    for key in value:
        if key not in properties:
            if isinstance(wanted, Mapping):
                yield from _check(value[key], place.inside(key, wanted))
            else:
                yield place.broken("additional", key=key)


def _items(value: object, wanted: Schema, place: _Place) -> Iterator[Finding]:
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from _check(item, place.inside(n, wanted))


def _enum(value: object, wanted: Sequence[object], place: _Place) -> Iterator[Finding]:
    if not any(_same(value, choice) for choice in wanted):
        shown = [str(choice) for choice in wanted[:_SHOWN_VALUES]]
        more = ["…"] if len(wanted) > len(shown) else []
        allowed = _Trusted(", ".join(shown + more))
        yield place.broken("enum", value=_shown(value), allowed=allowed)


def _count(rule: str, kind: type, *, least: bool) -> _Rule:
    def _counted(value: Any, wanted: int, place: _Place) -> Iterator[Finding]:
        if isinstance(value, kind) and (len(value) < wanted if least else len(value) > wanted):  # type: ignore[arg-type]
            yield place.broken(rule, limit=wanted, n=len(value))  # type: ignore[arg-type]

    return _counted


@dataclass(frozen=True)
class _Trusted:
    """Text of ours among the slots of a message: not quoted, not cut."""

    text: str

    def __str__(self) -> str:
        return self.text


_RULES: Mapping[str, _Rule] = {
    "type": _type,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "enum": _enum,
    "minItems": _count("min_items", list, least=True),
    "maxItems": _count("max_items", list, least=False),
    "minLength": _count("min_length", str, least=True),
    "maxLength": _count("max_length", str, least=False),
}


def _same(value: object, other: object) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    return value == other


def _type_name(value: object) -> str:
    if value is None:
        return "null"
    return _NAMES.get(type(value), "object")


def _shown(value: object) -> str:
    return _type_name(value) if isinstance(value, Mapping | list) else str(value)
