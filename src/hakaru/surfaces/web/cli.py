"""What does a user type to start the web server? Starts light."""

from __future__ import annotations

from pathlib import Path

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.language import place_options, port_option, spoken, telling

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
    "link": (
        "動いているサーバーに入る新しいリンクを表示して終わる（一度だけ、10分以内）",
        "print a new link into the running server, for one use within 10 minutes, and end",
    ),
    "listening": (
        "開いてください: {address}\n"
        "リンクは10分以内に一度だけ使えます。新しいリンクは `{again}` で表示します。"
        "プログラム用のトークンは {path} にあります。Ctrl-C で終わります。",
        "Open {address}\n"
        "The link works once, within 10 minutes; `{again}` prints a new one. "
        "The token for programs is in {path}. Ctrl-C ends it.",
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
            click.Option(["--link", "only_link"], is_flag=True, help=_say("link", language)),
            *place_options(language),
        ],
        callback=_serve,
    )


def link_command(port: int) -> str:
    """What prints a new link into a server at this port."""
    return "hakaru serve --link" + ("" if port == DEFAULT_PORT else f" --port {port}")


def _serve(
    *, port: int, focus: bool, only_link: bool, data_folder: Path | None, language: str | None
) -> None:
    lang = spoken(language)

    def tell(address: str, path: Path) -> None:
        again = link_command(int(address.split("/")[2].rpartition(":")[2]))
        text = _say("listening", lang).format(address=address, again=again, path=path)
        click.echo(text, err=True)

    def run() -> None:
        if only_link:
            new_link = load("hakaru.surfaces.web.app:new_link")
            click.echo(new_link(data_folder, language, port=port))
            return
        serve = load("hakaru.surfaces.web.app:serve")
        serve(data_folder, language, port=port, focus=focus, started=tell)

    telling(language, run)


def _say(key: str, language: Lang) -> str:
    ja, en = _WORDS[key]
    return ja if language == "ja" else en
