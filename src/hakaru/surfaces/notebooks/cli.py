"""The command `hakaru notebook`: worked analyses on the user's own data. Starts light."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang, say, translate
from hakaru.surfaces.cli.language import place_options, spoken, telling

if TYPE_CHECKING:
    from hakaru.surfaces.notebooks.writing import WrittenNotebooks

_OPENED_BY = ("jupyterlab", "notebook")
"""Programs that open notebooks, the first one that is installed."""


def notebook_command(language: Lang) -> click.Command:
    """`hakaru notebook`."""
    return click.Command(
        "notebook",
        short_help=translate("Open worked analyses of your runs in Jupyter", language),
        help=translate(
            "Open four worked analyses as Jupyter notebooks, on your own runs "
            "(needs the extra `notebook`)",
            language,
        ),
        params=[
            click.Option(
                ["--open/--no-open", "opened"],
                default=True,
                help=translate("open them in Jupyter, or only write the files", language),
            ),
            click.Option(
                ["--overwrite"],
                is_flag=True,
                help=translate("replace notebooks that are there already", language),
            ),
            *place_options(language),
        ],
        callback=_notebook,
    )


def _notebook(
    *, opened: bool, overwrite: bool, data_folder: Path | None, language: str | None
) -> None:
    def run() -> None:
        config = load("hakaru.bootstrap:load_config")(data_folder=data_folder, language=language)
        context = load("hakaru.bootstrap:build")(config)
        with contextlib.closing(context.store):
            write = load("hakaru.surfaces.notebooks.writing:write_notebooks")
            done: WrittenNotebooks = write(context, overwrite=overwrite)
        _tell(done, config.settings.language)
        if opened:
            _open(done.folder, config.settings.language)

    telling(language or spoken(language), run)


def _tell(done: WrittenNotebooks, lang: Lang) -> None:
    for name in done.written:
        click.echo(done.folder / name)
    if done.kept:
        click.echo(
            say(
                "{n} <n:notebook|notebooks> in {folder} <n:was|were> there already and left as "
                "<n:it is|they are>; --overwrite replaces <n:it|them>.",
                lang,
                n=len(done.kept),
                folder=done.folder,
            )
        )
    if done.runs.step is None:
        click.echo(
            translate(
                "No sudden change of form was found in your runs, so 2_form_anomaly shows none.",
                lang,
            )
        )


def _open(folder: Path, lang: Lang) -> None:
    """Jupyter runs until it is ended; without it, what would bring it."""
    program = next((name for name in _OPENED_BY if find_spec(name) is not None), None)
    if program is None:
        click.echo(
            say(
                "Jupyter is not installed here: {python} -m pip install jupyterlab pandas",
                lang,
                python=sys.executable,
            ),
            err=True,
        )
        return
    subprocess.run([sys.executable, "-m", program, str(folder)], check=False)  # noqa: S603
