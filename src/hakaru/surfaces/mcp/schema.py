"""Operations as JSON Schema, and the JSON of a model as their arguments, with files that it names.

Every surface hands the values of parameters that name files through here. A person's are taken as
they are; a model's never reach a flow: it gets a place in the exports, or copies of what lies in
the folders that the person listed (see `store.file_access`).

In English, with every parameter and every field of a reply; `hakaru://tools` has both languages.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from typing import cast

from hakaru.catalog.operation import FieldType, Operation, Param, ParamType, TextSource, load
from hakaru.core.errors import BadArgument, HakaruError, RequestError
from hakaru.core.i18n import message, term
from hakaru.core.plain import Schema, schema_of, shape_type
from hakaru.core.units import parse_day, parse_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.file_access import UPLOADS, ModelOutput, PersonOutput, staged
from hakaru.store.references import names_a_run
from hakaru.surfaces.mcp.offered import taken

Values = Mapping[str, object]


@frozen(kw_only=False)
class Named:
    """The names that a model gave for a parameter: no path, until they went through here."""

    texts: tuple[str, ...]


def for_person(operation: Operation, values: Values, *, overwrite: bool) -> dict[str, object]:
    """The values with which a person's call reaches the function."""
    safe = dict(values)
    for param in operation.params:
        given = values.get(param.name)
        if param.access == "write" and isinstance(given, Path):
            safe[param.name] = PersonOutput(path=given, overwrite=overwrite)
        elif param.type == "source":
            safe[param.name] = _file_or_run(str(given))
    return safe


def _file_or_run(given: str) -> Path | str:
    """What a person means: a file that is there, or else a run."""
    try:
        path = Path(given).expanduser()
        return path if path.exists() else given
    except (OSError, ValueError, RuntimeError):
        return given


@contextmanager
def for_model(
    context: Context, operation: Operation, *, values: Values
) -> Iterator[tuple[Context, dict[str, object]]]:
    """The context and values with which a model's call reaches the function.

    Raises:
        FolderNotListed: it names a file that is not open to it.
        Unreadable: there is no such file, or not one that can be read.
    """
    safe = dict(values)
    read: Param | None = None
    for param in operation.params:
        given = values.get(param.name)
        if param.access == "write":
            safe[param.name] = ModelOutput(
                data_folder=context.data_folder,
                named=given.texts[0] if isinstance(given, Named) else None,
                default=operation.name,
            )
        elif isinstance(given, Named):
            if param.type == "source" and (not given.texts[0] or names_a_run(given.texts[0])):
                safe[param.name] = given.texts[0]
            else:
                read = param
    if read is None:
        yield context, safe
        return
    texts = cast(Named, values[read.name]).texts
    with _staged(context, texts) as (own, paths):
        yield own, {**safe, read.name: paths if read.type == "paths" else paths[0]}


@contextmanager
def _staged(context: Context, texts: Sequence[str]) -> Iterator[tuple[Context, tuple[Path, ...]]]:
    with staged(
        texts,
        folders=context.settings.mcp.folders,
        uploads=context.data_folder / UPLOADS,
        data_folder=context.data_folder,
    ) as copies:
        try:
            yield dataclasses.replace(context, shown_path=copies.shown), copies.paths
        except HakaruError as error:
            copies.relabel(error)
            raise


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
    "json": {"type": ["object", "string"]},
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
    return {**schema, "description": param.text("en")}


@cache
def output_schema(operation: Operation) -> Schema:
    """What the reply of an operation holds, field by field.

    The declared fields of the operation, or those of its result, or of the TypedDict that its
    `shape` is declared as. A text from outside is an object (see `catalog.reply`). No field is
    marked required: an error (see `error_reply`) is a reply as well, and clients hold it against
    the same schema.
    """
    declared = {name: _or_null(_FIELDS[kind]) for name, kind in operation.returns.items()}
    fields = declared or {name: _value(hint) for name, hint in _hints(operation).items()}
    properties = {
        name: _or_error(name, _as_marked(schema, operation.texts.get(name)))
        for name, schema in fields.items()
    }
    return {"type": "object", "properties": properties}


def _hints(operation: Operation) -> Mapping[str, object]:
    """The types of the fields of a reply, as far as its function says."""
    result = typing.get_type_hints(load(operation.target))["return"]
    shape = shape_type(result)
    if shape is not None:
        return _of_typed_dict(shape) if typing.is_typeddict(shape) else {}
    hints = typing.get_type_hints(result)
    return {
        field.name: hints[field.name] for field in dataclasses.fields(result) if not field.metadata
    }


def _or_null(schema: Schema) -> Schema:
    """A field that has nothing to say is null (see `with_every_field`)."""
    kind = schema.get("type")
    return {**schema, "type": [kind, "null"]} if isinstance(kind, str) else schema


def _of_typed_dict(shape: type) -> Mapping[str, object]:
    """What is not always there is null where it is not (see `with_every_field`)."""
    marked = typing.get_type_hints(shape, include_extras=True)
    return {
        name: hint | None if typing.get_origin(marked[name]) is typing.NotRequired else hint
        for name, hint in typing.get_type_hints(shape).items()
    }


def with_every_field(operation: Operation, reply: Mapping[str, object]) -> Mapping[str, object]:
    """A reply with null in each field that its operation declares and that has nothing to say."""
    declared = output_schema(operation)["properties"]
    assert isinstance(declared, dict)
    return {**reply, **{name: None for name in declared if name not in reply}}


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


def _value(hint: object) -> Schema:
    """The JSON type of one field. A number that is not known, or not finite, leaves as null."""
    schema = schema_of(hint, record=lambda _: {"type": "object"}, texts=(Path,))
    members = typing.cast("list[Schema]", schema.get("anyOf", [schema]))
    kinds = list(dict.fromkeys(member.get("type") for member in members))
    if None in kinds:
        return {}
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


def list_tools(
    operations: Sequence[Operation], *, write: bool, schemas: bool
) -> list[Mapping[str, object]]:
    """The tools as the protocol lists them."""
    return [describe(operation, write=write, schemas=schemas) for operation in operations]


def describe(operation: Operation, *, write: bool, schemas: bool) -> Mapping[str, object]:
    """One tool as the protocol lists it; `schemas`: with the shape of its reply."""
    annotations: dict[str, object] = {"readOnlyHint": operation.reads_only}
    if not operation.reads_only:  # of a tool that only reads, the protocol takes both as said
        annotations["destructiveHint"] = operation.loses
        annotations["idempotentHint"] = operation.repeatable
    return {
        "name": operation.name,
        "description": operation.text("en"),
        "inputSchema": input_schema(taken(operation, write=write)),
        **({"outputSchema": output_schema(operation)} if schemas else {}),
        "annotations": {**annotations, "openWorldHint": not operation.offline},
    }


def list_bytes(tools: Sequence[Mapping[str, object]]) -> int:
    """The size of `{"tools": [...]}` on the wire: compact JSON in UTF-8."""
    text = json.dumps({"tools": list(tools)}, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode())


_LARGEST = 2**53
"""JSON has no larger number of which every reader sees the last digit."""
_MOST_BITS = 1024


class _WrongType(Exception):
    """A value is not what the parameter takes; the message says what it takes."""


def read_arguments(
    operation: Operation, given: Mapping[str, object], *, params: Sequence[Param]
) -> dict[str, object]:
    """The keyword arguments of the operation's function.

    `params` are those the caller may set; the others keep their defaults. An optional argument
    given as null counts as not given. Names of files stay `Named`: only `named_files` opens them.

    Raises:
        RequestError: an unknown argument, or a required one that is missing.
        BadArgument: a value of the wrong type or outside the choices.
    """
    by_name = {param.name: param for param in params}
    given = _by_name(operation, given, params)
    for name in given:
        if name not in by_name:
            takes = ", ".join(by_name) or "nothing"
            raise RequestError(
                message(
                    "{tool} takes no argument {argument}; it takes {names}",
                    tool=operation.name,
                    argument=repr(name),
                    names=takes,
                )
            )
    read: dict[str, object] = {param.name: param.default for param in operation.params}
    for param in params:
        value = given.get(param.name)
        if value is not None:
            read[param.name] = _read(param, value)
        elif param.required:
            raise RequestError(
                message(
                    "{tool} needs {argument}: {meaning}",
                    tool=operation.name,
                    argument=param.name,
                    meaning=message(param.text("en")),
                )
            )
    return read


def _by_name(
    operation: Operation, given: Mapping[str, object], params: Sequence[Param]
) -> Mapping[str, object]:
    """What was given by an alias, under the name of the parameter."""
    names = {alias: param.name for param in params for alias in param.aliases}
    for alias, name in names.items():
        if given.get(alias) is not None and given.get(name) is not None:
            raise RequestError(
                message(
                    "{tool} takes {name} or {alias}, not both",
                    tool=operation.name,
                    name=name,
                    alias=alias,
                )
            )
    return {names.get(name, name): value for name, value in given.items()}


def _read(param: Param, value: object) -> object:
    if param.choices and value not in param.choices:
        raise BadArgument(
            param.name, value, message("one of {names}", names=", ".join(param.choices))
        )
    try:
        return _READERS.get(param.type, _text)(value)
    except _WrongType as exc:
        raise BadArgument(param.name, value, term(str(exc))) from exc


def _text(value: object) -> str:
    """A list, as models write one, stands for the names or ids that are typed with commas."""
    if isinstance(value, list) and value:
        return ",".join(_element(entry) for entry in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _digits(value)
    if not isinstance(value, str):
        raise _WrongType(message("a text"))
    return value


def _element(value: object) -> str:
    text = _text(value) if not isinstance(value, list) else ""
    if not text or "," in text:
        raise _WrongType(message("a text, or a list of names or ids"))
    return text


def _whole(value: object) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LARGEST:
        raise _WrongType(message("a whole number"))
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _WrongType(message("a number"))
    if not abs(value) <= sys.float_info.max:  # also where it is NaN
        raise _WrongType(message("a number"))
    return float(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongType(message("true or false"))
    return value


def _path(value: object) -> Named:
    if not isinstance(value, str) or not value or "\0" in value:
        raise _WrongType(message("a path"))
    return Named((value,))


def _paths(value: object) -> Named:
    every = [value] if isinstance(value, str) else value
    if not isinstance(every, list) or not every:
        raise _WrongType(message("a list of paths"))
    return Named(tuple(name for path in every for name in _path(path).texts))


def _source(value: object) -> Named:
    """A run by its number, too."""
    return _path(_activity(value))


def _json(value: object) -> str:
    """An object as it is or as its text."""
    if not isinstance(value, dict):
        return _text(value)
    return _text(json.dumps(value, ensure_ascii=False))


def _pace(value: object) -> float:
    try:
        return parse_pace_s_per_km(value if isinstance(value, str) else "")
    except ValueError as exc:
        raise _WrongType(message("a pace such as 4:30")) from exc


def _activity(value: object) -> str:
    """An id may come as a number; operations take it as it is typed."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _WrongType(message("an activity id or a day such as 2026-03-01"))
    return _digits(value) if isinstance(value, int) else value


def _activities(value: object) -> tuple[str, ...]:
    """Several runs: a list, or one text with commas or spaces between them, as in an address."""
    every = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(every, list) or not every:
        raise _WrongType(message("a list of activity ids or days"))
    return tuple(map(_activity, every))


def _digits(value: int) -> str:
    if value.bit_length() > _MOST_BITS:
        raise _WrongType(message("a whole number"))
    return str(value)


def _day(value: object) -> date:
    try:
        return parse_day(value if isinstance(value, str) else "")
    except ValueError as exc:
        raise _WrongType(message("a day such as 2026-03-01")) from exc


_READERS: Mapping[ParamType, Callable[[object], object]] = {
    "text": _text,
    "choice": _text,
    "int": _whole,
    "float": _number,
    "flag": _flag,
    "path": _path,
    "paths": _paths,
    "source": _source,
    "pace": _pace,
    "activity": _activity,
    "activities": _activities,
    "date": _day,
    "json": _json,
}
