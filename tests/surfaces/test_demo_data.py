"""Commands show the data of a demo where somebody has made one and has nothing of their own."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import Result

from hakaru.bootstrap import Config, build
from hakaru.core.i18n import Lang
from hakaru.flows.context import Settings
from hakaru.flows.ingest import ingest
from hakaru.surfaces.cli.command import DEMO_FOLDER, DEMO_MARK
from tests.surfaces.invoking import invoke

NOTE = "this is the data of the demo"


@pytest.fixture
def place(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a demo was made; whoever types here has an empty data folder of their own."""
    here = tmp_path / "here"
    demo = here / DEMO_FOLDER
    demo.mkdir(parents=True)
    (demo / DEMO_MARK).touch()
    shutil.copytree(data, demo / "data")
    monkeypatch.chdir(here)
    return here


def typed(*words: str, place: Path, language: Lang = "en", own: str = "own") -> Result:
    return invoke(*words, language=language, env={"XDG_DATA_HOME": str(place / own)})


def test_the_demo_is_shown_and_said_on_stderr_in_one_line(place: Path) -> None:
    result = typed("form", place=place)
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1
    assert NOTE in result.stderr
    assert "Contact time" in result.stdout or "Form against" in result.stdout
    japanese = typed("form", place=place, language="ja")
    assert "デモのデータを表示しています" in japanese.stderr
    assert NOTE not in typed("activities", "--json", place=place).stdout


def test_who_has_a_run_of_their_own_never_sees_it(place: Path, season: Path) -> None:
    own = build(Config(data_folder=place / "own" / "hakaru", settings=Settings(workers=1)))
    ingest(own, paths=[sorted(season.iterdir())[0]])
    own.store.close()
    result = typed("activities", "--json", place=place)
    assert result.stderr == ""
    assert '"n_stored":1' in result.stdout


def test_who_names_a_folder_never_sees_it(place: Path, tmp_path: Path) -> None:
    for result in (
        invoke("status", data=tmp_path / "named"),
        invoke("status", env={"HAKARU_DATA": str(tmp_path / "named")}),
    ):
        assert NOTE not in result.stderr
        assert "Nothing" in result.stdout or "hakaru ingest" in result.stdout
    assert NOTE in typed("status", place=place).stderr


def test_what_is_taken_in_or_written_goes_to_ones_own_folder(place: Path, season: Path) -> None:
    before = (place / DEMO_FOLDER / "data" / "hakaru.duckdb").read_bytes()
    result = typed("ingest", str(sorted(season.iterdir())[0]), place=place)
    assert NOTE not in result.stderr
    assert "1 new run" in result.stdout
    assert (place / DEMO_FOLDER / "data" / "hakaru.duckdb").read_bytes() == before
    assert NOTE not in typed("activities", place=place).stderr


def test_a_folder_called_demo_that_is_none_is_left_alone(place: Path) -> None:
    (place / DEMO_FOLDER / DEMO_MARK).unlink()
    result = typed("status", place=place)
    beside_the_environment = Path(sys.prefix).parent / DEMO_FOLDER  # who ran `make demo` has one
    assert NOTE not in result.stderr or str(beside_the_environment) in result.stderr
