"""Is what makes a system watch from the login on right, shown first, and taken away again?"""

from __future__ import annotations

import plistlib
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hakaru.core.errors import BadArgument
from hakaru.surfaces.engine.installing import (
    Autostart,
    autostart_for,
    change_autostart,
    install,
    uninstall,
)

ARGUMENTS = ("/opt/my tools/hakaru", "focus", "watch", "--data", "/srv/a b/50% <data>")


def plan(platform: str, home: Path) -> Autostart:
    return autostart_for(platform, ARGUMENTS, home=home, environment={})


def test_the_unit_of_systemd_quotes_what_has_to_be() -> None:
    unit = plan("linux", Path("/srv/a"))
    assert unit.file == Path("/srv/a/.config/systemd/user/hakaru-focus.service")
    assert (
        'ExecStart="/opt/my tools/hakaru" focus watch --data "/srv/a b/50%% <data>"' in unit.content
    )


def test_the_launch_agent_is_a_list_of_properties() -> None:
    agent = plan("darwin", Path("/Users/a"))
    values = plistlib.loads(agent.content.encode())
    assert values["ProgramArguments"] == list(ARGUMENTS)
    assert values["RunAtLoad"] is True
    assert agent.file.name == "jp.hakaru.focus.plist"


def test_the_task_of_windows_runs_with_no_more_rights_than_the_user() -> None:
    task = plan("win32", Path("C:/Users/a"))
    tree = ElementTree.fromstring(task.content.partition("?>")[2])  # our own text
    names = {"t": "http://schemas.microsoft.com/windows/2004/02/mit/task"}
    assert tree.findtext(".//t:Command", namespaces=names) == ARGUMENTS[0]
    assert tree.findtext(".//t:RunLevel", namespaces=names) == "LeastPrivilege"


def test_another_system_is_told_so() -> None:
    with pytest.raises(BadArgument):
        plan("freebsd14", Path("/srv/a"))


class Told:
    """Remembers commands; those named fail."""

    def __init__(self, *failing: str) -> None:
        self.commands: list[tuple[str, ...]] = []
        self.failing = failing

    def __call__(self, command: Sequence[str]) -> int:
        self.commands.append(tuple(command))
        return int(any(word in self.failing for word in command))


def test_what_is_installed_is_taken_away_again(tmp_path: Path) -> None:
    unit, run = plan("linux", tmp_path), Told()
    assert install(unit, run=run) == ()
    assert unit.file.read_text() == unit.content
    assert run.commands == list(unit.begin)
    assert uninstall(unit, run=run) == ()
    assert not unit.file.exists()
    assert uninstall(unit, run=run) == ()


def test_a_command_that_fails_is_named(tmp_path: Path) -> None:
    unit = plan("linux", tmp_path)
    assert install(unit, run=Told("enable")) == (unit.begin[1],)


def test_nothing_is_done_before_it_is_shown_and_agreed_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    run = Told()
    change_autostart("install", data_folder=tmp_path, language="en", yes=True, run=run)
    shown = capsys.readouterr().out
    assert "ExecStart=" in shown
    assert "systemctl --user enable --now hakaru-focus.service" in shown
    assert shown.index("ExecStart=") < shown.index("Watching begins")
    assert len(run.commands) == 2
    change_autostart("uninstall", data_folder=tmp_path, language="ja", yes=True, run=run)
    assert "登録を外しました" in capsys.readouterr().out
