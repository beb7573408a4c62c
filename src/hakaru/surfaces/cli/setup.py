"""From nothing to a dashboard with one's own runs, without a question. Starts light."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hakaru.catalog.operation import load
from hakaru.catalog.operations import operation_of_command
from hakaru.core.i18n import Lang, say, translate
from hakaru.surfaces.cli.command import shown
from hakaru.surfaces.cli.language import WEB_PORT, place_options, spoken, telling
from hakaru.surfaces.web.cli import link_teller

if TYPE_CHECKING:
    from hakaru.flows.context import Context


def setup_command(language: Lang) -> click.Command:
    """`hakaru setup`."""
    return click.Command(
        "setup",
        short_help=translate("Find your recordings, judge every run, open the dashboard", language),
        help=translate(
            "Find your recordings (a mounted watch, downloads, documents, or "
            "what you name), judge every run and open the dashboard",
            language,
        ),
        params=[
            click.Argument(
                ["recordings"],
                nargs=-1,
                type=click.Path(path_type=Path),
                help=translate("files or folders instead of the usual places", language),
            ),
            click.Option(
                ["--open/--no-open", "opened"],
                default=True,
                help=translate("open the browser, or only print the link", language),
            ),
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65_535),
                help=say(
                    "port of the dashboard (default: {port}, or a free one where that is taken)",
                    language,
                    port=WEB_PORT,
                ),
            ),
            *place_options(language),
        ],
        callback=_setup,
    )


def _setup(
    *,
    recordings: tuple[Path, ...],
    opened: bool,
    port: int | None,
    data_folder: Path | None,
    language: str | None,
) -> None:
    def run() -> None:
        config = load("hakaru.bootstrap:load_config")(data_folder=data_folder, language=language)
        lang: Lang = config.settings.language
        progress = load("hakaru.surfaces.cli.progress:progress_for")(lang)
        context = load("hakaru.bootstrap:build")(config, progress=progress)
        with contextlib.closing(context.store):
            _take_in(context, recordings or _found(lang), lang)
        _serve(config.data_folder, lang, port=port, opened=opened)

    telling(language or spoken(language), run)


def _found(lang: Lang) -> Sequence[Path]:
    """What lies in the usual places, and where that is."""
    machine = load("hakaru.sources.places:own_machine")()
    places = load("hakaru.sources.places:find_recordings")(machine)
    for place in places:
        click.echo(
            say(
                "{n} <n:recording|recordings> or exports in {folder}",
                lang,
                n=len(place.paths),
                folder=place.folder,
            )
        )
    if not places:
        folders = load("hakaru.sources.places:folders_looked_in")(machine)
        click.echo(
            say(
                "No recordings in {folders}, and no watch is mounted. Name a folder (`hakaru setup "
                "FOLDER`), or drop files on Import in the dashboard.",
                lang,
                folders=", ".join(map(str, folders)),
            )
        )
    return [path for place in places for path in place.paths]


def _take_in(context: Context, recordings: Sequence[Path], lang: Lang) -> None:
    """What came of them, and what is stored now."""
    if not recordings:
        return
    for command, arguments in (("ingest", {"paths": tuple(recordings)}), ("status", {})):
        operation = operation_of_command(command)
        try:
            result: Any = load(operation.target)(context, **arguments)
        finally:
            context.progress.end()
        click.echo(shown(operation, result, lang))
        click.echo()


def _serve(data_folder: Path, lang: Lang, *, port: int | None, opened: bool) -> None:
    """Serve until it is ended; the link is printed, and opened where there is a screen."""
    tell = link_teller(lang)

    def started(address: str, path: Path) -> None:
        tell(address, path)
        if opened and _has_screen():
            _in_the_background(lambda: load("webbrowser:open")(address))

    is_free = load("hakaru.surfaces.http:is_free")
    chosen = port if port is not None else WEB_PORT if is_free(WEB_PORT) else 0
    serve = load("hakaru.surfaces.web.app:serve")
    serve(data_folder, lang, port=chosen, focus=False, started=started)


def _has_screen() -> bool:
    """Whether a browser would have a window: without one, Linux would take one for terminals."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _in_the_background(call: Callable[[], object]) -> None:
    """A browser may take its time to start."""
    threading.Thread(target=call, daemon=True).start()
