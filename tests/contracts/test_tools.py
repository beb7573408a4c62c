"""Do `make lint`, `make test`, the pre-commit hooks and CI ask for the same?"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from tests.contracts.tree import ROOT

STEPS = ("ruff format --check .", "ruff check .", "mypy", "lint-imports", "tests/contracts")


def recipe(target: str) -> list[str]:
    """The lines that make runs for a target."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    match = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.MULTILINE)
    assert match, f"no target {target}"
    return [line.strip() for line in match.group(1).splitlines()]


def settings() -> Mapping[str, Any]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    tool: Mapping[str, Any] = tomllib.loads(text)["tool"]
    return tool


def test_make_lint_runs_formatter_linter_types_layers_and_contracts() -> None:
    lines = recipe("lint")
    assert len(lines) == len(STEPS)
    for line, step in zip(lines, STEPS, strict=True):
        assert line.endswith(step)


def test_types_are_checked_strictly_everywhere() -> None:
    assert settings()["mypy"]["strict"] is True
    assert {"src", "tests", "benchmarks"} <= set(settings()["mypy"]["files"])


def test_the_linter_asks_for_docstrings() -> None:
    lint = settings()["ruff"]["lint"]
    assert "D" in lint["select"]
    assert not {"D", "D1", "D100", "D101", "D102", "D103", "D104"} & set(lint["ignore"])


def test_ci_fails_below_ninety_percent_coverage() -> None:
    (line,) = recipe("test")
    assert line.endswith("$(COVER)")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    match = re.search(r'^cover="--cov --cov-fail-under=(\d+)"$', script, re.MULTILINE)
    assert match
    assert int(match.group(1)) >= 90
    (*_, last) = script.rstrip().splitlines()
    assert last.startswith("make test ")
    assert last.endswith('COVER="$cover"')
    assert " $rest " in last
    assert re.search(r'^rest="SLOW= LESS=--ignore=tests/contracts"', script, re.MULTILINE)
    assert "make lint\n" in script


def test_warnings_are_errors() -> None:
    assert settings()["pytest"]["ini_options"]["filterwarnings"][0] == "error"


def test_pre_commit_runs_what_make_lint_runs() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^\s+entry: (.+)$", text, re.MULTILINE)
    assert len(entries) == len(STEPS)
    for entry, step in zip(entries, STEPS, strict=True):
        assert entry.endswith(step)
    assert "https://" not in text


def test_ci_runs_lint_and_the_tests_with_nothing_skipped() -> None:
    script = ROOT / ".ci" / "run"
    text = script.read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)
    for needed in ("HAKARU_NO_SKIPS=1", "make lint", "make test", "../shared"):
        assert needed in text
    (whole,) = [line for line in text.splitlines() if line.startswith("make test")]
    assert "LESS" not in whole


def test_layers_point_one_way_as_the_contributing_page_says() -> None:
    contracts = settings()["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    drawn = " → ".join(layer.replace("hakaru.", "") for layer in layers)
    assert drawn in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
