"""How does a run report read as Markdown? The form section is the one the requirements show."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from hakaru.render.blocks import Picture, block_kind
from hakaru.render.facts import when_line
from hakaru.render.html import metric_panels
from hakaru.render.notes import notes
from hakaru.render.plain import markdown
from hakaru.render.rows import comment_facts, judged_facts, metric_rows
from hakaru.render.sections import report_page
from hakaru.render.standalone import standalone
from hakaru.render.svg import Svg
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.running.report import ReportFacts, RunReport
from hakaru.running.wording import Lang

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
        w=partial(word, lang=lang),
        p=partial(_page_word, lang=lang),
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


def _page_word(key: str, lang: Lang) -> str:
    return say(PAGE[key], lang)


def _html_link(name: str, lang: Lang) -> str:
    return say(PAGE["html_here"], lang, link=f"[{name}]({name})") if name else ""


def _form_part(report: RunReport, lang: Lang, *, head: str) -> str:
    """The verdict on form under headings from `head` down."""
    evaluation = report.evaluation
    rows = metric_rows(evaluation, lang)
    return _template("report_form.md.j2").render(
        w=partial(word, lang=lang),
        head=head,
        rows=rows,
        comments=[*comment_facts(evaluation, lang)],
        basis=[row for row in rows if row.measured] if evaluation is not None else [],
        judged=judged_facts(evaluation, lang),
    )


def title_text(facts: ReportFacts, lang: Lang, *, outside: Callable[[str], str] = markdown) -> str:
    """The runner's own title, or the day."""
    if facts.title is None or not facts.title.strip():
        return word("title", lang, day=facts.day)
    return outside(facts.title)


@cache
def _template(name: str) -> Template:
    """The template of the page drops the lines of its tags, so that a table has no gaps."""
    blocks = name == "report.md.j2"
    environment = Environment(  # Markdown, not HTML: user text goes through plain.markdown
        loader=PackageLoader("hakaru.render"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=blocks,
        lstrip_blocks=blocks,
        autoescape=False,  # noqa: S701
    )
    environment.filters["kind"] = block_kind
    return environment.get_template(name)
