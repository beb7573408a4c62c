"""`hakaru demo`: a season up to yesterday in, verdicts and a report out, and what to type next.
Starts light."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hakaru.catalog.operation import load
from hakaru.catalog.operations import operation_of_command
from hakaru.core.errors import BadArgument, StoreDamaged
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.demo_data import DEMO_FOLDER, DEMO_MARK
from hakaru.surfaces.cli.language import language_option
from hakaru.surfaces.cli.servers import spoken, telling
from hakaru.surfaces.cli.words import say, word

if TYPE_CHECKING:
    from datetime import date

    from hakaru.flows.context import Context

_COLUMN = 52
"""Where what a command shows stands behind it."""


def demo_command(language: Lang) -> click.Command:
    """`hakaru demo`."""
    return click.Command(
        "demo",
        help=word("demo", language),
        params=[
            click.Argument(
                ["recordings"],
                required=False,
                type=click.Path(path_type=Path, exists=True),
                help=word("demo_recordings", language),
            ),
            click.Option(
                ["--out", "folder"],
                type=click.Path(path_type=Path),
                default=DEMO_FOLDER,
                show_default=True,
                help=word("demo_out", language),
            ),
            language_option(language, "language"),
        ],
        callback=_demo,
    )


def _demo(*, recordings: Path | None, folder: Path, language: str | None) -> None:
    telling(language, lambda: _run(recordings, folder, spoken(language)))


def _run(recordings: Path | None, folder: Path, language: Lang) -> None:
    """Run the whole path once, in a fresh data folder below `folder`."""
    _claim(folder)
    data_folder = folder / "data"
    shutil.rmtree(data_folder, ignore_errors=True)
    settings = load("hakaru.flows.context:Settings")(language=language)
    config = load("hakaru.bootstrap:Config")(data_folder=data_folder, settings=settings)
    progress = load("hakaru.surfaces.cli.progress:progress_for")(language)
    context = load("hakaru.bootstrap:build")(config, progress=progress)
    with contextlib.closing(context.store):
        race_day = _walk(context, recordings, folder=folder)
    _tell_next(data_folder, language, race_day=race_day)


def _claim(folder: Path) -> None:
    """Mark a folder as one of the demo, which may be emptied by the next one.

    Raises:
        BadArgument: it holds something else.
        StoreDamaged: it cannot be written.
    """
    mark = folder / DEMO_MARK
    try:
        if folder.exists() and not mark.exists() and (folder.is_file() or any(folder.iterdir())):
            raise BadArgument("out", str(folder), "a new or empty folder, or that of a demo")
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as exc:
        raise StoreDamaged(f"{folder} is not writable ({exc.strerror}); choose another") from exc


def _walk(context: Context, recordings: Path | None, *, folder: Path) -> date | None:
    """Take the recordings in and write a report; the day of the race, where there is one."""
    race_day = None
    if recordings is None:
        recordings = folder / "season"
        shutil.rmtree(recordings, ignore_errors=True)
        race_day = _write_story(context, recordings)
    _step(context, "ingest", paths=(recordings,))
    _step(context, "status")
    latest = load("hakaru.flows.status:latest_evaluated")(context)
    if latest is None:
        click.echo(word("demo_nothing", context.settings.language))
        raise click.exceptions.Exit(1)
    reports = load("hakaru.store.file_access:PersonOutput")(path=folder / "reports", overwrite=True)
    _step(context, "report", activity=str(latest), out=reports)
    return race_day


def _write_story(context: Context, folder: Path) -> date:
    """Write the season, and say what happens in it."""
    language = context.settings.language
    place = load("hakaru.store.file_access:PersonOutput")(path=folder, overwrite=True)
    story = load("hakaru.flows.simulate:write_story")(context, folder=place)
    click.echo(say("demo_story", language, n=len(story.written.files), folder=folder))
    for chapter, day in story.chapters:
        click.echo(f"  {day}  {word(f'demo_{chapter}', language)}")
    click.echo()
    race_day: date = dict(story.chapters)["race"]
    return race_day


def _tell_next(data_folder: Path, language: Lang, *, race_day: date | None) -> None:
    """The three commands to type next, as they are typed where the demo was made."""
    chosen = "" if spoken(None) == language else f" --lang {language}"
    is_found = data_folder == DEMO_FOLDER / "data"
    named = "" if is_found else f" --data {shlex.quote(str(data_folder))}"
    session = "session -1" if race_day is None else f"session {race_day}"
    commands = {
        f"form{named}": "demo_next_form",
        f"{session}{named}": "demo_next_back" if race_day is None else "demo_next_race",
        f"serve --data {shlex.quote(str(data_folder))}": "demo_next_serve",
    }
    click.secho(word("demo_next", language), bold=True)
    for command, key in commands.items():
        typed = f"{_program()} {command}{chosen}"
        click.echo(f"  {typed:{_COLUMN}}  {word(key, language)}")


def _program() -> str:
    """How this program is started here: by its name where the shell finds it, else by its path."""
    started = Path(sys.argv[0])
    if started.name != "hakaru" or shutil.which("hakaru"):
        return "hakaru"
    return shlex.quote(os.path.relpath(started))


def _step(context: Context, command: str, **arguments: object) -> None:
    operation = operation_of_command(command)
    click.secho(f"$ hakaru {command}", bold=True)
    result = load(operation.target)(context, **arguments)
    click.echo(load(operation.render)(result, context.settings.language))
    click.echo()
