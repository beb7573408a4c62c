"""Are the pages generated from the code up to date?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from benchmarks.page import PAGE, page
from tools.docs.pages import PAGES, example_arguments, operations_text

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.mcp.budgets import budgets_text
from hakaru.surfaces.mcp.schema import read_arguments
from tests.contracts.tree import ROOT

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_says_what_the_code_says(name: str) -> None:
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), f"docs/{name} is out of date: run `make docs`"


def test_the_page_of_measured_figures_says_what_the_results_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_a_figure_changed_by_hand_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(
        json.dumps(
            {
                "commit": "abc",
                "measured_at": "2026-01-01T00:00:00+00:00",
                "machine": {"cores": 2},
                "figures": {"one": {"took_s": 1.5, "held": True, "deep": {"a": {"b": [1, 2]}}}},
            }
        ),
        encoding="utf-8",
    )
    written = page(tmp_path)
    assert "| held | yes |" in written
    assert "| a: b | 1, 2 |" in written


def test_every_operation_says_what_can_be_decided_from_it() -> None:
    text = operations_text()
    for operation in OPERATIONS:
        english, japanese = (operation.decision_text(language) for language in ("en", "ja"))
        assert f"Decide from it: {english} / {japanese}\n" in text
        assert _JAPANESE.search(japanese)
        assert "\n" not in japanese + english


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_example_is_a_call_with_declared_arguments(operation: Operation) -> None:
    given = example_arguments(operation)
    shown = json.dumps(dict(given), ensure_ascii=False) in operations_text()
    assert shown or operation.hidden
    read = read_arguments(operation, given, params=operation.params)
    assert {param.name for param in operation.params} == set(read)


def test_sizes_on_the_page_are_those_measured(tmp_path: Path) -> None:
    results = tmp_path / "tools.json"
    tools = {
        "status": {"bytes": 287, "p50_ms": 4.7, "error": None},
        "drift": {"bytes": 300, "p50_ms": 1.0, "error": "too large"},
    }
    results.write_text(json.dumps({"figures": {"tools": {"tools": tools}}}), encoding="utf-8")
    text = operations_text(results)
    assert "reply <= 4096 B, measured 287 B in 4.7 ms." in text
    assert text.count(" B in ") == 1
    assert " B in " not in operations_text(tmp_path / "none.json")


def test_every_budget_of_a_reply_is_on_the_page() -> None:
    text = budgets_text()
    for operation in OPERATIONS:
        assert f"| `{operation.name}` | {operation.profile} | {operation.limit_bytes:,} |" in text
    assert "| list of tools, profile `core` | 8,192 |" in text


def test_no_list_of_tools_on_the_page_is_over_its_limit() -> None:
    lines = [line for line in budgets_text().splitlines() if line.startswith(("| list", "| instr"))]
    for line in lines:
        limit_bytes, now_bytes = re.findall(r"\| ([\d,]+)", line)
        assert int(now_bytes.replace(",", "")) <= int(limit_bytes.replace(",", ""))
    assert len(lines) == 5
