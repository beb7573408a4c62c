"""How does the page about configuration read: every key, variable and port, with its default?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

import click

from hakaru.bootstrap import CHECKS, MCP_CHECKS, MODEL_CHECKS, SESSION_CHECKS, Checks
from hakaru.flows.context import McpSettings, ModelSettings, Settings
from hakaru.flows.preferences import Preferences
from hakaru.focus.settings import FocusSettings, WrongSetting, changed
from hakaru.running.session.model import SessionSettings
from hakaru.surfaces.docs_settings import (
    FOCUS_EN,
    MCP_EN,
    MODEL_EN,
    PREFERENCES_EN,
    SESSIONS_EN,
    SETTINGS_EN,
    VARIABLES_EN,
)
from hakaru.surfaces.engine.cli import watch_command
from hakaru.surfaces.mcp.cli import mcp_commands
from hakaru.surfaces.web.cli import serve_command

_INTRO = """# Configuration

Nothing has to be configured. What is set comes, later wins, from `config.toml`, what was chosen on
the dashboard, the environment, and the command line. An unknown key or a value out of range is an
error that names what is known.

`config.toml` lies in `~/.config/hakaru` (Linux), `~/Library/Application Support/hakaru` (macOS) or
`%LOCALAPPDATA%\\hakaru\\hakaru` (Windows), or where `HAKARU_CONFIG` says:

```toml
language = "en"
half_life_days = 120

[model]
backend = "openai"                     # the protocol; the server is yours
url = "http://localhost:11434/v1"
name = "qwen3:8b"

[mcp]
folders = ["~/garmin"]                 # what an assistant may read by path; without it, nothing
```

"""
_PORTS = """## Ports

Every server listens on 127.0.0.1 only and wants the token of its file as `Authorization: Bearer
TOKEN`. A browser comes into the dashboard by the link that `hakaru serve` prints: it works once,
within 10 minutes, and holds no token; `hakaru serve --link` prints another one while the server
runs. The session lasts until the server ends, for 30 days at most.

A connection is closed when a request has not come whole within 10 s (a long body: when less than
10 kB of it come in 10 s), and the oldest of more than 64 idle ones.
"""
_UNITS = (
    ("_days", "days"),
    ("_spm", "steps/min"),
    ("_frac", ""),
    ("_pct", "%"),
    ("_s", "s"),
    ("_min", "min"),
    ("_enabled", ""),
    ("quiet_from", "local time"),
    ("quiet_until", "local time"),
    ("most_per_day", "per day"),
)


def configuration_text() -> str:
    """Every key of the file, choice of the dashboard, setting of attention, variable and port."""
    return _INTRO + "\n".join(
        (
            _section("Top level of config.toml", _keys(SETTINGS_EN, Settings, CHECKS)),
            _section("[model]", _keys(MODEL_EN, ModelSettings, MODEL_CHECKS)),
            _section("[sessions]", _keys(SESSIONS_EN, SessionSettings, SESSION_CHECKS)),
            _section("[mcp]", _keys(MCP_EN, McpSettings, MCP_CHECKS)),
            "## Chosen on the dashboard\n\nKept in the data folder, so that the command line and "
            "assistants judge by the same.\n",
            _table(
                ("key", "default", "takes", "meaning"),
                [(f"`{field.name}`", *PREFERENCES_EN[field.name]) for field in fields(Preferences)],
            ),
            "## Watching of attention\n\nSet on the dashboard (Focus), or by HTTP at "
            "`/api/settings` while `hakaru focus watch` runs; kept in the data folder.\n",
            _table(_HEADER, _focus()),
            _section_of_variables(),
            _PORTS,
            _table(("command", "port", "token"), _ports()),
        )
    )


_HEADER = ("key", "default", "takes", "unit", "meaning")


def _section(title: str, rows: Sequence[Sequence[str]]) -> str:
    return f"## {title}\n\n" + _table(_HEADER, rows)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(
        (_line(header), _line(["---"] * len(header)), *(_line(row) for row in rows), "")
    )


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _keys(about: Mapping[str, str], kind: Any, checks: Checks) -> Sequence[Sequence[str]]:
    defaults = {
        field.name: field.default for field in fields(kind) if field.default is not MISSING
    }  # fmt: skip
    return [
        (
            f"`{name}`",
            _shown(defaults[name]) if name in defaults else "the user's data folder",
            checks[name][1] if name in checks else "a path",
            _unit(name),
            meaning,
        )
        for name, meaning in about.items()
    ]


def _focus() -> Sequence[Sequence[str]]:
    rows = []
    for field in fields(FocusSettings):
        refused = changed(FocusSettings(), {field.name: ()})
        assert isinstance(refused, tuple), "no setting takes an empty tuple"
        (wrong,) = refused
        assert isinstance(wrong, WrongSetting)
        rows.append(
            (f"`{field.name}`", _shown(field.default), wrong.expected, _unit(field.name),
             FOCUS_EN[field.name])
        )  # fmt: skip
    return rows


def _section_of_variables() -> str:
    return "## Environment\n\n" + _table(
        ("variable", "meaning"), [(f"`{name}`", text) for name, text in VARIABLES_EN.items()]
    )


def _ports() -> Sequence[Sequence[str]]:
    servers: Sequence[tuple[str, click.Command, str]] = (
        ("hakaru mcp --http", mcp_commands("en"), "mcp.token"),
        ("hakaru focus watch", watch_command("en"), "focus.token"),
        ("hakaru serve", serve_command("en"), "web.token"),
    )
    return [(f"`{words}`", _port(command), f"`{token}`") for words, command, token in servers]


def _port(command: click.Command) -> str:
    (port,) = [param for param in command.params if param.name == "port"]
    return str(port.default)


def _unit(name: str) -> str:
    return next((unit for end, unit in _UNITS if re.search(f"{end}$", name)), "")


def _shown(value: object) -> str:
    if value in (None, ()):
        return "none"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, float):
        return f"`{value:g}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
