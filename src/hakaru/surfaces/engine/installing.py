"""`hakaru focus install` and `uninstall` in a terminal: first what will be done, then doing it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Literal

import click

from hakaru.bootstrap import load_config
from hakaru.core.i18n import N_, Lang, say, translate
from hakaru.surfaces.engine.autostart import (
    Autostart,
    Run,
    as_typed,
    autostart_for,
    install,
    run_command,
    uninstall,
    watch_arguments,
)


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
