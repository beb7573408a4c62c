"""Is every requirement mapped to a test that exists, with the value it asserts?"""

from __future__ import annotations

from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import TARGETS
from tests.contracts.requirements_page import (
    checklist_lines,
    covered_lines,
    list_evidence,
    listed_functions,
    problems,
    resolutions_named,
    rows,
    size_rows,
    table_lines,
    table_numbers,
)
from tests.contracts.tree import ROOT
from tests.shared import REQUIREMENTS

PAGE = ROOT / "docs" / "requirements.md"
FORM_LINES = 196
"""So many lines of form_evaluation.md can be ticked off; counted again where the file is there."""

TRAINING_TYPE_LINES = 122
"""So many lines of training_types.md can be ticked off or are rows of a table."""
RESOLUTIONS = (*range(15, 33), 54, 55, 76)
"""The rows of resolutions.md that are about training types."""
POINTS_OF_ISSUE_3 = (
    "type", "roles", "phases", "session stars", "interval figures", "physiology", "load",
    "environment", "similar workouts", "trends", "form anomalies", "next training", "report",
    "commands", *(f"must show {number}" for number in range(1, 7)),
)  # fmt: skip
"""What the issue asks for, bullet by bullet, and what it wants to be shown."""

DATA_LINES = 99
"""So many lines of duckdb_mcp_llm.md can be ticked off."""
RESOLUTIONS_OF_DATA = (*range(33, 41), 59, *range(61, 69))
"""The rows of resolutions.md that are about data for a model."""
POINTS_OF_ISSUE_4 = (
    "server", "sandbox", "Python side", "readers", "analyses", "client setup",
    *(f"must show {number}" for number in range(1, 7)),
)  # fmt: skip
PROPOSAL_LINES = 21
"""So many lines of proposal_quality.md are rows of a table."""
PROPOSAL_PARAGRAPHS = frozenset(
    {*range(162, 172), *range(173, 189), *range(194, 202), *range(207, 217), *range(222, 231)}
)
"""Its sections 4 to 7, without headings and rules."""
RESOLUTIONS_OF_PROPOSALS = (45, 46, 47, 48, 51, 52)
POINTS_OF_ISSUE_6 = (
    "nodes", "types", "pipeline", "HTTP API", "diffs", "training advisor", "render",
    *(f"must show {number}" for number in range(1, 7)),
)  # fmt: skip
POINTS_OF_ISSUE_18 = (
    "paths", "plugin and provenance", "queries", "annotations", "texts from outside",
    "honest analyses", "HTTP", "private files", "pause", "spans, names, sizes", "door",
    "the rest of J 7", "must show",
)  # fmt: skip
POINTS_OF_ISSUE_19 = (
    "score by own spread", "in time order", "fresh everywhere", "a metric is one row",
    "what is judged", "effects", "drift, trends, steps", "library", "not a run", "must show",
)  # fmt: skip
RESOLUTIONS_OF_THE_VERDICT = (*range(78, 83), 90, 91)
RESOLUTIONS_OF_ATTENTION = (*range(41, 45), 49, 50, *range(69, 73))
"""The rows of resolutions.md that are about attention."""
POINTS_OF_ISSUE_7 = (
    "vision", "features", "PC use", "ActivityWatch", "decision", "engine", "notifications",
    "history", "recorder", *(f"must show {number}" for number in range(1, 8)),
)  # fmt: skip
ATTENTION_LINES = 70
"""So many lines of focus_state.md are points of a list or rows of a table."""
PARTS_DONE = 11
"""A row that is open names a later one."""
FUNCTIONS_LISTED = 23
RESOLUTIONS_IN_ALL = 94
FUNCTIONS_ADDED = {"get_form_evaluations", "export", "profile", "histogram", "materialize"}


def test_every_resolution_stands_somewhere() -> None:
    """By its number, as a row of its own or beside the line that it overrules."""
    document = REQUIREMENTS / "resolutions.md"
    wanted = set(range(1, RESOLUTIONS_IN_ALL + 1))
    if document.is_file():
        assert table_numbers(document.read_text(encoding="utf-8")) == wanted
    assert resolutions_named(PAGE.read_text(encoding="utf-8")) >= wanted


def test_every_row_names_its_source_tests_that_exist_and_a_value() -> None:
    table = rows(PAGE.read_text(encoding="utf-8"))
    assert len(table) > 100
    known = list_evidence(ROOT)
    faults = [problem for row in table for problem in problems(row, known)]
    assert not faults, "\n".join(faults)


def test_every_line_of_the_form_requirements_has_a_row() -> None:
    covered = covered_lines(rows(PAGE.read_text(encoding="utf-8")), "F")
    document = REQUIREMENTS / "form_evaluation.md"
    if document.is_file():
        missing = checklist_lines(document.read_text(encoding="utf-8")) - covered
        assert not missing, sorted(missing)
    assert len(covered) >= FORM_LINES


def test_every_line_of_the_training_types_has_a_row() -> None:
    covered = covered_lines(rows(PAGE.read_text(encoding="utf-8")), "T")
    document = REQUIREMENTS / "training_types.md"
    if document.is_file():
        text = document.read_text(encoding="utf-8")
        wanted = checklist_lines(text) | table_lines(text)
        assert len(wanted) >= TRAINING_TYPE_LINES
        assert not wanted - covered, sorted(wanted - covered)
    assert len(covered) >= TRAINING_TYPE_LINES


def test_every_resolution_of_the_training_types_has_a_test() -> None:
    """A row of its own, with tests and not with another resolution."""
    table = {row.source: row for row in rows(PAGE.read_text(encoding="utf-8"))}
    known = list_evidence(ROOT)
    for number in RESOLUTIONS:
        assert set(table[f"resolutions {number}"].references) <= known, number


def test_every_point_of_the_second_part_has_a_row() -> None:
    sources = {row.source for row in rows(PAGE.read_text(encoding="utf-8"))}
    assert {f"issue 3: {point}" for point in POINTS_OF_ISSUE_3} <= sources


def test_every_line_of_the_data_requirements_has_a_row() -> None:
    covered = covered_lines(rows(PAGE.read_text(encoding="utf-8")), "D")
    document = REQUIREMENTS / "duckdb_mcp_llm.md"
    if document.is_file():
        wanted = checklist_lines(document.read_text(encoding="utf-8"))
        assert len(wanted) == DATA_LINES
        assert wanted == covered, sorted(wanted ^ covered)
    assert len(covered) >= DATA_LINES


def test_every_resolution_of_the_data_requirements_has_a_test() -> None:
    """A row of its own, with at least one test or benchmark."""
    table = {row.source: row for row in rows(PAGE.read_text(encoding="utf-8"))}
    known = list_evidence(ROOT)
    for number in RESOLUTIONS_OF_DATA:
        assert set(table[f"resolutions {number}"].references) & known, number


def test_every_point_of_the_third_part_has_a_row() -> None:
    sources = {row.source for row in rows(PAGE.read_text(encoding="utf-8"))}
    assert {f"issue 4: {point}" for point in POINTS_OF_ISSUE_4} <= sources


def test_every_rule_and_paragraph_of_the_proposals_has_a_row() -> None:
    covered = covered_lines(rows(PAGE.read_text(encoding="utf-8")), "P")
    document = REQUIREMENTS / "proposal_quality.md"
    if document.is_file():
        lines = document.read_text(encoding="utf-8").splitlines()
        wanted = table_lines("\n".join(lines))
        assert len(wanted) == PROPOSAL_LINES
        wanted |= {number for number in PROPOSAL_PARAGRAPHS if _says_something(lines[number - 1])}
        assert not wanted - covered, sorted(wanted - covered)
    assert len(covered) >= PROPOSAL_LINES + len(PROPOSAL_PARAGRAPHS) // 2


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("#", "```", "---"))


def test_every_resolution_and_point_of_the_proposals_has_a_test() -> None:
    table = {row.source: row for row in rows(PAGE.read_text(encoding="utf-8"))}
    known = list_evidence(ROOT)
    for number in RESOLUTIONS_OF_PROPOSALS:
        assert set(table[f"resolutions {number}"].references) & known, number
    assert {f"issue 6: {point}" for point in POINTS_OF_ISSUE_6} <= set(table)


def test_every_function_of_the_document_has_a_measured_size() -> None:
    """Within its limit, and where it is larger than the size named, with the reason."""
    table = {row.function: row for row in size_rows(PAGE.read_text(encoding="utf-8"))}
    document = REQUIREMENTS / "duckdb_mcp_llm.md"
    if document.is_file():
        listed = listed_functions(document.read_text(encoding="utf-8"))
        assert len(listed) == FUNCTIONS_LISTED
        assert set(table) == listed | FUNCTIONS_ADDED
    assert len(table) == FUNCTIONS_LISTED + len(FUNCTIONS_ADDED)
    limit_bytes = {operation.name: operation.limit_bytes for operation in OPERATIONS}
    for name, row in table.items():
        assert 0 < row.measured <= limit_bytes[name], name
        assert (row.named is not None and row.measured > row.named) == bool(row.reason), name


def test_the_targets_in_the_code_are_the_sizes_of_the_table() -> None:
    table = {row.function: row for row in size_rows(PAGE.read_text(encoding="utf-8"))}
    for name, target in TARGETS.items():
        assert table[name].named in (target.size_bytes, None), name


def test_rows_of_a_table_are_told_from_its_header() -> None:
    assert table_lines("x\n| a | b |\n|---|--:|\n| 1 | 2 |\n| - | 3 |\n\ny\n| c |\n|---|\n") == {
        4,
        5,
    }


def test_every_point_of_the_attention_requirements_has_a_row() -> None:
    table = rows(PAGE.read_text(encoding="utf-8"))
    covered = covered_lines(table, "S")
    document = REQUIREMENTS / "focus_state.md"
    if document.is_file():
        text = document.read_text(encoding="utf-8")
        points = {
            number
            for number, line in enumerate(text.splitlines(), start=1)
            if line.startswith("- ")
        } | table_lines(text)
        assert len(points) >= ATTENTION_LINES
        assert not points - covered, sorted(points - covered)
    sources = {row.source for row in table}
    wanted = {f"resolutions {number}" for number in RESOLUTIONS_OF_ATTENTION}
    wanted |= {f"issue 7: {point}" for point in POINTS_OF_ISSUE_7}
    assert not wanted - sources, sorted(wanted - sources)


def test_every_resolution_and_point_of_the_eleventh_part_has_a_test() -> None:
    table = {row.source: row for row in rows(PAGE.read_text(encoding="utf-8"))}
    known = list_evidence(ROOT)
    assert {f"issue 19: {point}" for point in POINTS_OF_ISSUE_19} <= set(table)
    for number in RESOLUTIONS_OF_THE_VERDICT:
        assert set(table[f"resolutions {number}"].references) <= known, number


def test_every_point_of_the_tenth_part_has_a_row_and_no_row_waits_for_a_part_that_is_over() -> None:
    table = rows(PAGE.read_text(encoding="utf-8"))
    assert {f"issue 18: {point}" for point in POINTS_OF_ISSUE_18} <= {row.source for row in table}
    later = [
        reference
        for row in table
        for reference in row.references
        if reference.startswith("later: part ")
    ]
    assert all(int(one.rsplit(maxsplit=1)[-1]) > PARTS_DONE for one in later)
