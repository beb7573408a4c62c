"""How does a run report read as Markdown? The form section is the one the requirements show."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from hakaru.render.blocks import block_kind
from hakaru.render.facts import equipment_rows, fact_rows, started_text
from hakaru.render.notes import notes
from hakaru.render.plain import markdown
from hakaru.render.rows import (
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    summary_text,
)
from hakaru.render.sections import session_page
from hakaru.render.splits import split_rows
from hakaru.render.words import word
from hakaru.running.report import ReportFacts, RunReport
from hakaru.running.wording import Lang

_BLANK_LINES = re.compile(r"\n{3,}")


def render_markdown(
    report: RunReport, *, lang: Lang = "ja", outside: Callable[[str], str] = markdown
) -> str:
    """The whole report. `outside` makes text from outside (title, gear, devices, issues) harmless:
    it is escaped, unless something else is to be done with it."""
    page = session_page(report, lang, outside=outside)
    text = _template("report_session.md.j2" if page.sections else "report.md.j2").render(
        w=partial(word, lang=lang),
        title=title_text(report.facts, lang, outside=outside),
        facts=_facts_line(report.facts, lang, outside=outside),
        form_part=_form_part(report, lang, head="####" if page.sections else "##"),
        sections=page.sections,
        summary=_summary(report, lang),
        kind_text=page.kind_text,
        ratings=page.ratings,
        splits=split_rows(report),
        notes=[*notes(report, lang), *map(outside, report.facts.issues)],
    )
    return _BLANK_LINES.sub("\n\n", text)


def _summary(report: RunReport, lang: Lang) -> str:
    """The first line a person reads: the metric furthest from usual, how far, how often."""
    evaluation = report.evaluation
    return word("no_form", lang) if evaluation is None else summary_text(evaluation, lang)


def _form_part(report: RunReport, lang: Lang, *, head: str) -> str:
    """The verdict on form under headings from `head` down."""
    evaluation = report.evaluation
    rows = metric_rows(evaluation, lang)
    return _template("report_form.md.j2").render(
        w=partial(word, lang=lang),
        head=head,
        rating="" if evaluation is None else heading_rating(evaluation, lang),
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


def _facts_line(facts: ReportFacts, lang: Lang, *, outside: Callable[[str], str]) -> str:
    shown = [started_text(facts, lang)]
    if facts.simulated:
        shown.append(f"**{word('simulated', lang)}**")
    shown += [f"{fact.label} {fact.value}" for fact in fact_rows(facts, lang)]
    shown += [f"{fact.label} {outside(fact.value)}" for fact in equipment_rows(facts, lang)]
    return " · ".join(shown)


@cache
def _template(name: str) -> Template:
    """Session templates drop the lines of their tags, so that a table has no gaps."""
    blocks = name == "report_session.md.j2"
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
