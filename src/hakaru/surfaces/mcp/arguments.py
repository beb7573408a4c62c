"""What does a model's JSON mean as arguments of an operation? Nothing is guessed or ignored."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from hakaru.catalog.named_files import Named
from hakaru.catalog.operation import Operation, Param, ParamType
from hakaru.core.errors import BadArgument, RequestError
from hakaru.core.units import parse_day, parse_pace_s_per_km

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
            raise RequestError(f"{operation.name} takes no argument {name!r}; it takes {takes}")
    read: dict[str, object] = {param.name: param.default for param in operation.params}
    for param in params:
        value = given.get(param.name)
        if value is not None:
            read[param.name] = _read(param, value)
        elif param.required:
            raise RequestError(f"{operation.name} needs {param.name}: {param.en}")
    return read


def _by_name(
    operation: Operation, given: Mapping[str, object], params: Sequence[Param]
) -> Mapping[str, object]:
    """What was given by an alias, under the name of the parameter."""
    names = {alias: param.name for param in params for alias in param.aliases}
    for alias, name in names.items():
        if given.get(alias) is not None and given.get(name) is not None:
            raise RequestError(f"{operation.name} takes {name} or {alias}, not both")
    return {names.get(name, name): value for name, value in given.items()}


def _read(param: Param, value: object) -> object:
    if param.choices and value not in param.choices:
        raise BadArgument(param.name, value, f"one of {', '.join(param.choices)}")
    try:
        return _READERS.get(param.type, _text)(value)
    except _WrongType as exc:
        raise BadArgument(param.name, value, str(exc)) from exc


def _text(value: object) -> str:
    """A list, as models write one, stands for the names or ids that are typed with commas."""
    if isinstance(value, list) and value:
        return ",".join(_element(entry) for entry in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _digits(value)
    if not isinstance(value, str):
        raise _WrongType("a text")
    return value


def _element(value: object) -> str:
    text = _text(value) if not isinstance(value, list) else ""
    if not text or "," in text:
        raise _WrongType("a text, or a list of names or ids")
    return text


def _whole(value: object) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LARGEST:
        raise _WrongType("a whole number")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _WrongType("a number")
    if not abs(value) <= sys.float_info.max:  # also where it is NaN
        raise _WrongType("a number")
    return float(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongType("true or false")
    return value


def _path(value: object) -> Named:
    if not isinstance(value, str) or not value or "\0" in value:
        raise _WrongType("a path")
    return Named((value,))


def _paths(value: object) -> Named:
    every = [value] if isinstance(value, str) else value
    if not isinstance(every, list) or not every:
        raise _WrongType("a list of paths")
    return Named(tuple(name for path in every for name in _path(path).texts))


def _source(value: object) -> Named:
    """A run by its number, too."""
    return _path(_activity(value))


def _pace(value: object) -> float:
    try:
        return parse_pace_s_per_km(value if isinstance(value, str) else "")
    except ValueError as exc:
        raise _WrongType("a pace such as 4:30") from exc


def _activity(value: object) -> str:
    """An id may come as a number; operations take it as it is typed."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _WrongType("an activity id or a day such as 2026-03-01")
    return _digits(value) if isinstance(value, int) else value


def _activities(value: object) -> tuple[str, ...]:
    """Several runs: a list, or one text with commas or spaces between them, as in an address."""
    every = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(every, list) or not every:
        raise _WrongType("a list of activity ids or days")
    return tuple(map(_activity, every))


def _digits(value: int) -> str:
    if value.bit_length() > _MOST_BITS:
        raise _WrongType("a whole number")
    return str(value)


def _day(value: object) -> date:
    try:
        return parse_day(value if isinstance(value, str) else "")
    except ValueError as exc:
        raise _WrongType("a day such as 2026-03-01") from exc


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
}
