"""What do the head and the first sections say: the rating, time, the run, the past?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from hakaru.core.units import format_duration
from hakaru.render.athlete_text import athlete_rows, disagreement_text, wanted_texts
from hakaru.render.blocks import Block, Facts, Items, Part, Picture, Row, Stars, Table, Text
from hakaru.render.facts import Fact, equipment_rows, fact_rows
from hakaru.render.numbers import score_text, share_text
from hakaru.render.overlay import Overlay
from hakaru.render.rating_text import deduction_texts, met_text, stars_text
from hakaru.render.rows import heading_rating
from hakaru.render.session_text import (
    confidence_line,
    evidence_texts,
    joined_text,
    no_zones_text,
    relabel_text,
    role_sources_text,
    session_kind,
    structure_text,
)
from hakaru.render.similar_text import comparison_table, search_text, similar_table
from hakaru.render.spark import sparks
from hakaru.render.svg import Svg
from hakaru.render.timeline import time_chart
from hakaru.render.words import say, word
from hakaru.render.words_athlete import ATHLETE
from hakaru.render.words_page import PAGE
from hakaru.render.words_rating import RATING
from hakaru.render.words_session import SESSION
from hakaru.running.athlete.known import disagreement
from hakaru.running.report import RunReport, SessionReport
from hakaru.running.session.model import SessionRating
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.wording import Lang, fixed

WIDE, NARROW, BESIDE_TEXT = 1000.0, 360.0, 640.0
"""Widths of a drawing for a page, for a telephone, and for a file beside Markdown."""

_MOST_STARS = 5
_PACE_STRIPS, _CONTACT_STRIPS = ("speed_mps", "heart_rate_bpm"), ("gct_ms",)
_TARGETS = {"easy": "easy", "trail": "easy", "unknown": "easy", "tempo": "tempo", "reps": "reps"}


def page_kind(session: SessionReport) -> str:
    """Which of T's three pages a session gets; an unknown kind gets that of the whole run."""
    return _TARGETS[session_kind(session.analysis.verdict.training_type)]


def basics(
    report: RunReport, session: SessionReport | None, *, lang: Lang, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """Facts, kind of training with its evidence, and the athlete's figures that were used.

    `outside` makes text of devices and users harmless for the format.
    """
    facts = (
        *fact_rows(report.facts, lang),
        *(
            Fact(label=fact.label, value=outside(fact.value))
            for fact in equipment_rows(report.facts, lang)
        ),
    )
    parts: tuple[Part, ...] = (Part(blocks=(Facts(facts=facts),)) if facts else Part(),)
    if session is None:
        return parts
    athlete = Part(title=say(PAGE["athlete_part"], lang), blocks=_athlete(session, lang))
    return (
        *parts,
        Part(title=say(PAGE["type_part"], lang), blocks=_type(session, lang), half=True),
        replace(athlete, half=True, folded=True),
    )


def _type(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    """How the kind was detected; the head of the page says which it is."""
    verdict, kind = session.analysis.verdict, page_kind(session)
    summary = session.analysis.summary
    rows = {
        "detected": confidence_line(verdict, lang),
        "reasons": joined_text(list(evidence_texts(verdict, lang)), lang),
        "structure": "" if summary.form == "reps" else structure_text(summary, lang),
        "roles_from": role_sources_text(session.figures, lang),
        "targets_of": say(SESSION[f"targets_{kind}"], lang),
    }
    facts = tuple(
        Fact(label=say(SESSION[key], lang), value=text) for key, text in rows.items() if text
    )
    blocks: tuple[Block, ...] = (Facts(facts=facts),)
    if verdict.source != "user":
        return (*blocks, Text(text=relabel_text(summary, lang), soft=True))
    return blocks


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
    """Main figures against similar runs, and those runs. A figure that too few of the similar runs
    have, or that this one lacks, is no line."""
    similar = session.similar
    if similar is None:
        return (Part(missing=say(PAGE["no_similar_yet"], lang)),)
    search = search_text(similar, lang)
    if not similar.workouts:
        return (Part(missing=search),)
    compared = tuple(
        figure
        for figure in session.comparisons
        if figure.value is not None and figure.level is not None and figure.outcome != "too_few"
    )
    table = similar_table(similar, lang)
    runs = Part(title=say(PAGE["similar_part"], lang), blocks=(table,), folded=True)
    if not compared:
        return (Part(blocks=(Text(text=search),)), runs)
    main = comparison_table(compared, lang)
    figures = Part(title=say(PAGE["comparison_part"], lang), blocks=(Text(text=search), main))
    return (figures, runs)


def lost_stars(rating: SessionRating, lang: Lang) -> tuple[str, ...]:
    """Why stars of the session were lost, each with the figure behind it; empty: not rated."""
    if rating.stars is None:
        return ()
    counted = replace(
        rating, deductions=tuple(deduction for deduction in rating.deductions if deduction.stars)
    )
    if not counted.deductions:
        return (say(RATING["all_met"], lang),)
    lost = deduction_texts(counted, lang)
    if _MOST_STARS - sum(deduction.stars for deduction in counted.deductions) < 1:
        return (*lost, say(RATING["floor"], lang))
    return lost


def session_stars(rating: SessionRating, lang: Lang) -> Stars:
    """The stars of the session, or why there are none."""
    label = say(PAGE["session_stars_part"], lang)
    if rating.stars is None:
        return Stars(label=label, stars="", stars_label="", score=stars_text(rating, lang))
    return Stars(
        label=label,
        stars=stars_text(rating, lang),
        stars_label=word("stars_label", lang, n=rating.stars),
        score=met_text(rating, lang),
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


def over_time(report: RunReport, session: SessionReport | None, *, lang: Lang) -> Picture | None:
    """Pace and heart rate with the parts of the session shaded; None: no seconds were recorded."""
    named = Picture(
        name="time",
        title=say(PAGE["time"], lang),
        legend="" if session is None else _legend(report, session, lang),
        text=sparks(report.series, lang),
    )
    return _drawn(named, report, session, strips=_PACE_STRIPS, lang=lang)


def _legend(report: RunReport, session: SessionReport, lang: Lang) -> str:
    """What is drawn behind the curves: parts of the session, bounds of zones."""
    kind = page_kind(session)
    shades = {"reps": {"work", "recovery"}, "tempo": {"main", "work"}}.get(kind, set())
    shaded = any(segment.role in shades for segment in session.figures)
    bounded = session.zones is not None and "heart_rate_bpm" in report.series
    texts = [
        say(PAGE[f"shade_{kind}"], lang) if shaded else "",
        say(PAGE["zone_lines"], lang) if bounded else "",
    ]
    return ("" if lang == "ja" else " ").join(text for text in texts if text)


def contact_over_time(
    report: RunReport, session: SessionReport | None, *, lang: Lang
) -> Picture | None:
    """Contact time over the run; None: none was recorded."""
    named = Picture(name="contact", title=say(PAGE["contact_part"], lang))
    return _drawn(named, report, session, strips=_CONTACT_STRIPS, lang=lang)


def _drawn(
    named: Picture,
    report: RunReport,
    session: SessionReport | None,
    *,
    strips: tuple[str, ...],
    lang: Lang,
) -> Picture | None:
    """The picture with its drawings; None: nothing of it was recorded."""
    overlay = Overlay()
    if session is not None:
        kind = page_kind(session)
        overlay = Overlay(figures=session.figures, zones=session.zones, kind=kind)

    def drawn(width: float) -> Svg:
        return time_chart(report.series, width=width, lang=lang, overlay=overlay, strips=strips)

    wide = drawn(WIDE)
    if not wide:
        return None
    return replace(named, wide=wide, narrow=drawn(NARROW), beside=drawn(BESIDE_TEXT))


def zones_part(session: SessionReport, lang: Lang) -> Part:
    """Time in the zones of heart rate."""
    title = say(PAGE["zones_part"], lang)
    zones, zone_s = session.zones, session.zone_s
    if zones is None or zone_s is None or sum(zone_s) <= 0.0:
        return Part(title=title, missing=no_zones_text(session, lang))
    total_s = sum(zone_s)
    lows = [fixed(low, 0) for low in zones.low_bpm]
    spans = [say(SESSION["zone_between"], lang, low=low, high=high) for low, high in pairwise(lows)]
    spans.append(say(SESSION["zone_from"], lang, low=lows[-1]))
    rows = tuple(
        Row(cells=(f"Zone {number}", span, format_duration(seconds), share_text(seconds / total_s)))
        for number, (span, seconds) in enumerate(zip(spans, zone_s, strict=True), start=1)
    )
    heads = ("zone", "zone_range", "time_in_zone", "share")
    columns = tuple(say(PAGE[key], lang) for key in heads)
    basis = Text(text=say(SESSION[f"zones_{zones.basis}"], lang), soft=True)
    table = Table(name="zones", columns=columns, rows=rows)
    return Part(title=title, blocks=(table, basis), half=True)
