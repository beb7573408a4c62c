"""How do click's own words (help, usage, errors) read where the language is Japanese?

Click asks gettext for its words, which would need a compiled catalogue and a changed environment;
its formatter, context and group classes are there to be extended instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from hakaru.present.sentences import in_language

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
        worded = [(term, in_language(text, "ja")) for term, text in rows]
        super().write_dl(worded, *args, **settings)


class JapaneseContext(click.Context):
    """The context of a command whose help is Japanese."""

    formatter_class = JapaneseFormatter


class JapaneseUsageError(click.UsageError):
    """A usage error of click, told in Japanese. Its `__cause__` is the one it stands for."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(in_language(error.format_message(), "ja"), error.ctx)

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
