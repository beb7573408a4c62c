"""Which sections has the analysis of a run, what is each about, and what does one hold?

A fact holds the value itself, so that a text may say it with few or many digits; what is handed to
an author has the digits of the tables, so that a text that copies it agrees with them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.core.units import format_duration, format_pace
from hakaru.guard.evidence import Evidence, Fact
from hakaru.running.claims.past import Past
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.session.analyse import SessionAnalysis
from hakaru.running.session.model import TrainingType
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation

SectionName = Literal["split", "phase", "efficiency", "environment", "summary"]
SECTIONS: tuple[SectionName, ...] = ("split", "phase", "efficiency", "environment", "summary")

Unknown = Literal["splits", "heart_rate", "form", "personal_baseline", "type", "rating", "weather"]
"""What a section would like to speak about, but nobody measured, learned or told."""


@dataclass(frozen=True, kw_only=True)
class RunKnown:
    """What the store holds about a run. None: form was not judged; nobody looked at it as a session
    yet; earlier runs were not looked at. Text of devices and users (title, gear, notes) is left
    out: no section is about it."""

    activity_id: int
    day: date
    evaluation: FormEvaluation | None
    splits: tuple[Split, ...]
    analysis: SessionAnalysis | None
    past: Past | None = None

    @property
    def training_type(self) -> TrainingType:
        """Which kind of training it was."""
        return "unknown" if self.analysis is None else self.analysis.verdict.training_type


@dataclass(frozen=True, kw_only=True)
class SectionEvidence:
    """All that one section of one run may be about, and what is not known."""

    section: SectionName
    day: date
    training_type: TrainingType
    evidence: Evidence
    unknown: tuple[Unknown, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """The ids that a text may cite."""
        return frozenset(fact.id for fact in self.evidence.facts)


Source = Literal["llm", "narrator", "agent"]
"""Who worded a text: a language model Hakaru asked; Hakaru's own words; somebody else."""


@dataclass(frozen=True, kw_only=True)
class Improvement:
    """One proposal: the metric that needs it, the proposal, the facts it rests on."""

    metric: MetricName
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SectionText:
    """What a section says, and the facts it rests on. Only a summary proposes improvements."""

    section: SectionName
    text: str
    evidence: tuple[str, ...]
    improvements: tuple[Improvement, ...] = ()

    @property
    def content(self) -> Mapping[str, object]:
        """The same as JSON values, as an author hands it in."""
        content: dict[str, object] = {"text": self.text, "evidence": list(self.evidence)}
        if self.section == "summary":
            content["improvements"] = [
                {
                    "metric": improvement.metric,
                    "text": improvement.text,
                    "evidence": list(improvement.evidence),
                }
                for improvement in self.improvements
            ]
        return content

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Every text in it with its path."""
        proposed = (
            (f"improvements[{place}].text", improvement.text)
            for place, improvement in enumerate(self.improvements)
        )
        return (("text", self.text), *proposed)


@dataclass(frozen=True, kw_only=True)
class ShownSection:
    """A section as a reader sees it."""

    text: SectionText
    source: Source


TEXT_MOST = 1200
"""Characters of a section's text."""

PROPOSAL_MOST = 240
"""Characters of one proposal."""

CITED_MOST = 60
"""Facts that one text may name."""

CONTRACT_KEYS = frozenset({"evidence", "improvements"})
"""An object with one of these is meant as a section in this shape; any other is free in form."""

_TEXT: Mapping[str, object] = {"type": "string", "minLength": 1, "maxLength": TEXT_MOST}
_CITED: Mapping[str, object] = {
    "type": "array",
    "items": {"type": "string"},
    "maxItems": CITED_MOST,
}
_PROPOSAL: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "metric": {"type": "string", "enum": list(SCORED_METRICS)},
        "text": {"type": "string", "minLength": 1, "maxLength": PROPOSAL_MOST},
        "evidence": _CITED,
    },
    "required": ["metric", "text", "evidence"],
    "additionalProperties": False,
}


def section_schema(section: SectionName) -> Mapping[str, object]:
    """The JSON Schema of one section: a text, the facts it rests on, and of a summary proposals.
    No tables: these are drawn from the store."""
    properties: dict[str, object] = {"text": _TEXT, "evidence": _CITED}
    if section == "summary":
        properties["improvements"] = {
            "type": "array",
            "items": _PROPOSAL,
            "maxItems": len(SCORED_METRICS),
        }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMAS: Mapping[SectionName, Mapping[str, object]] = {
    section: section_schema(section) for section in SECTIONS
}


def figures(
    metric: str,
    values: Mapping[str, float | None],
    *,
    unit: str,
    scope: str = "",
) -> tuple[Fact, ...]:
    """The facts of one metric by role; None, NaN and infinity are left out."""
    return tuple(
        Fact(metric=metric, role=role, value=_stable(value), unit=unit, scope=scope)
        for role, value in values.items()
        if value is not None and math.isfinite(value)
    )


def shown(fact: Fact) -> str | float:
    """A value as tables write it: paces and times as such, whole numbers without a point."""
    if isinstance(fact.value, str):
        return fact.value
    if fact.unit == "s/km" and fact.role != "delta":
        return f"{format_pace(fact.value)}/km"
    if fact.unit == "s":
        return format_duration(fact.value)
    decimals = _DECIMALS.get(fact.unit, 0)
    value = round(fact.value, decimals) + 0.0
    return value if decimals and not value.is_integer() else int(value)


def _stable(value: float) -> float:
    """Without the last digits, which differ between machines; never a negative zero."""
    return round(value, _DIGITS) + 0.0


_DIGITS = 6
_DECIMALS: Mapping[str, int] = {"cm": 1, "%": 1, "km": 2, "score": 1, "m/s": 1}
