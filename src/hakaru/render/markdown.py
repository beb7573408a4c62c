"""How does a run report read as Markdown? The form section is the one the requirements show."""

from __future__ import annotations

import re
from functools import cache, partial

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

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
from hakaru.render.splits import split_rows
from hakaru.render.words import word
from hakaru.running.report import ReportFacts, RunReport
from hakaru.running.wording import Lang

_BLANK_LINES = re.compile(r"\n{3,}")


def render_markdown(report: RunReport, *, lang: Lang = "ja") -> str:
    """The whole report. Text from outside (title, gear, devices, issues) is escaped."""
    evaluation = report.evaluation
    rows = metric_rows(evaluation, lang)
    text = _template().render(
        w=partial(word, lang=lang),
        title=title_text(report.facts, lang),
        facts=_facts_line(report.facts, lang),
        rating="" if evaluation is None else heading_rating(evaluation),
        rows=rows,
        summary=word("no_form", lang) if evaluation is None else summary_text(evaluation, lang),
        comments=[*comment_facts(evaluation, lang)],
        basis=[row for row in rows if row.measured] if evaluation is not None else [],
        judged=judged_facts(evaluation, lang),
        splits=split_rows(report),
        notes=[*notes(report, lang), *map(markdown, report.facts.issues)],
    )
    return _BLANK_LINES.sub("\n\n", text)


def title_text(facts: ReportFacts, lang: Lang) -> str:
    """The runner's own title, or the day."""
    if facts.title is None or not facts.title.strip():
        return word("title", lang, day=facts.day)
    return markdown(facts.title)


def _facts_line(facts: ReportFacts, lang: Lang) -> str:
    shown = [started_text(facts, lang)]
    if facts.simulated:
        shown.append(f"**{word('simulated', lang)}**")
    shown += [f"{fact.label} {fact.value}" for fact in fact_rows(facts, lang)]
    shown += [f"{fact.label} {markdown(fact.value)}" for fact in equipment_rows(facts, lang)]
    return " · ".join(shown)


@cache
def _template() -> Template:
    environment = Environment(  # Markdown, not HTML: user text goes through plain.markdown
        loader=PackageLoader("hakaru.render"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701
    )
    return environment.get_template("report.md.j2")
