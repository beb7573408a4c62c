"""What do the commands that keep running have in common: their options, and how they end?"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from hakaru.core.errors import HakaruError, RequestError
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.language import language_option
from hakaru.surfaces.cli.words import word


def port_option(default_port: int, help_text: str) -> click.Option:
    """`--port`; 0 is any free one."""
    return click.Option(
        ["--port"],
        type=click.IntRange(0, 65_535),
        default=default_port,
        show_default=True,
        help=help_text,
    )


def place_options(language: Lang) -> tuple[click.Option, click.Option]:
    """`--data` and `--lang`."""
    return (
        click.Option(
            ["--data", "data_folder"],
            type=click.Path(path_type=Path, readable=False),
            help=word("data", language),
        ),
        language_option(language, "language"),
    )


def telling(language: str | None, run: Callable[[], None]) -> None:
    """Run it; an error of ours is one sentence and an exit code. Ctrl+C is how it is ended."""
    try:
        with suppress(KeyboardInterrupt):
            run()
    except HakaruError as error:
        click.echo(f"hakaru: {in_language(str(error), spoken(language))}", err=True)
        raise click.exceptions.Exit(2 if isinstance(error, RequestError) else 1) from error


def spoken(language: str | None) -> Lang:
    """The language asked for, else that of the environment."""
    return "en" if (language or os.environ.get("HAKARU_LANG")) == "en" else "ja"
