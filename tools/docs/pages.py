"""Pages that are generated from the code; `python -m tools.docs docs` writes them.

The files of the plugin lie beside them and come with them.
"""

from __future__ import annotations

import inspect
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.core import errors
from hakaru.core.units import format_pace
from hakaru.running.metrics import METRICS
from hakaru.running.wording import label
from hakaru.surfaces.cli.command import command_for
from hakaru.surfaces.mcp.budgets import budgets_text
from hakaru.surfaces.mcp.offered import where_offered
from tools.docs.configuration import configuration_text
from tools.docs.data_model import data_model_text
from tools.docs.licences import TABLE, licences_text, refresh
from tools.docs.plugin import plugin_files

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "tools.json"
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
        lines.append(f"{operation.text('en')}\n\n{operation.text('ja')}\n\n")
        lines.append(
            f"Decide from it: {operation.decision_text('en')} / {operation.decision_text('ja')}\n"
        )
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
            meaning = f"{param.text('en')} / {param.text('ja')}"
            lines.append(f"| `{param.name}` | {kind} | {default} | {meaning} |\n")
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


_NOTE = "<!-- generated by `make docs`: edit the code, not this page -->\n\n"


def operations_page() -> str:
    """Every operation: what to decide from it, parameters, examples, reply budget and size."""
    return _NOTE + operations_text()


def budgets_page() -> str:
    """Every limit on sizes, rows, seconds and memory, beside what the requirements name."""
    return _NOTE + budgets_text()


def metrics_page() -> str:
    """Every metric: unit, valid window, model, priors."""
    lines = [
        _NOTE + "# Form metrics\n\n",
        "| metric | unit | valid | model | costs when | prior: value at 3 m/s, slope |\n",
        "|---|---|---|---|---|---|\n",
    ]
    costs = {1: "higher than expected", -1: "lower than expected", 0: "never scored"}
    for metric in METRICS.values():
        priors = "; ".join(
            f"{group} {prior.level_at_ref:g} ± {100 * prior.level_sd_frac:g} %, "
            f"{prior.slope:+g} ± {prior.slope_sd:g}"
            for group, prior in metric.priors.items()
        )
        name = f"{label(metric.name, 'en')} ({label(metric.name, 'ja')}, `{metric.name}`)"
        lines.append(
            f"| {name} | {metric.unit} "
            f"| {metric.valid_min:g}-{metric.valid_max:g} | {metric.law} "
            f"| {costs[metric.unfavourable]} | {priors} |\n"
        )
    return "".join(lines)


def errors_page() -> str:
    """The tree of errors and the status each one carries."""
    tree = inspect.getdoc(errors) or ""
    lines = [
        _NOTE
        + "# Errors\n\n```\n"
        + tree
        + "\n```\n\n| error | status | meaning |\n|---|---|---|\n"
    ]
    for name, kind in vars(errors).items():
        if inspect.isclass(kind) and issubclass(kind, errors.HakaruError):
            summary = (inspect.getdoc(kind) or "").splitlines()[0]
            lines.append(f"| `{name}` | {kind.status} | {summary} |\n")
    return "".join(lines)


def configuration_page() -> str:
    """Every key, variable and port."""
    return _NOTE + configuration_text()


def data_model_page() -> str:
    """Every table and column of both files."""
    return _NOTE + data_model_text()


def licences_page() -> str:
    """Every locked package and its licence."""
    return _NOTE + licences_text()


PAGES: Mapping[str, Callable[[], str]] = {
    "operations.md": operations_page,
    "budgets.md": budgets_page,
    "metrics.md": metrics_page,
    "configuration.md": configuration_page,
    "data_model.md": data_model_page,
    "licences.md": licences_page,
    "errors.md": errors_page,
}


def write_pages(folder: Path) -> None:
    """Write every generated page into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


def write_plugin(folder: Path) -> None:
    """Write every generated file of the plugin into its folder."""
    for name, text in plugin_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    if (Path(sys.argv[1]) / TABLE.name).is_file():
        refresh()
    write_pages(Path(sys.argv[1]))
    write_plugin(Path(sys.argv[1]).parent / "plugin")
