"""What does a user type to be watched? Starts light; the engine is loaded when it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from hakaru.catalog.operation import load
from hakaru.errors import HakaruError
from hakaru.render.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import word

DEFAULT_PORT = 8738

_WORDS: dict[str, tuple[str, str]] = {
    "watch": (
        "カメラとPC操作から集中状態を見続ける（映像は保存も送信もしない。Ctrl+C で終わる）",
        "Watch attention by the camera and the use of the computer; no picture is stored or sent. "
        "Ctrl+C ends it",
    ),
    "video": ("カメラの代わりに動画ファイルを見る", "look at a video file instead of the camera"),
    "no_camera": ("カメラを使わない", "use no camera"),
    "no_notify": ("デスクトップに通知しない", "show no notifications on the desktop"),
    "port": (
        "状態を伝えるHTTPとWebSocketのポート（0 は空いているもの）",
        "port for HTTP and WebSocket (0: any free one)",
    ),
}


def watch_command(language: Lang) -> click.Command:
    """`hakaru focus watch`."""
    return click.Command(
        "watch",
        help=_say("watch", language),
        params=[
            click.Option(
                ["--video"],
                type=click.Path(path_type=Path, dir_okay=False),
                help=_say("video", language),
            ),
            click.Option(["--no-camera"], is_flag=True, help=_say("no_camera", language)),
            click.Option(["--no-notify"], is_flag=True, help=_say("no_notify", language)),
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65_535),
                default=DEFAULT_PORT,
                show_default=True,
                help=_say("port", language),
            ),
            click.Option(
                ["--data", "data_folder"],
                type=click.Path(path_type=Path),
                help=word("data", language),
            ),
            click.Option(
                ["--lang", "language"], type=click.Choice(["ja", "en"]), help=word("lang", language)
            ),
        ],
        callback=_watch,
    )


def _watch(**given: Any) -> None:
    spoken: Lang = "en" if (given["language"] or os.environ.get("HAKARU_LANG")) == "en" else "ja"
    run: Callable[..., None] = load("hakaru.surfaces.engine.watch:watch")
    try:
        run(**given)
    except HakaruError as error:
        click.echo(in_language(str(error), spoken), err=True)
        raise SystemExit(1) from error
    except KeyboardInterrupt:
        return


def _say(key: str, language: Lang) -> str:
    return _WORDS[key][0 if language == "ja" else 1]
