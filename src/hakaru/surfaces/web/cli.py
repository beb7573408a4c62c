"""What does a user type to start the web server? Starts light."""

from __future__ import annotations

import os
from pathlib import Path

import click

from hakaru.catalog.operation import load
from hakaru.errors import HakaruError, RequestError
from hakaru.render.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import word

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
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65_535),
                default=DEFAULT_PORT,
                show_default=True,
                help=_say("port", language),
            ),
            click.Option(["--focus"], is_flag=True, help=_say("focus", language)),
            click.Option(
                ["--data", "data_folder"],
                type=click.Path(path_type=Path),
                help=word("data", language),
            ),
            click.Option(
                ["--lang", "language"], type=click.Choice(["ja", "en"]), help=word("lang", language)
            ),
        ],
        callback=_serve,
    )


def _serve(*, port: int, focus: bool, data_folder: Path | None, language: str | None) -> None:
    said: Lang = "en" if (language or os.environ.get("HAKARU_LANG")) == "en" else "ja"

    def tell(address: str, path: Path) -> None:
        click.echo(_say("listening", said).format(address=address, path=path), err=True)

    try:
        serve = load("hakaru.surfaces.web.serve:serve")
        serve(data_folder, language, port=port, focus=focus, started=tell)
    except HakaruError as error:
        click.echo(f"hakaru: {in_language(str(error), said)}", err=True)
        raise click.exceptions.Exit(2 if isinstance(error, RequestError) else 1) from error


def _say(key: str, language: Lang) -> str:
    ja, en = _WORDS[key]
    return ja if language == "ja" else en
