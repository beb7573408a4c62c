"""The worked analyses, written into the data folder with the runner's own runs in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from hakaru.core.errors import StoreDamaged
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.flows.analyses import RunsToShow, runs_to_show
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.private import private_folder

FOLDER = "notebooks"
_SETUP = "setup"
"""The id of the cell that says whose data and which runs."""
_ENDING = ".ipynb"


@frozen
class WrittenNotebooks:
    """`kept`: names that were there already and were left as they are. `runs`: what they show."""

    folder: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]
    runs: RunsToShow


def packaged() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Name and content of each notebook that comes with the program, in order."""
    entries = files(__package__).iterdir()
    for entry in sorted(entries, key=lambda entry: entry.name):
        if entry.name.endswith(_ENDING):
            yield entry.name, json.loads(entry.read_text(encoding="utf-8"))


def write_notebooks(context: Context, *, overwrite: bool) -> WrittenNotebooks:
    """Copy the notebooks into `notebooks` of the data folder; those that are there are kept unless
    `overwrite`.

    Raises:
        UnknownActivity: no run with samples is stored.
        StoreDamaged: the folder cannot be written.
    """
    runs = runs_to_show(context)
    variables = _variables(context, runs)
    folder = context.data_folder / FOLDER
    written, kept = [], []
    try:
        private_folder(folder)
        for name, notebook in packaged():
            path = folder / name
            if path.exists() and not overwrite:
                kept.append(name)
                continue
            path.write_text(as_text(with_variables(notebook, variables)), encoding="utf-8")
            written.append(name)
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{folder} is not writable ({reason}); choose another data folder",
                folder=folder,
                reason=reason_of(exc),
            )
        ) from exc
    return WrittenNotebooks(folder=folder, written=tuple(written), kept=tuple(kept), runs=runs)


def with_variables(notebook: Mapping[str, Any], variables: Mapping[str, str]) -> Mapping[str, Any]:
    """The notebook with lines `NAME = ...` of its setup cell replaced by what is given for NAME."""

    def changed(line: str) -> str:
        name = re.match(r"([A-Z]+) = ", line)
        return f"{variables[name[1]]}\n" if name and name[1] in variables else line

    cells = [
        {**cell, "source": [changed(line) for line in cell["source"]]}
        if cell["id"] == _SETUP
        else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def as_text(notebook: Mapping[str, Any]) -> str:
    """A notebook as Jupyter writes it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _variables(context: Context, runs: RunsToShow) -> Mapping[str, str]:
    newest = runs.runs[0]
    judged = newest.activity_id if runs.judged_id is None else runs.judged_id
    step_of, number = runs.step or (newest.activity_id, 1)
    side_by_side = ",".join(str(run.activity_id) for run in runs.runs)
    return {
        "DATA": f"DATA = {_text(context.data_folder.absolute())}",
        "LANGUAGE": f"LANGUAGE = {_text(context.settings.language)}",
        "RUN": f"RUN = {_text(judged)}",
        "STRETCH": f"STRETCH = {_text(_stretch_of(runs, judged))}",
        "ANOMALY": f"ANOMALY = {_text(f'{step_of}:{number}')}",
        "RUNS": f"RUNS = {_text(side_by_side)}",
    }


def _stretch_of(runs: RunsToShow, activity_id: int) -> str:
    """Of a run that is not among the newest nothing is known but that it was judged: five minutes
    of it at least."""
    stretches = {run.activity_id: run.stretch for run in runs.runs}
    return stretches.get(activity_id, "0:00-5:00")


def _text(value: object) -> str:
    """As Python writes a text: JSON writes it alike."""
    return json.dumps(str(value), ensure_ascii=False)
