"""The command that starts the web server. Starts light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang, say, translate
from hakaru.surfaces.cli.language import WEB_PORT, place_options, port_option, spoken, telling

ADDRESSES = ("127.0.0.1", "0.0.0.0")  # noqa: S104  # asked for by name, for containers


def serve_command(language: Lang) -> click.Command:
    """`hakaru serve`."""
    return click.Command(
        "serve",
        help=translate(
            "Serve the dashboard and the HTTP API, on this machine only, with a token", language
        ),
        params=[
            port_option(WEB_PORT, translate("port (0: any free one)", language)),
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
            click.Option(
                ["--listen"],
                type=click.Choice(ADDRESSES),
                default=ADDRESSES[0],
                show_default=True,
                help=translate("0.0.0.0 in a container whose port is published", language),
            ),
            click.Option(
                ["--show-token"],
                is_flag=True,
                help=translate("print the token for programs when it is made, once", language),
            ),
            *place_options(language),
        ],
        callback=_serve,
    )


def link_command(port: int) -> str:
    """What prints a new link into a server at this port."""
    return "hakaru serve --link" + ("" if port == WEB_PORT else f" --port {port}")


def link_teller(lang: Lang, *, new_token: bool = False) -> Callable[[str, Path], None]:
    """What says where a server is: told its link and the file with the token for programs, which it
    prints as well where it is new."""

    def tell(address: str, path: Path) -> None:
        again = link_command(int(address.split("/")[2].rpartition(":")[2]))
        text = translate(
            "Open {address}\nThe link works once, within 10 minutes; "
            "`{again}` prints a new one. The token for programs is in "
            "{path}. Ctrl-C ends it.",
            lang,
        ).format(address=address, again=again, path=path)
        click.echo(text, err=True)
        if new_token and path.is_file():
            token = path.read_text(encoding="ascii").strip()
            click.echo(say("Token for programs, shown this once: {token}", lang, token=token))

    return tell


def _serve(
    *,
    port: int,
    focus: bool,
    only_link: bool,
    listen: str,
    show_token: bool,
    data_folder: Path | None,
    language: str | None,
) -> None:
    def run() -> None:
        if only_link:
            new_link = load("hakaru.surfaces.web.app:new_link")
            click.echo(new_link(data_folder, language, port=port))
            return
        new_token = show_token and not load("hakaru.surfaces.web.app:has_token")(data_folder)
        tell = link_teller(spoken(language), new_token=new_token)
        serve = load("hakaru.surfaces.web.app:serve")
        serve(data_folder, language, port=port, focus=focus, listen=listen, started=tell)

    telling(language, run)
