"""The assistants that can be given the server: where each is configured, and in which shape."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

ClientName = Literal[
    "claude-desktop",
    "claude-code",
    "cursor",
    "vscode",
    "windsurf",
    "zed",
    "codex",
    "gemini-cli",
]
CLIENTS: tuple[ClientName, ...] = get_args(ClientName)
SERVER_NAME = "hakaru"


@dataclass(frozen=True, kw_only=True)
class Client:
    """An assistant. `file` finds its configuration from the home and the project folder; `key` is
    the object in it that lists servers; `first` and `last` stand in an entry before and behind the
    command."""

    title: str
    file: Callable[[Path, Path], Path]
    key: str = "mcpServers"
    first: Mapping[str, object] | None = None
    last: Mapping[str, object] | None = None
    format: Literal["json", "toml"] = "json"


def _of_the_system(home: Path, *, darwin: str, windows: str, other: str) -> Path:
    folder = {"darwin": darwin, "win32": windows}.get(sys.platform, other)
    return home.joinpath(*folder.split("/"))


_CLIENTS: Mapping[ClientName, Client] = {
    "claude-desktop": Client(
        title="Claude Desktop",
        file=lambda home, _: _of_the_system(
            home,
            darwin="Library/Application Support/Claude/claude_desktop_config.json",
            windows="AppData/Roaming/Claude/claude_desktop_config.json",
            other=".config/Claude/claude_desktop_config.json",
        ),
    ),
    "claude-code": Client(
        title="Claude Code",
        file=lambda _, project: project / ".mcp.json",
        first={"type": "stdio"},
    ),
    "cursor": Client(title="Cursor", file=lambda home, _: home / ".cursor" / "mcp.json"),
    "vscode": Client(
        title="VS Code",
        file=lambda _, project: project / ".vscode" / "mcp.json",
        key="servers",
        first={"type": "stdio"},
    ),
    "windsurf": Client(
        title="Windsurf",
        file=lambda home, _: home / ".codeium" / "windsurf" / "mcp_config.json",
    ),
    "zed": Client(
        title="Zed",
        file=lambda home, _: _of_the_system(
            home,
            darwin=".config/zed/settings.json",
            windows="AppData/Roaming/Zed/settings.json",
            other=".config/zed/settings.json",
        ),
        key="context_servers",
        first={"source": "custom"},
        last={"env": {}},
    ),
    "codex": Client(
        title="Codex",
        file=lambda home, _: home / ".codex" / "config.toml",
        key="mcp_servers",
        format="toml",
    ),
    "gemini-cli": Client(
        title="Gemini CLI", file=lambda home, _: home / ".gemini" / "settings.json"
    ),
}


def client_named(name: ClientName) -> Client:
    """The assistant of this name."""
    return _CLIENTS[name]


def entry_for(client: Client, command: Sequence[str]) -> Mapping[str, object]:
    """What an assistant has to know of the server."""
    started = {"command": command[0], "args": list(command[1:])}
    return {**(client.first or {}), **started, **(client.last or {})}


def with_server(
    client: Client, written: Mapping[str, object], *, command: Sequence[str]
) -> Mapping[str, object]:
    """The configuration with our server in it; everything else stays as it is."""
    listed = written.get(client.key)
    others = dict(listed) if isinstance(listed, Mapping) else {}
    return {**written, client.key: {**others, SERVER_NAME: entry_for(client, command)}}


def parsed(client: Client, text: str) -> object:
    """What a file of the assistant's format holds.

    Raises:
        ValueError: it is of another format, JSON with comments among them.
    """
    return tomllib.loads(text) if client.format == "toml" else json.loads(text)


def text_with_server(client: Client, before: str, *, command: Sequence[str]) -> str:
    """The file's text with our server in it. Of TOML only our own tables are written anew, so that
    comments and order stay.

    Raises:
        ValueError: the text cannot be read, or our server cannot be put into it like that.
    """
    written = parsed(client, before) if before.strip() else {}
    if not isinstance(written, Mapping):
        raise ValueError("no object")  # the file is at fault, not a type
    wanted = with_server(client, written, command=command)
    if client.format == "json":
        return json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    kept = _without_our_tables(client.key, before).rstrip("\n")
    table = _toml_table(f"{client.key}.{SERVER_NAME}", entry_for(client, command))
    text = f"{kept}\n\n{table}" if kept else table
    if tomllib.loads(text) != wanted:
        raise ValueError("our server is written there in another way")
    return text


def _without_our_tables(key: str, text: str) -> str:
    ours = re.compile(rf"\s*\[{re.escape(key)}\.{SERVER_NAME}(\.[^]]+)?\]\s*(#.*)?")
    kept, is_ours = [], False
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            is_ours = ours.fullmatch(line.rstrip("\r\n")) is not None
        if not is_ours:
            kept.append(line)
    return "".join(kept)


def _toml_table(name: str, entry: Mapping[str, object]) -> str:
    """Texts and lists of texts are written as JSON writes them, which TOML reads alike."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return "\n".join([f"[{name}]", *lines]) + "\n"
