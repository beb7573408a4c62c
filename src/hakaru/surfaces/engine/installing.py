"""Watching from the moment somebody logs in: what each system wants, and `hakaru focus install`.

Linux gets a systemd user unit, macOS a LaunchAgent, Windows a task of the Task Scheduler, all of
them of this user alone and without rights beyond. What will be done is shown before it is done.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

import click

from hakaru.bootstrap import load_config
from hakaru.core.errors import BadArgument, StoreDamaged
from hakaru.core.i18n import N_, Lang, message, say, translate
from hakaru.core.names import reason_of
from hakaru.records import frozen

NAME = "hakaru-focus"
LABEL = "jp.hakaru.focus"

Run = Callable[[Sequence[str]], int]


@frozen
class Autostart:
    """What a system wants: a file with its content, and the commands that begin and end it."""

    system: str
    file: Path
    content: str
    begin: tuple[tuple[str, ...], ...]
    end: tuple[tuple[str, ...], ...]


def watch_arguments(*, data_folder: Path, language: str, camera: bool) -> tuple[str, ...]:
    """The command line, with full paths: a login has no shell of the user's."""
    script = Path(sys.executable).with_name("hakaru.exe" if os.name == "nt" else "hakaru")
    program = (
        (str(script),) if script.is_file() else (sys.executable, "-m", "hakaru.surfaces.cli.main")
    )
    place = ("--data", str(data_folder.absolute()), "--lang", language)
    return (*program, "focus", "watch", *place, *(() if camera else ("--no-camera",)))


def autostart_for(
    platform: str, arguments: Sequence[str], *, home: Path, environment: Mapping[str, str]
) -> Autostart:
    """What is to be done on a system (`sys.platform`).

    Raises:
        BadArgument: it is none of the three.
    """
    if platform.startswith("linux"):
        return _systemd(arguments, home=home, environment=environment)
    if platform == "darwin":
        return _launch_agent(arguments, home=home)
    if platform == "win32":
        return _task(arguments, home=home, environment=environment)
    raise BadArgument("system", platform, message("Linux with systemd, macOS or Windows"))


def _systemd(arguments: Sequence[str], *, home: Path, environment: Mapping[str, str]) -> Autostart:
    configured = environment.get("XDG_CONFIG_HOME") or str(home / ".config")
    file = Path(configured) / "systemd" / "user" / f"{NAME}.service"
    line = " ".join(_unit_word(word) for word in arguments)
    content = f"""\
[Unit]
Description=Hakaru: attention
PartOf=graphical-session.target
After=graphical-session.target

[Service]
ExecStart={line}
Restart=on-failure
RestartSec=10
Nice=5

[Install]
WantedBy=graphical-session.target
"""
    unit = f"{NAME}.service"
    return Autostart(
        system="systemd",
        file=file,
        content=content,
        begin=(
            ("systemctl", "--user", "daemon-reload"),
            ("systemctl", "--user", "enable", "--now", unit),
        ),
        end=(
            ("systemctl", "--user", "disable", "--now", unit),
            ("systemctl", "--user", "daemon-reload"),
        ),
    )


def _unit_word(word: str) -> str:
    """A word of ExecStart: quoted, with % doubled, as systemd.service(5) has it."""
    safe = word.replace("%", "%%").replace("$", "$$")
    plain = safe.replace("/", "").replace("-", "").replace(".", "").replace("_", "")
    if plain.isalnum():
        return safe
    escaped = safe.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _launch_agent(arguments: Sequence[str], *, home: Path) -> Autostart:
    file = home / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in arguments)
    content = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{LABEL}</string>
  <key>ProgramArguments</key>
  <array>
{words}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
"""
    return Autostart(
        system="LaunchAgent",
        file=file,
        content=content,
        begin=(("launchctl", "load", "-w", str(file)),),
        end=(("launchctl", "unload", "-w", str(file)),),
    )


def _task(arguments: Sequence[str], *, home: Path, environment: Mapping[str, str]) -> Autostart:
    local = environment.get("LOCALAPPDATA") or str(home / "AppData" / "Local")
    file = Path(local) / "hakaru" / f"{NAME}.xml"
    program, *rest = arguments
    words = subprocess.list2cmdline(rest)
    content = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Hakaru: attention</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Principals>
    <Principal id="Author">
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec><Command>{escape(program)}</Command><Arguments>{escape(words)}</Arguments></Exec>
  </Actions>
</Task>
"""
    return Autostart(
        system="Task Scheduler",
        file=file,
        content=content,
        begin=(
            ("schtasks", "/Create", "/TN", NAME, "/XML", str(file), "/F"),
            ("schtasks", "/Run", "/TN", NAME),
        ),
        end=(
            ("schtasks", "/End", "/TN", NAME),
            ("schtasks", "/Delete", "/TN", NAME, "/F"),
        ),
    )


def install(plan: Autostart, *, run: Run) -> tuple[tuple[str, ...], ...]:
    """Write the file and tell the system; returns the commands that failed.

    Raises:
        StoreDamaged: the file cannot be written.
    """
    try:
        plan.file.parent.mkdir(parents=True, exist_ok=True)
        plan.file.write_text(plan.content, encoding="utf-8")
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be written: {error}", path=plan.file, error=reason_of(exc))
        ) from exc
    return tuple(command for command in plan.begin if run(command) != 0)


def uninstall(plan: Autostart, *, run: Run) -> tuple[tuple[str, ...], ...]:
    """Tell the system and take the file away; returns the commands that failed. Where nothing was
    installed, nothing is done.

    Raises:
        StoreDamaged: the file cannot be taken away.
    """
    if not plan.file.exists():
        return ()
    first, *rest = plan.end
    failed = [first] if run(first) != 0 else []
    try:
        plan.file.unlink(missing_ok=True)
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be deleted: {error}", path=plan.file, error=reason_of(exc))
        ) from exc
    return (*failed, *(command for command in rest if run(command) != 0))


def run_command(command: Sequence[str]) -> int:
    """The exit code; 127 where there is no such program."""
    try:
        return subprocess.run(  # noqa: S603  # fixed programs of the system, no shell
            list(command), check=False, capture_output=True, timeout=60
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 127


def as_typed(command: Sequence[str]) -> str:
    """A command as somebody would type it."""
    return shlex.join(command) if os.name != "nt" else subprocess.list2cmdline(list(command))


def change_autostart(
    action: Literal["install", "uninstall"],
    *,
    data_folder: Path | None,
    language: str | None,
    yes: bool,
    no_camera: bool = False,
    run: Run = run_command,
    **_: Any,
) -> None:
    """Show what will be done, ask unless told not to, and do it.

    Raises:
        BadArgument: this system has none of the three.
        StoreDamaged: the file cannot be written or deleted.
    """
    config = load_config(data_folder=data_folder, language=language)
    lang = config.settings.language
    arguments = watch_arguments(data_folder=config.data_folder, language=lang, camera=not no_camera)
    plan = autostart_for(sys.platform, arguments, home=Path.home(), environment=os.environ)
    if action == "uninstall" and not plan.file.exists():
        click.echo(translate("Nothing is installed.", lang))
        return
    _show(plan, action, lang)
    if not yes and not click.confirm(translate("Do this?", lang)):
        click.echo(translate("Nothing was done.", lang))
        return
    failed = (install if action == "install" else uninstall)(plan, run=run)
    for command in failed:
        click.echo(say("This failed: {command}", lang, command=as_typed(command)), err=True)
    if not failed:
        begins, gone = N_("Watching begins with every login."), N_("It is taken away.")
        click.echo(translate(begins if action == "install" else gone, lang))
    else:
        raise SystemExit(1)


def _show(plan: Autostart, action: str, lang: Lang) -> None:
    """The file and the commands, to the letter."""
    if action == "install":
        click.echo(say("This file is written: {file}", lang, file=plan.file))
        click.echo(plan.content)
        click.echo(translate("and these commands are run:", lang))
    else:
        click.echo(say("This file is deleted: {file}", lang, file=plan.file))
        click.echo(translate("and these commands are run:", lang))
    for command in plan.begin if action == "install" else plan.end:
        click.echo(f"  {as_typed(command)}")
