"""What does `make demo` do? A season in, verdicts and a report out, and where to look."""

from __future__ import annotations

import contextlib
import shutil
from datetime import date
from pathlib import Path

import click

from hakaru.bootstrap import Config, build
from hakaru.catalog.operation import load
from hakaru.catalog.operations import operation_of_command
from hakaru.errors import HakaruError
from hakaru.flows.context import Context, Settings
from hakaru.running.wording import Lang
from hakaru.store.private import keep_private
from hakaru.surfaces.cli.progress import progress_for
from hakaru.surfaces.cli.words import word

_SEASON_WEEKS = 16
_SEASON_SEED = 7
_SEASON_START = date(2026, 3, 2)


@click.command()
@click.option("--data", "recordings", type=click.Path(path_type=Path, exists=True))
@click.option("--out", "folder", type=click.Path(path_type=Path), default=Path("demo"))
@click.option("--lang", "language", type=click.Choice(["ja", "en"]), default="ja")
def main(*, recordings: Path | None, folder: Path, language: Lang) -> None:
    """Run the whole path once, in a fresh data folder below FOLDER."""
    keep_private()
    data_folder = folder / "data"
    shutil.rmtree(data_folder, ignore_errors=True)
    config = Config(data_folder=data_folder, settings=Settings(language=language))
    context = build(config, progress=progress_for(language))
    try:
        with contextlib.closing(context.store):
            _walk(context, recordings, folder=folder)
    except HakaruError as error:
        raise click.ClickException(str(error)) from error


def _walk(context: Context, recordings: Path | None, *, folder: Path) -> None:
    if recordings is None:
        recordings = folder / "season"
        shutil.rmtree(recordings, ignore_errors=True)
        _step(
            context, "simulate", folder=recordings, weeks=_SEASON_WEEKS, runs_per_week=5,
            seed=_SEASON_SEED, start=_SEASON_START,
        )  # fmt: skip
    _step(context, "ingest", paths=(recordings,))
    _step(context, "train", method="direct", history=True)
    _step(context, "reevaluate", since=None, until=None)
    _step(context, "status")
    latest = load("hakaru.flows.status:latest_evaluated")(context)
    if latest is None:
        click.echo(word("demo_nothing", context.settings.language))
        raise click.exceptions.Exit(1)
    _step(context, "report", activity=str(latest), out=folder / "reports")


def _step(context: Context, command: str, **arguments: object) -> None:
    operation = operation_of_command(command)
    click.secho(f"$ hakaru {command}", bold=True)
    result = load(operation.target)(context, **arguments)
    click.echo(load(operation.render)(result, context.settings.language))
    click.echo()


if __name__ == "__main__":
    main()
