"""Sections of the analysis of a run: what each is about and what it holds.

A fact holds the value itself, so that a text may say it with few or many digits; what is handed to
an author has the digits of the tables, so that a text that copies it agrees with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Literal

from hakaru.core.units import format_duration, format_pace
from hakaru.guard.cleaning import for_model, path_of
from hakaru.guard.evidence import Evidence, Fact
from hakaru.records import frozen
from hakaru.running.claims.past import Past
from hakaru.running.session.model import SessionAnalysis, TrainingType
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation

if TYPE_CHECKING:
    from hakaru.running.why import Explanation

SectionName = Literal["split", "phase", "efficiency", "environment", "summary"]
SECTIONS: tuple[SectionName, ...] = ("split", "phase", "efficiency", "environment", "summary")

Unknown = Literal["splits", "heart_rate", "form", "personal_baseline", "type", "rating", "weather"]
"""What a section would like to speak about, but nobody measured, learned or told."""


@frozen
class RunKnown:
    """What the store holds about a run. None: form was not judged; nobody looked at it as a session
    yet; earlier runs were not looked at. `why` is what moved the metrics of the verdict. Text of
    devices and users (title, gear, notes) is left out: no section is about it."""

    activity_id: int
    day: date
    evaluation: FormEvaluation | None
    splits: tuple[Split, ...]
    analysis: SessionAnalysis | None
    past: Past | None = None
    why: tuple[Explanation, ...] = ()

    @property
    def training_type(self) -> TrainingType:
        """Which kind of training it was."""
        return "unknown" if self.analysis is None else self.analysis.verdict.training_type

    @property
    def has_other_sensors(self) -> bool:
        """Whether runs with another sensor lie between the last ones that form is compared with."""
        return self.past is not None and self.past.other_sensors

    @property
    def is_cut_off(self) -> bool:
        """Whether the file ends before the run did, so that nothing is known of its end."""
        return self.analysis is not None and self.analysis.summary.recorded_until_s is not None


@frozen
class SectionEvidence:
    """All that one section of one run may be about, and what is not known."""

    section: SectionName
    day: date
    training_type: TrainingType
    evidence: Evidence
    unknown: tuple[Unknown, ...] = ()


Source = Literal["llm", "narrator", "agent"]
"""Who worded a text: a language model Hakaru asked; Hakaru's own words; somebody else."""


@frozen
class Chosen:
    """One sentence that a model chose: the ids of what it says on the menu of the run. `text` None:
    in the menu's own words."""

    ids: tuple[str, ...]
    text: str | None = None


@frozen
class SectionText:
    """What a section says, and the facts it rests on. `claims`: what a model chose to say; of other
    authors none."""

    section: SectionName
    text: str
    evidence: tuple[str, ...]
    claims: tuple[Chosen, ...] = ()

    @property
    def content(self) -> Mapping[str, object]:
        """The same as JSON values, as an author hands it in."""
        content: dict[str, object] = {"text": self.text, "evidence": list(self.evidence)}
        if self.claims:
            content["claims"] = [
                {"ids": list(chosen.ids), "text": chosen.text} for chosen in self.claims
            ]
        return content


@frozen
class ShownSection:
    """A section as a reader sees it."""

    text: SectionText
    source: Source


@frozen
class AuthorNote:
    """What somebody else wrote about a run, line by line: nobody checked it. `author` None: the
    author did not say."""

    author: str | None
    lines: tuple[str, ...]


TEXT_MOST = 1200
"""Characters of a section's text."""


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
    decimals = _METRES.get(fact.metric, 0) if fact.unit == "m" else _DECIMALS.get(fact.unit, 0)
    value = round(fact.value, decimals) + 0.0
    return value if decimals and not value.is_integer() else int(value)


def _stable(value: float) -> float:
    """Without the last digits, which differ between machines; never a negative zero."""
    return round(value, _DIGITS) + 0.0


_DIGITS = 6
_DECIMALS: Mapping[str, int] = {"cm": 1, "%": 1, "km": 2, "score": 1, "m/s": 1}
_METRES: Mapping[str, int] = {"step_length": 2}
"""Of lengths in metres: whole ones say nothing about a step."""


_LINE_MOST = 2000


def note_lines(data: Mapping[str, object]) -> tuple[str, ...]:
    """An analysis as lines for a reader: what stands in fields of its author's own is named."""
    plain = {key: value for key, value in data.items() if key not in ("evidence", "language")}
    lines = []
    for path, text in _texts_in(plain, ""):
        name = "" if path.rpartition(".")[2] == "text" else f"{path}: "
        lines += [for_model(f"{name}{line}", most=_LINE_MOST) for line in text.splitlines()]
    return tuple(line for line in lines if line.strip())


def _texts_in(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Every text, number and flag with its path; ids of facts and claims are left out."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key == "text" or not path.startswith(("claims[", "improvements[")):
                yield from _texts_in(item, path_of(path, str(key)))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _texts_in(item, path_of(path, place))
    elif value is not None and not (path.startswith("claims[") and path.endswith("]")):
        yield path, str(value)
