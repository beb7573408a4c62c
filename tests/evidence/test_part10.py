"""Is the evidence of part 10 whole: as much as was asked for, each case once, and well formed?"""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.operations import OPERATIONS
from tests.evidence.part10 import hostile_clocks as made

FOLDER = Path(__file__).with_name("part10")
WANTED = (
    *("recursive", "pivot", "unpivot", "list_filter", "list_aggregate", "regexp_extract_all"),
    *("format(", "printf", "lpad", "json_group_", "bit_count", "desc", "summarize"),
)


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("file", "key", "least"),
    [
        ("honest_analyses.json", "id", 70),
        ("hostile_statements.json", "name", 120),
        ("hostile_paths.json", "id", 45),
    ],
)
def test_there_are_enough_cases_and_each_is_there_once(file: str, key: str, least: int) -> None:
    names = [case[key] for case in cases(file)]
    assert len(names) >= least
    assert max(Counter(names).values()) == 1


@pytest.mark.parametrize("word", WANTED)
def test_every_wanted_name_has_honest_uses_and_attacks_of_its_own(word: str) -> None:
    honest = [case for case in cases("honest_analyses.json") if word in case["sql"].lower()]
    hostile = [case for case in cases("hostile_statements.json") if word in case["sql"].lower()]
    assert len(honest) >= 4
    assert len(hostile) >= 4


def test_the_tries_are_on_tools_there_are_or_were() -> None:
    tools = {operation.name for operation in OPERATIONS}
    assert {case["tool"] for case in cases("hostile_paths.json")} <= tools


def test_the_zip_of_names_holds_what_the_folder_holds(tmp_path: Path) -> None:
    folder, archive = tmp_path / "folder", tmp_path / "old.zip"
    folder.mkdir()
    assert made.write_folder_of_names(folder) == made.write_zip_of_names(archive)
    with zipfile.ZipFile(archive) as opened:
        inside = sorted(opened.read(entry) for entry in opened.infolist())
    assert inside == sorted(path.read_bytes() for path in folder.iterdir())


def test_every_clock_writes_the_whole_run(tmp_path: Path) -> None:
    for path, truth in made.write_all(tmp_path):
        points = path.read_text(encoding="utf-8").count("<trkpt")
        points += path.read_text(encoding="utf-8").count("<Trackpoint>")
        assert points == made.DURATION_S + 1 == truth.moving_s + 1
