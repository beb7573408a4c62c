"""Which sections has the analysis of a run, what is each about, and what does one hold?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.guard.evidence import Evidence
from hakaru.running.metrics import MetricName
from hakaru.running.session.analysis import SessionAnalysis
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
    yet. Text of devices and users (title, gear, notes) is left out: no section is about it."""

    activity_id: int
    day: date
    evaluation: FormEvaluation | None
    splits: tuple[Split, ...]
    analysis: SessionAnalysis | None

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
