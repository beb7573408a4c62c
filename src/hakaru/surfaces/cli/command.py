"""One operation as one command: options, progress, output, exit code.

Who has made a demo and has no run of their own yet sees the demo, and is told so in one line.
What takes something in, or keeps what a person writes, always goes to their own folder.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hakaru.catalog.operation import Operation, Param, load
from hakaru.core.errors import HakaruError, RequestError, StoreError
from hakaru.core.i18n import in_language, message, say, term, translate
from hakaru.core.names import is_interruption
from hakaru.core.units import parse_day, parse_pace_s_per_km
from hakaru.surfaces.cli.language import language_option, spoken

if TYPE_CHECKING:
    from hakaru.bootstrap import Config
    from hakaru.core.i18n import Lang


DEMO_FOLDER = Path("demo")
"""Where `hakaru demo` writes unless it is told otherwise."""
DEMO_MARK = ".hakaru-demo"
_COLUMNS_LEAST = 40
"""In a narrower terminal lines run over."""
_DATABASE, _STATE = "hakaru.duckdb", "state.sqlite"


def demo_instead(operation: Operation, config: Config) -> Path | None:
    """The data folder of a demo that a command shows; None: the one of the configuration."""
    if config.named or operation.untouched or not _looks_at_runs(operation):
        return None
    demo = next(_demos(), None)
    return None if demo is None or _has_own(config.data_folder) else demo


def _looks_at_runs(operation: Operation) -> bool:
    """Whether it shows what is stored, or is about a run that is there."""
    about_a_run = any(param.type == "activity" for param in operation.params)
    return about_a_run or operation.reads_only


def _demos() -> Iterator[Path]:
    """Data of demos made where one is, or beside the environment that `make demo` made."""
    places = [Path.cwd()]
    if sys.prefix != sys.base_prefix:
        places.append(Path(sys.prefix).parent)
    for place in places:
        folder = place / DEMO_FOLDER
        if (folder / DEMO_MARK).is_file() and (folder / "data" / _DATABASE).is_file():
            yield folder / "data"


def _has_own(folder: Path) -> bool:
    """Whether a data folder holds a run, or anything that a person wrote; where it cannot be seen,
    yes."""
    if (folder / _STATE).exists():
        return True
    if not (folder / _DATABASE).exists():
        return False
    store = load("hakaru.store.database:Store")(folder)
    try:
        with store.read(as_it_is=True) as con:
            return bool(con.execute("SELECT count(*) > 0 FROM activities").fetchone()[0])
    except StoreError:
        return True
    finally:
        store.close()


EXIT_FAILED = 1
EXIT_REQUEST = 2
EXIT_INTERRUPTED = 130


class Pace(click.ParamType[float]):
    """A pace such as 4:30, handed on in seconds per kilometre."""

    name = "M:SS"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Parse or say how a pace is written."""
        try:
            return parse_pace_s_per_km(str(value))
        except ValueError:
            told = message(
                "{value}: a pace is written like 4:30, from 1:30 to 30:00 per km", value=repr(value)
            )
            return self.fail(told, param, ctx)


class Day(click.ParamType[date]):
    """A local calendar day."""

    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Parse or say how a day is written."""
        if isinstance(value, date):
            return value
        try:
            return parse_day(str(value))
        except ValueError:
            return self.fail(
                message("{value}: a day is written like 2026-03-01", value=repr(value)), param, ctx
            )


class Choice(click.Choice[str]):
    """One of some words; of a mistyped one of many it is said which it may be."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take a word as it is, or guess what was meant."""
        word, words = str(value).lower(), tuple(map(str, self.choices))
        near = get_close_matches(word, words, n=1, cutoff=_NEAR)
        near = near or [name for name in words if word in name.split("_")]
        if value in words or len(words) <= _FEW or not near:
            return super().convert(value, param, ctx)
        told = message(
            "there is no {value}; did you mean {guess}?", value=repr(value), guess=near[0]
        )
        return self.fail(told, param, ctx)


class RunName(click.ParamType[str]):
    """A run by its day, its id, `latest`, or `-1` for the one before that."""

    name = "RUN"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002  # as click declares it
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        """Give back the dash that `_dash_is_a_run` took away."""
        return str(value).replace(_MINUS, "-")


_FEW = 8
"""So many words are read at a glance."""
_NEAR = 0.7
_MINUS = "\u2212"
_RUNS_BACK = re.compile(r"-\d+")


class _Command(click.Command):
    """A command that takes `-1` for a run, and tells even a usage error as JSON where JSON was
    asked for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        as_json_text = "--json" in args
        try:
            return super().parse_args(ctx, self._dash_is_a_run(args))
        except click.UsageError as error:
            if not as_json_text:
                raise
            _print_error(RequestError(term(error.format_message())), "en", as_json_text=True)
            ctx.exit(EXIT_REQUEST)

    def _dash_is_a_run(self, args: list[str]) -> list[str]:
        """`-1` with a true minus sign, so that nobody takes it for an option; what follows an
        option that takes a value is left to that option."""
        if not any(isinstance(param.type, RunName) for param in self.params):
            return args
        valued = {
            name
            for param in self.params
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        }
        pairs = zip(["", *args], args, strict=False)
        return [
            word.replace("-", _MINUS)
            if _RUNS_BACK.fullmatch(word) and before not in valued
            else word
            for before, word in pairs
        ]


def command_for(operation: Operation, language: Lang, *, name: str) -> click.Command:
    """The click command of an operation, with --json, --data and --lang added."""
    shared = [
        click.Option(
            ["--json", "as_json_text"],
            is_flag=True,
            help=translate("print the result as JSON", language),
        ),
        click.Option(
            ["--data", "data_folder"],
            type=_folder_type(),
            help=translate("data folder (or HAKARU_DATA)", language),
        ),
        language_option(language, "said_in"),
    ]
    parameters = [_parameter(param, language) for param in operation.params]
    if operation.makes_files:
        shared.insert(
            0,
            click.Option(
                ["--overwrite"],
                is_flag=True,
                help=translate("replace files of that name that are there already", language),
            ),
        )
    epilog = f"{translate('Example', language)}: {operation.example}" if operation.example else None
    return _Command(
        name,
        params=[*parameters, *shared],
        callback=_callback(operation),
        help=operation.text(language),
        epilog=epilog,
    )


def _parameter(param: Param, language: Lang) -> click.Parameter:
    click_type = Choice(param.choices) if param.type == "choice" else _made_type(param.type)
    if param.positional:
        return click.Argument(
            [param.name],
            metavar=f"[{param.name.upper()}]" if len(param.choices) > _FEW else None,
            type=click_type,
            required=param.required,
            nargs=-1 if param.type in ("paths", "activities") else 1,
            **({} if param.default is None else {"default": param.default}),
            help=_with_default(param, language),
        )
    # click takes a default of None for a value, and would not miss a required option
    open_flag = param.type == "flag" and param.default is None
    preset: dict[str, Any] = {"default": param.default}
    if param.default is None and not open_flag:
        preset = {}
    # told that it is no flag, click would take no value that begins with a dash
    kind: dict[str, Any] = {"is_flag": True} if param.type == "flag" else {"type": click_type}
    return click.Option(
        [
            _spelling(param),
            *(f"--{alias.replace('_', '-')}" for alias in param.aliases),
            param.name,
        ],
        **kind,
        required=param.required,
        **preset,
        show_default=param.default is not None and param.type != "flag",
        help=param.text(language),
    )


def _with_default(param: Param, language: Lang) -> str:
    """What a positional parameter is, and what is meant without it."""
    if param.default is None:
        return param.text(language)
    return say(
        "{told} (default: {default})", language, told=param.text(language), default=param.default
    )


def _spelling(param: Param) -> str:
    """`--name`, or `--name/--no-name` for what is on, or left open, unless the user says no."""
    name = param.name.replace("_", "-")
    switchable = param.type == "flag" and param.default is not False
    return f"--{name}/--no-{name}" if switchable else f"--{name}"


_TYPES: Mapping[str, Callable[[], click.ParamType[Any]]] = {
    "text": lambda: click.STRING,
    "json": lambda: click.STRING,
    "activity": RunName,
    "activities": RunName,
    "int": lambda: click.INT,
    "float": lambda: click.FLOAT,
    "flag": lambda: click.BOOL,
    "path": lambda: click.Path(path_type=Path),
    "paths": lambda: click.Path(path_type=Path),
    "source": RunName,
    "pace": Pace,
    "date": Day,
}


@cache
def _made_type(name: str) -> click.ParamType[Any]:
    """One of each: click looks for the words of a path in a dozen files each time."""
    return _TYPES[name]()


@cache
def _folder_type() -> click.ParamType[Any]:
    return click.Path(path_type=Path, readable=False)


def _callback(operation: Operation) -> Callable[..., None]:
    def run(
        *,
        as_json_text: bool,
        data_folder: Path | None,
        said_in: str | None,
        overwrite: bool = False,
        **arguments: object,
    ) -> None:
        safe = load("hakaru.surfaces.mcp.schema:for_person")
        exit_code = run_operation(
            operation,
            safe(operation, arguments, overwrite=overwrite),
            as_json_text=as_json_text,
            data_folder=data_folder,
            language=said_in,
        )
        if exit_code:
            raise click.exceptions.Exit(exit_code)

    return run


def run_operation(
    operation: Operation,
    arguments: dict[str, object],
    *,
    as_json_text: bool,
    data_folder: Path | None,
    language: str | None,
) -> int:
    """Run it, print its result or its one-sentence error, and return the exit code."""
    import logging  # noqa: PLC0415  # a page of help needs none

    lang = spoken(language)
    logging.basicConfig(level=logging.ERROR, format="%(message)s", stream=sys.stderr)
    try:
        configured = partial(
            load("hakaru.bootstrap:load_config"), language=language, for_reader=not as_json_text
        )
        config = configured(data_folder=data_folder, untouched=operation.untouched)
        lang = config.settings.locale
        demo = demo_instead(operation, config)
        if demo is not None:
            click.echo(
                say(
                    "Your own data folder has no run yet: this is the data of the demo ({folder}).",
                    lang,
                    folder=demo,
                ),
                err=True,
            )
            config = configured(data_folder=demo)
        code, text = _answer(operation, arguments, config, as_json_text=as_json_text)
    except HakaruError as error:
        _print_error(error, lang, as_json_text=as_json_text)
        return EXIT_REQUEST if isinstance(error, RequestError) else EXIT_FAILED
    except KeyboardInterrupt:
        return _stopped(lang)
    except BrokenPipeError:
        raise
    except Exception as error:
        if is_interruption(error):
            return _stopped(lang)
        logging.getLogger(__name__).exception("unexpected error")
        unexpected = HakaruError(
            message("unexpected {kind}: {error}", kind=type(error).__name__, error=error)
        )
        _print_error(unexpected, lang, as_json_text=as_json_text)
        return EXIT_FAILED
    click.echo(text)
    return code


def _stopped(lang: Lang) -> int:
    click.echo(translate("Stopped. What was stored stays; run it again to go on.", lang), err=True)
    return EXIT_INTERRUPTED


def _answer(
    operation: Operation, arguments: dict[str, object], config: Any, *, as_json_text: bool
) -> tuple[int, str]:
    """Exit code and what is printed. An output that cannot be written is no fault of ours."""
    lang = config.settings.locale
    progress = load("hakaru.surfaces.cli.progress:progress_for")(lang)
    context = load("hakaru.bootstrap:build")(config, progress=progress)
    with contextlib.closing(context.store):
        try:
            result = load(operation.target)(context, **arguments)
        finally:
            progress.end()
        if context.store.is_older and not hasattr(result, "is_older"):
            click.echo(
                translate(
                    "Note: this may be older than your data (another program is "
                    "bringing it up to date, or the data folder cannot be written).",
                    lang,
                ),
                err=True,
            )
        if as_json_text:
            text = load("hakaru.catalog.reply:as_json")(result, whole=True)
        else:
            text = shown(operation, result, lang)
    is_fine = getattr(result, "ok", True) or getattr(result, "is_empty", False)
    return (0 if is_fine else EXIT_FAILED), text


def shown(operation: Operation, result: object, language: Lang) -> str:
    """What a terminal shows of a result."""
    text: str = load("hakaru.present.terminal:document_text")(
        load(operation.document)(result, language), **_room()
    )
    return text


def _room() -> dict[str, int]:
    """The columns of the terminal that is written to; empty: a pipe, or none that says."""
    if not sys.stdout.isatty():
        return {}
    return {"columns": max(_COLUMNS_LEAST, shutil.get_terminal_size().columns)}


def _print_error(error: HakaruError, language: Lang, *, as_json_text: bool) -> None:
    if as_json_text:
        as_json, reply = (
            load(f"hakaru.catalog.reply:{name}") for name in ("as_json", "error_reply")
        )
        click.echo(as_json(reply(error)))
    else:
        click.echo(f"hakaru: {in_language(error.message, language)}", err=True)
