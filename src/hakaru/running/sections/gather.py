"""What may each section of a run be about? Its facts, its flags, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hakaru.guard.evidence import Evidence, Fact
from hakaru.running.sections.facts_form import flags, form_facts
from hakaru.running.sections.facts_session import (
    causes_of,
    environment_facts,
    phase_facts,
    rating_facts,
    run_facts,
)
from hakaru.running.sections.facts_splits import split_facts
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionEvidence,
    SectionName,
    Unknown,
)
from hakaru.running.sections.spread import spread_of


def gather(section: SectionName, known: RunKnown) -> SectionEvidence:
    """The evidence of one section. Pure: the same for the same stored run."""
    facts, unknown = _FACTS[section], _UNKNOWN[section]
    about_form = section in ("efficiency", "summary")
    about_conditions = section in ("environment", "summary") and known.analysis is not None
    return SectionEvidence(
        section=section,
        day=known.day,
        training_type=known.training_type,
        evidence=Evidence(
            facts=(*_day(known), *facts(known)),
            needs_improvement=flags(known.evaluation) if about_form else {},
            causes=causes_of(known.analysis.summary)
            if about_conditions and known.analysis is not None
            else frozenset(),
        ),
        unknown=tuple(name for name in unknown if _LACKING[name](known)),
    )


def gather_all(known: RunKnown) -> Mapping[SectionName, SectionEvidence]:
    """The evidence of every section."""
    return {section: gather(section, known) for section in SECTIONS}


def _day(known: RunKnown) -> tuple[Fact, ...]:
    day = known.day
    spoken = (
        f"{day.month}月{day.day}日",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.month}/{day.day}",
        f"{day:%B} {day.day}",
        f"{day.day} {day:%B}",
    )
    return (
        Fact(metric="date", role="activity", value=day.isoformat(), unit="date", aliases=spoken),
    )


def _split(known: RunKnown) -> Sequence[Fact]:
    return split_facts(known.splits)


def _phase(known: RunKnown) -> Sequence[Fact]:
    return () if known.analysis is None else phase_facts(known.analysis)


def _efficiency(known: RunKnown) -> Sequence[Fact]:
    return () if known.evaluation is None else form_facts(known.evaluation)


def _environment(known: RunKnown) -> Sequence[Fact]:
    return () if known.analysis is None else environment_facts(known.analysis.summary)


def _summary(known: RunKnown) -> Sequence[Fact]:
    if known.analysis is None:
        return _efficiency(known)
    return (
        *run_facts(known.analysis.summary),
        *rating_facts(known.analysis.rating),
        *_efficiency(known),
    )


_FACTS: Mapping[SectionName, Callable[[RunKnown], Sequence[Fact]]] = {
    "split": _split,
    "phase": _phase,
    "efficiency": _efficiency,
    "environment": _environment,
    "summary": _summary,
}

_UNKNOWN: Mapping[SectionName, tuple[Unknown, ...]] = {
    "split": ("splits", "heart_rate"),
    "phase": ("type", "rating"),
    "efficiency": ("form", "personal_baseline"),
    "environment": ("weather", "type"),
    "summary": ("form", "personal_baseline", "type", "rating"),
}


def _no_heart_rate(known: RunKnown) -> bool:
    spread = spread_of(known.splits)
    return spread is not None and spread.whole.heart_rate_bpm is None


def _no_baseline(known: RunKnown) -> bool:
    evaluation = known.evaluation
    return evaluation is not None and any(
        verdict.basis == "population" for verdict in evaluation.scored
    )


def _no_weather(known: RunKnown) -> bool:
    return known.analysis is None or known.analysis.summary.temperature_c is None


_LACKING: Mapping[Unknown, Callable[[RunKnown], bool]] = {
    "splits": lambda known: spread_of(known.splits) is None,
    "heart_rate": _no_heart_rate,
    "form": lambda known: known.evaluation is None,
    "personal_baseline": _no_baseline,
    "type": lambda known: known.training_type == "unknown",
    "rating": lambda known: known.analysis is None or known.analysis.rating.stars is None,
    "weather": _no_weather,
}
