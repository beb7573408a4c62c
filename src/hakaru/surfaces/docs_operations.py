"""How does the page about operations read: what each takes, answers, costs, and is good for?"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from hakaru.catalog.decisions import DECISIONS
from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.core.units import format_pace
from hakaru.surfaces.cli.command import command_for
from hakaru.surfaces.mcp.offered import where_offered

RESULTS = Path(__file__).parents[3] / "benchmarks" / "results" / "tools.json"
"""What `python -m benchmarks.soak tools` measured last; outside a working copy there is none."""


def operations_text(results: Path = RESULTS) -> str:
    """Every operation: what can be decided from it, parameters, examples, reply budget and size."""
    measured = _measured(results)
    lines = ["# Operations\n"]
    if measured:
        lines.append(
            "\nSizes and times: a real client over pipes, the example about the newest of 504 "
            "simulated sessions (`python -m benchmarks tools`).\n"
        )
    for operation in OPERATIONS:
        lines.append(f"\n## `hakaru {operation.command}`\n")
        lines.append(f"{operation.en}\n\n{operation.ja}\n\n")
        decision = DECISIONS[operation.name]
        lines.append(f"Decide from it: {decision.en} / {decision.ja}\n")
        lines.append(
            f"\nName `{operation.name}`, profile `{operation.profile}`, "
            f"reply <= {operation.limit_bytes} B{_cost(measured.get(operation.name))}. "
            f"Example: `{operation.example}`; {_as_tool(operation)}\n"
        )
        if operation.params:
            lines.append("\n| parameter | type | default | meaning |\n|---|---|---|---|\n")
        for param in operation.params:
            default = "required" if param.required else f"`{param.default}`"
            kind = " / ".join(param.choices) or param.type
            lines.append(f"| `{param.name}` | {kind} | {default} | {param.en} / {param.ja} |\n")
        lines += [f"\n{line}\n" for line in _about_files(operation)]
    return "".join(lines)


def _about_files(operation: Operation) -> list[str]:
    """What a file that is named may be, for a person and for a model."""
    lines = []
    if operation.makes_files:
        lines.append(
            "A file that is there already is replaced only with `--overwrite`. What a model names "
            "becomes a new file or folder in `exports` of the data folder."
        )
    if not operation.hidden and any(param.access == "read" for param in operation.params):
        lines.append(
            "A model reads files only below the folders that `[mcp] folders` lists "
            "([configuration](configuration.md)), or that were handed in on the dashboard."
        )
    return lines


def example_arguments(operation: Operation) -> Mapping[str, object]:
    """The example of a declaration as the arguments a model sends."""
    words = shlex.split(operation.example)[1 + len(operation.command.split()) :]
    given = command_for(operation, "en", name=operation.name).make_context("", words).params
    return {
        param.name: _sent(given[param.name], pace=param.type == "pace")
        for param in operation.params
        if given[param.name] not in (None, (), param.default)
    }


def _as_tool(operation: Operation) -> str:
    if operation.hidden:
        return "for a person only, no tool"
    call = json.dumps(dict(example_arguments(operation)), ensure_ascii=False)
    return f"as a tool (`hakaru mcp {where_offered(operation.name)}`): `{call}`"


def _sent(value: Any, *, pace: bool) -> object:
    if pace:
        return format_pace(value)
    if isinstance(value, tuple):
        return [str(entry) for entry in value]
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Path) else value


def _measured(results: Path) -> Mapping[str, Mapping[str, Any]]:
    """By tool, those that answered."""
    if not results.is_file():
        return {}
    report = json.loads(results.read_text(encoding="utf-8"))
    tools: Mapping[str, Mapping[str, Any]] = report["figures"]["tools"]["tools"]
    return {name: measured for name, measured in tools.items() if measured["error"] is None}


def _cost(measured: Mapping[str, Any] | None) -> str:
    return (
        "" if measured is None else f", measured {measured['bytes']} B in {measured['p50_ms']:g} ms"
    )
