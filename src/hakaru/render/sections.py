"""What of a report is the same in every format? Finished pieces for the templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hakaru.render.blocks import Block, Picture, Section, Stars, Text
from hakaru.render.facts import Fact, fact_rows
from hakaru.render.page import run_sections
from hakaru.render.page_overview import form_stars, lost_stars, over_time, session_stars
from hakaru.render.rows import summary_text
from hakaru.render.session_text import kind_line
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.render.written import opening
from hakaru.running.report import RunReport
from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
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
        no_chart = Fact(label=say(PAGE["time"], lang), value=say(PAGE["no_time_chart"], lang))
        missing = (no_chart, *missing)
    return ReportPage(
        verdict=word("no_form", lang) if evaluation is None else summary_text(evaluation, lang),
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
