"""Every step of a flow has a name in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hakaru.surfaces.cli.progress import progress_for, step_name

FLOWS = Path(__file__).parents[2] / "src" / "hakaru" / "flows"
LABELS = sorted(
    {
        label
        for path in FLOWS.rglob("*.py")
        for said in re.findall(r"progress\.begin\(([^,]*),", path.read_text(encoding="utf-8"))
        for label in re.findall(r'"(\w+)"', said)
        if label != "train"  # a step that is compared with, not named
    }
)


def test_the_steps_of_flows_are_found() -> None:
    assert {"reading", "training", "evaluating", "understanding"} <= set(LABELS)


@pytest.mark.parametrize("label", LABELS)
def test_a_step_is_named_in_japanese(label: str) -> None:
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", step_name(label, "ja"))
    assert step_name(label, "en") == label


def test_where_nobody_looks_nothing_is_shown() -> None:
    shown = progress_for("ja")
    shown.begin("reading", 1)
    shown.advance()
    shown.end()
