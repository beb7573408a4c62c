"""The report of a run as HTML and Markdown: its sections and the words written about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from hakaru.core.i18n import N_, Lang, in_context, say, say_in
from hakaru.guard.cleaning import clean
from hakaru.present.charts import ThisRun, curve_chart, interval_bar, trend_chart
from hakaru.present.compiled import kept_code
from hakaru.present.document import (
    Block,
    Fact,
    FormPart,
    Part,
    Picture,
    Section,
    Stars,
    Text,
    block_kind,
)
from hakaru.present.figures import fact_rows, markdown, when_line
from hakaru.present.form import notes
from hakaru.present.page_metrics import form_part, metrics, splits_part, trend_part
from hakaru.present.page_overview import (
    basics,
    environment,
    form_stars,
    lost_stars,
    next_training,
    over_time,
    page_kind,
    past,
    phases,
    session_stars,
)
from hakaru.present.rows import (
    MetricRow,
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    rows_of,
    summary_text,
)
from hakaru.present.sections import author_note_parts
from hakaru.present.session import kind_line
from hakaru.present.svg import NOTHING, Svg, standalone
from hakaru.present.why import why_parts
from hakaru.records import frozen
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import heading

if TYPE_CHECKING:
    from hakaru.running.report import ReportFacts, RunReport, SessionReport
    from hakaru.running.sections.model import SectionName, ShownSection
    from hakaru.running.verdict import FormEvaluation

BESIDE: Mapping[str, tuple[SectionName, ...]] = {
    "metrics": ("efficiency", "split"),
    "phases": ("phase",),
    "environment": ("environment",),
}
"""The sections of a page by name, and the words above their tables."""
_OPENING: tuple[SectionName, ...] = ("summary", "split")
_REPEATED: frozenset[SectionName] = frozenset({"efficiency", "phase", "environment", "summary"})
"""What the narrator says of these stands in the rating, the cards and the tables as well."""


def opening(report: RunReport, *, outside: Callable[[str], str]) -> tuple[Block, ...]:
    """The paragraph that stands beside the graph; empty: nobody wrote one.

    It is the summary of an author, else how the splits went. `outside` makes what a model or
    another author wrote harmless for the format.
    """
    name = _opens(report)
    return () if name is None else _blocks(report.sections[name], outside)


def written_parts(
    report: RunReport, place: str, *, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """The words for one section of a page.

    Nothing is said twice: neither what opens the page, nor what the narrator took from the cards
    and tables beside it.
    """
    opens = _opens(report)
    blocks = tuple(
        block
        for name in BESIDE.get(place, ())
        if name != opens and _is_shown(report, name)
        for block in _blocks(report.sections[name], outside)
    )
    return (Part(blocks=blocks),) if blocks else ()


def _opens(report: RunReport) -> SectionName | None:
    return next((name for name in _OPENING if _is_shown(report, name)), None)


def _is_shown(report: RunReport, name: SectionName) -> bool:
    section = report.sections.get(name)
    if section is None or section.source != "narrator":
        return section is not None
    return name not in _REPEATED and any(line.split.is_mostly_run for line in report.splits)


def _blocks(shown: ShownSection, outside: Callable[[str], str]) -> tuple[Block, ...]:
    safe: Callable[[str], str] = str if shown.source == "narrator" else outside
    return (Text(text=safe(shown.text.text)),)


Named = tuple[str, str, Callable[[], tuple[Part, ...]]]


def run_sections(
    report: RunReport,
    *,
    lang: Lang,
    outside: Callable[[str], str],
    elsewhere: Container[str] = (),
) -> tuple[tuple[Section, ...], tuple[Fact, ...]]:
    """The sections that have something to show, and what is left out, each with the reason.

    `outside` makes text of devices and users harmless for the format; sections that stand
    `elsewhere` are not made, nor is the "trend" that ends the metrics.
    """
    session = report.session
    named = (
        _plain(report, lang, outside)
        if session is None
        else _session(report, session, lang=lang, outside=outside, elsewhere=elsewhere)
    )
    notes = partial(author_note_parts, report.author_notes, lang, outside=outside)
    named = (*named, ("author_notes", say("Notes of others (not checked)", lang), notes))
    sections: list[Section] = []
    missing: list[Fact] = []
    for name, title, make in named:
        parts = () if name in elsewhere else make()
        shown = tuple(part for part in parts if part.blocks)
        if shown:
            sections.append(Section(name=name, title=title, parts=shown))
        missing += [
            Fact(label=part.title or title, value=part.missing) for part in parts if part.missing
        ]
    return tuple(sections), tuple(missing)


_METRIC_TITLES: Mapping[str, str] = {
    "easy": N_("Performance figures (whole run)"),
    "tempo": N_("Performance figures (main part)"),
    "reps": N_("Performance figures (work segments)"),
}


def _session(
    report: RunReport,
    session: SessionReport,
    *,
    lang: Lang,
    outside: Callable[[str], str],
    elsewhere: Container[str],
) -> tuple[Named, ...]:
    """The sections of requirement T below its rating and its graph, which are the page's head."""
    makers: tuple[Named, ...] = (
        ("basics", N_("The run"), partial(basics, report, session, lang=lang, outside=outside)),
        ("summary", N_("Performance summary (against earlier runs)"), partial(past, session, lang)),
        (
            "metrics",
            _METRIC_TITLES[page_kind(session.analysis)],
            partial(metrics, report, session, lang=lang),
        ),
        ("why", N_("What moved your form"), partial(why_parts, report.why, lang, outside=outside)),
        ("phases", in_context("phases", "Phases"), partial(phases, session.analysis, lang)),
        (
            "environment",
            in_context("environment", "Conditions"),
            partial(environment, session, lang),
        ),
        ("next", N_("Next training"), partial(next_training, report, session, lang=lang)),
    )

    def under_words(name: str, make: Callable[[], tuple[Part, ...]]) -> tuple[Part, ...]:
        ends = name == "metrics" and "trend" not in elsewhere
        trend = (trend_part(session, lang),) if ends else ()
        return (*written_parts(report, name, outside=outside), *make(), *trend)

    return tuple(
        (name, say(title, lang), partial(under_words, name, make)) for name, title, make in makers
    )


def _plain(report: RunReport, lang: Lang, outside: Callable[[str], str]) -> tuple[Named, ...]:
    """A run that nobody analysed as a session: facts, form, splits."""
    title = say(in_context("splits heading", "Splits"), lang)

    def form() -> tuple[Part, ...]:
        part = form_part(report, None, "", lang=lang)
        if report.evaluation is None:  # the table says of each metric that it was not measured
            part = replace(part, blocks=(FormPart(),))
        return (part,)

    def splits() -> tuple[Part, ...]:
        return (replace(splits_part(report, title, kind="", lang=lang), title=""),)

    return (
        ("basics", say("The run", lang), partial(basics, report, None, lang=lang, outside=outside)),
        ("form", say("Form against your own usual", lang), form),
        (
            "why",
            say("What moved your form", lang),
            partial(why_parts, report.why, lang, outside=outside),
        ),
        ("splits", title, splits),
    )


@frozen
class ReportPage:
    """A report as finished pieces: first what a reader sees without scrolling.

    `verdict` is the line on form, `kind` what kind of training it was ('': not known), `ratings`
    the stars or why there are none, `lost` why stars of the session were lost. `chart` None: no
    seconds were recorded. `missing` names what is left out, each with the reason.
    """

    verdict: str
    kind: str
    ratings: tuple[Stars, ...]
    lost: tuple[str, ...]
    chart: Picture | None
    paragraph: tuple[Block, ...]
    sections: tuple[Section, ...]
    missing: tuple[Fact, ...]


def report_page(report: RunReport, lang: Lang, *, outside: Callable[[str], str]) -> ReportPage:
    """`outside` makes text of devices and users harmless for the format."""
    session, evaluation = report.session, report.evaluation
    sections, missing = run_sections(report, lang=lang, outside=outside)
    rating = None if session is None else session.analysis.rating
    stars = (
        None if rating is None else session_stars(rating, lang),
        form_stars(evaluation, lang),
    )
    chart = over_time(report, session, lang=lang)
    if chart is None:
        no_chart = Fact(
            label=say(in_context("time", "Pace and heart rate over time"), lang),
            value=say("No samples were recorded to draw.", lang),
        )
        missing = (no_chart, *missing)
    return ReportPage(
        verdict=say("This run carries no form measurement.", lang)
        if evaluation is None
        else summary_text(evaluation, lang),
        kind="" if session is None else kind_line(session.analysis.summary, lang),
        ratings=tuple(star_rating for star_rating in stars if star_rating is not None),
        lost=() if rating is None else lost_stars(rating, lang),
        chart=chart,
        paragraph=opening(report, outside=outside) or _facts(report, lang),
        sections=sections,
        missing=missing,
    )


def _facts(report: RunReport, lang: Lang) -> tuple[Block, ...]:
    """Where nobody wrote about the run: its first figures in a row."""
    figures = [f"{fact.label} {fact.value}" for fact in fact_rows(report.facts, lang)[:5]]
    gap = "、" if lang == "ja" else ", "
    return (Text(text=gap.join(figures)),) if figures else ()


TREND_RUNS = 2
"""Fewer runs have not moved anywhere."""


@frozen
class Card:
    """A metric of the verdict: its row and its interval bar. `why` it has no stars, where that is
    not so for the whole run; `basis`, where the metrics do not share one."""

    row: MetricRow
    bar: Svg
    why: str = ""
    basis: str = ""


@frozen
class Panel:
    """The pictures around one metric; an empty one is left out. `first`: a metric that is
    scored."""

    label: str
    curve: Svg
    trend: Svg
    first: bool = True


def render_html(report: RunReport, *, lang: Lang = "ja") -> str:
    """One page with its styles and pictures inside. Everything from outside is escaped."""
    evaluation, facts = report.evaluation, report.facts
    own_title = clean(facts.title or "")
    panels = metric_panels(report, lang)
    return _html_template().render(
        say=say_in(lang),
        lang=lang,
        title=own_title or say("Run on {day}", lang, day=facts.day),
        when=when_line(facts, lang),
        simulated=facts.simulated,
        page=report_page(report, lang, outside=clean),
        cards=metric_cards(report, lang),
        basis=shared_basis(evaluation, lang),
        balance=[
            f for f in comment_facts(evaluation, lang) if f.label == say("Contact balance", lang)
        ],
        first_panels=[panel for panel in panels if panel.first and panel.curve],
        more_panels=panels,
        judged=judged_facts(evaluation, lang),
        notes=[*notes(report, lang), *map(clean, facts.issues)],
        made_by=_made_by(report, lang),
    )


def metric_cards(report: RunReport, lang: Lang) -> tuple[Card, ...]:
    """The metrics of the verdict, each with its interval."""
    evaluation = report.evaluation
    shared = shared_basis(evaluation, lang)
    overall = "" if evaluation is None else heading_rating(evaluation, lang)
    return tuple(
        Card(
            row=row,
            bar=_bar(report, row.metric, lang),
            why="" if row.rating in (row.usual, overall) or not row.measured else row.rating,
            basis="" if shared else basis_line(row),
        )
        for row in rows_of(report, lang)
    )


def basis_line(row: MetricRow) -> str:
    """'あなた自身の履歴 · 84回': what an expectation was learned from; '' of nothing."""
    return " · ".join(text for text in (row.basis, row.n_runs) if text)


def shared_basis(evaluation: FormEvaluation | None, lang: Lang) -> str:
    """What all expectations were learned from; '' where they differ, or there is none."""
    bases = {basis_line(row) for row in metric_rows(evaluation, lang) if row.measured}
    return bases.pop() if len(bases) == 1 else ""


def _bar(report: RunReport, metric: MetricName, lang: Lang) -> Svg:
    evaluation = report.evaluation
    if evaluation is None:
        return NOTHING
    verdict = evaluation.metrics.get(metric)
    return NOTHING if verdict is None else interval_bar(verdict, lang)


def metric_panels(report: RunReport, lang: Lang) -> tuple[Panel, ...]:
    """The pictures around each metric; a metric without any is left out. The line of runners in
    general is not this runner's own: it is no picture."""
    panels = []
    for metric, piece in report.history.items():
        curve, trend = NOTHING, NOTHING
        if piece.curve is not None and piece.curve.basis != "population":
            own = this_run(report, metric)
            curve = curve_chart(piece.curve, piece.points, this_run=own, lang=lang)
        if piece.trend is not None and len(piece.trend.days) >= TREND_RUNS:
            trend = trend_chart(piece.trend, lang=lang)
        if curve or trend:
            first, label = METRICS[metric].scored, heading(metric, lang)
            panels.append(Panel(label=label, first=first, curve=curve, trend=trend))
    return tuple(panels)


def this_run(report: RunReport, metric: MetricName) -> ThisRun | None:
    """Where this run stands among what is expected at each pace; None: it was not judged."""
    evaluation = report.evaluation
    if evaluation is None:
        return None
    speed_mps = evaluation.speed_mps
    verdict = evaluation.metrics.get(metric)
    if verdict is None:
        return None
    return ThisRun(speed_mps=speed_mps, actual=verdict.actual, expected=verdict.expected)


def _made_by(report: RunReport, lang: Lang) -> str:
    evaluation = report.evaluation
    if evaluation is None:
        return ""
    day = evaluation.evaluated_at.astimezone().date()
    return say(
        "Judged by Hakaru {version} on {day}. Everything was computed on your machine.",
        lang,
        version=evaluation.code_version,
        day=day,
    )


@cache
def _html_template() -> Template:
    environment = Environment(
        loader=PackageLoader("hakaru.present"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_code("report"),
    )
    environment.filters |= {"kind": block_kind, "code": with_code}
    environment.globals["in_context"] = in_context
    return environment.get_template("report.html.j2")


def with_code(text: str) -> Markup:
    """Escaped text in which what stands between backticks is set as code."""
    pieces = [escape(piece) for piece in text.split("`")]
    if len(pieces) % 2 == 0:
        return escape(text)
    tagged = [
        Markup("<code>{}</code>").format(piece) if at % 2 else piece
        for at, piece in enumerate(pieces)
    ]
    return Markup("").join(tagged)


_BLANK_LINES = re.compile(r"\n{3,}")
_NO_FOLDER = ""


def render_markdown(
    report: RunReport,
    *,
    lang: Lang = "ja",
    outside: Callable[[str], str] = markdown,
    folder: str = _NO_FOLDER,
    html_name: str = "",
) -> str:
    """The whole report. `outside` makes text from outside (title, gear, devices, issues) harmless:
    it is escaped, unless something else is to be done with it.

    `folder` beside the text holds the files of `report_pictures`; without one, lines of bars stand
    in for the graph. `html_name` is the page beside the text ('': there is none).
    """
    page = report_page(report, lang, outside=outside)
    text = _template("report.md.j2").render(
        say=say_in(lang),
        title=title_text(report.facts, lang, outside=outside),
        when=when_line(report.facts, lang),
        simulated=report.facts.simulated,
        html_link=_html_link(html_name, lang),
        page=page,
        folder=folder,
        curves=[(name, title) for name, title, _ in _curves(report, lang)] if folder else [],
        form_part=_form_part(report, lang, head="####" if report.session else "##"),
        notes=[*notes(report, lang), *map(outside, report.facts.issues)],
    )
    return _BLANK_LINES.sub("\n\n", text).strip() + "\n"


def report_pictures(report: RunReport, *, lang: Lang = "ja") -> Mapping[str, str]:
    """The drawings of the Markdown report by file name, each an SVG that needs nothing else."""
    page = report_page(report, lang, outside=markdown)
    blocks = [block for section in page.sections for part in section.parts for block in part.blocks]
    drawn = [page.chart, *(block for block in blocks if isinstance(block, Picture))]
    files = {
        f"{picture.name}.svg": standalone(picture.beside)
        for picture in drawn
        if picture is not None and picture.beside
    }
    curves = _curves(report, lang) if report.evaluation is not None else ()
    return files | {f"{name}.svg": standalone(curve) for name, _, curve in curves}


def _curves(report: RunReport, lang: Lang) -> tuple[tuple[str, str, Svg], ...]:
    """(name, title, drawing) of the runner's own line of each scored metric."""
    return tuple(
        (f"curve-{number}", panel.label, panel.curve)
        for number, panel in enumerate(metric_panels(report, lang), start=1)
        if panel.first and panel.curve
    )


def _html_link(name: str, lang: Lang) -> str:
    return say("As a page: {link}", lang, link=f"[{name}]({name})") if name else ""


def _form_part(report: RunReport, lang: Lang, *, head: str) -> str:
    """The verdict on form under headings from `head` down."""
    evaluation = report.evaluation
    rows = rows_of(report, lang)
    return _template("report_form.md.j2").render(
        say=say_in(lang),
        head=head,
        rows=rows,
        comments=[*comment_facts(evaluation, lang)],
        basis=[row for row in rows if row.measured] if evaluation is not None else [],
        judged=judged_facts(evaluation, lang),
    )


def title_text(facts: ReportFacts, lang: Lang, *, outside: Callable[[str], str] = markdown) -> str:
    """The runner's own title, or the day."""
    if facts.title is None or not facts.title.strip():
        return say("Run on {day}", lang, day=facts.day)
    return outside(facts.title)


@cache
def _template(name: str) -> Template:
    """The template of the page drops the lines of its tags, so that a table has no gaps."""
    blocks = name == "report.md.j2"
    environment = Environment(  # Markdown, not HTML: user text goes through plain.markdown
        loader=PackageLoader("hakaru.present"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=blocks,
        lstrip_blocks=blocks,
        autoescape=False,  # noqa: S701
        bytecode_cache=kept_code("markdown_blocks" if blocks else "markdown"),
    )
    environment.filters["kind"] = block_kind
    environment.globals["in_context"] = in_context
    return environment.get_template(name)
