"""What can a program read over HTTP? Every reading operation of the catalogue, by its name.

`GET /api/read/NAME?parameter=value`: the parameters and the reply are those of the command line's
`--json`. Operations that write, reach out of this machine, name files or take SQL are left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from hakaru.catalog.operation import FILE_TYPES, Operation, Param, load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.surfaces.mcp.arguments import read_arguments

PREFIX = "/api/read"
ERRORS = (404, 408, 409, 413, 422, 500)
"""Statuses of their errors beside those that every address has."""

_NOT_A_READ = frozenset({"organize", "advise", "summarise_focus_day", "estimate_status"})
"""They may ask a model, or have a route of their own."""
_FLAGS: Mapping[str, bool] = {"true": True, "1": True, "false": False, "0": False}


def _is_read(operation: Operation) -> bool:
    return (
        operation.profile != "write"
        and operation.offline
        and not operation.hidden
        and not operation.sql
        and operation.name not in _NOT_A_READ
        and not any(param.type in FILE_TYPES for param in operation.params)
    )


READS: tuple[Operation, ...] = tuple(operation for operation in OPERATIONS if _is_read(operation))


def read_reply(context: Context, operation: Operation, *, asked: Mapping[str, str]) -> str:
    """The whole reply of an operation as JSON.

    Raises:
        RequestError: an unknown parameter, or a required one that is missing.
        BadArgument: a value that a parameter does not take.
    """
    by_name = {param.name: param for param in operation.params}
    given = {name: _value(by_name.get(name), text) for name, text in asked.items()}
    arguments = read_arguments(operation, given, params=operation.params)
    return as_json(load(operation.target)(context, **arguments), whole=True)


def _value(param: Param | None, text: str) -> object:
    """The value that a text of an address stands for."""
    if param is None:
        return text
    if param.type == "flag":
        if text not in _FLAGS:
            raise BadArgument(param.name, text, "true or false")
        return _FLAGS[text]
    if param.type in ("int", "float"):
        return _number(param, text)
    return text


def _number(param: Param, text: str) -> float | int:
    try:
        if param.type == "int":
            return int(text[:40])
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return number
    if param.type == "int":
        raise BadArgument(param.name, text, "a whole number")
    raise BadArgument(param.name, text, "a number")
