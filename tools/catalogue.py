"""Catalogue of operations: `python -m tools.catalogue` makes operations.json of operations.toml.

Shared parameters and lists of choices are put in, and every entry is checked against the types of
`Operation` and `Param`; loading the result checks nothing and imports nothing.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from hakaru.catalog.operation import Operation, Param
from hakaru.core.i18n import in_context

CATALOG = Path(__file__).parents[1] / "src" / "hakaru" / "catalog"
DECLARED = CATALOG / "operations.toml"
LOADED = CATALOG / "operations.json"


def built(file: Path = DECLARED) -> str:
    """The JSON of the declarations.

    Raises:
        SystemExit: an entry is not as it must be; the message says which and why.
    """
    declared = tomllib.loads(file.read_text(encoding="utf-8"))
    shared = {name: {"name": name, **param} for name, param in declared["param"].items()}
    entries = [_operation(entry, shared) for entry in declared["operation"]]
    lines = (json.dumps(entry, ensure_ascii=False) for entry in entries)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _operation(entry: dict[str, Any], shared: dict[str, dict[str, Any]]) -> dict[str, Any]:
    params = [_param(param, shared, entry["name"]) for param in entry.pop("params", ())]
    entry = _in_context(entry)
    if params:
        entry["params"] = params
    _check(entry, Operation, entry["name"])
    return entry


def _param(
    param: dict[str, Any], shared: dict[str, dict[str, Any]], operation: str
) -> dict[str, Any]:
    if "use" in param:
        param = {**shared[param["use"]], **param}
        del param["use"]
        if param.get("required"):
            param.pop("default", None)
    if isinstance(param.get("choices"), str):
        param = {**param, "choices": _choices(param["choices"])}
    param = _in_context(param)
    _check(param, Param, f"{operation}, {param['name']}")
    return param


def _in_context(entry: dict[str, Any]) -> dict[str, Any]:
    if "context" not in entry:
        return entry
    entry = {**entry, "about": in_context(entry["context"], entry["about"])}
    del entry["context"]
    return entry


def _choices(reference: str) -> list[str]:
    """The members of a Literal or a tuple of the source, 'module:Name'."""
    module, _, name = reference.partition(":")
    listed = getattr(import_module(module), name)
    return list(get_args(listed) or listed)


def _check(entry: dict[str, Any], kind: type[Operation] | type[Param], place: str) -> None:
    unknown = entry.keys() - {field.name for field in dataclasses.fields(kind)}
    if unknown:
        sys.exit(f"{DECLARED.name}: {place}: no such field: {', '.join(sorted(unknown))}")
    try:
        TypeAdapter(kind).validate_python(entry)
    except ValidationError as error:
        sys.exit(f"{DECLARED.name}: {place}: {error}")


if __name__ == "__main__":
    LOADED.write_text(built(), encoding="utf-8")
