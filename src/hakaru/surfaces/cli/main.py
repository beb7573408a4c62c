"""The command `hakaru`. Starts light; loads an operation when it runs."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import shlex
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS, operation_of_command
from hakaru.core.errors import BadArgument, OutputLost, StoreDamaged
from hakaru.core.i18n import LANGUAGES, N_, Lang, in_language, message, say, translate
from hakaru.core.names import reason_of
from hakaru.store.private import keep_private
from hakaru.surfaces.cli.command import DEMO_FOLDER, DEMO_MARK, EXIT_FAILED, command_for, shown
from hakaru.surfaces.cli.language import JapaneseGroup, language_option, spoken, telling

if TYPE_CHECKING:
    from datetime import date

    from hakaru.flows.context import Context


SHELLS = ("bash", "zsh", "fish")
_PROGRAM, _VARIABLE = "hakaru", "_HAKARU_COMPLETE"

_WORDS: dict[str, str] = {
    "completion": N_("Print the script with which the Tab key completes commands"),
    "shell": N_("your shell"),
}


def completion_command(language: Lang) -> click.Command:
    """`hakaru completion SHELL`."""
    return click.Command(
        "completion",
        help=translate("Print the script with which the Tab key completes commands", language),
        epilog=translate(
            'Example: eval "$(hakaru completion bash)" in ~/.bashrc, eval '
            '"$(hakaru completion zsh)" in ~/.zshrc, hakaru completion '
            "fish > ~/.config/fish/completions/hakaru.fish",
            language,
        ),
        params=[
            click.Argument(
                ["shell"], type=click.Choice(SHELLS), help=translate("your shell", language)
            ),
            language_option(language, None),
        ],
        callback=_print_script,
    )


@click.pass_context
def _print_script(ctx: click.Context, /, *, shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None, "click knows the shells that are offered"
    click.echo(kind(ctx.find_root().command, {}, _PROGRAM, _VARIABLE).source(), nl=False)


_COLUMN = 52
"""Where what a command shows stands behind it."""


def demo_command(language: Lang) -> click.Command:
    """`hakaru demo`."""
    return click.Command(
        "demo",
        help=translate(
            "Take in a simulated season up to yesterday (or your own "
            "recordings) and write a report",
            language,
        ),
        params=[
            click.Argument(
                ["recordings"],
                required=False,
                type=click.Path(path_type=Path, exists=True),
                help=translate(
                    "folder with your own recordings (default: simulated ones)", language
                ),
            ),
            click.Option(
                ["--out", "folder"],
                type=click.Path(path_type=Path),
                default=DEMO_FOLDER,
                show_default=True,
                help=translate("folder to write to; `data` in it is made anew", language),
            ),
            language_option(language, "language"),
        ],
        callback=_demo,
    )


def _demo(*, recordings: Path | None, folder: Path, language: str | None) -> None:
    telling(language, lambda: _run(recordings, folder, spoken(language)))


def _run(recordings: Path | None, folder: Path, language: Lang) -> None:
    """Run the whole path once, in a fresh data folder below `folder`."""
    _claim(folder)
    data_folder = folder / "data"
    shutil.rmtree(data_folder, ignore_errors=True)
    settings = load("hakaru.flows.context:Settings")(language=language)
    config = load("hakaru.bootstrap:Config")(data_folder=data_folder, settings=settings)
    progress = load("hakaru.surfaces.cli.progress:progress_for")(language)
    context = load("hakaru.bootstrap:build")(config, progress=progress)
    with contextlib.closing(context.store):
        race_day = _walk(context, recordings, folder=folder)
    _tell_next(data_folder, language, race_day=race_day)


def _claim(folder: Path) -> None:
    """Mark a folder as one of the demo, which may be emptied by the next one.

    Raises:
        BadArgument: it holds something else.
        StoreDamaged: it cannot be written.
    """
    mark = folder / DEMO_MARK
    try:
        if folder.exists() and not mark.exists() and (folder.is_file() or any(folder.iterdir())):
            raise BadArgument(
                "out", str(folder), message("a new or empty folder, or that of a demo")
            )
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{folder} is not writable ({reason}); choose another",
                folder=folder,
                reason=reason_of(exc),
            )
        ) from exc


def _walk(context: Context, recordings: Path | None, *, folder: Path) -> date | None:
    """Take the recordings in and write a report; the day of the race, where there is one."""
    race_day = None
    if recordings is None:
        recordings = folder / "season"
        shutil.rmtree(recordings, ignore_errors=True)
        race_day = _write_story(context, recordings)
    _step(context, "ingest", paths=(recordings,))
    _step(context, "status")
    latest = load("hakaru.flows.status:latest_evaluated")(context)
    if latest is None:
        click.echo(
            translate(
                "No run with running dynamics was found, so there is nothing to report.",
                context.settings.language,
            )
        )
        raise click.exceptions.Exit(1)
    reports = load("hakaru.store.file_access:PersonOutput")(path=folder / "reports", overwrite=True)
    _step(context, "report", activity=str(latest), out=reports)
    return race_day


def _write_story(context: Context, folder: Path) -> date:
    """Write the season, and say what happens in it."""
    language = context.settings.language
    place = load("hakaru.store.file_access:PersonOutput")(path=folder, overwrite=True)
    story = load("hakaru.flows.simulate:write_story")(context, folder=place)
    click.echo(
        say(
            "Wrote {n} simulated <n:run|runs> to {folder}. Nobody ran "
            "<n:it|them>. What happens in this season:",
            language,
            n=len(story.written.files),
            folder=folder,
        )
    )
    for chapter, day in story.chapters:
        click.echo(f"  {day}  {translate(_CHAPTERS[chapter], language)}")
    click.echo()
    race_day: date = dict(story.chapters)["race"]
    return race_day


_CHAPTERS: Mapping[str, str] = {
    "new_strap": N_("a new chest strap"),
    "heat": N_("a week of heat"),
    "trail": N_("a trail run"),
    "no_dynamics": N_("a run without running dynamics"),
    "bad_day": N_("a bad day"),
    "race": N_("a 10 km race"),
    "longer_contact": N_("from here on two weeks of longer ground contact"),
}
"""What happens in the simulated season."""


def _tell_next(data_folder: Path, language: Lang, *, race_day: date | None) -> None:
    """The three commands to type next, as they are typed where the demo was made."""
    chosen = "" if spoken(None) == language else f" --lang {language}"
    is_found = data_folder == DEMO_FOLDER / "data"
    named = "" if is_found else f" --data {shlex.quote(str(data_folder))}"
    session = "session -1" if race_day is None else f"session {race_day}"
    commands = {
        f"form{named}": N_("form of the latest run"),
        f"{session}{named}": N_("the run before it as a session")
        if race_day is None
        else N_("the race as a session"),
        f"serve --data {shlex.quote(str(data_folder))}": N_("the dashboard"),
    }
    click.secho(translate("What to type next:", language), bold=True)
    for command, what in commands.items():
        typed = f"{_program()} {command}{chosen}"
        click.echo(f"  {typed:{_COLUMN}}  {translate(what, language)}")


def _program() -> str:
    """How this program is started here: by its name where the shell finds it, else by its path."""
    started = Path(sys.argv[0])
    if started.name != "hakaru" or shutil.which("hakaru"):
        return "hakaru"
    return shlex.quote(os.path.relpath(started))


def _step(context: Context, command: str, **arguments: object) -> None:
    operation = operation_of_command(command)
    click.secho(f"$ hakaru {command}", bold=True)
    result = load(operation.target)(context, **arguments)
    click.echo(shown(operation, result, context.settings.language))
    click.echo()


_GROUPS = {
    "athlete": N_("See and state what is known about you"),
    "cohort": N_("Work on very many runners at once"),
    "model": N_("Check the language model"),
    "fetch": N_("Fetch from a service"),
    "nodes": N_("Goals, tasks and the next session on a desk"),
    "focus": N_("See the state of attention"),
    "read": N_("Read stored figures"),
    "section": N_("Write section analyses"),
}


_SERVERS: Mapping[str, str] = {
    "mcp": "hakaru.surfaces.mcp.cli:mcp_commands",
    "serve": "hakaru.surfaces.web.cli:serve_command",
    "watch": "hakaru.surfaces.cli.watching:watch_folders_command",
    "completion": "hakaru.surfaces.cli.main:completion_command",
    "demo": "hakaru.surfaces.cli.main:demo_command",
    "notebook": "hakaru.surfaces.notebooks.cli:notebook_command",
    "setup": "hakaru.surfaces.cli.setup:setup_command",
}
"""Commands that are no operations, by the function that makes them."""
_OF_FOCUS = ("watch_command", "install_command", "uninstall_command")


def build_cli(language: Lang, arguments: Sequence[str] | None = None) -> click.Group:
    """The command tree: one command per operation of the catalogue, and the servers.

    `arguments`: what was typed; no more is made than it takes to answer that. None: all of it.
    """
    root = _root(language)
    named = None if arguments is None else _named(arguments)
    if named == _LISTED:
        _add_listed(root, language)
        return root
    for operation in OPERATIONS:
        group_name, _, last = operation.command.rpartition(" ")
        if named not in (None, (group_name or last).partition(" ")[0]):
            continue
        command = command_for(operation, language, name=last)
        if not group_name:
            root.add_command(command)
            continue
        group = root.commands.get(group_name)
        if not isinstance(group, click.Group):
            group = _group(type(root), group_name, own=group, language=language)
            root.add_command(group)
        group.add_command(command)
    focus = root.commands.get("focus")
    if isinstance(focus, click.Group):
        for made in _OF_FOCUS:
            focus.add_command(load(f"hakaru.surfaces.engine.cli:{made}")(language))
    for name, maker in _SERVERS.items():
        if named in (None, name):
            root.add_command(load(maker)(language))
    return root


def _root(language: Lang) -> click.Group:
    group_type = JapaneseGroup if language == "ja" else click.Group
    root = group_type(
        "hakaru",
        help=translate(
            "Hakaru judges running form against what your own recordings "
            "show. Your data stays on this machine.",
            language,
        ),
        params=[language_option(language, None)],
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        no_args_is_help=True,
    )
    click.version_option(package_name="hakaru", prog_name="hakaru")(root)
    return root


_LISTED = ""
"""In place of a command: the page that lists them."""


def _named(arguments: Sequence[str]) -> str | None:
    """The command that was typed, `_LISTED` where only the page that lists them was asked for;
    None: all of them may be needed."""
    if _VARIABLE in os.environ:
        return None
    words = [
        word
        for before, word in zip(["", *arguments], arguments, strict=False)
        if before != "--lang" and not word.startswith("--lang")
    ]
    if not words or words[0] in ("-h", "--help", "--version"):
        return _LISTED
    known = {operation.command.partition(" ")[0] for operation in OPERATIONS} | {*_SERVERS}
    return words[0] if words[0] in known else None


def _add_listed(root: click.Group, language: Lang) -> None:
    """What is listed of each command: its name and what it does."""
    for operation in OPERATIONS:
        name, _, below = operation.command.partition(" ")
        if not below:
            root.add_command(click.Command(name, help=operation.text(language)))
        elif name not in root.commands:
            root.add_command(click.Command(name, help=translate(_GROUPS[name], language)))
    for maker in _SERVERS.values():
        root.add_command(load(maker)(language))


def _group(
    group_type: type[click.Group], name: str, *, own: click.Command | None, language: Lang
) -> click.Group:
    """Commands below one name. `own`: what the name alone does, where it does something."""
    if own is None:
        help_text = translate(_GROUPS[name], language)
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
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        named = following if argument == "--lang" else argument.removeprefix("--lang=")
        if named != argument and named in LANGUAGES:
            return spoken(named)
    return spoken(None)


def main() -> None:
    """Entry point of the `hakaru` command."""
    keep_private()
    _write_any_text()
    gc.set_threshold(20_000)  # what a run leaves behind is no garbage: looking takes a tenth
    # Read when numpy is loaded: our matrices are tiny, and on a busy machine threads that wait for
    # each other made `train` five times slower.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    language = help_language(sys.argv[1:])
    try:
        run_command(build_cli(language, sys.argv[1:]), language, name="hakaru")
    except SystemExit as ended:
        _end(ended)
        raise


def _end(ended: SystemExit) -> None:
    """End at once where everything is written and nobody works on: to take apart module by module
    what the system throws away as a whole takes a tenth of a command."""
    works_on = any(
        thread is not threading.current_thread() and not thread.daemon
        for thread in threading.enumerate()
    )
    if works_on or "multiprocessing" in sys.modules or not isinstance(ended.code, int | None):
        return
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            return
    os._exit(ended.code or 0)


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
    lost = OutputLost(reason_of(error))
    if error.errno != errno.EPIPE:  # whoever read has gone, and knows it
        with contextlib.suppress(OSError):
            click.echo(f"hakaru: {in_language(lost.message, language)}", err=True)
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
