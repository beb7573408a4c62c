"""What would a model send to try each tool? The example of its declaration, as JSON arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from hakaru.catalog.operation import Operation, Param
from hakaru.core.units import parse_pace_s_per_km
from hakaru.surfaces.cli.command import command_for
from tests.surfaces.focus_files import empty_export, empty_session
from tests.surfaces.invoking import DAY, RATED_DAY

_DAYS = (DAY, RATED_DAY)
"""Of the first day that an example names, and of the second."""
_A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def example_arguments(
    operation: Operation, *, recordings: Path, folder: Path
) -> Mapping[str, object]:
    """The arguments of the example, about a day of the season and with folders of the test."""
    days = dict(zip(dict.fromkeys(_A_DAY.findall(operation.example)), _DAYS, strict=False))
    words = shlex.split(_A_DAY.sub(lambda found: days[found[0]], operation.example))
    count = 1 + len(operation.command.split())
    parsed = command_for(operation, "en", name=operation.name).make_context(
        operation.name, words[count:]
    )
    return {
        param.name: _as_sent(
            param, parsed.params[param.name], recordings, _place(operation, folder)
        )
        for param in operation.params
        if parsed.params[param.name] not in (None, ())
        and parsed.params[param.name] != param.default
    }


def _place(operation: Operation, folder: Path) -> Path:
    """Where a file is written to, or one of the kind that is read."""
    if operation.name == "replay_focus":
        return empty_session(folder)
    if operation.name == "import_focus":
        return empty_export(folder)
    if operation.name == "import_nodes":
        (folder / "tasks.md").write_text("- [ ] a plan\n", encoding="utf-8")
        return folder / "tasks.md"
    return folder / f"{operation.name}.made"


def _as_sent(param: Param, value: object, recordings: Path, place: Path) -> object:
    if param.type == "paths":
        return [str(recordings)]
    if param.type == "activities":
        assert isinstance(value, tuple)
        return list(value)
    if param.type == "path":
        return str(place)
    if param.type == "pace":
        assert isinstance(value, float)
        sent = f"{int(value) // 60}:{int(value) % 60:02d}"
        assert parse_pace_s_per_km(sent) == value
        return sent
    return value.isoformat() if isinstance(value, date) else value
