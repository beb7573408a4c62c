"""The language of a command line, click's own words in it, and options that servers share.

Click asks gettext for its words, which would need a compiled catalogue and a changed environment;
its formatter, context and group classes are there to be extended instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import click

from hakaru.core.errors import HakaruError, RequestError
from hakaru.core.i18n import N_, Lang, in_context, in_language, translate, with_forms
from hakaru.surfaces.cli.click_words import error_words, help_words

SECTION_WORDS: dict[str, str] = {
    "nothing_to_word": N_("No run needs words."),
    "worded": N_(
        "{n} <n:section|sections> stored ({model} by the model, {narrator} by the "
        "narrator), {current} up to date, {failed} <failed:run|runs> failed."
    ),
    "not_by_model": N_("{activity_id} {section}: worded by the narrator ({reason})"),
    "steps_done": N_("Done: {steps}"),
    "step_ingest": N_("taken in"),
    "step_evaluate": N_("form judged"),
    "step_analyse": N_("looked at as a session"),
    "and": in_context("list", ", "),
    "would_be_stored": N_("Nothing is wrong with it: it can be stored."),
    "would_be_refused": N_("It would be refused; {n} <n:problem|problems>:"),
    "contract_version": N_("Contract version {version}, language {written_in}"),
    "contract_rules": N_("Rules"),
    "contract_shape": N_("Shape (JSON Schema)"),
}


SESSION_WORDS: dict[str, str] = {
    "none_analysed": N_(
        "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings."
    ),
    "session_more": N_(
        "More: `hakaru session {activity_id} --detail` (segments, physiology, conditions), "
        "`hakaru similar {activity_id}` (similar runs)."
    ),
    "session_reps": N_("Repetition by repetition: `hakaru intervals {activity_id}`."),
    "all_time": N_("all time"),
    "records_head": N_("Records ({span})"),
    "records_years": N_("Best times by year"),
    "records_none": N_("There is no run in {year}."),
    "records_more": N_(
        "One year: `hakaru records --year YEAR`. Open a run as in `hakaru session {activity_id}`."
    ),
    "intervals_head": N_("{day}  repetition by repetition"),
    "intervals_none": N_(
        "The run of {day} has fewer than two fast repetitions; `hakaru session "
        "{activity_id}` shows what it is made of."
    ),
    "labelled": N_("Kind of training: {type} ({source})"),
    "labelled_keep": N_(
        "This holds through new ingests and analyses; `hakaru label {activity_id} auto` undoes it."
    ),
    "analysed": N_("Runs analysed: {n}."),
    "analysed_none": N_(
        "There is no run to analyse: `hakaru ingest FOLDER` reads your recordings."
    ),
    "similar_head": N_("Runs similar to {day}, {type}"),
    "similar_tolerance": N_("Conditions: pace within {pace} s/km{distance}{terrain}"),
    "similar_distance": N_(", distance within {percent}%"),
    "similar_terrain": N_(", the same terrain only"),
    "similar_unchecked": N_("Not checked, as this run lacks the figure: {names}"),
    "similar_wider": N_(
        "--pace-tolerance-s-per-km, --distance-tolerance and --terrain-match change the conditions."
    ),
    "trends_none": N_(
        "There is nothing to follow yet: ingest runs with running dynamics or heart rate."
    ),
    "load_none_known": N_(
        "No run of these days has a known load; a threshold pace or maximum heart rate "
        "would give one: `hakaru athlete show`."
    ),
    "anomalies_none": N_("No run could be judged: ingest runs with running dynamics."),
    "anomalies_unjudged": N_(
        "Form within the run of {day} could not be judged: not measured, or too short a run."
    ),
    "anomalies_one": N_(
        "What surrounds one: `hakaru anomaly DAY --number N`; a run in sentences: `hakaru "
        "anomalies DAY`."
    ),
    "anomalies_more": N_("What surrounds one: `hakaru anomaly {activity_id} --number N`."),
    "paces_none": N_(
        "As of {day} neither VO2max nor threshold pace is known: state one, as in `hakaru "
        "athlete set threshold_pace 4:35`, or ingest runs."
    ),
    "races_none": N_(
        "No effort of five minutes in the last 120 days, so races cannot be predicted."
    ),
    "athlete_ask": N_("Worth stating:"),
    "stated": N_("Noted: {name} {value} ({since})"),
    "stated_since": N_("from {day} on"),
    "stated_always": N_("for every day"),
    "stated_apply": N_("Earlier runs of those days follow before they are shown next."),
    "next_head": N_("After the run of {day}: {type}"),
}
"""Sentences with the next command to type, and answers where there is nothing to show."""


_WORDS: dict[str, str] = {
    **SESSION_WORDS,
    **SECTION_WORDS,
    "about": N_(
        "Hakaru judges running form against what your own recordings show. Your data stays "
        "on this machine."
    ),
    "json": N_("print the result as JSON"),
    "data": N_("data folder (or HAKARU_DATA)"),
    "overwrite": N_("replace files of that name that are there already"),
    "lang": N_("language, ja or en (or HAKARU_LANG)"),
    "older": N_(
        "Note: this may be older than your data (another program is bringing it up to "
        "date, or the data folder cannot be written)."
    ),
    "interrupted": N_("Stopped. What was stored stays; run it again to go on."),
    "example": N_("Example"),
    "ingest_counts": N_(
        "{ingested} new <ingested:run|runs>, {completed} completed, {duplicates} "
        "<duplicates:duplicate|duplicates>; {evaluated} judged."
    ),
    "ingest_partial": N_(
        "{n} of them <n:comes from a damaged file and is|come from damaged files and are> "
        "marked as partial."
    ),
    "refused": N_("{n} not taken, as <n:it is no run|they are no runs>:"),
    "failed": N_("{n} could not be read:"),
    "fetch_counts": N_("{n} fetched, {skipped} already here."),
    "fetch_stopped": N_("Stopped early: {reason}"),
    "train_nothing": N_("Nothing to learn from yet: ingest recordings with running dynamics."),
    "train_nothing_left": N_(
        "Nothing is left to do: every run is learned from as it comes in, and judged by "
        "those before it."
    ),
    "train_compared": N_("For comparison only: nothing was stored."),
    "more": N_("{n} more"),
    "evaluated": N_("{n} judged ({changed} <changed:differs|differ> from what was stored)."),
    "without_verdict": N_("{n} without a verdict:"),
    "nothing_stored": N_("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings."),
    "drift_none": N_("No lasting change found ({n} <n:run|runs> looked at)."),
    "report_written": N_("Files written:"),
    "status_counts": N_(
        "{n} <n:run|runs> ({first} to {last}); {form} with running dynamics, {evaluated} judged."
    ),
    "status_untrained": N_("Nothing is learned yet: no run has running dynamics."),
    "status_learned": N_("Learned from {n} <n:run|runs> up to {day} ({sensor})."),
    "status_older": N_(
        "What is shown may be older than your data: another program is bringing it up to "
        "date, or nothing can be written in the data folder."
    ),
    "status_folder": N_("Data folder: {folder}"),
    "demo": N_(
        "Take in a simulated season up to yesterday (or your own recordings) and write a report"
    ),
    "by_default": N_("{told} (default: {default})"),
    "demo_shown": N_(
        "Your own data folder has no run yet: this is the data of the demo ({folder})."
    ),
    "demo_recordings": N_("folder with your own recordings (default: simulated ones)"),
    "demo_out": N_("folder to write to; `data` in it is made anew"),
    "demo_story": N_(
        "Wrote {n} simulated <n:run|runs> to {folder}. Nobody ran <n:it|them>. What "
        "happens in this season:"
    ),
    "demo_new_strap": N_("a new chest strap"),
    "demo_heat": N_("a week of heat"),
    "demo_trail": N_("a trail run"),
    "demo_no_dynamics": N_("a run without running dynamics"),
    "demo_bad_day": N_("a bad day"),
    "demo_race": N_("a 10 km race"),
    "demo_longer_contact": N_("from here on two weeks of longer ground contact"),
    "demo_next": N_("What to type next:"),
    "demo_next_form": N_("form of the latest run"),
    "demo_next_race": N_("the race as a session"),
    "demo_next_back": N_("the run before it as a session"),
    "demo_next_serve": N_("the dashboard"),
    "demo_nothing": N_("No run with running dynamics was found, so there is nothing to report."),
    "simulated": N_(
        "Wrote {n} simulated <n:run|runs> to {folder} (seed {seed}). Nobody ran <n:it|them>."
    ),
}


def say(key: str, language: Lang, **values: object) -> str:
    """One text with its values filled in."""
    return with_forms(word(key, language), values, language).format(**values)


def word(key: str, language: Lang) -> str:
    """One text of the command line."""
    return translate(_WORDS[key], language)


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
            help=word("data", language),
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
    return "en" if (language or os.environ.get("HAKARU_LANG")) == "en" else "ja"
