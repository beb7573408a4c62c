"""How does a run report look as one HTML file that needs nothing else, not even a network?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from hakaru.guard.cleaning import clean
from hakaru.render.bars import interval_bar
from hakaru.render.blocks import block_kind
from hakaru.render.curves import ThisRun, curve_chart
from hakaru.render.facts import equipment_rows, fact_rows, started_text
from hakaru.render.notes import notes
from hakaru.render.page_overview import NARROW, WIDE, form_stars
from hakaru.render.rows import MetricRow, comment_facts, judged_facts, metric_rows, summary_text
from hakaru.render.sections import session_page
from hakaru.render.splits import split_rows
from hakaru.render.svg import NOTHING, Svg
from hakaru.render.timeline import time_chart
from hakaru.render.trends import trend_chart
from hakaru.render.words import word
from hakaru.running.metrics import MetricName
from hakaru.running.report import RunReport
from hakaru.running.wording import Lang, heading


@dataclass(frozen=True, kw_only=True)
class Card:
    """A metric of the head of the page: its row and its interval bar."""

    row: MetricRow
    bar: Svg


@dataclass(frozen=True, kw_only=True)
class Panel:
    """The pictures around one metric; an empty one is left out."""

    label: str
    curve: Svg
    trend: Svg


def render_html(report: RunReport, *, lang: Lang = "ja") -> str:
    """One page with its styles and pictures inside. Everything from outside is escaped."""
    evaluation, facts = report.evaluation, report.facts
    own_title = clean(facts.title or "")
    page = session_page(report, lang, outside=clean)
    return _template().render(
        w=partial(word, lang=lang),
        lang=lang,
        title=own_title or word("title", lang, day=facts.day),
        started=started_text(facts, lang),
        simulated=facts.simulated,
        summary=word("no_form", lang) if evaluation is None else summary_text(evaluation, lang),
        form=form_stars(evaluation, lang),
        facts=fact_rows(facts, lang),
        equipment=[(fact.label, clean(fact.value)) for fact in equipment_rows(facts, lang)],
        cards=metric_cards(report, lang),
        balance=[f for f in comment_facts(evaluation, lang) if f.label == word("balance", lang)],
        panels=metric_panels(report, lang),
        splits=split_rows(report),
        time_wide=time_chart(report.series, width=WIDE, lang=lang),
        time_narrow=time_chart(report.series, width=NARROW, lang=lang),
        sections=page.sections,
        kind_text=page.kind_text,
        ratings=page.ratings,
        judged=judged_facts(evaluation, lang),
        notes=[*notes(report, lang), *map(clean, facts.issues)],
        made_by=_made_by(report, lang),
    )


def metric_cards(report: RunReport, lang: Lang) -> tuple[Card, ...]:
    """The metrics of the verdict, each with its interval."""
    return tuple(
        Card(row=row, bar=_bar(report, row.metric, lang))
        for row in metric_rows(report.evaluation, lang)
    )


def _bar(report: RunReport, metric: MetricName, lang: Lang) -> Svg:
    evaluation = report.evaluation
    if evaluation is None:
        return NOTHING
    verdict = evaluation.metrics.get(metric)
    return NOTHING if verdict is None else interval_bar(verdict, lang)


def metric_panels(report: RunReport, lang: Lang) -> tuple[Panel, ...]:
    """The pictures around each metric; a metric without any is left out."""
    panels = []
    for metric, piece in report.history.items():
        curve, trend = NOTHING, NOTHING
        if piece.curve is not None:
            this_run = _this_run(report, metric)
            curve = curve_chart(piece.curve, piece.points, this_run=this_run, lang=lang)
        if piece.trend is not None and piece.trend.days:
            trend = trend_chart(piece.trend, lang=lang)
        if curve or trend:
            panels.append(Panel(label=heading(metric, lang), curve=curve, trend=trend))
    return tuple(panels)


def _this_run(report: RunReport, metric: MetricName) -> ThisRun | None:
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
    return word("made_by", lang, version=evaluation.code_version, day=day)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("hakaru.render"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"kind": block_kind, "code": with_code}
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
