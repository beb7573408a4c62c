"""What a person reads, and with which exit code a command ends."""

from __future__ import annotations

import shutil
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.command import EXIT_FAILED, EXIT_REQUEST
from tests.flows.commands import run
from tests.flows.factories import NOW
from tests.surfaces.invoking import DAY, invoke

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("train",),
    ("train", "--method", "inverse"),
    ("train", "--history"),
    ("baselines",),
    ("baselines", "--plot", "gct", "--limit", "2"),
    ("expect", "--pace", "5:30"),
    ("evaluate", DAY),
    ("evaluate", "--all"),
    ("reevaluate",),
    ("form", DAY),
    ("drift",),
    ("why",),
    ("report", DAY),
    ("activities",),
    ("activities", "--limit", "3"),
    ("status",),
    ("session", DAY),
    ("session", DAY, "--detail"),
    ("intervals", DAY),
    ("similar", DAY),
    ("trends",),
    ("load",),
    ("anomalies",),
    ("paces",),
    ("athlete", "show"),
    ("next",),
    ("focus", "status"),
    ("focus", "today"),
    ("focus", "summary"),
    ("focus", "forget"),
    ("understand", "--all"),
)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_answers_in_the_language_asked_for(
    words: tuple[str, ...], language: Lang, data: Path
) -> None:
    result = invoke(*words, data=data, language=language)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout.strip()
    assert "None" not in result.stdout
    assert "nan" not in result.stdout.split()


@pytest.mark.sampled(15)
@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    "words", [words for words in COMMANDS if not {DAY, "--plot", "why"} & set(words)],
    ids=" ".join,
)  # fmt: skip
def test_on_an_empty_folder_every_command_has_something_to_say(
    words: tuple[str, ...], language: Lang, tmp_path: Path
) -> None:
    result = invoke(*words, data=tmp_path / "empty", language=language)
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()


@pytest.mark.parametrize(
    "words",
    [
        ("form", DAY), ("session", DAY), ("report", DAY), ("evaluate", DAY),
        ("baselines", "--plot", "gct"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_is_not_there_is_told_in_one_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    result = invoke(*words, data=tmp_path / "empty")
    assert result.exit_code == EXIT_REQUEST
    assert result.stdout == ""
    assert result.stderr.startswith("hakaru: ")
    assert len(result.stderr.splitlines()) == 1


def test_lists_say_how_many_more_there_are(data: Path) -> None:
    assert "13 more" in invoke("activities", "--limit", "3", data=data).stdout
    assert "more" in invoke("baselines", "--limit", "1", data=data).stdout


def test_an_ingest_says_file_by_file_what_it_left_out(season: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    first, second = sorted(season.glob("*.fit"))[:2]
    shutil.copy(first, folder)
    whole = second.read_bytes()
    (folder / "cut.fit").write_bytes(whole[: len(whole) * 2 // 3])
    (folder / "broken.fit").write_bytes(b"no recording")
    result = invoke("ingest", str(folder), data=tmp_path / "data")
    assert result.exit_code == EXIT_FAILED
    assert "2 new runs" in result.stdout
    assert "partial" in result.stdout
    assert "broken.fit" in result.stdout
    again = invoke("ingest", str(folder / first.name), data=tmp_path / "data")
    assert again.exit_code == 0
    assert "0 new runs" in again.stdout


def test_an_empty_folder_is_said_to_hold_nothing_to_read(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    result = invoke("ingest", str(empty), data=tmp_path / "data")
    assert result.exit_code == 0
    assert "Nothing to read was found" in result.stdout


def test_a_store_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = invoke("status", data=tmp_path / "file" / "data")
    assert result.exit_code == EXIT_FAILED
    assert len(result.stderr.splitlines()) == 1
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "hakaru.duckdb").write_bytes(b"this is no database" * 1000)
    result = invoke("status", data=damaged)
    assert result.exit_code == EXIT_FAILED
    assert len(result.stderr.splitlines()) == 1


def test_a_season_is_simulated_and_said_to_be(tmp_path: Path) -> None:
    result = invoke(
        "simulate", str(tmp_path / "s"), "--weeks", "1", "--runs-per-week", "1",
        "--start", "2025-01-06", data=tmp_path / "data",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "1 simulated run to" in result.stdout
    assert [path.name for path in (tmp_path / "s").iterdir()] == ["2025-01-11-long.fit"]


def test_without_an_account_a_fetch_ends_with_one_sentence(tmp_path: Path) -> None:
    result = invoke("fetch", "garmin", data=tmp_path / "data",
                    env={"GARMIN_EMAIL": "", "GARMIN_PASSWORD": ""})  # fmt: skip
    assert result.exit_code == EXIT_FAILED
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.soak
def test_the_day_of_learning_is_that_of_the_clock_on_the_wall(data: Path) -> None:
    """In Kiritimati it is 14 hours later: the next day, where it was learned after ten."""
    words = ("baselines", "--data", str(data), "--lang", "en")
    for zone in ("Pacific/Kiritimati", "UTC"):
        told = run(*words, env={"TZ": zone}).stdout
        assert f" {NOW.astimezone(ZoneInfo(zone)).date()} " in told
