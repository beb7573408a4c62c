"""Can every benchmark be run by name, and do its figures say where they come from?"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from benchmarks.__main__ import main
from benchmarks.report import as_text, known_benchmarks, measure
from benchmarks.targets import Target, all_targets, looked_at

from tests.contracts.tree import ROOT, functions, parse


def test_benchmarks_are_found() -> None:
    assert {"calibration", "fit", "simulator", "store"} <= set(known_benchmarks())


@pytest.mark.parametrize("name", known_benchmarks())
def test_every_benchmark_has_a_quick_and_a_full_size(name: str) -> None:
    source = (ROOT / "benchmarks" / name / "run.py").read_text(encoding="utf-8")
    module = parse(source, f"{name}/run.py")
    runs = [run for known, run in functions(module) if known == f"{name}/run.py:run"]
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


def stored_figures(name: str) -> Mapping[str, Any]:
    path = ROOT / "benchmarks" / "results" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))["figures"][name]  # type: ignore[no-any-return]


@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.says)
def test_a_target_is_met_or_explained(target: Target) -> None:
    assert (target.least is None) != (target.most is None)
    outcome = looked_at(target, stored_figures(target.benchmark))
    assert outcome.met == (target.because == "")


def test_every_part_has_targets() -> None:
    assert {target.part for target in all_targets()} == {*range(1, 13), *range(14, 21)}


def test_the_worst_figure_counts_and_lists_are_looked_into() -> None:
    figures = {"a": {"x": {"ms": 3.0}, "y": {"ms": [1.0, 7.0], "s": 99.0}}}
    most = Target(part=1, says="", benchmark="", at="a > * > ms", most=5.0)
    outcome = looked_at(most, figures)
    assert (outcome.worst, outcome.at, outcome.n, outcome.met) == (7.0, "a > y > ms > 1", 3, False)
    least = Target(part=1, says="", benchmark="", at="a > * > ms", least=1.0)
    assert looked_at(least, figures).met
    with pytest.raises(LookupError, match="no figure"):
        looked_at(Target(part=1, says="", benchmark="", at="a > ms", most=1.0), figures)


def test_committed_figures_are_of_a_full_run_of_a_known_benchmark() -> None:
    for path in (ROOT / "benchmarks" / "results").glob("*.json"):
        report = json.loads(path.read_text(encoding="utf-8"))
        assert report["quick"] is False
        assert report["commit"]
        assert report["figures"].keys() == {path.stem}
        assert path.stem in known_benchmarks()
