"""How do desktop and coding assistants want a server written down, and in which file?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

ClientName = Literal["claude-desktop", "claude-code", "cursor", "vscode"]
CLIENTS: tuple[ClientName, ...] = get_args(ClientName)
SERVER_NAME = "hakaru"


@dataclass(frozen=True, kw_only=True)
class Client:
    """An assistant. `file` finds its configuration from the home and the project folder; `key` is
    the object in it that lists servers; `typed`: an entry says how it is reached."""

    title: str
    key: str
    typed: bool
    file: Callable[[Path, Path], Path]


def _claude_desktop(home: Path, _: Path) -> Path:
    folders = {
        "darwin": home / "Library" / "Application Support",
        "win32": home / "AppData" / "Roaming",
    }
    folder = folders.get(sys.platform, home / ".config")
    return folder / "Claude" / "claude_desktop_config.json"


_CLIENTS: Mapping[ClientName, Client] = {
    "claude-desktop": Client(
        title="Claude Desktop", key="mcpServers", typed=False, file=_claude_desktop
    ),
    "claude-code": Client(
        title="Claude Code",
        key="mcpServers",
        typed=True,
        file=lambda _, project: project / ".mcp.json",
    ),
    "cursor": Client(
        title="Cursor",
        key="mcpServers",
        typed=False,
        file=lambda home, _: home / ".cursor" / "mcp.json",
    ),
    "vscode": Client(
        title="VS Code",
        key="servers",
        typed=True,
        file=lambda _, project: project / ".vscode" / "mcp.json",
    ),
}


def client_named(name: ClientName) -> Client:
    """The assistant of this name."""
    return _CLIENTS[name]


def with_server(
    client: Client, written: Mapping[str, object], *, command: Sequence[str]
) -> Mapping[str, object]:
    """The configuration with our server in it; everything else stays as it is."""
    listed = written.get(client.key)
    others = dict(listed) if isinstance(listed, Mapping) else {}
    entry: dict[str, object] = {"type": "stdio"} if client.typed else {}
    entry |= {"command": command[0], "args": list(command[1:])}
    return {**written, client.key: {**others, SERVER_NAME: entry}}
