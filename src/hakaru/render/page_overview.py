"""What do the sections say that every kind of training has: the run, the past, the rating, time?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hakaru.render.athlete_text import athlete_rows, disagreement_text, wanted_texts
from hakaru.render.blocks import Block, Facts, Items, Part, Picture, Row, Stars, Table, Text
from hakaru.render.facts import Fact, equipment_rows, fact_rows, started_text
from hakaru.render.numbers import score_text, share_text
from hakaru.render.overlay import Overlay
from hakaru.render.rating_text import deduction_texts, met_text, stars_text
from hakaru.render.rows import heading_rating, summary_text
from hakaru.render.session_text import (
    evidence_line,
    no_zones_text,
    relabel_text,
    role_sources_text,
    session_kind,
    structure_text,
    type_text,
)
from hakaru.render.similar_text import comparison_table, search_text, similar_table
from hakaru.render.spark import sparks
from hakaru.render.timeline import time_chart
from hakaru.render.words import say, word
from hakaru.render.words_athlete import ATHLETE
from hakaru.render.words_page import PAGE
from hakaru.render.words_rating import RATING
from hakaru.render.words_session import SESSION
from hakaru.running.athlete.known import disagreement
from hakaru.running.report import RunReport
from hakaru.running.score import star_text
from hakaru.running.session.rating import SessionRating
from hakaru.running.session.report import SessionReport
from hakaru.running.verdict import FormEvaluation
from hakaru.running.wording import Lang, fixed
from hakaru.units import format_duration

WIDE, NARROW = 1000.0, 460.0
"""Widths of a drawing for a page and for a telephone."""

_MOST_STARS = 5
_TARGETS = {"easy": "easy", "trail": "easy", "unknown": "easy", "tempo": "tempo", "reps": "reps"}


def page_kind(session: SessionReport) -> str:
    """Which of T's three pages a session gets; an unknown kind gets that of the whole run."""
    return _TARGETS[session_kind(session.analysis.verdict.training_type)]


def basics(
    report: RunReport, session: SessionReport, *, lang: Lang, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """Facts, kind of training with its evidence, and the athlete's figures that were used.

    `outside` makes text of devices and users harmless for the format.
    """
    facts = (
        Fact(label=word("day", lang), value=started_text(report.facts, lang)),
        *fact_rows(report.facts, lang),
        *(
            Fact(label=fact.label, value=outside(fact.value))
            for fact in equipment_rows(report.facts, lang)
        ),
    )
    return (
        Part(blocks=(Facts(facts=facts),)),
        Part(title=say(PAGE["type_part"], lang), blocks=_type(session, lang)),
        Part(title=say(PAGE["athlete_part"], lang), blocks=_athlete(session, lang)),
    )


def _type(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    verdict, kind = session.analysis.verdict, page_kind(session)
    blocks: list[Block] = [Text(text=type_text(verdict, lang))]
    evidence = evidence_line(verdict, lang)
    if evidence:
        blocks.append(Text(text=evidence))
    told = {
        "structure": structure_text(session.analysis.summary, lang),
        "roles_from": role_sources_text(session.figures, lang),
        "targets_of": say(SESSION[f"targets_{kind}"], lang),
    }
    rows = tuple(
        Fact(label=say(SESSION[key], lang), value=text) for key, text in told.items() if text
    )
    blocks.append(Facts(facts=rows))
    if verdict.source != "user":
        blocks.append(Text(text=relabel_text(session.analysis.summary, lang), soft=True))
    return tuple(blocks)


def _athlete(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    athlete = session.analysis.athlete
    rows = athlete_rows(athlete, lang)
    blocks: list[Block] = [Facts(facts=rows) if rows else Text(text=say(ATHLETE["nothing"], lang))]
    asks = wanted_texts(athlete, lang, wanted=session.wanted)
    contradiction = disagreement(athlete)
    if contradiction is not None:
        asks = (disagreement_text(contradiction, lang), *asks)
    return (*blocks, Items(items=asks)) if asks else tuple(blocks)


def past(session: SessionReport, lang: Lang) -> tuple[Part, ...]:
    """Main figures against similar runs, and those runs."""
    similar = session.similar
    if similar is None:
        return (Part(blocks=(Text(text=say(PAGE["no_similar_yet"], lang)),)),)
    parts = [Part(blocks=(Text(text=search_text(similar, lang)),))]
    if session.comparisons and similar.n_found:
        table = comparison_table(session.comparisons, lang)
        parts.append(Part(title=say(PAGE["comparison_part"], lang), blocks=(table,)))
    if similar.workouts:
        table = similar_table(similar, lang)
        parts.append(Part(title=say(PAGE["similar_part"], lang), blocks=(table,)))
    return tuple(parts)


def overall(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """The session's stars with every star that was lost, and apart from them those of form."""
    return (
        Part(
            title=say(PAGE["session_stars_part"], lang),
            blocks=_session_rating(session.analysis.rating, lang),
        ),
        Part(title=say(PAGE["form_stars_part"], lang), blocks=_form_rating(report, lang)),
        Part(blocks=(Text(text=say(PAGE["stars_apart"], lang), soft=True),)),
    )


def session_stars(rating: SessionRating, lang: Lang) -> Stars | None:
    """The stars of the session; None: not rated."""
    if rating.stars is None:
        return None
    return Stars(
        label=say(PAGE["session_stars_part"], lang),
        stars=stars_text(rating, lang),
        stars_label=word("stars_label", lang, n=rating.stars),
    )


def form_stars(evaluation: FormEvaluation | None, lang: Lang) -> Stars | None:
    """The stars and the score of form, or why there are none; None: form was not judged."""
    if evaluation is None:
        return None
    label = say(PAGE["form_stars_part"], lang)
    if evaluation.overall_score is None or evaluation.overall_stars is None:
        return Stars(label=label, stars="", stars_label="", score=heading_rating(evaluation, lang))
    return Stars(
        label=label,
        stars=star_text(evaluation.overall_stars),
        stars_label=word("stars_label", lang, n=evaluation.overall_stars),
        score=score_text(evaluation.overall_score),
    )


def _session_rating(rating: SessionRating, lang: Lang) -> tuple[Block, ...]:
    stars = session_stars(rating, lang)
    met = met_text(rating, lang)
    counted = (Text(text=met),) if met else ()
    if stars is None:
        return (Text(text=stars_text(rating, lang)), *counted)
    if not rating.deductions:
        return stars, Text(text=say(RATING["all_met"], lang)), *counted
    lost = list(deduction_texts(rating, lang))
    if _MOST_STARS - sum(one.stars for one in rating.deductions) < 1:
        lost.append(say(RATING["floor"], lang))
    return stars, Items(items=tuple(lost)), *counted


def _form_rating(report: RunReport, lang: Lang) -> tuple[Block, ...]:
    """Stars of form, and its verdict where no summary above says it."""
    evaluation = report.evaluation
    stars = form_stars(evaluation, lang)
    if stars is None or evaluation is None:
        return (Text(text=say(PAGE["no_form"], lang)),)
    if "summary" in report.sections:
        return (stars,)
    return stars, Text(text=summary_text(evaluation, lang))


def over_time(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """Pace and heart rate with the parts of the session shaded, and time in zones."""
    overlay = Overlay(figures=session.figures, zones=session.zones, kind=page_kind(session))
    wide, narrow = (
        time_chart(report.series, width=width, lang=lang, overlay=overlay)
        for width in (WIDE, NARROW)
    )
    blocks: tuple[Block, ...] = (Text(text=say(PAGE["no_time_chart"], lang)),)
    if wide:
        legend = say(PAGE[f"shade_{page_kind(session)}"], lang)
        text = sparks(report.series, lang)
        blocks = (Picture(wide=wide, narrow=narrow, legend=legend, text=text),)
    return (
        Part(blocks=blocks),
        Part(title=say(PAGE["zones_part"], lang), blocks=_zones(session, lang)),
    )


def _zones(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    zones, zone_s = session.zones, session.zone_s
    if zones is None or zone_s is None:
        return (Text(text=no_zones_text(session, lang)),)
    total_s = sum(zone_s)
    lows = [fixed(low, 0) for low in zones.low_bpm]
    spans = [say(SESSION["zone_between"], lang, low=low, high=high) for low, high in pairwise(lows)]
    spans.append(say(SESSION["zone_from"], lang, low=lows[-1]))
    rows = tuple(
        Row(
            cells=(
                f"Zone {number}",
                span,
                format_duration(seconds),
                share_text(seconds / total_s if total_s > 0.0 else 0.0),
            )
        )
        for number, (span, seconds) in enumerate(zip(spans, zone_s, strict=True), start=1)
    )
    heads = ("zone", "zone_range", "time_in_zone", "share")
    columns = tuple(say(PAGE[key], lang) for key in heads)
    basis = say(SESSION[f"zones_{zones.basis}"], lang)
    return Table(name="zones", columns=columns, rows=rows), Text(text=basis, soft=True)
