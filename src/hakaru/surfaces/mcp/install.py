"""How does an assistant learn of the server: its configuration, printed, or written safely?"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hakaru.bootstrap import load_config
from hakaru.core.errors import StoreDamaged, Unreadable
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.surfaces.mcp.cli import ClientName, client_named, with_server
from hakaru.surfaces.mcp.offered import ToolProfile

Outcome = Literal["written", "unchanged"]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """How an assistant shall start the server. None: as configured now."""

    profile: ToolProfile = "core"
    write: bool = False
    data_folder: Path | None = None
    language: str | None = None


@dataclass(frozen=True, kw_only=True)
class Installed:
    """What became of a file. `backup` None: there was nothing to keep."""

    path: Path
    outcome: Outcome
    backup: Path | None


def server_command(wanted: Wanted) -> tuple[str, ...]:
    """The command line, with full paths: assistants start it without the user's environment."""
    config = load_config(data_folder=wanted.data_folder, language=wanted.language)
    script = Path(sys.executable).with_name("hakaru.exe" if os.name == "nt" else "hakaru")
    program = (
        (str(script),) if script.is_file() else (sys.executable, "-m", "hakaru.surfaces.cli.main")
    )
    options = ("--profile", wanted.profile, *(("--write",) if wanted.write else ()))
    place = ("--data", str(config.data_folder.absolute()), "--lang", config.settings.language)
    return (*program, "mcp", *options, *place)


def configuration_text(name: ClientName, wanted: Wanted) -> str:
    """The configuration an assistant needs, for a file that has nothing else in it."""
    return _as_text(with_server(client_named(name), {}, command=server_command(wanted)))


def configuration_path(name: ClientName, *, home: Path, project: Path) -> Path:
    """The file an assistant reads."""
    return client_named(name).file(home, project)


def install(name: ClientName, wanted: Wanted, *, path: Path) -> Installed:
    """Write the server into an assistant's file, keeping what else it holds.

    Writing it again changes nothing. The file as it was is kept beside it.

    Raises:
        Unreadable: the file holds something other than a JSON object; it is left alone.
        StoreDamaged: the file cannot be written.
    """
    before = _read(path)
    after = with_server(client_named(name), before or {}, command=server_command(wanted))
    if after == before:
        return Installed(path=path, outcome="unchanged", backup=None)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        backup = None if before is None else _keep(path)
        _replace(path.resolve(), _as_text(after))
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be written: {error}", path=path, error=reason_of(exc))
        ) from exc
    return Installed(path=path, outcome="written", backup=backup)


def _read(path: Path) -> Mapping[str, object] | None:
    """What the file holds; None: there is none, or it is empty."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as exc:
        raise Unreadable(str(path), message("cannot be read: {error}", error=exc)) from exc
    if not text.strip():
        return None
    try:
        written = json.loads(text)
    except ValueError as exc:
        raise Unreadable(
            str(path), message("not plain JSON; add the printed lines by hand")
        ) from exc
    if not isinstance(written, dict):
        raise Unreadable(str(path), message("not a JSON object; add the printed lines by hand"))
    return written


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


def _as_text(configuration: Mapping[str, object]) -> str:
    return json.dumps(configuration, indent=2, ensure_ascii=False) + "\n"
