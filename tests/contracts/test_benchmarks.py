"""Can every benchmark be run by name, and do its figures say where they come from?"""

from __future__ import annotations

import ast
import json
from datetime import datetime
from pathlib import Path

import pytest
from benchmarks.__main__ import main
from benchmarks.explained import EXPLAINED, missed
from benchmarks.report import as_text, known_benchmarks, measure

from tests.contracts.tree import ROOT, functions, parse


def test_benchmarks_are_found() -> None:
    assert {"calibration", "fit", "simulator", "store"} <= set(known_benchmarks())


@pytest.mark.parametrize("name", known_benchmarks())
def test_every_benchmark_has_a_quick_and_a_full_size(name: str) -> None:
    source = (ROOT / "benchmarks" / name / "run.py").read_text(encoding="utf-8")
    module = parse(source, f"{name}/run.py")
    runs = [one for known, one in functions(module) if known == f"{name}/run.py:run"]
    assert [argument.arg for argument in runs[0].args.args] == ["quick"]
    assert ast.get_docstring(module.tree)


def test_a_report_says_commit_day_and_machine() -> None:
    report = json.loads(as_text(measure([], quick=True)))
    assert report.keys() == {"commit", "measured_at", "quick", "machine", "figures"}
    assert datetime.fromisoformat(report["measured_at"]).tzinfo is not None
    assert {"cores", "python", "duckdb", "numpy"} <= report["machine"].keys()


def test_an_unknown_benchmark_is_named_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "calibration" in capsys.readouterr().err


def test_figures_can_be_written_to_a_file(tmp_path: Path) -> None:
    assert main(["simulator", "--quick", "--out", str(tmp_path / "figures.json")]) == 0
    report = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert report["quick"] is True
    assert report["figures"]["simulator"]["took_s"] >= 0


def test_every_target_that_is_missed_is_explained_and_no_other() -> None:
    found = {
        path.stem: set(missed(json.loads(path.read_text("utf-8"))["figures"][path.stem]))
        for path in (ROOT / "benchmarks" / "results").glob("*.json")
    }
    explained = {name: set(reasons) for name, reasons in EXPLAINED.items()}
    assert {name: misses for name, misses in found.items() if misses} == explained


def test_committed_figures_are_of_a_full_run_of_a_known_benchmark() -> None:
    for path in (ROOT / "benchmarks" / "results").glob("*.json"):
        report = json.loads(path.read_text(encoding="utf-8"))
        assert report["quick"] is False
        assert report["commit"]
        assert report["figures"].keys() == {path.stem}
        assert path.stem in known_benchmarks()
