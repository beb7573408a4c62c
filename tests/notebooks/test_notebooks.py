"""The notebooks run from an empty folder, and a model that reads them spends at least 70 % fewer
tokens than one that reads the rows they are about."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.plain import as_plain
from hakaru.flows.analyses import EXAMPLE, analyse_form_anomaly
from hakaru.flows.why import explain_form
from hakaru.guard.task import count_tokens
from hakaru.present.safe_output import size_bytes, validate_output
from hakaru.surfaces.notebooks.writing import packaged
from tests.contracts.tree import ROOT
from tests.flows.worked_examples import example_context, example_folder

FOLDER = ROOT / "notebooks"
NAMES = ("1_second_by_second", "2_form_anomaly", "3_runs_side_by_side", "4_why")
SAVED_PCT = 70.0
HANG_S = 300


@cache
def executed() -> Path:
    """A folder with the notebooks as they come out when they are run now."""
    out = example_folder() / "executed"
    out.mkdir()
    subprocess.run(
        [sys.executable, FOLDER / "build.py", out],
        env={**os.environ, "HAKARU_EXAMPLE": str(example_folder()), "OPENBLAS_NUM_THREADS": "1"},
        check=True,
        timeout=HANG_S,
        capture_output=True,
    )
    return out


def code_cells(path: Path) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def written(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def shown(cell: dict[str, Any]) -> str:
    """What the cell printed."""
    return "".join("".join(output["text"]) for output in cell["outputs"] if "text" in output)


def cost(path: Path) -> dict[str, Any]:
    tokens: dict[str, Any] = json.loads(shown(code_cells(path)[-1]))
    return tokens


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_without_an_error_and_shows_a_picture(name: str) -> None:
    cells = code_cells(executed() / f"{name}.ipynb")
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert all(output["output_type"] in ("stream", "display_data") for output in outputs)
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_no_cell_shows_more_than_a_model_should_read(name: str) -> None:
    for cell in code_cells(executed() / f"{name}.ipynb"):
        assert validate_output(shown(cell)) == (True, None)
        assert size_bytes(shown(cell)) <= 1025
        assert "[hakaru]" not in shown(cell)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_the_tokens_a_notebook_states_are_those_of_its_cells(name: str) -> None:
    path = executed() / f"{name}.ipynb"
    cells, stated = code_cells(path)[1:-1], cost(path)
    measured = [[count_tokens(written(cell)), count_tokens(shown(cell)[:-1])] for cell in cells]
    assert list(stated["code_and_answer"].values()) == measured
    assert stated["used"] == sum(map(sum, measured))
    assert stated["saved_pct"] == pytest.approx(
        100 * (1 - stated["used"] / stated["raw_rows"]), abs=0.06
    )
    assert stated["saved_pct"] >= SAVED_PCT


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_what_is_committed_is_what_comes_out(name: str) -> None:
    assert cost(FOLDER / f"{name}.ipynb") == cost(executed() / f"{name}.ipynb")


@pytest.mark.soak
def test_the_notebook_finds_what_the_flow_finds() -> None:
    context = example_context()
    flow = as_plain(analyse_form_anomaly(context, activity="2026-01-05"))
    context.store.close()
    result = code_cells(executed() / "2_form_anomaly.ipynb")[3]
    answer = json.loads(shown(result))
    assert answer["delta_pct"] == flow["delta_pct"]
    assert answer["step_s"] == flow["step_s"]


@pytest.mark.soak
def test_the_fourth_notebook_says_why_as_the_command_does() -> None:
    context = example_context()
    flow = explain_form(context, activity_id="2026-01-18", metric="gct").metrics[0]
    context.store.close()
    answer = json.loads(shown(code_cells(executed() / "4_why.ipynb")[2]))
    assert [part["cause"] for part in answer["parts"]] == [part.cause for part in flow.parts]
    assert answer["left"] == round(flow.left_delta, 1)


def test_but_for_whose_data_it_is_a_notebook_is_that_of_the_package() -> None:
    for name, notebook in packaged():
        committed = json.loads((FOLDER / name).read_text(encoding="utf-8"))
        pairs = zip(notebook["cells"], committed["cells"], strict=True)
        for ours, theirs in pairs:
            assert ours["id"] == theirs["id"]
            if not ours["id"].startswith("setup"):
                assert written(ours) == written(theirs), name
            assert not ours.get("outputs")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_speaks_japanese_with_an_english_line_and_names_no_machine(name: str) -> None:
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    titles = [
        "".join(cell["source"]).splitlines()[0]
        for cell in json.loads(text)["cells"]
        if cell["cell_type"] == "markdown"
    ]
    assert " / " in titles[0]
    assert str(EXAMPLE.start_on.year) in text
    assert name in {name.removesuffix(".ipynb") for name, _ in packaged()}
    assert "/tmp" not in text  # it is looked for, not written to
