"""Where may `--lang` stand on the line? Before a command or behind it; the last one counts."""

from __future__ import annotations

import click

from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import word

_KEY = "hakaru.language"


def language_option(language: Lang, name: str | None) -> click.Option:
    """`--lang ja|en`. The command gets it as `name`, also where it was said before the command;
    None: it does not ask for it. What groups of commands say is kept for those below them."""
    return click.Option(
        ["--lang", *([] if name is None else [name])],
        type=click.Choice(["ja", "en"]),
        default=_said_before,
        expose_value=name is not None,
        callback=_kept,
        help=word("lang", language),
    )


def _said_before() -> str | None:
    ctx = click.get_current_context(silent=True)
    chosen = None if ctx is None else ctx.meta.get(_KEY)
    return None if chosen is None else str(chosen)


def _kept(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        ctx.meta[_KEY] = value
    return value
