"""Replies of a model: the JSON object in them is found and checked for its shape, never repaired.

The object is the whole text, or the one fenced block in it, or the first thing in it that begins
with a brace. Everything wrong is a finding; nothing raises, and the time is linear in the size.

The part of JSON Schema that our tasks use: type, required, properties, additionalProperties, items,
enum, minItems, maxItems, minLength, maxLength. The same verdicts as a full validator, but with the
rule and path of each fault and in the language of the model.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from hakaru.core.i18n import Lang
from hakaru.guard.cleaning import Finding, capped, finding, path_of
from hakaru.guard.task import DEEPEST, REPLY_MOST_BYTES, Reply
from hakaru.records import frozen

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


@frozen
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


@frozen(kw_only=False)
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


JsonObject: TypeAlias = Mapping[str, object]

_FENCE_LINE = re.compile(r"[ \t]*```[ \t]*(\w*)[ \t]*\r?")
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_DIGITS_MOST = 18
_EMOJI_JOINER = "\u200d"
_WHITESPACE = " \t\r\n\ufeff"
_GOES_ON = ("{", "}", "[", "]", ",", ":")
"""What after a value says that it was not all: a second one, or the rest of a broken one."""


@frozen
class Limits:
    """What a reply may be at most. `deepest` counts objects and lists inside each other."""

    most_bytes: int = REPLY_MOST_BYTES
    deepest: int = DEEPEST


class _Twice(dict[str, Any]):
    """An object with keys that occurred twice; the last value counts, as in a plain one."""

    keys_twice: tuple[str, ...] = ()


@frozen
class _Fault:
    """Why a piece of text is no JSON value."""

    rule: str
    slots: Mapping[str, object] = field(default_factory=dict)


def read_object(
    reply: Reply, *, lang: Lang, limits: Limits | None = None
) -> tuple[JsonObject | None, tuple[Finding, ...]]:
    """The object in a reply and all that is wrong with its form. Never raises.

    None: there is no object to look at. An object may come beside must-findings, so that a judge
    can name everything in one pass.
    """
    allowed = limits or Limits()
    problems = [finding(rule, "", lang=lang) for rule in _ends(reply)]
    n_bytes = len(reply.text.encode("utf-8", "surrogatepass"))
    if n_bytes > allowed.most_bytes:
        size = {"n": n_bytes, "limit": allowed.most_bytes}
        return None, (*problems, finding("reply.too_large", "", lang=lang, slots=size))
    value, around = _parsed(reply.text.strip(_WHITESPACE), allowed)
    if isinstance(value, _Fault):
        again = any(problem.rule == value.rule for problem in problems)
        fault = finding(value.rule, "", lang=lang, slots=value.slots)
        return None, tuple(problems if again else [*problems, fault])
    if around:
        problems.append(finding("reply.prose_around", "", lang=lang, severity="should"))
    if not isinstance(value, dict):
        kind = {"what": type(value).__name__}
        return None, (*problems, finding("reply.not_object", "", lang=lang, slots=kind))
    return value, capped([*problems, *_walk(value, "", lang)], lang=lang)


def _ends(reply: Reply) -> Iterator[str]:
    """Rules about how the reply ended, as its server told."""
    if reply.finish == "length":
        yield "reply.truncated"
    if reply.finish == "filter":
        yield "reply.filtered"


def _parsed(text: str, limits: Limits) -> tuple[Any, bool]:
    """The value or what is wrong with it, and whether there is text around it."""
    if not text:
        return _Fault(rule="reply.empty"), False
    block, alone = _only_block(text)
    if block is not None:
        return _all_of(block.strip(_WHITESPACE), limits), not alone
    start = _start(text, limits)
    value, end = _decoded(text, start, limits)
    if isinstance(value, _Fault):
        return value, False
    rest = text[end:].lstrip(_WHITESPACE)
    if rest.startswith(_GOES_ON):
        return _Fault(rule="reply.not_json", slots={"at": end, "what": "text goes on"}), False
    return value, start > 0 or bool(rest)


def _all_of(text: str, limits: Limits) -> Any:
    value, end = _decoded(text, 0, limits)
    if isinstance(value, _Fault) or end == len(text):
        return value
    return _Fault(rule="reply.not_json", slots={"at": end, "what": "text goes on"})


def _only_block(text: str) -> tuple[str | None, bool]:
    """What stands in the one fenced block, and whether nothing stands around it.

    None: there is none, several, or one without an end.
    """
    lines = text.split("\n")
    marks = [n for n, line in enumerate(lines) if _FENCE_LINE.fullmatch(line)]
    if len(marks) != 2:
        return None, False
    first, last = marks
    around = "".join((*lines[:first], *lines[last + 1 :])).strip(_WHITESPACE)
    return "\n".join(lines[first + 1 : last]), not around


def _start(text: str, limits: Limits) -> int:
    """Where the value begins: at the first brace, unless a list or the whole text is one."""
    brace = text.find("{")
    if brace < 0:
        return 0
    bracket = text.find("[", 0, brace)
    if bracket >= 0:
        value, end = _decoded(text, bracket, limits)
        if not isinstance(value, _Fault) and end > brace:
            return bracket
    if text[0] == '"' and _decoded(text, 0, limits)[1] == len(text):
        return 0
    return brace


def _decoded(text: str, start: int, limits: Limits) -> tuple[Any, int]:
    """The value that begins at `start` and where it ends, or its fault."""
    closed = True
    if text[start : start + 1] in ("{", "["):
        depth, closed = _depth(text, start, limits.deepest)
        if depth > limits.deepest:
            return _Fault(rule="reply.too_deep", slots={"limit": limits.deepest}), start
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as exc:
        if not closed:
            return _Fault(rule="reply.truncated"), start
        return _Fault(rule="reply.not_json", slots={"at": exc.pos, "what": exc.msg}), start
    except RecursionError:
        return _Fault(rule="reply.not_json", slots={"at": start, "what": "too deep"}), start


def _depth(text: str, start: int, deepest: int) -> tuple[int, bool]:
    """How deep the value at `start` goes, up to one beyond `deepest`; whether it is closed."""
    depth, most = 0, 0
    for token in _TOKENS.finditer(text, start):
        mark = token[0]
        if mark in ("{", "["):
            depth += 1
            most = max(most, depth)
            if depth > deepest:
                return depth, False
        elif mark in ("}", "]"):
            depth -= 1
            if depth == 0:
                return most, True
    return most, False


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_name = dict(pairs)
    if len(by_name) == len(pairs):
        return by_name
    seen: set[str] = set()
    twice = _Twice(by_name)
    twice.keys_twice = tuple(
        dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    )
    return twice


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS_MOST else float(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_whole_number)


def _walk(value: Any, path: str, lang: Lang) -> Iterator[Finding]:
    """What is wrong with the values of an object that could be read."""
    if isinstance(value, dict):
        for key in getattr(value, "keys_twice", ()):
            yield finding("reply.duplicate_key", path, lang=lang, slots={"key": key})
        for key, item in value.items():
            yield from _characters(key, path, lang)
            yield from _walk(item, path_of(path, key), lang)
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from _walk(item, path_of(path, n), lang)
    elif isinstance(value, str):
        yield from _characters(value, path, lang)
    elif isinstance(value, float) and not math.isfinite(value):
        yield finding("reply.not_finite", path, lang=lang, slots={"value": str(value)})


def _characters(text: str, path: str, lang: Lang) -> Iterator[Finding]:
    """The first character that can steer what shows the text, or that nothing can show."""
    if text.isprintable():
        return
    for character in text:
        if character in "\n\t\r" or character == _EMOJI_JOINER or character.isprintable():
            continue
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            code = {"code": f"U+{ord(character):04X}"}
            yield finding("reply.bad_character", path, lang=lang, slots=code)
            return
