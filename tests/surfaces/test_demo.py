"""`hakaru demo`: the whole path in one go, on one's own files or on a simulated season."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hakaru.sources.simulated.season import simulate_season
from hakaru.surfaces.cli.main import build_cli
from tests.flows.commands import ROOT
from tests.flows.factories import SEASON
from tests.flows.test_same_run import as_tcx
from tests.simulated import as_recording


def demo(*words: str) -> Result:
    return CliRunner().invoke(build_cli("en"), ["demo", *words])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_demo_ends_with_a_report_of_the_latest_run(
    season: Path, tmp_path: Path, language: str
) -> None:
    result = demo(str(season), "--out", str(tmp_path / "demo"), "--lang", language)
    assert result.exit_code == 0, result.output
    for command in ("ingest", "status", "report"):
        assert f"$ hakaru {command}" in result.output
    folder = tmp_path / "demo" / "reports"
    written = sorted(path for path in folder.iterdir() if path.is_file())
    assert [path.suffix for path in written] == [".html", ".md"]
    assert all(str(path) in result.output for path in written)
    typed = [line.strip() for line in result.output.splitlines()[-3:]]
    named = f"--data {tmp_path / 'demo' / 'data'}"
    assert typed[0].startswith(f"hakaru form {named}")
    assert typed[1].startswith(f"hakaru session -1 {named}")
    assert typed[2].startswith(f"hakaru serve {named}")
    assert written[0].name.startswith(max(season.iterdir()).name[:10])


def test_the_demo_is_a_command_of_the_installed_package() -> None:
    assert "demo" in build_cli("en").commands
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "$(BIN)/hakaru demo" in makefile


def test_a_second_demo_starts_afresh(season: Path, tmp_path: Path) -> None:
    some = tmp_path / "some"
    some.mkdir()
    for path in sorted(season.iterdir())[:2]:
        shutil.copy(path, some)
    words = (str(some), "--out", str(tmp_path / "demo"), "--lang", "en")
    for result in (demo(*words), demo(*words)):
        assert result.exit_code == 0
        assert "2 new runs" in result.output


def test_a_folder_that_holds_something_else_is_left_alone(season: Path, tmp_path: Path) -> None:
    own = tmp_path / "home" / "data" / "kept.txt"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    result = demo(str(season), "--out", str(tmp_path / "home"), "--lang", "en")
    assert result.exit_code == 2
    assert "a new or empty folder" in result.output
    assert own.read_text() == "mine"


def test_a_folder_without_running_dynamics_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    session = next(simulate_season(SEASON))
    (tmp_path / "runs" / "run.tcx").write_text(as_tcx(as_recording(session)))
    result = demo(str(tmp_path / "runs"), "--out", str(tmp_path / "demo"),
                  "--lang", "en")  # fmt: skip
    assert result.exit_code == 1
    assert "nothing to report" in result.output.splitlines()[-1]
    assert not (tmp_path / "demo" / "reports").exists()


def test_a_folder_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    assert demo(str(tmp_path / "absent")).exit_code == 2


def test_a_place_that_cannot_be_written_ends_with_a_sentence(season: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = demo(str(season), "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
