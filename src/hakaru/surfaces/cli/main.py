"""What happens when a user types `hakaru ...`? Starts light; loads an operation when it runs."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence

import click

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.errors import OutputLost
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.store.private import keep_private
from hakaru.surfaces.cli.command import EXIT_FAILED, command_for
from hakaru.surfaces.cli.completion import completion_command
from hakaru.surfaces.cli.demo import demo_command
from hakaru.surfaces.cli.japanese import JapaneseGroup
from hakaru.surfaces.cli.language import language_option
from hakaru.surfaces.cli.words import word
from hakaru.surfaces.engine.cli import watch_command
from hakaru.surfaces.mcp.cli import mcp_commands
from hakaru.surfaces.web.cli import serve_command

_GROUPS = {
    "athlete": ("自分の値を見る・教える", "See and state what is known about you"),
    "cohort": ("多数のランナーをまとめて扱う", "Work on very many runners at once"),
    "model": ("言語モデルを確かめる", "Check the language model"),
    "fetch": ("外部サービスから取得する", "Fetch from a service"),
    "nodes": ("目標・作業・次の練習を机の上に置く", "Goals, tasks and the next session on a desk"),
    "focus": ("集中状態を見る", "See the state of attention"),
    "read": ("保存済みの数値を読む", "Read stored figures"),
    "section": ("セクション分析を書く", "Write section analyses"),
}


def build_cli(language: Lang) -> click.Group:
    """The command tree: one command per operation of the catalogue, and the servers."""
    group_type = JapaneseGroup if language == "ja" else click.Group
    root = group_type(
        "hakaru",
        help=word("about", language),
        params=[language_option(language, None)],
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        no_args_is_help=True,
    )
    click.version_option(package_name="hakaru", prog_name="hakaru")(root)
    for operation in OPERATIONS:
        group_name, _, last = operation.command.rpartition(" ")
        command = command_for(operation, language, name=last)
        if not group_name:
            root.add_command(command)
            continue
        group = root.commands.get(group_name)
        if not isinstance(group, click.Group):
            group = _group(group_type, group_name, own=group, language=language)
            root.add_command(group)
        group.add_command(command)
    focus = root.commands["focus"]
    assert isinstance(focus, click.Group), "operations of the catalogue are below it"
    focus.add_command(watch_command(language))
    root.add_command(mcp_commands(language))
    root.add_command(serve_command(language))
    root.add_command(completion_command(language))
    root.add_command(demo_command(language))
    return root


def _group(
    group_type: type[click.Group], name: str, *, own: click.Command | None, language: Lang
) -> click.Group:
    """Commands below one name. `own`: what the name alone does, where it does something."""
    if own is None:
        ja, en = _GROUPS[name]
        help_text = ja if language == "ja" else en
        return group_type(name, help=help_text, params=[language_option(language, None)])
    alone = own.callback
    assert alone is not None, "an operation has a function"

    def run(**arguments: object) -> None:
        if click.get_current_context().invoked_subcommand is None:
            alone(**arguments)

    return group_type(
        name,
        params=own.params,
        callback=run,
        help=own.help,
        epilog=own.epilog,
        invoke_without_command=True,
    )


def help_language(arguments: Sequence[str]) -> Lang:
    """The language of help texts: `--lang` anywhere on the line, else HAKARU_LANG, else ja."""
    for index, argument in enumerate(arguments):
        if argument == "--lang=en" or arguments[index : index + 2] == ["--lang", "en"]:
            return "en"
        if argument == "--lang=ja" or arguments[index : index + 2] == ["--lang", "ja"]:
            return "ja"
    return "en" if os.environ.get("HAKARU_LANG") == "en" else "ja"


def main() -> None:
    """Entry point of the `hakaru` command."""
    keep_private()
    _write_any_text()
    # Read when numpy is loaded: our matrices are tiny, and on a busy machine threads that wait for
    # each other made `train` five times slower.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    language = help_language(sys.argv[1:])
    run_command(build_cli(language), language, name="hakaru")


def run_command(command: click.Command, language: Lang, *, name: str) -> None:
    """Run what was typed and end the process; an output that cannot be written is told."""
    unwritten: OSError | None = None
    try:
        command(args=sys.argv[1:], prog_name=name)
    except* OSError as errors:  # all else is told where it happens
        unwritten = _first(errors)
    if unwritten is not None:
        _tell_unwritten(unwritten, language)
        sys.exit(EXIT_FAILED)


def _first(errors: ExceptionGroup[OSError]) -> OSError:
    """The error itself: servers hand it on in groups of groups."""
    (first, *_) = errors.exceptions
    return _first(first) if isinstance(first, ExceptionGroup) else first


def _tell_unwritten(error: OSError, language: Lang) -> None:
    """Say that the output goes nowhere, and keep Python from trying again at its end."""
    lost = OutputLost(error.strerror or str(error))
    if error.errno != errno.EPIPE:  # whoever read has gone, and knows it
        with contextlib.suppress(OSError):
            click.echo(f"hakaru: {in_language(str(lost), language)}", err=True)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())


def _write_any_text() -> None:
    """Where the locale cannot write a character, it is escaped (valid in JSON, too), not fatal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
