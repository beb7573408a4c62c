"""The command `hakaru watch`: what it says, and how it goes on. Starts light; the flow is loaded
when it runs."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hakaru.catalog.operation import load
from hakaru.core.errors import StoreError
from hakaru.core.i18n import N_, Lang, in_language, say, translate
from hakaru.surfaces.cli.language import place_options, telling

if TYPE_CHECKING:
    from hakaru.flows.context import Context
    from hakaru.flows.watching import Arrival, Look, Watcher

_EVERY_S = 5.0
_SHOWN_PROBLEMS = 10
_CHANGES = {
    "there": N_("a watch is plugged in: {path}"),
    "gone": N_("the watch was taken away: {path}"),
}


def watch_folders_command(language: Lang) -> click.Command:
    """`hakaru watch`."""
    return click.Command(
        "watch",
        help=translate(
            "Take in what arrives in folders (default: Downloads), in folders in them two levels "
            "down, and on a watch that is plugged in, as soon as it is complete; Ctrl+C ends it",
            language,
        ),
        epilog=f"{translate('Example', language)}: hakaru watch ~/Downloads",
        params=[
            click.Argument(
                ["folders"],
                nargs=-1,
                type=click.Path(path_type=Path),
                help=translate("folders, or the drive of a watch", language),
            ),
            click.Option(
                ["--every", "every_s"],
                type=click.FloatRange(1.0, 3600.0),
                default=_EVERY_S,
                show_default=True,
                help=translate("seconds from one look to the next", language),
            ),
            click.Option(
                ["--once"],
                is_flag=True,
                help=translate("look once, take in what is complete, and end", language),
            ),
            *place_options(language),
        ],
        callback=_watch,
    )


def _watch(
    *,
    folders: tuple[Path, ...],
    every_s: float,
    once: bool,
    data_folder: Path | None,
    language: str | None,
) -> None:
    telling(language, lambda: _run(folders, every_s, once, data_folder, language))


def _run(
    folders: Sequence[Path],
    every_s: float,
    once: bool,
    data_folder: Path | None,
    language: str | None,
) -> None:
    config = load("hakaru.bootstrap:load_config")(data_folder=data_folder, language=language)
    context: Context = load("hakaru.bootstrap:build")(config)
    machine = load("hakaru.sources.places:own_machine")()
    at_home = load("hakaru.sources.files:at_home")
    watched = [at_home(folder) for folder in folders] or list(machine.downloads)
    with contextlib.closing(context.store):
        watcher: Watcher = load("hakaru.flows.watching:Watcher")(context, watched, machine)
        lang = context.settings.language
        if once:
            look = watcher.look()
            _tell(context, look)
            if look.waiting:
                _say(context, say("{n} <n:file|files> not complete yet", lang, n=look.waiting))
            if any(arrival.result and not arrival.result.ok for arrival in look.arrivals):
                raise click.exceptions.Exit(1)
            return
        _go_on(context, watcher, every_s)


def _go_on(context: Context, watcher: Watcher, every_s: float) -> None:
    lang = context.settings.language
    stopped = threading.Event()
    with _ended_by_signal(stopped):
        names = ", ".join(str(folder) for folder in watcher.folders())
        _say(context, say("watching {folders}; Ctrl+C ends it", lang, folders=names or "-"))
        while not stopped.is_set():
            for path, change in watcher.drives().items():
                _say(context, say(_CHANGES[change], lang, path=path))
            try:
                _tell(context, watcher.look())
            except StoreError as error:  # another program holds the file: it is tried again
                _say(context, in_language(error.message, lang))
            stopped.wait(every_s)


@contextlib.contextmanager
def _ended_by_signal(stopped: threading.Event) -> Iterator[None]:
    """A service manager ends a program by SIGTERM: after the look it is at."""

    def end(*_: Any) -> None:
        stopped.set()

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(context: Context, look: Look) -> None:
    """A line per import, and one per file that could not be read."""
    lang = context.settings.language
    problems_of = load("hakaru.flows.watching:problems_of")
    for arrival in look.arrivals:
        if arrival.result is None:
            continue
        result = arrival.result
        text = say(
            "{name}: {ingested} new <ingested:run|runs>, {completed} completed, {duplicates} "
            "known already, {refused} no <refused:run|runs>, {failed} not read",
            lang,
            name=_name_of(arrival, lang),
            ingested=result.ingested,
            completed=result.completed,
            duplicates=result.duplicates,
            refused=len(result.refused),
            failed=len(result.failed),
        )
        _say(context, text)
        if result.removed:
            away = say("{n} removed before <n:stays|stay> away", lang, n=result.removed)
            _say(context, f"  {away}")
        for problem in problems_of(result)[:_SHOWN_PROBLEMS]:
            _say(context, f"  {problem.path}: {in_language(problem.reason, lang)}")


def _name_of(arrival: Arrival, lang: Lang) -> str:
    if len(arrival.paths) == 1:
        return str(arrival.paths[0])
    return say("{n} files of {folder}", lang, n=len(arrival.paths), folder=arrival.folder)


def _say(context: Context, text: str) -> None:
    clean = load("hakaru.guard.cleaning:clean")
    now = context.now().astimezone()
    click.echo(f"{now:%Y-%m-%d %H:%M:%S}  {clean(text)}")
