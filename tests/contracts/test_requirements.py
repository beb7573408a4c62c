"""Is every requirement mapped to a test that exists, with the value it asserts?"""

from __future__ import annotations

import os
from pathlib import Path

from tests.contracts.requirements_page import (
    checklist_lines,
    covered_lines,
    list_evidence,
    problems,
    rows,
)
from tests.contracts.tree import ROOT

PAGE = ROOT / "docs" / "requirements.md"
REQUIREMENTS = Path(os.environ.get("HAKARU_REQUIREMENTS", ROOT.parent / "shared" / "requirements"))
FORM_LINES = 196
"""So many lines of form_evaluation.md can be ticked off; counted again where the file is there."""


def test_every_row_names_its_source_tests_that_exist_and_a_value() -> None:
    table = rows(PAGE.read_text(encoding="utf-8"))
    assert len(table) > 100
    known = list_evidence(ROOT)
    found = [problem for row in table for problem in problems(row, known)]
    assert not found, "\n".join(found)


def test_every_line_of_the_form_requirements_has_a_row() -> None:
    covered = covered_lines(rows(PAGE.read_text(encoding="utf-8")), "F")
    document = REQUIREMENTS / "form_evaluation.md"
    if document.is_file():
        missing = checklist_lines(document.read_text(encoding="utf-8")) - covered
        assert not missing, sorted(missing)
    assert len(covered) >= FORM_LINES
