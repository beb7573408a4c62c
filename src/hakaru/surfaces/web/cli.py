"""What does a user type to start the web server? Starts light."""

from __future__ import annotations

from pathlib import Path

import click

from hakaru.catalog.operation import load
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.servers import place_options, port_option, spoken, telling

DEFAULT_PORT = 8739

_WORDS: dict[str, tuple[str, str]] = {
    "serve": (
        "ダッシュボードと HTTP API を起動する（このマシンの中だけ、トークンが必要）",
        "Serve the dashboard and the HTTP API, on this machine only, with a token",
    ),
    "port": ("ポート（0 は空いているもの）", "port (0: any free one)"),
    "focus": (
        "集中状態も見続ける（カメラとPC操作。追加機能 focus が必要）",
        "watch attention as well, by camera and PC use (needs the extra `focus`)",
    ),
    "listening": (
        "開いてください: {address}\nトークンは {path} にもあります。Ctrl-C で終わります。",
        "Open {address}\nThe token is also in {path}. Ctrl-C ends it.",
    ),
}


def serve_command(language: Lang) -> click.Command:
    """`hakaru serve`."""
    return click.Command(
        "serve",
        help=_say("serve", language),
        params=[
            port_option(DEFAULT_PORT, _say("port", language)),
            click.Option(["--focus"], is_flag=True, help=_say("focus", language)),
            *place_options(language),
        ],
        callback=_serve,
    )


def _serve(*, port: int, focus: bool, data_folder: Path | None, language: str | None) -> None:
    said = spoken(language)

    def tell(address: str, path: Path) -> None:
        click.echo(_say("listening", said).format(address=address, path=path), err=True)

    def run() -> None:
        serve = load("hakaru.surfaces.web.serve:serve")
        serve(data_folder, language, port=port, focus=focus, started=tell)

    telling(language, run)


def _say(key: str, language: Lang) -> str:
    ja, en = _WORDS[key]
    return ja if language == "ja" else en
