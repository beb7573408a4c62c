"""What does a user type to be watched? Starts light; the engine is loaded when it runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from hakaru.catalog.operation import load
from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.language import place_options, port_option, telling

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
            port_option(DEFAULT_PORT, _say("port", language)),
            *place_options(language),
        ],
        callback=_watch,
    )


def _watch(**given: Any) -> None:
    run: Callable[..., None] = load("hakaru.surfaces.engine.serve:watch")
    telling(given["language"], partial(run, **given))


def _say(key: str, language: Lang) -> str:
    return _WORDS[key][0 if language == "ja" else 1]
