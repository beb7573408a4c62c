"""The page about configuration: every key, variable and port."""

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
from hakaru.surfaces.engine.cli import watch_command
from hakaru.surfaces.mcp.cli import mcp_commands
from hakaru.surfaces.web.cli import serve_command

SETTINGS_EN: Mapping[str, str] = {
    "data_folder": "Where the database, the reports and everything else lies.",
    "user_id": "Whose baselines are learned, where one folder serves several people.",
    "language": "Language of texts and reports.",
    "half_life_days": "After so long an old run counts half when a baseline is learned.",
    "cadence_minimum_spm": "A cadence to stay above; without one, the lower end of your own "
    "90 % interval at that speed.",
    "workers": "Processes that read files.",
}
MODEL_EN: Mapping[str, str] = {
    "backend": "Which protocol; `none` asks nothing and opens no connection.",
    "url": "Address of the server; without one, that of the protocol's maker.",
    "name": "Name of the model.",
    "key_env": "Name of the variable that holds the key; without one, the maker's own name for the "
    "maker's server, and no key for others.",
    "timeout_s": "How long one question with its corrections may take.",
    "structured": "Whether the server is given a schema of the answer.",
    "any_http": "Allow an unencrypted address outside this machine and network.",
    "keep_prompts": "Store what was asked, on this machine (`hakaru attempts`).",
    "at_once": "Questions asked at the same time.",
}
SESSIONS_EN: Mapping[str, str] = {
    "heart_rate_zones_frac": "Where heart rate zones 1 to 5 begin, as shares of threshold heart "
    "rate; for runs whose watch names no zones.",
    "power_zones_frac": "Where power zones 2 to 6 begin, as shares of critical power.",
    "easy_share_pct": "So much of an easy run has to be easy.",
    "tempo_share_pct": "So much of the main part of a tempo run has to be at its intensity.",
    "work_share_pct": "So much of the repetitions has to be hard.",
}
MCP_EN: Mapping[str, str] = {
    "folders": "Below these an assistant reads the files that it names by path (`ingest`, "
    "`import_nodes`, `import_focus`, `replay_focus`, `run`); everything else is refused. Hidden "
    "files, links and the data folder stay closed, but for what was handed in on the dashboard. "
    "The file that it makes lies in `exports` of the data folder, whatever it is called.",
}
PREFERENCES_EN: Mapping[str, tuple[str, str, str]] = {
    "language": ("as configured", "`ja` or `en`", "Language of texts and reports."),
    "show_track": ("`false`", "true or false", "The page of a run may draw where it went."),
    "lengths": (
        "`km`",
        "`km`, `mi` or `km_and_mi`",
        "Pages, reports and the command line say kilometres, miles, or miles behind kilometres.",
    ),
    "model": (
        "as configured",
        "`backend`, `name`, `url`",
        "Which language model is asked. Never a key: that is in the environment.",
    ),
    "tiles": (
        "none",
        "a folder or an address with `{z}`, `{x}` and `{y}`; allowed or not",
        "Whence the pictures of a map behind a route come. Nothing is asked before it is allowed.",
    ),
}
"""Default, what it takes, meaning."""

FOCUS_EN: Mapping[str, str] = {
    "camera_enabled": "Look through the camera at all.",
    "camera_index": "Which camera.",
    "model_enabled": "Let the configured model say what an open state is.",
    "notify_enabled": "Tell on the desktop.",
    "drowsy_cooldown_min": "Silence after telling that you look drowsy.",
    "distracted_cooldown_min": "Silence after telling that you look distracted.",
    "over_focus_cooldown_min": "Silence after proposing a break.",
    "over_focus_after_min": "Propose a break after so much attention at a stretch.",
    "quiet_from": "Tell nothing from this time of the day.",
    "quiet_until": "Tell nothing until this time of the day.",
    "most_per_day": "Messages a day at most.",
    "keep_days": "Days that are kept; older ones are deleted and overwritten.",
    "work_days": "Days set as work, 1 is Monday; none: all the time is.",
    "work_from": "Work begins.",
    "work_until": "Work ends; it may be after midnight.",
    "nudge_outside_work": "Tell also outside the time set as work.",
    "titles_allowed": "Look at window titles, to know what they are for; none is kept.",
    "domains_allowed": "Look at the site in front, to know what it is for; none is kept.",
    "goal_focus_min": "Goal of focus a day; 0: none.",
    "pomodoro_min": "Length of a pomodoro; 0: none.",
    "eye_break_after_min": "Propose a rest for the eyes after so long without one; 0: never.",
}
VARIABLES_EN: Mapping[str, str] = {
    "HAKARU_CONFIG": "Path of the configuration file, instead of the usual place.",
    "HAKARU_DATA": "Data folder; stronger than the file, weaker than `--data`.",
    "HAKARU_LANG": "`ja` or `en`; stronger than the file and the dashboard, weaker than `--lang`.",
    "GARMIN_EMAIL": "Account for `hakaru fetch garmin`, where nobody can be asked on a terminal.",
    "GARMIN_PASSWORD": "Its password; the session is kept, the password is not.",
    "OPENAI_API_KEY": "Key, where `[model] backend` is `openai` and the server is OpenAI's.",
    "ANTHROPIC_API_KEY": "Key, where `[model] backend` is `anthropic`.",
    "OPENBLAS_NUM_THREADS": "Threads of linear algebra; 1 unless you say otherwise.",
    "DISPLAY": "The X server whose keys and clicks are counted (set by the desktop).",
    "WAYLAND_DISPLAY": "Whether `hakaru setup` has a screen to open a browser on; or DISPLAY.",
    "SWAYSOCK": "The sway session whose front window it asks for (set by sway).",
    "HYPRLAND_INSTANCE_SIGNATURE": "The same for Hyprland, with XDG_RUNTIME_DIR.",
    "XDG_CONFIG_HOME": "Where `hakaru focus install` writes its unit on Linux; else ~/.config.",
    "LOCALAPPDATA": "Where `hakaru focus install` writes its task on Windows (set by the system).",
    "XDG_RUNTIME_DIR": "Where Hyprland's socket lies (set by the desktop).",
}


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
