"""Does docs/requirements.md name, for every line of the requirements, a test that exists?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SOURCE = re.compile(
    r"^(?P<document>[FTDSP])(?P<first>\d+)(?:-(?P<last>\d+))?$"
    r"|^issue(?: \d+)?: \S.*$|^resolutions \d+$"
)
_RESOLUTION = re.compile(r"^resolutions? (?:row )?§?\d+(?:[.,-]\s?\d+)*$")
_LATER = re.compile(r"^later: \S.*$")


@dataclass(frozen=True, kw_only=True)
class Row:
    """One requirement: where it is written, the tests (or resolution, or later part) behind it, and
    the value asserted."""

    line: int
    source: str
    requirement: str
    references: tuple[str, ...]
    value: str


@dataclass(frozen=True, kw_only=True)
class SizeRow:
    """One function of the documents: the size named for its reply, the size measured, in bytes.

    `named` is the number in the words `named_text` (about, at most, a range: its end), None where
    no size in bytes is named. `reason`: why the reply is larger than that, else empty.
    """

    function: str
    named_text: str
    measured: int
    reason: str

    @property
    def named(self) -> int | None:
        """The size in bytes, if one is named."""
        if "token" in self.named_text:
            return None
        numbers = re.findall(r"\d[\d,]*", self.named_text)
        return int(numbers[-1].replace(",", "")) if numbers else None


def rows(text: str) -> list[Row]:
    """The rows of every table whose header starts with `source`."""
    found = []
    for number, cells in _cells_of_tables(text, "source"):
        source, requirement, references, value = (cells + [""] * 4)[:4]
        names = tuple(part.strip().strip("`") for part in references.split("<br>"))
        found.append(
            Row(
                line=number,
                source=source,
                requirement=requirement,
                references=tuple(name for name in names if name),
                value=value,
            )
        )
    return found


def size_rows(text: str) -> list[SizeRow]:
    """The rows of the table whose header starts with `function`."""
    return [
        SizeRow(
            function=cells[0].strip("`"),
            named_text=cells[2],
            measured=int(cells[3].replace(",", "")),
            reason=cells[5],
        )
        for _, cells in _cells_of_tables(text, "function")
    ]


def _cells_of_tables(text: str, first: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row of the tables whose header starts with a word."""
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        cells = [cell.strip() for cell in line.strip().removeprefix("|").split("|")]
        if not line.strip().startswith("|"):
            inside = False
        elif cells[0].lower() == first:
            inside = True
        elif inside and not set("".join(cells)) <= set("-: "):
            yield number, cells


def problems(row: Row, known: frozenset[str]) -> list[str]:
    """What is wrong with a row. `known` are the ids of tests and the paths of benchmarks."""
    found = []
    if not _SOURCE.match(row.source):
        found.append(
            f"source {row.source!r} is neither lines (F1066) nor a resolution nor an issue"
        )
    if not row.requirement:
        found.append("no requirement")
    if not row.value:
        found.append("no value asserted and no resolution")
    if not row.references:
        found.append("no test")
    for reference in row.references:
        if _RESOLUTION.match(reference) or _LATER.match(reference):
            continue
        if reference not in known:
            found.append(f"no such test or benchmark: {reference}")
    return [f"line {row.line} ({row.source}): {problem}" for problem in found]


def covered_lines(table: list[Row], document: str) -> set[int]:
    """The source lines of one document that have a row."""
    lines: set[int] = set()
    for row in table:
        match = _SOURCE.match(row.source)
        if match and match["document"] == document:
            first = int(match["first"])
            lines.update(range(first, int(match["last"] or first) + 1))
    return lines


def checklist_lines(text: str) -> set[int]:
    """Lines of a requirements document that can be ticked off."""
    return {
        number
        for number, line in enumerate(text.splitlines(), start=1)
        if re.match(r"\s*- \[[ x]\] ", line)
    }


def listed_functions(text: str) -> set[str]:
    """The functions that the data document lists one by one, as "- `name` - what it is"."""
    return set(re.findall(r"^ +- `(\w+)` - ", text, re.MULTILINE))


def table_lines(text: str) -> set[int]:
    """Lines of a requirements document that are rows of a table, its header left out."""
    lines = text.splitlines()
    is_row = [line.startswith("|") for line in lines]
    is_rule = [row and set(line) <= set("|-: ") for row, line in zip(is_row, lines, strict=True)]
    header = {index - 1 for index, rule in enumerate(is_rule) if rule}
    return {
        index + 1
        for index, row in enumerate(is_row)
        if row and not is_rule[index] and index not in header
    }


def list_evidence(root: Path, folder: str = "tests") -> frozenset[str]:
    """Every test id of a tree (path::name, path::Class::name), found by reading, not by running,
    and every benchmark (benchmarks/name/run.py)."""
    evidence = {path.relative_to(root).as_posix() for path in root.glob("benchmarks/*/run.py")}
    for path in sorted((root / folder).rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                evidence.add(f"{name}::{node.name}")
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                evidence.update(
                    f"{name}::{node.name}::{item.name}"
                    for item in node.body
                    if isinstance(item, ast.FunctionDef) and item.name.startswith("test_")
                )
    return frozenset(evidence)


def resolutions_named(text: str) -> set[int]:
    """Every number behind the word 'resolutions', single, in lists and in spans."""
    rows_named: set[int] = set()
    for numbers in re.findall(r"resolutions? (?:rows? )?([\d, -]+)", text):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", numbers):
            rows_named.update(range(int(first), int(last or first) + 1))
    return rows_named


def table_numbers(text: str) -> set[int]:
    """The numbers of the rows of a table whose first column numbers them."""
    return {int(number) for number in re.findall(r"^\| *(\d+) *\|", text, re.MULTILINE)}
