"""What do the sections of phases, conditions and the next training say?"""

from __future__ import annotations

from hakaru.proposals.reports import AdvisorOption
from hakaru.render.blocks import (
    Block,
    CriterionLine,
    Facts,
    Items,
    OptionCard,
    Options,
    Part,
    PhaseCard,
    Phases,
    Text,
)
from hakaru.render.environment_text import environment_rows, environment_texts, rule_texts
from hakaru.render.facts import Fact
from hakaru.render.page_overview import page_kind
from hakaru.render.rating_text import (
    criterion_name,
    criterion_value,
    outcome_text,
    phase_line,
    phase_name,
    target_basis_text,
    target_text,
)
from hakaru.render.session_text import joined_text
from hakaru.render.training_advice import ON_NO_DESK, narrate_training
from hakaru.render.words import say
from hakaru.render.words_environment import ENVIRONMENT
from hakaru.render.words_page import PAGE
from hakaru.render.words_proposals import PROPOSALS
from hakaru.running.next_training import TrainingKnown
from hakaru.running.report import RunReport, SessionReport
from hakaru.running.session.model import Criterion, Phase
from hakaru.running.wording import Lang


def phases(session: SessionReport, lang: Lang) -> tuple[Part, ...]:
    """Every phase with every criterion; of an absent one that it was absent. Hard sessions say why
    warm-up and cool-down matter."""
    rating = session.analysis.rating
    if not rating.phases:
        return (Part(missing=say(PAGE["no_phases"], lang)),)
    cards = tuple(_card(phase, session, lang) for phase in rating.phases)
    blocks: tuple[Block, ...] = (Phases(cards=cards),)
    if page_kind(session) != "easy":
        blocks = (Text(text=say(PAGE["hard_wc"], lang)), *blocks)
    return (Part(blocks=blocks),)


def _card(phase: Phase, session: SessionReport, lang: Lang) -> PhaseCard:
    heads = ("items", "value", "target", "outcome", "target_basis")
    item, value, target, outcome, basis = (say(PAGE[key], lang) for key in heads)
    criteria = phase.criteria if phase.present else ()
    judged = [criterion for criterion in criteria if criterion.outcome != "cannot_tell"]
    others = [criterion for criterion in criteria if criterion.outcome == "cannot_tell"]
    return PhaseCard(
        title=phase_name(phase, session.analysis.verdict.training_type, lang=lang),
        line=phase_line(phase, lang),
        present=phase.present,
        columns=(item, value, target, outcome, basis),
        criteria=tuple(_line(criterion, lang) for criterion in judged),
        aside=say(PAGE["not_counted"], lang),
        untold=_untold(others, lang),
    )


def _untold(criteria: list[Criterion], lang: Lang) -> str:
    """'判定なし: パワー（記録なし）'; '' where everything was judged."""
    if not criteria:
        return ""
    names = joined_text([criterion_name(criterion, lang) for criterion in criteria], lang)
    return say(PAGE["not_judged"], lang, names=names)


def _line(criterion: Criterion, lang: Lang) -> CriterionLine:
    return CriterionLine(
        name=criterion_name(criterion, lang),
        value=criterion_value(criterion, lang),
        target=target_text(criterion, lang),
        outcome=criterion.outcome,
        result=outcome_text(criterion, lang),
        basis=target_basis_text(criterion, lang),
        counts=criterion.counts,
    )


def environment(session: SessionReport, lang: Lang) -> tuple[Part, ...]:
    """Conditions, what they did as ranges, and general rules as context."""
    conditions = session.environment
    if conditions is None:
        return (Part(missing=say(PAGE["no_environment"], lang)),)
    rows, texts = environment_rows(conditions, lang), environment_texts(conditions, lang)
    if conditions.wind.wind_speed_mps is None:  # why it is not known is no figure
        unknown = say(ENVIRONMENT["wind"], lang)
        rows = tuple(row for row in rows if row.label != unknown)
    if not rows and not texts:
        return (Part(missing=say(PAGE["no_environment"], lang)),)
    blocks: list[Block] = [Facts(facts=rows)] if rows else []
    if texts:
        blocks.append(Items(items=texts))
    blocks.append(Text(text=say(PAGE["environment_note"], lang), soft=True))
    parts = [Part(blocks=tuple(blocks))]
    rules = rule_texts(conditions, lang)
    if rules:
        title = say(PAGE["typical_part"], lang)
        parts.append(Part(title=title, blocks=(Items(items=rules),), folded=True))
    return tuple(parts)


def next_training(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """The ways to the next session side by side, as the training advisor lays them out."""
    if not session.options:
        return (Part(missing=say(PAGE["no_options"], lang)),)
    advice = narrate_training(known_of(report, session), ON_NO_DESK, lang=lang)
    cards = tuple(_way(option, lang) for option in advice.options)
    first = f"{advice.summary}{'' if lang == 'ja' else ' '}{advice.next_decision}"
    needed = max((option.necessary_info for option in advice.options), key=len)  # holds the others
    gap = "" if lang == "ja" else " "
    last = Text(text=f"{say(PAGE['options_note'], lang)}{gap}{needed}", soft=True)
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
        ("next_action", option.next_action),
        ("criteria_note", option.criteria_note),
        ("risks", " / ".join(option.risks)),
    )
    return OptionCard(
        title=option.label,
        when=option.description or "",
        facts=tuple(Fact(label=say(PROPOSALS[key], lang), value=text) for key, text in rows),
    )
