"""What a user sees while being watched: one line whenever the state, or a part, changes."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from hakaru.bootstrap import build, load_config
from hakaru.focus.states import REASON_WORDS, state_word
from hakaru.running.wording import Lang
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.health import health_word
from hakaru.surfaces.engine.serve import Wanted, real_parts, serve
from hakaru.surfaces.http.listening import HOST, listening, port_of, web_sockets
from hakaru.surfaces.http.token import read_token

TOKEN_FILE = "focus.token"  # noqa: S105  # the name of a file
"""Not that of the dashboard, whose holder may agree to changes."""
_LISTENING = (
    "{addresses} で伝えています。トークンは {path} にあります。",
    "Told at {addresses}; the token is in {path}.",
)
_AND = (" と ", " and ")
_PARTS: Mapping[str, tuple[str, str]] = {
    "lead": ("見る役", "lead"),
    "camera": ("カメラ", "camera"),
    "pc": ("PC操作", "PC use"),
    "store": ("履歴", "history"),
    "model": ("モデル", "model"),
    "notify": ("通知", "notifications"),
    "clock": ("時計", "clock"),
}
_PAUSES: Mapping[str, tuple[str, str]] = {
    "pausing": ("一時停止しています…", "pausing"),
    "paused": (
        "一時停止中（再開は hakaru focus resume）",
        "paused (hakaru focus resume goes on)",
    ),
    "unanswered": (
        "一時停止に応答しないプロセスがあります: {watcher}",
        "a process does not answer the pause: {watcher}",
    ),
}
_QUIET = frozenset({"ok", "starting", "none", "off", "paused", "follows"})


def watch(
    *, data_folder: Path | None, language: str | None, port: int, no_camera: bool, **given: Any
) -> None:
    """Watch until interrupted.

    Raises:
        BadArgument: the port is taken, or the configuration holds a value it does not take.
        StoreDamaged: the data folder cannot be used.
    """
    logging.basicConfig(level=logging.ERROR, format="%(message)s", stream=sys.stderr)
    config = load_config(data_folder=data_folder, language=language)
    lang = config.settings.language
    context = build(config)
    token = read_token(config.data_folder / TOKEN_FILE)
    wanted = Wanted(video=given["video"], notify=not given["no_notify"])
    with real_parts(context, wanted) as parts, listening(port) as listener:
        engine = Engine(context, parts)
        engine.board.without_camera = no_camera
        place = 0 if lang == "ja" else 1
        addresses = _AND[place].join(_addresses(port_of(listener)))
        path = config.data_folder / TOKEN_FILE
        banner = _LISTENING[place].format(addresses=addresses, path=path)
        beside = partial(_print_changes, banner=banner, lang=lang)
        asyncio.run(serve(engine, listener, token=token, beside=beside))


def _addresses(port: int) -> Iterator[str]:
    yield f"http://{HOST}:{port}/api/state"
    if web_sockets() != "none":
        yield f"ws://{HOST}:{port}/ws/state"


async def _print_changes(engine: Engine, *, banner: str, lang: Lang) -> None:
    """First where it is told: who interrupts from then on ends it in order."""
    click.echo(banner)
    before: tuple[object, ...] | None = None
    with engine.hub.listening() as queue:
        while True:
            message = json.loads(await queue.get())
            if message["type"] != "state_update":
                click.echo(message["text"])
                continue
            now = (message["state"], message["health"], message["pause"])
            if now != before:
                click.echo(line_of(message, lang))
            before = now


def line_of(message: Mapping[str, Any], lang: Lang) -> str:
    """One line: the time, the state, why, and what is amiss; or that it is paused."""
    index = 0 if lang == "ja" else 1
    at = datetime.fromtimestamp(message["timestamp"]).astimezone().strftime("%H:%M:%S")
    if message["pause"] in _PAUSES:
        return f"{at}  {_PAUSES[message['pause']][index].format(watcher=message['watcher'])}"
    reasons = [REASON_WORDS[code][index] for code in message["reasons"] if code in REASON_WORDS]
    amiss = [
        f"{_PARTS[part][index]}: {health_word(code, lang)}"
        for part, code in message["health"].items()
        if code not in _QUIET
    ]
    parts = [f"{at}  {state_word(message['state'], lang)} {message['confidence']:.2f}"]
    parts += ["、".join(reasons) if lang == "ja" else "; ".join(reasons)] if reasons else []
    parts += [f"[{' / '.join(amiss)}]"] if amiss else []
    return "  ".join(parts)
