"""Pages and worked analyses that a client can open beside the tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import groupby

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import fenced_text
from hakaru.core.errors import ReplyTooLarge, RequestError, UnknownPage
from hakaru.core.i18n import N_, Lang, Message, message, translate
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.activities import list_activities
from hakaru.store.schema import UNITS, table_columns, unit_of
from hakaru.surfaces.mcp.offered import where_offered


@frozen
class Ask:
    """What a user fills in."""

    name: str
    about: str


@frozen
class WorkedAnalysis:
    """One analysis; the steps have a `{slot}` for every argument."""

    name: str
    about: str
    arguments: tuple[Ask, ...]
    steps: tuple[str, ...]


_PLAIN = re.compile(r"[0-9,. -]{1,400}")
"""What can be an id, several, a day or a number, and nothing else."""

_ACTIVITY = Ask(
    name="activity",
    about=N_("activity id or local day (YYYY-MM-DD)"),
)

ANALYSES: tuple[WorkedAnalysis, ...] = (
    WorkedAnalysis(
        name="interval_seconds",
        about=N_("An interval, second by second"),
        arguments=(
            _ACTIVITY,
            Ask(name="start_s", about=N_("start in seconds")),
            Ask(name="end_s", about=N_("end in seconds, not included")),
        ),
        steps=(
            N_("PLAN: how pace varied in activity {activity}, seconds [{start_s}, {end_s})."),
            N_("EXPORT: export this range (pace, heart_rate) as a handle. Do not read rows."),
            N_(
                "CODE: safe_load_export the handle, resample to 1 s, subtract a 10 s rolling mean, "
                "save a plot."
            ),
            N_(
                "RESULT: safe_json_output of mean, standard deviation, largest deviation and when "
                "(<= 1 KB), and the path of the plot; nothing else."
            ),
            N_("INTERPRET: quote these figures as they are; compute nothing again."),
        ),
    ),
    WorkedAnalysis(
        name="form_anomaly",
        about=N_("A form anomaly with 30 s around it, and what it goes with"),
        arguments=(
            _ACTIVITY,
            Ask(
                name="number",
                about=N_("number of the anomaly"),
            ),
        ),
        steps=(
            N_("PLAN: detect_form_anomalies_summary of activity {activity}; take number {number}."),
            N_("EXPORT: export anomaly {number} with context_window=30 as a handle."),
            N_(
                "CODE: safe_load_export it, correlate contact time with pace, heart rate and "
                "elevation, save a scatter plot."
            ),
            N_(
                "RESULT: correlations and the means before, within and after (<= 1 KB), and the "
                "path of the plot; nothing else."
            ),
            N_(
                "INTERPRET: quote the cause that the reply names and the correlations; call a "
                "guess a guess."
            ),
        ),
    ),
    WorkedAnalysis(
        name="compare_activities",
        about=N_("Several activities on one normalised time axis"),
        arguments=(
            Ask(
                name="activities",
                about=N_("activity ids, separated by commas"),
            ),
        ),
        steps=(
            N_("PLAN: profile activities {activities} for their summary statistics."),
            N_("EXPORT: export heart_rate of {activities} as one handle."),
            N_(
                "CODE: safe_load_export it, normalise time to 0-1, bring it to 100 points, save an "
                "overlay plot."
            ),
            N_(
                "RESULT: mean per activity and differences (<= 10 rows), and the path of the plot; "
                "nothing else."
            ),
            N_(
                "INTERPRET: quote the differences; call a change only what "
                "analyze_performance_trends calls one."
            ),
        ),
    ),
)


def analysis_named(name: str) -> WorkedAnalysis:
    """The analysis of this name. Raises RequestError where there is none."""
    for analysis in ANALYSES:
        if analysis.name == name:
            return analysis
    names = ", ".join(analysis.name for analysis in ANALYSES)
    raise RequestError(
        message("there is no prompt {prompt}; there are {names}", prompt=repr(name), names=names)
    )


def prompt_text(analysis: WorkedAnalysis, given: Mapping[str, str], *, language: Lang) -> str:
    """The steps with the arguments filled in; one that is no id, day or number stands as data.

    Raises:
        RequestError: an argument is missing or unknown.
    """
    names = {argument.name for argument in analysis.arguments}
    if names != given.keys():
        raise RequestError(
            message(
                "the prompt {prompt} takes {names}",
                prompt=analysis.name,
                names=", ".join(sorted(names)),
            )
        )
    steps = [translate(step, language) for step in analysis.steps]
    slots = {
        name: value if _PLAIN.fullmatch(value) else fenced_text(value, "person")
        for name, value in given.items()
    }
    filled = [f"{number}. {step.format_map(slots)}" for number, step in enumerate(steps, start=1)]
    return "\n".join([translate(analysis.about, language), *filled])


TABLE_PREFIX = "hakaru://schema/"


@frozen
class Page:
    """A page that is written when it is read; one beyond its limit is refused, never cut."""

    uri: str
    name: str
    about: str
    write: Callable[[Context], str]
    limit_bytes: int
    instead: Message


def read_page(context: Context, uri: str) -> str:
    """A page as Markdown.

    Raises:
        UnknownPage: nothing has this address.
        ReplyTooLarge: it is over its limit; the sentence names what to ask instead.
        StoreError: the store cannot be read.
    """
    for page in PAGES:
        if page.uri == uri:
            return within(page, page.write(context))
    if uri.startswith(TABLE_PREFIX):
        return table_page(context, uri.removeprefix(TABLE_PREFIX))
    raise UnknownPage(uri)


def within(page: Page, text: str) -> str:
    """The text of a page. Raises ReplyTooLarge where it is over the page's limit."""
    size_bytes = len(text.encode())
    if size_bytes > page.limit_bytes:
        raise ReplyTooLarge(
            message(
                "the page {page} has {size} bytes and the limit is {limit}: {instead}",
                page=page.uri,
                size=size_bytes,
                limit=page.limit_bytes,
                instead=page.instead,
            )
        )
    return text


def schema_page(context: Context) -> str:
    """Every table and view with its columns, compact; the name of a column ends in its unit."""
    lines = [
        "# Tables and columns\n",
        "A name ends in its unit: " + ", ".join(f"{end} {unit}" for end, unit in UNITS) + ".",
        f"Types and units of one table: `{TABLE_PREFIX}<table>`.\n",
    ]
    with context.store.read() as con:
        rows = table_columns(con)
    for table, columns in groupby(rows, key=lambda row: row[0]):
        lines.append(f"- **{table}**: {', '.join(column for _, column, _ in columns)}")
    return "\n".join(lines) + "\n"


def table_page(context: Context, table: str) -> str:
    """The columns of one table with type and unit."""
    with context.store.read() as con:
        rows = [row for row in table_columns(con) if row[0] == table]
    if not rows:
        raise UnknownPage(TABLE_PREFIX + table)
    lines = [f"# {table}\n", "| column | type | unit |", "|---|---|---|"]
    lines += [f"| {column} | {kind} | {unit_of(column)} |" for _, column, kind in rows]
    return "\n".join(lines) + "\n"


def budgets_page(_: Context) -> str:
    """Every budget there is, as docs/budgets.md has it."""
    return str(load("hakaru.surfaces.mcp.budgets:budgets_text")())


def tools_page(_: Context) -> str:
    """Every tool in both languages, what it takes, and the option that offers it."""
    lines = ["# Tools\n"]
    for operation in OPERATIONS:
        offered = where_offered(operation.name)
        if offered is None:
            continue
        lines.append(
            f"- **{operation.name}** (`{offered}`): {operation.text('en')} / {operation.text('ja')}"
        )
        lines += [
            f"  - {param.name}: {param.text('en')} / {param.text('ja')}"
            for param in operation.params
        ]
    return "\n".join(lines) + "\n"


def latest_report_page(context: Context) -> str:
    """The report of the newest run that has a verdict, else of the newest run."""
    with context.store.read() as con:
        runs = list_activities(con)
    judged = [run for run in runs if run.judged] or list(runs)
    if not judged:
        return "No run is stored yet: `hakaru ingest FOLDER` reads recordings.\n"
    return report_page(context, judged[0].activity_id)


def report_page(context: Context, activity_id: int) -> str:
    """The report of one run, in which every text from outside is fenced."""
    made = load("hakaru.flows.report:whole_run")(context, str(activity_id))
    draw = load("hakaru.present.report:render_markdown")
    return str(draw(made, lang=context.settings.language, outside=_fenced))


def _fenced(text: str) -> str:
    return fenced_text(text, "recording")


PAGES: tuple[Page, ...] = (
    Page(
        uri="hakaru://schema",
        name="schema",
        about=N_("Tables and columns (names end in their unit); read before writing SQL"),
        write=schema_page,
        limit_bytes=20_480,
        instead=message("ask describe, and describe with one table"),
    ),
    Page(
        uri="hakaru://budgets",
        name="budgets",
        about=N_("How large replies may be"),
        write=budgets_page,
        limit_bytes=10_240,
        instead=message("read docs/budgets.md"),
    ),
    Page(
        uri="hakaru://tools",
        name="tools",
        about=N_("Every tool, its arguments, and the option that offers it"),
        write=tools_page,
        limit_bytes=40_960,
        instead=message("the list of tools says what each takes"),
    ),
    Page(
        uri="hakaru://report/latest",
        name="latest report",
        about=N_("The report of the newest run (Markdown)"),
        write=latest_report_page,
        limit_bytes=49_152,
        instead=message("ask get_session and explain_form, which give its parts"),
    ),
)
