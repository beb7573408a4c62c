"""How any operation becomes a command: its end, its errors, its interruptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hakaru.catalog.operation import Operation, Param
from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.command import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    EXIT_REQUEST,
    command_for,
)
from tests.flows.commands import environment
from tests.surfaces.invoking import invoke as run_command

N = Param(name="n", type="int", default=3, about="how many")


def operation(target: str, *params: Param) -> Operation:
    return Operation(
        name=target,
        command=target,
        about="A test",
        decision="whether the command works",
        params=params,
        target=f"tests.surfaces.targets:{target}",
        document="tests.surfaces.targets:in_words",
        profile="core",
    )


def invoke(
    target: str, *words: str, params: tuple[Param, ...] = (), data: Path, language: Lang = "en"
) -> Result:
    command = command_for(operation(target, *params), language, name=target)
    runner = CliRunner(env={"HAKARU_CONFIG": None, "HAKARU_LANG": None,
                            "XDG_CONFIG_HOME": environment()["XDG_CONFIG_HOME"]})  # fmt: skip
    return runner.invoke(command, [*words, "--data", str(data), "--lang", language])


def test_parameters_arrive_with_their_type_and_default(tmp_path: Path) -> None:
    assert invoke("count", params=(N,), data=tmp_path).stdout == "3 (en)\n"
    assert invoke("count", "--n", "5", params=(N,), data=tmp_path).stdout == "5 (en)\n"
    assert invoke("count", params=(N,), data=tmp_path, language="ja").stdout == "3 (ja)\n"


def test_a_result_that_is_not_ok_ends_with_a_failure_and_is_told_all_the_same(
    tmp_path: Path,
) -> None:
    result = invoke("fall_short", "--json", data=tmp_path)
    assert result.exit_code == EXIT_FAILED
    assert json.loads(result.stdout) == {"n": 0, "ok": False}


def test_a_defect_is_told_in_one_sentence_and_its_traceback_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    result = invoke("break_down", data=tmp_path)
    assert result.exit_code == EXIT_FAILED
    assert "ZeroDivisionError" in result.stderr
    assert "one by nothing" in result.stderr
    assert any(record.exc_info for record in caplog.records)
    told = json.loads(invoke("break_down", "--json", data=tmp_path).stdout)
    assert (told["ok"], told["status"]) == (False, 500)


@pytest.mark.parametrize(("language", "said"), [("en", "Stopped."), ("ja", "中断しました")])
def test_an_interruption_is_told_in_the_language_of_the_user(
    tmp_path: Path, language: Lang, said: str
) -> None:
    result = invoke("be_interrupted", data=tmp_path, language=language)
    assert result.exit_code == EXIT_INTERRUPTED
    assert result.stdout == ""
    assert result.stderr.startswith(said)


def test_a_reader_that_went_away_is_left_to_the_shell(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    result = invoke("lose_the_reader", data=tmp_path)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert caplog.records == []


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("nodes", "export", "{0}/x.md"), "x.md"),
        (("focus", "export", "{0}/x.csv"), "x.csv"),
        (("simulate", "{0}", "--weeks", "1", "--start", "2026-03-02"), "2026-03-08-long.fit"),
    ],
)
def test_a_file_that_is_there_asks_for_overwrite(
    tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / name).write_text("precious", encoding="utf-8")
    said = [word.format(place) for word in words]
    refused = run_command(*said, data=tmp_path / "data")
    assert refused.exit_code == EXIT_REQUEST
    assert f"{place / name} is there already; --overwrite replaces it" in refused.stderr
    assert [one.read_bytes() for one in place.iterdir()] == [b"precious"]
    assert run_command(*said, "--overwrite", data=tmp_path / "data").exit_code == 0
    assert (place / name).read_bytes() != b"precious"
    (place / name).write_text("precious", encoding="utf-8")
    japanese = run_command(*said, data=tmp_path / "data", language="ja")
    assert "--overwrite を付けて" in japanese.stderr


def test_only_commands_that_make_files_take_overwrite(tmp_path: Path) -> None:
    refused = run_command("status", "--overwrite", data=tmp_path)
    assert refused.exit_code == EXIT_REQUEST
    assert "--overwrite" in refused.stderr
