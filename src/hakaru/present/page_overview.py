"""First and last sections of a report: the run, its rating, phases, conditions and what comes
next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.present.air import environment_rows, environment_texts, rule_texts
from hakaru.present.athlete import athlete_rows, disagreement_text, wanted_texts, zone_blocks
from hakaru.present.changes import (
    compared_figures,
    comparison_table,
    search_text,
    similar_table,
    unlike_text,
)
from hakaru.present.document import (
    Block,
    CriterionLine,
    Fact,
    Facts,
    Items,
    OptionCard,
    Options,
    Part,
    PhaseCard,
    Phases,
    Picture,
    Stars,
    Text,
)
from hakaru.present.figures import (
    equipment_rows,
    fact_rows,
    score_text,
)
from hakaru.present.names import (
    MISSING,
)
from hakaru.present.rows import heading_rating
from hakaru.present.session import (
    confidence_line,
    criterion_name,
    criterion_value,
    deduction_texts,
    evidence_texts,
    joined_text,
    met_text,
    no_zones_text,
    outcome_text,
    phase_line,
    phase_name,
    relabel_text,
    role_sources_text,
    session_kind,
    stars_text,
    structure_text,
    target_basis_text,
    target_text,
)
from hakaru.present.timeline import Overlay, sparks, time_chart
from hakaru.running.athlete.known import disagreement
from hakaru.running.next_training import TrainingKnown
from hakaru.running.verdict import FormEvaluation, star_text

if TYPE_CHECKING:
    from hakaru.present.svg import Svg
    from hakaru.proposals.reports import AdvisorOption
    from hakaru.running.report import RunReport, SessionReport
    from hakaru.running.session.model import Criterion, Phase, SessionAnalysis, SessionRating


WIDE, NARROW, BESIDE_TEXT = 1000.0, 360.0, 640.0
"""Widths of a drawing for a page, for a telephone, and for a file beside Markdown."""

_PACE_STRIPS, _CONTACT_STRIPS = ("speed_mps", "heart_rate_bpm"), ("gct_ms",)
_TARGETS = {"easy": "easy", "trail": "easy", "unknown": "easy", "tempo": "tempo", "reps": "reps"}


def page_kind(analysis: SessionAnalysis) -> str:
    """Which of T's three pages a session gets; an unknown kind gets that of the whole run."""
    return _TARGETS[session_kind(analysis.verdict.training_type)]


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
    athlete = Part(title=say("Your figures that were used", lang), blocks=_athlete(session, lang))
    return (
        *parts,
        Part(title=say("Kind of training", lang), blocks=_type(session, lang), half=True),
        replace(athlete, half=True, folded=True),
    )


_TARGET_NAMES: Mapping[str, str] = {
    "easy": N_("all splits"),
    "tempo": N_("the main part"),
    "reps": N_("the work segments"),
}


def _type(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    """How the kind was detected; the head of the page says which it is."""
    verdict, kind = session.analysis.verdict, page_kind(session.analysis)
    summary = session.analysis.summary
    rows = {
        N_("Detection"): confidence_line(verdict, lang),
        N_("Why"): joined_text(list(evidence_texts(verdict, lang)), lang),
        N_("Structure"): "" if summary.form == "reps" else structure_text(summary, lang),
        N_("Parts taken from"): ""
        if summary.seen_form is None
        else role_sources_text(session.figures, lang),
        in_context("targets of", "Judged on"): say(_TARGET_NAMES[kind], lang),
    }
    facts = tuple(Fact(label=say(label, lang), value=text) for label, text in rows.items() if text)
    blocks: tuple[Block, ...] = (Facts(facts=facts),)
    if verdict.source != "user":
        return (*blocks, Text(text=relabel_text(summary, lang), soft=True))
    return blocks


def _athlete(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    athlete = session.analysis.athlete
    rows = athlete_rows(athlete, lang)
    blocks: list[Block] = [
        Facts(facts=rows)
        if rows
        else Text(text=say("Your threshold and maximum heart rate are not known yet.", lang))
    ]
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
        return (Part(missing=say("There is no earlier run to compare with.", lang)),)
    search = search_text(similar, lang)
    if not similar.workouts:
        return (Part(missing=search),)
    compared = compared_figures(session.comparisons)
    table = similar_table(similar, lang)
    runs = Part(title=say("Similar runs", lang), blocks=(table,), folded=True)
    if not compared:
        return (Part(blocks=(Text(text=search), Text(text=unlike_text(lang)))), runs)
    main = comparison_table(compared, lang)
    figures = Part(title=say("Main figures compared", lang), blocks=(Text(text=search), main))
    return (figures, runs)


def lost_stars(rating: SessionRating, lang: Lang, *, every: bool = False) -> tuple[str, ...]:
    """Why stars of the session were lost, each with the figure behind it; empty: not rated. `every`
    also says what was not met and cost none."""
    if rating.stars is None:
        return ()
    counted = replace(
        rating, deductions=tuple(deduction for deduction in rating.deductions if deduction.stars)
    )
    lost = deduction_texts(rating if every else counted, lang)
    if counted.deductions:
        return lost
    return (say(in_context("all met", "No star was lost."), lang), *lost)


def session_stars(rating: SessionRating, lang: Lang) -> Stars:
    """The stars of the session, or why there are none."""
    label = say("Session rating", lang)
    if rating.stars is None:
        return Stars(label=label, stars="", stars_label="", score=stars_text(rating, lang))
    return Stars(
        label=label,
        stars=stars_text(rating, lang),
        stars_label=say("{n} of 5 stars", lang, n=rating.stars),
        score=met_text(rating, lang),
    )


def form_stars(evaluation: FormEvaluation | None, lang: Lang) -> Stars | None:
    """The stars and the score of form, or why there are none; None: form was not judged."""
    if evaluation is None:
        return None
    label = say("Form rating", lang)
    if evaluation.overall_score is None or evaluation.overall_stars is None:
        return Stars(label=label, stars="", stars_label="", score=heading_rating(evaluation, lang))
    return Stars(
        label=label,
        stars=star_text(evaluation.overall_stars),
        stars_label=say("{n} of 5 stars", lang, n=evaluation.overall_stars),
        score=score_text(evaluation.overall_score),
    )


def over_time(report: RunReport, session: SessionReport | None, *, lang: Lang) -> Picture | None:
    """Pace and heart rate with the parts of the session shaded; None: no seconds were recorded."""
    named = Picture(
        name="time",
        title=say(in_context("time", "Pace and heart rate over time"), lang),
        legend="" if session is None else _legend(report, session, lang),
        text=sparks(report.series, lang),
    )
    return _drawn(named, report, session, strips=_PACE_STRIPS, lang=lang)


def _legend(report: RunReport, session: SessionReport, lang: Lang) -> str:
    """What is drawn behind the curves: parts of the session, bounds of zones."""
    kind = page_kind(session.analysis)
    shades = {"reps": {"work", "recovery"}, "tempo": {"main", "work"}}.get(kind, set())
    shaded = any(segment.role in shades for segment in session.figures)
    bands = N_("Coloured bands are work (W1, W2 ...), grey ones recovery.")
    bands = N_("The shaded band is the main part.") if kind == "tempo" else bands
    bounded = session.zones is not None and "heart_rate_bpm" in report.series
    texts = [
        say(bands, lang) if shaded else "",
        say("Dotted lines: lower bounds of the zones.", lang) if bounded else "",
    ]
    return ("" if lang == "ja" else " ").join(text for text in texts if text)


def contact_over_time(
    report: RunReport, session: SessionReport | None, *, lang: Lang
) -> Picture | None:
    """Contact time over the run; None: none was recorded."""
    named = Picture(name="contact", title=say("Contact time over the run", lang))
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
        kind = page_kind(session.analysis)
        overlay = Overlay(figures=session.figures, zones=session.zones, kind=kind)

    def drawn(width: float) -> Svg:
        return time_chart(report.series, width=width, lang=lang, overlay=overlay, strips=strips)

    wide = drawn(WIDE)
    if not wide:
        return None
    return replace(named, wide=wide, narrow=drawn(NARROW), beside=drawn(BESIDE_TEXT))


def zones_part(session: SessionReport, lang: Lang) -> Part:
    """Time in the zones of heart rate."""
    title = say("Heart rate zones", lang)
    zones, zone_s = session.zones, session.zone_s
    if zones is None or zone_s is None or sum(zone_s) <= 0.0:
        return Part(title=title, missing=no_zones_text(session, lang))
    return Part(title=title, blocks=zone_blocks(zones, lang, zone_s=zone_s), half=True)


def phases(analysis: SessionAnalysis, lang: Lang) -> tuple[Part, ...]:
    """Every phase with every criterion; of an absent one that it was absent. Hard sessions say why
    warm-up and cool-down matter."""
    rating = analysis.rating
    if not rating.phases:
        return (Part(missing=say("Nothing was recorded to tell phases from.", lang)),)
    cards = tuple(_card(phase, analysis, lang) for phase in rating.phases)
    blocks: tuple[Block, ...] = (Phases(cards=cards),)
    if page_kind(analysis) != "easy":
        blocks = (
            Text(
                text=say(
                    "In hard sessions warm-up and cool-down matter most. Too short, they cost "
                    "one star at most; not in the file, none.",
                    lang,
                )
            ),
            *blocks,
        )
    return (Part(blocks=blocks),)


def _card(phase: Phase, analysis: SessionAnalysis, lang: Lang) -> PhaseCard:
    criteria = phase.criteria if phase.present else ()
    judged = [criterion for criterion in criteria if criterion.outcome != "cannot_tell"]
    others = [criterion for criterion in criteria if criterion.outcome == "cannot_tell"]
    return PhaseCard(
        title=phase_name(phase, analysis.verdict.training_type, lang=lang),
        line=phase_line(phase, lang),
        present=phase.present,
        columns=(
            say("Item", lang),
            say("This run", lang),
            say("Target", lang),
            say("Result", lang),
            say("Where the target comes from", lang),
        ),
        criteria=tuple(_line(criterion, lang) for criterion in judged),
        aside=say("Not counted for the stars", lang),
        untold=_untold(others, lang),
    )


def _untold(criteria: list[Criterion], lang: Lang) -> str:
    """'判定なし: パワー（記録なし）'; '' where everything was judged."""
    if not criteria:
        return ""
    names = joined_text([_untold_name(criterion, lang) for criterion in criteria], lang)
    return say("Not judged: {names}", lang, names=names)


def _untold_name(criterion: Criterion, lang: Lang) -> str:
    """What could not be judged, and why."""
    name = criterion_name(criterion, lang)
    reason = MISSING.get(criterion.missing or "")
    if reason is None:
        return name
    return say("{value} ({klass})", lang, value=name, klass=say(reason, lang))


def _line(criterion: Criterion, lang: Lang) -> CriterionLine:
    return CriterionLine(
        name=criterion_name(criterion, lang),
        value=criterion_value(criterion, lang),
        target=target_text(criterion, lang),
        outcome=criterion.outcome,
        result=outcome_text(criterion, lang),
        basis=target_basis_text(criterion, lang),
        counts=criterion.counts,
        general=criterion.basis == "default",
    )


def environment(session: SessionReport, lang: Lang) -> tuple[Part, ...]:
    """Conditions, what they did as ranges, and general rules as context."""
    conditions = session.environment
    if conditions is None:
        return (Part(missing=say("Nothing is known about the conditions.", lang)),)
    rows, texts = environment_rows(conditions, lang), environment_texts(conditions, lang)
    if conditions.wind.wind_speed_mps is None:  # why it is not known is no figure
        unknown = say("Wind", lang)
        rows = tuple(row for row in rows if row.label != unknown)
    if not rows and not texts:
        return (Part(missing=say("Nothing is known about the conditions.", lang)),)
    blocks: list[Block] = [Facts(facts=rows)] if rows else []
    if texts:
        blocks.append(Items(items=texts))
    blocks.append(
        Text(
            text=say(
                "Conditions explain: session stars do not depend on them; the verdict "
                "on form takes out the effect that your own runs show.",
                lang,
            ),
            soft=True,
        )
    )
    parts = [Part(blocks=tuple(blocks))]
    rules = rule_texts(conditions, lang)
    if rules:
        title = say("Typical ranges (context, never scored)", lang)
        parts.append(Part(title=title, blocks=(Items(items=rules),), folded=True))
    return tuple(parts)


def next_training(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """The ways to the next session side by side, as the training advisor lays them out."""
    if not session.options:
        return (Part(missing=say("Too little is known yet to offer options.", lang)),)
    training = import_module("hakaru.present.training_advice")  # only here
    advice = training.narrate_training(known_of(report, session), training.ON_NO_DESK, lang=lang)
    cards = tuple(_way(option, lang) for option in advice.options)
    first = f"{advice.summary}{'' if lang == 'ja' else ' '}{advice.next_decision}"
    needed = max((option.necessary_info for option in advice.options), key=len)  # holds the others
    gap = "" if lang == "ja" else " "
    last = Text(
        text=f"{say('Options with their evidence, not orders.', lang)}{gap}{needed}", soft=True
    )
    return (Part(blocks=(Text(text=first), Options(cards=cards), last)),)


def known_of(report: RunReport, session: SessionReport) -> TrainingKnown:
    """What a report knows of the next session."""
    return TrainingKnown(
        after=session.analysis.summary,
        options=session.options,
        verdict=report.evaluation,
        load=session.load_history,
        changes=session.changes,
    )


def _way(option: AdvisorOption, lang: Lang) -> OptionCard:
    rows = (
        (N_("Next action"), option.next_action),
        (N_("When it fits"), option.criteria_note),
        (N_("Risks"), " / ".join(option.risks)),
    )
    return OptionCard(
        title=option.label,
        when=option.description or "",
        facts=tuple(Fact(label=say(name, lang), value=text) for name, text in rows),
    )
