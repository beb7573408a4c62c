"""`hakaru demo`: a season in, verdicts and a report out, and where to look. Starts light."""

from __future__ import annotations

import contextlib
import shutil
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hakaru.catalog.operation import load
from hakaru.catalog.operations import operation_of_command
from hakaru.errors import BadArgument, StoreDamaged
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.language import language_option
from hakaru.surfaces.cli.servers import spoken, telling
from hakaru.surfaces.cli.words import say, word

if TYPE_CHECKING:
    from hakaru.flows.context import Context

_MARK = ".hakaru-demo"
_SEASON_WEEKS = 16
_SEASON_SEED = 7
_SEASON_START = date(2026, 3, 2)


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
                default=Path("demo"),
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
        _walk(context, recordings, folder=folder)
    click.echo(say("demo_next", language, folder=data_folder))


def _claim(folder: Path) -> None:
    """Mark a folder as one of the demo, which may be emptied by the next one.

    Raises:
        BadArgument: it holds something else.
        StoreDamaged: it cannot be written.
    """
    mark = folder / _MARK
    try:
        if folder.exists() and not mark.exists() and (folder.is_file() or any(folder.iterdir())):
            raise BadArgument("out", str(folder), "a new or empty folder, or that of a demo")
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as exc:
        raise StoreDamaged(f"{folder} is not writable ({exc.strerror}); choose another") from exc


def _walk(context: Context, recordings: Path | None, *, folder: Path) -> None:
    if recordings is None:
        recordings = folder / "season"
        shutil.rmtree(recordings, ignore_errors=True)
        _step(
            context, "simulate", folder=recordings, weeks=_SEASON_WEEKS, runs_per_week=5,
            seed=_SEASON_SEED, start=_SEASON_START,
        )  # fmt: skip
    _step(context, "ingest", paths=(recordings,))
    _step(context, "status")
    latest = load("hakaru.flows.status:latest_evaluated")(context)
    if latest is None:
        click.echo(word("demo_nothing", context.settings.language))
        raise click.exceptions.Exit(1)
    reports = load("hakaru.store.file_access:PersonOutput")(path=folder / "reports", overwrite=True)
    _step(context, "report", activity=str(latest), out=reports)


def _step(context: Context, command: str, **arguments: object) -> None:
    operation = operation_of_command(command)
    click.secho(f"$ hakaru {command}", bold=True)
    result = load(operation.target)(context, **arguments)
    click.echo(load(operation.render)(result, context.settings.language))
    click.echo()
