"""Which JSON Schema does a report follow? Made from its dataclass, so that the two cannot differ.

Lengths and ids are left to the judge: servers that turn a schema into a grammar choke on them.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import cache

from hakaru.proposals.reports import AdvisorReport, OrganizerReport

Schema = dict[str, object]


def organizer_schema() -> Schema:
    """The schema of an Organizer's report."""
    return _object(OrganizerReport)


def advisor_schema() -> Schema:
    """The schema of an Advisor's report."""
    return _object(AdvisorReport)


@cache
def _hints(kind: type) -> dict[str, object]:
    return typing.get_type_hints(kind)


def _object(kind: type) -> Schema:
    fields = dataclasses.fields(kind)
    return {
        "type": "object",
        "properties": {field.name: _value(_hints(kind)[field.name]) for field in fields},
        "required": [field.name for field in fields if field.default is dataclasses.MISSING],
        "additionalProperties": False,
    }


def _value(hint: object) -> Schema:
    """Text, objects, lists of either; with `| None` a value that may be left out."""
    members = typing.get_args(hint) if isinstance(hint, types.UnionType) else ()
    if members:
        return _value(next(member for member in members if member is not types.NoneType))
    if typing.get_origin(hint) is tuple:
        return {"type": "array", "items": _value(typing.get_args(hint)[0])}
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _object(hint)
    return {"type": "string"}
