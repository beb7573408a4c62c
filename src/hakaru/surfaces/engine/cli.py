"""Commands of the focus engine. Starts light; the engine is loaded when it runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang, translate
from hakaru.surfaces.cli.language import FOCUS_PORT, place_options, port_option, telling


def watch_command(language: Lang) -> click.Command:
    """`hakaru focus watch`."""
    return click.Command(
        "watch",
        help=translate(
            "Watch attention by the camera and the use of the computer; no "
            "picture is stored or sent. Ctrl+C ends it",
            language,
        ),
        params=[
            click.Option(
                ["--video"],
                type=click.Path(path_type=Path, dir_okay=False),
                help=translate("look at a video file instead of the camera", language),
            ),
            click.Option(["--no-camera"], is_flag=True, help=translate("use no camera", language)),
            click.Option(
                ["--no-notify"],
                is_flag=True,
                help=translate("show no notifications on the desktop", language),
            ),
            port_option(
                FOCUS_PORT, translate("port for HTTP and WebSocket (0: any free one)", language)
            ),
            click.Option(["--ends-with"], hidden=True),
            *place_options(language),
        ],
        callback=_watch,
    )


def _watch(**given: Any) -> None:
    run: Callable[..., None] = load("hakaru.surfaces.engine.serve:watch")
    telling(given["language"], partial(run, **given))


def install_command(language: Lang) -> click.Command:
    """`hakaru focus install`."""
    return click.Command(
        "install",
        help=translate(
            "Watch from every login on (systemd, LaunchAgent, Task Scheduler); shown before it is "
            "done",
            language,
        ),
        params=[
            click.Option(["--no-camera"], is_flag=True, help=translate("use no camera", language)),
            _yes(language),
            *place_options(language),
        ],
        callback=partial(_change_autostart, "install"),
    )


def uninstall_command(language: Lang) -> click.Command:
    """`hakaru focus uninstall`."""
    return click.Command(
        "uninstall",
        help=translate("Watch no more from the login on; shown before it is done", language),
        params=[_yes(language), *place_options(language)],
        callback=partial(_change_autostart, "uninstall"),
    )


def _yes(language: Lang) -> click.Option:
    return click.Option(["--yes"], is_flag=True, help=translate("do it without asking", language))


def _change_autostart(action: str, **given: Any) -> None:
    run: Callable[..., None] = load("hakaru.surfaces.engine.installing:change_autostart")
    telling(given["language"], partial(run, action, **given))
