"""What does a user type to start the web server? Starts light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang, translate
from hakaru.surfaces.cli.language import place_options, port_option, spoken, telling

DEFAULT_PORT = 8739


def serve_command(language: Lang) -> click.Command:
    """`hakaru serve`."""
    return click.Command(
        "serve",
        help=translate(
            "Serve the dashboard and the HTTP API, on this machine only, with a token", language
        ),
        params=[
            port_option(DEFAULT_PORT, translate("port (0: any free one)", language)),
            click.Option(
                ["--focus"],
                is_flag=True,
                help=translate(
                    "watch attention as well, by camera and PC use (needs the extra `focus`)",
                    language,
                ),
            ),
            click.Option(
                ["--link", "only_link"],
                is_flag=True,
                help=translate(
                    "print a new link into the running server, for one use within "
                    "10 minutes, and end",
                    language,
                ),
            ),
            *place_options(language),
        ],
        callback=_serve,
    )


def link_command(port: int) -> str:
    """What prints a new link into a server at this port."""
    return "hakaru serve --link" + ("" if port == DEFAULT_PORT else f" --port {port}")


def link_teller(lang: Lang) -> Callable[[str, Path], None]:
    """What says where a server is: told its link and the file with the token for programs."""

    def tell(address: str, path: Path) -> None:
        again = link_command(int(address.split("/")[2].rpartition(":")[2]))
        text = translate(
            "Open {address}\nThe link works once, within 10 minutes; "
            "`{again}` prints a new one. The token for programs is in "
            "{path}. Ctrl-C ends it.",
            lang,
        ).format(address=address, again=again, path=path)
        click.echo(text, err=True)

    return tell


def _serve(
    *, port: int, focus: bool, only_link: bool, data_folder: Path | None, language: str | None
) -> None:
    def run() -> None:
        if only_link:
            new_link = load("hakaru.surfaces.web.app:new_link")
            click.echo(new_link(data_folder, language, port=port))
            return
        serve = load("hakaru.surfaces.web.app:serve")
        serve(data_folder, language, port=port, focus=focus, started=link_teller(spoken(language)))

    telling(language, run)
