"""What a command prints is in the lengths that were chosen; JSON is in kilometres."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hakaru.core.quantity import Lengths
from hakaru.flows.preferences import write_preferences
from tests.flows.factories import make_context
from tests.surfaces.invoking import RATED_DAY, invoke

COMMANDS = ("activities", "volume", "records", f"session {RATED_DAY}", f"why {RATED_DAY}",
            "expect --pace 4:30", "paces", f"read day {RATED_DAY}")  # fmt: skip


def choose(data: Path, lengths: Lengths) -> None:
    context = make_context(data)
    write_preferences(context, {"lengths": lengths})
    context.store.close()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_is_told_in_miles_and_a_program_in_kilometres(data: Path, command: str) -> None:
    words = command.split()
    before, program = invoke(*words, data=data), invoke(*words, "--json", data=data)
    choose(data, "mi")
    told = invoke(*words, data=data).stdout
    assert re.search(r"\d/km|\d km\b|\dkm\b", before.stdout)
    assert re.search(r"\d/mi|\d ?mi\b", told)
    assert re.search(r"\d:\d\d/km|\d\.\d+ ?km\b", told) is None
    assert invoke(*words, "--json", data=data).stdout == program.stdout


def test_a_written_report_is_in_both_where_both_were_chosen(data: Path, tmp_path: Path) -> None:
    choose(data, "km_and_mi")
    assert invoke("report", RATED_DAY, "--out", str(tmp_path), data=data).exit_code == 0
    (markdown,) = tmp_path.glob("*.md")
    assert re.search(r"/km \(\d+:\d\d/mi\)", markdown.read_text(encoding="utf-8"))
