"""`hakaru notebook` writes the worked analyses with the runner's own runs in them, and they run."""

from __future__ import annotations

import importlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from hakaru.flows.analyses import runs_to_show
from hakaru.surfaces.notebooks.writing import FOLDER, write_notebooks
from tests.flows.factories import make_context
from tests.flows.worked_examples import example_folder
from tests.surfaces.invoking import invoke

NAMES = [
    "1_second_by_second.ipynb",
    "2_form_anomaly.ipynb",
    "3_runs_side_by_side.ipynb",
    "4_why.ipynb",
]
HANG_S = 300


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of one's own with ten runs in it."""
    folder = tmp_path / "data"
    shutil.copytree(example_folder() / "data", folder)
    return folder


def _formats() -> Any:
    """It has no types, and takes a second."""
    return importlib.import_module("nbformat")


def _clients() -> Any:
    return importlib.import_module("nbclient")


def variables(path: Path) -> dict[str, str]:
    """The names in capitals of the cell that says whose data."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    (setup,) = [cell for cell in cells if cell["id"] == "setup"]
    return dict(re.findall(r"^([A-Z]+) = \"(.*)\"$", "".join(setup["source"]), re.MULTILINE))


def test_the_files_name_the_data_folder_and_the_newest_runs(data: Path) -> None:
    result = invoke("notebook", "--no-open", "--data", str(data))
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (data / FOLDER).iterdir()) == NAMES
    context = make_context(data)
    runs = runs_to_show(context)
    context.store.close()
    assert runs.step is not None
    first = variables(data / FOLDER / NAMES[0])
    assert first["DATA"] == str(data)
    assert first["RUN"] == str(runs.judged_id) == str(runs.runs[0].activity_id)
    assert variables(data / FOLDER / NAMES[1])["ANOMALY"] == f"{runs.step[0]}:{runs.step[1]}"
    assert variables(data / FOLDER / NAMES[2])["RUNS"].count(",") == 4
    assert variables(data / FOLDER / NAMES[3])["METRIC"] == "gct"


def test_what_the_runner_changed_is_kept_unless_they_say_otherwise(data: Path) -> None:
    context = make_context(data)
    assert list(write_notebooks(context, overwrite=False).written) == NAMES
    own = data / FOLDER / NAMES[3]
    own.write_text("{}", encoding="utf-8")
    again = write_notebooks(context, overwrite=False)
    assert (list(again.kept), again.written) == (NAMES, ())
    assert own.read_text(encoding="utf-8") == "{}"
    write_notebooks(context, overwrite=True)
    context.store.close()
    assert variables(own)["METRIC"] == "gct"
    result = invoke("notebook", "--no-open", "--data", str(data))
    assert "4 notebooks" in result.output
    assert "--overwrite" in result.output


def test_without_a_run_it_says_what_to_do_first(tmp_path: Path) -> None:
    result = invoke("notebook", "--no-open", "--data", str(tmp_path / "data"))
    assert result.exit_code == 2
    assert "hakaru ingest" in result.stderr


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_on_the_runners_own_data(name: str, data: Path) -> None:
    context = make_context(data)
    write_notebooks(context, overwrite=False)
    context.store.close()
    notebook = _formats().read(data / FOLDER / name, as_version=4)
    client = _clients().NotebookClient(notebook, timeout=HANG_S, kernel_name="python3")
    done: Any = client.execute()
    shown = [output for cell in done.cells for output in cell.get("outputs", ())]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)
    assert (data / FOLDER).stat().st_mode & 0o077 == 0
