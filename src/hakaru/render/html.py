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
from hakaru.render.facts import when_line
from hakaru.render.notes import notes
from hakaru.render.rows import (
    MetricRow,
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
)
from hakaru.render.sections import report_page
from hakaru.render.svg import NOTHING, Svg
from hakaru.render.trends import trend_chart
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import RunReport
from hakaru.running.verdict import FormEvaluation
from hakaru.running.wording import Lang, heading

_TREND_RUNS = 2
"""Fewer runs have not moved anywhere."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A metric of the verdict: its row and its interval bar. `why` it has no stars, where that is
    not so for the whole run; `basis`, where the metrics do not share one."""

    row: MetricRow
    bar: Svg
    why: str = ""
    basis: str = ""


@dataclass(frozen=True, kw_only=True)
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
    return _template().render(
        w=partial(word, lang=lang),
        p=partial(_page_word, lang=lang),
        lang=lang,
        title=own_title or word("title", lang, day=facts.day),
        when=when_line(facts, lang),
        simulated=facts.simulated,
        page=report_page(report, lang, outside=clean),
        cards=metric_cards(report, lang),
        basis=shared_basis(evaluation, lang),
        balance=[f for f in comment_facts(evaluation, lang) if f.label == word("balance", lang)],
        first_panels=[panel for panel in panels if panel.first and panel.curve],
        more_panels=panels,
        judged=judged_facts(evaluation, lang),
        notes=[*notes(report, lang), *map(clean, facts.issues)],
        made_by=_made_by(report, lang),
    )


def _page_word(key: str, lang: Lang) -> str:
    return say(PAGE[key], lang)


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
        for row in metric_rows(evaluation, lang)
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
            this_run = _this_run(report, metric)
            curve = curve_chart(piece.curve, piece.points, this_run=this_run, lang=lang)
        if piece.trend is not None and len(piece.trend.days) >= _TREND_RUNS:
            trend = trend_chart(piece.trend, lang=lang)
        if curve or trend:
            first, label = METRICS[metric].scored, heading(metric, lang)
            panels.append(Panel(label=label, first=first, curve=curve, trend=trend))
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
