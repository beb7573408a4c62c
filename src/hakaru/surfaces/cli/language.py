"""The language of a command line, click's own words in it, and options that servers share.

Click asks gettext for its words, which would need a compiled catalogue and a changed environment;
its formatter, context and group classes are there to be extended instead.

Click hands out finished English sentences, so these few, and no others, are known by their pattern.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import click

from hakaru.core.errors import HakaruError, RequestError
from hakaru.core.i18n import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    N_,
    Lang,
    Message,
    in_language,
    language_named,
    message,
    translate,
)

_SENTENCES = (
    # the longer of two that begin alike comes first
    N_("No such command {name}. (Did you mean one of: {guesses}?)"),
    N_("No such command {name}. Did you mean {guess}?"),
    N_("No such command {name}."),
    N_("No such option {name}. (Did you mean one of: {guesses}?)"),
    N_("No such option {name}. Did you mean {guess}?"),
    N_("No such option {name}."),
    N_("Missing argument {name}."),
    N_("Missing command."),
    N_("Missing option {name}."),
    N_("Option {name} requires an argument."),
    N_("Option {name} does not take a value."),
    N_("Got unexpected extra argument ({names})"),
    N_("Got unexpected extra arguments ({names})"),
    N_("Invalid value for {name}: {reason}"),
    N_("{value} is not one of {choices}."),
    N_("{value} is not a valid integer."),
    # pages of help
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("{help}  [default: {value}]"),
    N_("{help}  [required]"),
)
_SLOT = re.compile(r"\{(\w+)\}")


def error_words(error: click.UsageError, lang: Lang) -> str:
    """What is wrong with a command line."""
    sentence, reason = _read(error.format_message()), error.message
    if not isinstance(sentence, Message):
        return in_language(sentence, lang)
    values = dict(sentence.values or {})
    if "reason" in values:
        values["reason"] = reason if isinstance(reason, Message) else _read(str(values["reason"]))
    return in_language(message(sentence.template, **values), lang)


def help_words(text: str, lang: Lang) -> str:
    """One text of a page of help."""
    return in_language(_read(text), lang)


def _read(text: str) -> str:
    """The text with what it was made of, if it is one of click's."""
    for template, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return message(template, **match.groupdict())
    return text


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    made = []
    for template in _SENTENCES:
        fixed, slots = _SLOT.split(template)[::2], _SLOT.findall(template)
        body = "".join(
            f"(?P<{slot}>.+?){re.escape(text)}" for slot, text in zip(slots, fixed[1:], strict=True)
        )
        made.append((template, re.compile(re.escape(fixed[0]) + body, re.DOTALL)))
    return tuple(made)


_USAGE = "使い方: "
_HINT = "'{command} --help' で説明を表示します。"
_ERROR = "エラー: "
_HEADINGS = {"Options": "オプション", "Commands": "コマンド", "Positional arguments": "引数"}
_PIECES = {"[OPTIONS]": "[オプション]", "COMMAND": "コマンド", "[ARGS]...": "[引数]..."}


class JapaneseFormatter(click.HelpFormatter):
    """Help pages with Japanese headings and descriptions."""

    def write_usage(self, prog: str, args: str = "", *_: Any, **__: Any) -> None:
        """The usage line; what click would put before it is replaced."""
        pieces = " ".join(_PIECES.get(piece, piece) for piece in args.split(" "))
        super().write_usage(prog, pieces, prefix=_USAGE)

    def write_heading(self, heading: str) -> None:
        """What stands above a section."""
        super().write_heading(_HEADINGS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **settings: Any) -> None:
        """Terms and what they mean."""
        worded = [(term, help_words(text, "ja")) for term, text in rows]
        super().write_dl(worded, *args, **settings)


class JapaneseContext(click.Context):
    """The context of a command whose help is Japanese."""

    formatter_class = JapaneseFormatter


class JapaneseUsageError(click.UsageError):
    """A usage error of click, told in Japanese. Its `__cause__` is the one it stands for."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error_words(error, "ja"), error.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Usage, where help is to be found, and what is wrong."""
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), file=file, err=True)
            hint = _HINT.format(command=self.ctx.command_path)
            click.echo(f"{hint}\n", file=file, err=True)
        click.echo(_ERROR + self.message, file=file, err=True)


class JapaneseGroup(click.Group):
    """A group that speaks Japanese, as does every command added to it."""

    context_class = JapaneseContext

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Take a command in."""
        cmd.context_class = JapaneseContext
        super().add_command(cmd, name)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the arguments of the group."""
        with _usage_errors_in_japanese():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse and run the command."""
        with _usage_errors_in_japanese():
            return super().invoke(ctx)


@contextmanager
def _usage_errors_in_japanese() -> Iterator[None]:
    try:
        yield
    except (JapaneseUsageError, click.exceptions.NoArgsIsHelpError):
        raise  # worded already: the second is a help page
    except click.UsageError as error:
        raise JapaneseUsageError(error) from error


_KEY = "hakaru.language"


def language_option(language: Lang, name: str | None) -> click.Option:
    """`--lang ja|en`. The command gets it as `name`, also where it was said before the command;
    None: it does not ask for it. What groups of commands say is kept for those below them."""
    return click.Option(
        ["--lang", *([] if name is None else [name])],
        type=click.Choice(list(LANGUAGES)),
        default=_said_before,
        expose_value=name is not None,
        callback=_kept,
        help=translate("language, ja or en (or HAKARU_LANG)", language),
    )


def _said_before() -> str | None:
    ctx = click.get_current_context(silent=True)
    chosen = None if ctx is None else ctx.meta.get(_KEY)
    return None if chosen is None else str(chosen)


def _kept(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        ctx.meta[_KEY] = value
    return value


MCP_PORT, FOCUS_PORT, WEB_PORT = 8737, 8738, 8739
"""Each server has its own, so that they run beside each other as they come."""


def port_option(default_port: int, help_text: str) -> click.Option:
    """`--port`; 0 is any free one."""
    return click.Option(
        ["--port"],
        type=click.IntRange(0, 65_535),
        default=default_port,
        show_default=True,
        help=help_text,
    )


def place_options(language: Lang) -> tuple[click.Option, click.Option]:
    """`--data` and `--lang`."""
    return (
        click.Option(
            ["--data", "data_folder"],
            type=click.Path(path_type=Path, readable=False),
            help=translate("data folder (or HAKARU_DATA)", language),
        ),
        language_option(language, "language"),
    )


def telling(language: str | None, run: Callable[[], None]) -> None:
    """Run it; an error of ours is one sentence and an exit code. Ctrl+C is how it is ended."""
    try:
        with suppress(KeyboardInterrupt):
            run()
    except HakaruError as error:
        click.echo(f"hakaru: {in_language(error.message, spoken(language))}", err=True)
        raise click.exceptions.Exit(2 if isinstance(error, RequestError) else 1) from error


def spoken(language: str | None) -> Lang:
    """The language asked for, else that of the environment."""
    return language_named(language or os.environ.get("HAKARU_LANG")) or DEFAULT_LANGUAGE
