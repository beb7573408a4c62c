"""The commands of the MCP server: serve it, and write it into the settings of a client."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import click

from hakaru.catalog.operation import load
from hakaru.core.errors import StoreDamaged, Unreadable
from hakaru.core.i18n import N_, Lang, message, translate
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.surfaces.cli.language import (
    MCP_PORT,
    JapaneseGroup,
    place_options,
    port_option,
    spoken,
    telling,
)
from hakaru.surfaces.mcp.offered import PROFILES, ToolProfile

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


@frozen
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


_WORDS: dict[str, str] = {
    "mcp": N_("Start the MCP server for a language model (stdin and stdout, or --http)"),
    "install": N_("Add this server to an assistant's configuration (by default only printed)"),
    "http": N_("listen on HTTP, on this machine only, with a token"),
    "port": N_("port for HTTP (0: any free one)"),
    "profile": N_("which tools a model is offered"),
    "write": N_(
        "also offer the tools that change data: ingest, train and others (without it: reads only)"
    ),
    "client": N_("which assistant (default: every one)"),
    "written": N_("{title}: written to {path}."),
    "kept": N_("{title}: the file as it was is {path}."),
    "unchanged": N_("{title}: {path} has it already."),
}


def mcp_commands(language: Lang) -> click.Group:
    """`hakaru mcp`, which serves, and below it `install`."""
    group_type = JapaneseGroup if language == "ja" else click.Group
    group = group_type(
        "mcp",
        help=translate(
            "Start the MCP server for a language model (stdin and stdout, or --http)", language
        ),
        invoke_without_command=True,
        params=[
            click.Option(
                ["--http"],
                is_flag=True,
                help=translate("listen on HTTP, on this machine only, with a token", language),
            ),
            port_option(MCP_PORT, translate("port for HTTP (0: any free one)", language)),
            click.Option(
                ["--schemas"],
                is_flag=True,
                help=translate(
                    "also list the shapes of replies, and send replies as values too", language
                ),
            ),
            *_server_options(language),
        ],
        callback=_serve,
    )
    group.add_command(_install_command(language))
    return group


def _install_command(language: Lang) -> click.Command:
    return click.Command(
        "install",
        help=translate(
            "Add this server to an assistant's configuration (by default only printed)", language
        ),
        params=[
            click.Option(
                ["--client"],
                type=click.Choice(CLIENTS),
                help=translate("which assistant (default: every one)", language),
            ),
            click.Option(
                ["--save/--print"],
                default=False,
                help=translate("only print it, or write the file (the old one is kept)", language),
            ),
            click.Option(
                ["--project"],
                type=click.Path(path_type=Path, file_okay=False),
                default=Path(),
                help=translate(
                    "project folder, for assistants that are configured per project", language
                ),
            ),
            *_server_options(language),
        ],
        callback=_install,
    )


def _server_options(language: Lang) -> list[click.Parameter]:
    return [
        click.Option(
            ["--profile"],
            type=click.Choice(PROFILES),
            default="core",
            show_default=True,
            help=translate("which tools a model is offered", language),
        ),
        click.Option(
            ["--write"],
            is_flag=True,
            help=translate(
                "also offer the tools that change data: ingest, train and "
                "others (without it: reads only)",
                language,
            ),
        ),
        *place_options(language),
    ]


@click.pass_context
def _serve(ctx: click.Context, /, **given: Any) -> None:
    if ctx.invoked_subcommand is None:
        telling(given["language"], lambda: _run_server(**given))


def _run_server(*, http: bool, port: int, language: str | None, **given: Any) -> None:
    place = load("hakaru.surfaces.mcp.loopback:Place")(
        data_folder=given["data_folder"], language=language
    )
    offer = load("hakaru.surfaces.mcp.server:Offer")(
        profile=given["profile"], write=given["write"], schemas=given["schemas"]
    )
    if not http:
        load("hakaru.surfaces.mcp.loopback:serve_pipes")(place, offer)
        return
    lang = spoken(language)

    def tell(address: str, path: Path) -> None:
        click.echo(
            translate("Listening on {address}; the token is in {path}.", lang).format(
                address=address, path=path
            ),
            err=True,
        )

    load("hakaru.surfaces.mcp.loopback:serve_http")(place, offer, port=port, started=tell)


def _install(
    *, client: ClientName | None, save: bool, project: Path, language: str | None, **server: Any
) -> None:
    def run() -> None:
        wanted = Wanted(language=language, **server)
        for name in (client,) if client else CLIENTS:
            _install_one(name, wanted, project=project.absolute(), save=save, language=language)
        if wanted.write:
            click.echo(
                translate(
                    "# --write: the model may change what is stored; take --write "
                    "out to let it read only.",
                    spoken(language),
                ),
                err=True,
            )

    telling(language, run)


def _install_one(
    name: ClientName, wanted: Wanted, *, project: Path, save: bool, language: str | None
) -> None:
    lang = spoken(language)
    title = client_named(name).title
    path = configuration_path(name, home=Path.home(), project=project)
    if not save:
        click.echo(f"# {title}: {path}", err=True)
        text = configuration_text(name, wanted)
        click.echo(text, nl=False)
        return
    done = install(name, wanted, path=path)
    click.echo(_say(done.outcome, lang).format(title=title, path=done.path))
    if done.backup is not None:
        click.echo(
            translate("{title}: the file as it was is {path}.", lang).format(
                title=title, path=done.backup
            )
        )


def _say(key: str, language: Lang) -> str:
    return translate(_WORDS[key], language)


Outcome = Literal["written", "unchanged"]


@frozen
class Wanted:
    """How an assistant shall start the server. None: as configured now."""

    profile: ToolProfile = "core"
    write: bool = False
    data_folder: Path | None = None
    language: str | None = None


@frozen
class Installed:
    """What became of a file. `backup` None: there was nothing to keep."""

    path: Path
    outcome: Outcome
    backup: Path | None


def server_command(wanted: Wanted) -> tuple[str, ...]:
    """The command line, with full paths: assistants start it without the user's environment."""
    config = load("hakaru.bootstrap:load_config")(
        data_folder=wanted.data_folder, language=wanted.language
    )
    script = Path(sys.executable).with_name("hakaru.exe" if os.name == "nt" else "hakaru")
    program = (
        (str(script),) if script.is_file() else (sys.executable, "-m", "hakaru.surfaces.cli.main")
    )
    options = ("--profile", wanted.profile, *(("--write",) if wanted.write else ()))
    place = ("--data", str(config.data_folder.absolute()), "--lang", config.settings.language)
    return (*program, "mcp", *options, *place)


def configuration_text(name: ClientName, wanted: Wanted) -> str:
    """The configuration an assistant needs, for a file that has nothing else in it."""
    return text_with_server(client_named(name), "", command=server_command(wanted))


def configuration_path(name: ClientName, *, home: Path, project: Path) -> Path:
    """The file an assistant reads."""
    return client_named(name).file(home, project)


def install(name: ClientName, wanted: Wanted, *, path: Path) -> Installed:
    """Write the server into an assistant's file, keeping what else it holds.

    Writing it again changes nothing. The file as it was is kept beside it.

    Raises:
        Unreadable: the file holds something that cannot be added to; it is left alone.
        StoreDamaged: the file cannot be written.
    """
    client, command = client_named(name), server_command(wanted)
    before = _read(path)
    try:
        after = text_with_server(client, before, command=command)
        if before.strip() and parsed(client, after) == parsed(client, before):
            return Installed(path=path, outcome="unchanged", backup=None)
    except ValueError as exc:
        raise Unreadable(
            str(path),
            message("cannot be added to as it is written; add the printed lines by hand"),
        ) from exc
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        backup = _keep(path) if before.strip() else None
        _replace(path.resolve(), after)
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be written: {error}", path=path, error=reason_of(exc))
        ) from exc
    return Installed(path=path, outcome="written", backup=backup)


def _read(path: Path) -> str:
    """The text of a file; empty: there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as exc:
        raise Unreadable(str(path), message("cannot be read: {error}", error=exc)) from exc


def _keep(path: Path) -> Path:
    """A copy beside the file, under a name that is still free."""
    number = 1
    while (backup := path.with_name(f"{path.name}.bak{number}")).exists():
        number += 1
    shutil.copy2(path, backup)
    return backup


def _replace(path: Path, text: str) -> None:
    """The whole file or nothing, with the permissions it had."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        if path.exists():
            shutil.copymode(path, temporary)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
