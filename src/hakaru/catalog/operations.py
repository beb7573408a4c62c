"""Every operation, as `operations.toml` declares it."""

from __future__ import annotations

import json
import pkgutil
from typing import Any

from hakaru.catalog.operation import Operation, Param


def _loaded() -> tuple[Operation, ...]:
    declared = pkgutil.get_data("hakaru", "catalog/operations.json")
    assert declared is not None
    return tuple(_operation(entry) for entry in json.loads(declared))


def _operation(entry: dict[str, Any]) -> Operation:
    params = tuple(_param(param) for param in entry.get("params", ()))
    return Operation(**{**entry, "params": params})


def _param(entry: dict[str, Any]) -> Param:
    lists: dict[str, Any] = {name: tuple(entry.get(name, ())) for name in ("choices", "aliases")}
    return Param(**{**entry, **lists})


OPERATIONS = _loaded()


def operation_of_command(command: str) -> Operation:
    """The operation typed as `hakaru COMMAND`. Raises KeyError for an unknown one."""
    return {operation.command: operation for operation in OPERATIONS}[command]
