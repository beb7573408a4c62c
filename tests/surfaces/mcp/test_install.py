"""Does an assistant's configuration gain the server and lose nothing?"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hakaru.core.errors import Unreadable
from hakaru.surfaces.mcp.cli import (
    CLIENTS,
    ClientName,
    Wanted,
    client_named,
    configuration_path,
    configuration_text,
    install,
    server_command,
)
from tests.flows.commands import environment

every_client = pytest.mark.parametrize("name", CLIENTS)
WANTED = Wanted(data_folder=Path("runs"), language="en")


SHAPES: Mapping[str, tuple[str, Sequence[str]]] = {
    "claude-desktop": ("mcpServers", ("command", "args")),
    "claude-code": ("mcpServers", ("type", "command", "args")),
    "cursor": ("mcpServers", ("command", "args")),
    "vscode": ("servers", ("type", "command", "args")),
    "windsurf": ("mcpServers", ("command", "args")),
    "zed": ("context_servers", ("source", "command", "args", "env")),
    "codex": ("mcp_servers", ("command", "args")),
    "gemini-cli": ("mcpServers", ("command", "args")),
}
"""Under which name each client lists servers, and what an entry of it holds (its own pages)."""


@every_client
def test_the_printed_configuration_has_the_shape_of_its_client(name: ClientName) -> None:
    text = configuration_text(name, WANTED)
    written = tomllib.loads(text) if name == "codex" else json.loads(text)
    key, fields = SHAPES[name]
    assert written.keys() == {key}
    entry = written[key]["hakaru"]
    assert tuple(entry) == fields
    assert "mcp" in entry["args"]
    assert entry["args"][-4:] == ["--data", str(Path("runs").absolute()), "--lang", "en"]
    assert entry.get("type", "stdio") == "stdio"
    assert entry.get("source", "custom") == "custom"


@every_client
def test_installing_twice_changes_nothing_more(name: ClientName, tmp_path: Path) -> None:
    path = configuration_path(name, home=tmp_path / "home", project=tmp_path / "project")
    assert install(name, WANTED, path=path).outcome == "written"
    first = path.read_bytes()
    assert first.decode() == configuration_text(name, WANTED)
    again = install(name, WANTED, path=path)
    assert again.outcome == "unchanged"
    assert again.backup is None
    assert path.read_bytes() == first
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_everything_else_in_the_file_stays_and_the_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    before = {
        "theme": "暗い",
        "mcpServers": {"other": {"command": "x"}, "hakaru": {"command": "old"}},
    }
    path.write_text(json.dumps(before, ensure_ascii=False), encoding="utf-8")
    path.chmod(0o600)
    done = install("cursor", WANTED, path=path)
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after["theme"] == "暗い"
    assert after["mcpServers"]["other"] == {"command": "x"}
    assert after["mcpServers"]["hakaru"]["command"] != "old"
    assert done.backup is not None
    assert json.loads(done.backup.read_text(encoding="utf-8")) == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_earlier_backup_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("{}", encoding="utf-8")
    install("cursor", WANTED, path=path)
    other = install("cursor", Wanted(profile="all", data_folder=Path("runs")), path=path)
    assert other.backup is not None
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "mcp.json", "mcp.json.bak1", "mcp.json.bak2",
    ]  # fmt: skip


CODEX = """# mine
model = "x"

[mcp_servers.hakaru] # of an earlier time
command = "old"
[mcp_servers.hakaru.env]
A = "b"

[mcp_servers.other]  # stays
command = "y"
"""


def test_of_a_toml_file_only_our_own_tables_are_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(CODEX, encoding="utf-8")
    done = install("codex", WANTED, path=path)
    text = path.read_text(encoding="utf-8")
    written = tomllib.loads(text)
    assert done.backup is not None
    assert done.backup.read_text(encoding="utf-8") == CODEX
    assert text.startswith('# mine\nmodel = "x"\n\n[mcp_servers.other]  # stays\ncommand = "y"\n')
    assert written["mcp_servers"]["hakaru"].keys() == {"command", "args"}
    assert written["mcp_servers"]["other"] == {"command": "y"}
    assert install("codex", WANTED, path=path).outcome == "unchanged"


def test_a_toml_file_that_names_us_in_another_way_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    text = 'mcp_servers = { hakaru = { command = "old" } }\n'
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match="by hand"):
        install("codex", WANTED, path=path)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", ["{ // a comment\n}", "[]", "3", "{"])
def test_a_file_that_cannot_be_understood_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match="by hand"):
        install("vscode", WANTED, path=path)
    assert path.read_text(encoding="utf-8") == text
    assert [one.name for one in tmp_path.iterdir()] == ["mcp.json"]


def test_an_empty_file_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("\n", encoding="utf-8")
    assert install("cursor", WANTED, path=path).outcome == "written"
    assert json.loads(path.read_text(encoding="utf-8"))["mcpServers"]["hakaru"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "dotfiles.json", tmp_path / "mcp.json"
    target.write_text("{}", encoding="utf-8")
    link.symlink_to(target)
    install("cursor", WANTED, path=link)
    assert link.is_symlink()
    assert "hakaru" in target.read_text(encoding="utf-8")


def test_the_command_names_a_program_that_exists() -> None:
    program = Path(server_command(WANTED)[0])
    assert program.is_absolute()
    assert os.access(program, os.X_OK)


def test_titles_are_those_of_the_products() -> None:
    assert [client_named(name).title for name in CLIENTS] == [
        "Claude Desktop", "Claude Code", "Cursor", "VS Code", "Windsurf", "Zed", "Codex",
        "Gemini CLI",
    ]  # fmt: skip


def test_a_printed_configuration_is_all_that_is_on_stdout(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "hakaru.surfaces.mcp", "install", "--client", "vscode",
         "--project", str(tmp_path), "--data", str(tmp_path), "--lang", "en"],
        capture_output=True, text=True, check=True, env=environment({"HOME": str(tmp_path)}),
    )  # fmt: skip
    assert json.loads(run.stdout)["servers"]["hakaru"]["type"] == "stdio"
    assert str(tmp_path / ".vscode" / "mcp.json") in run.stderr
    assert not list(tmp_path.iterdir())
