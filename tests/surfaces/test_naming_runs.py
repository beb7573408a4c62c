"""One run is named by the same words in every command, and by none for the newest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.invoking import asked, invoke


def ids(data: Path) -> list[int]:
    """Every stored run, newest first."""
    listed = asked("activities", "--limit", "100", data=data)
    return [row[0] for row in listed["activities"]]


def named(*words: str, data: Path) -> Any:
    return asked(*words, data=data)["activity_id"]


def test_without_a_name_the_newest_run_is_meant(data: Path) -> None:
    newest = ids(data)[0]
    for command in ("form", "session", "read pace", "read weather", "read section"):
        reply = invoke(*command.split(), "--json", data=data)
        assert str(newest) in reply.stdout or "recorded" in reply.stdout, (command, reply.output)
    assert named("form", data=data) == named("form", "latest", data=data) == newest


def test_a_dash_and_a_number_is_so_many_runs_back_and_no_option(data: Path) -> None:
    listed = ids(data)
    for back in (1, 2, 5):
        assert named("session", f"-{back}", data=data) == listed[back]
        assert named("session", "--detail", f"-{back}", "--json", data=data) == listed[back]
    assert invoke("form", "-1", data=data).exit_code == 0


def test_a_negative_value_of_an_option_stays_with_it(data: Path) -> None:
    result = invoke("similar", "--limit", "-1", data=data)
    assert result.exit_code == 2
    assert "limit = -1" in result.stderr


def test_an_unknown_option_is_still_refused(data: Path) -> None:
    result = invoke("form", "-x", data=data)
    assert result.exit_code == 2
    assert "-x" in result.stderr


def test_more_runs_back_than_there_are_is_said(data: Path) -> None:
    result = invoke("form", "-99", data=data)
    assert result.exit_code == 2
    assert "no activity '-99' is stored" in result.stderr


@pytest.mark.parametrize(("command", "option"), [("evaluate", "--all"), ("understand", "--all")])
def test_what_was_for_one_run_or_all_takes_the_newest_where_none_is_named(
    data: Path, command: str, option: str
) -> None:
    reply = asked(command, data=data)
    assert reply.get("evaluated", reply.get("analysed")) == 1
    both = invoke(command, "latest", option, data=data)
    assert both.exit_code == 2
    assert f"left out, as {option} requires" in both.stderr


def test_a_run_is_edited_by_the_words_of_its_page_and_found_by_its_shoes(data: Path) -> None:
    edited = asked("edit", "latest", "--type", "race", "--shoes", "Hill shoes", data=data)
    assert (edited["training_type"], edited["shoe"]) == ("race", "Hill shoes")
    listed = asked("activities", "--shoes", "Hill", "--type", "race", data=data)
    assert [row[0] for row in listed["activities"]] == [edited["activity_id"]]
