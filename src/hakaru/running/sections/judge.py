"""The question for a section, and the judgement whether its text may be stored and shown.

A section is judged as its author handed it in: never repaired, and nothing of it is trusted. The
shape comes first; what can be read of a wrong shape is judged as well, so that an author hears
everything at once.

A row of `facts` is a metric with its unit, a column a role: the id of a cell is `metric.role`. Rows
of `at` are places (a split, a phase), their columns ids: the id of a cell is `column@row`.

What Hakaru itself stores carries its language, who worded it and the evidence it rests on, beside
the text. What others hand in is judged by `running.claims.outside`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hakaru.core.i18n import Lang, language_named
from hakaru.guard.cleaning import Finding, musts
from hakaru.guard.evidence import Fact
from hakaru.guard.grounding.check import check as ground
from hakaru.guard.replies import check as check_shape
from hakaru.guard.task import (
    Json,
)
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.sections.model import (
    SCHEMAS,
    Improvement,
    SectionEvidence,
    SectionName,
    SectionText,
    Source,
    shown,
)
from hakaru.running.sections.rules import (
    Draft,
    broken_rules,
)
from hakaru.running.sections.vocabulary import SECTION_WORDS

_DERIVED: Mapping[str, str] = {"%": "delta_pct tolerance", "score": "score penalty", "star": "star"}
"""Roles whose unit goes without saying, whatever the metric's own."""

Bundle: TypeAlias = Mapping[str, Json]


def bundle(about: SectionEvidence, *, roles: Sequence[str] = ()) -> Bundle:
    """The evidence as JSON values. `roles` non-empty: of the whole run only these."""
    facts = [fact for fact in about.evidence.facts if fact.unit != "date"]
    whole = [fact for fact in facts if not fact.scope and (not roles or fact.role in roles)]
    places = [fact for fact in facts if fact.scope]
    payload: dict[str, Json] = {"training_type": about.training_type}
    if whole:
        payload["facts"] = _table(whole)
    if places and not roles:
        payload["at"] = _places(places)
    if about.evidence.needs_improvement:
        payload["needs_improvement"] = dict(about.evidence.needs_improvement)
    if about.evidence.causes:
        payload["causes"] = sorted(about.evidence.causes)
    if about.unknown:
        payload["unknown"] = list(about.unknown)
    return payload


def bundle_bytes(payload: Bundle) -> int:
    """Its size as compact JSON in UTF-8."""
    return len(as_text(payload).encode())


def as_text(payload: Bundle) -> str:
    """Compact JSON."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def evidence_sha256(about: SectionEvidence) -> str:
    """Tells whether a section rests on the evidence of today: equal for equal evidence."""
    payload = {
        "section": about.section,
        "day": about.day.isoformat(),
        "bundle": bundle(about),
        "facts": [[fact.id, fact.value, fact.unit] for fact in about.evidence.facts],
    }
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _table(facts: Sequence[Fact]) -> Bundle:
    """One row per metric, its unit beside its name."""
    columns = list(dict.fromkeys(fact.role for fact in facts))
    rows: dict[str, list[Json]] = {}
    for metric in dict.fromkeys(fact.metric for fact in facts):
        own = {fact.role: fact for fact in facts if fact.metric == metric}
        units = [fact.unit for fact in own.values() if fact.role not in _DERIVED.get(fact.unit, "")]
        name = f"{metric} {units[0]}" if units else metric
        rows[name] = [shown(own[role]) if role in own else None for role in columns]
        while rows[name][-1] is None:
            rows[name].pop()
    return {"columns": columns, **rows}


def _places(facts: Sequence[Fact]) -> Bundle:
    """One row per place; a column is named by metric and role."""
    columns = list(dict.fromkeys(f"{fact.metric}.{fact.role}" for fact in facts))
    units = {f"{fact.metric}.{fact.role}": fact.unit for fact in facts}
    rows: dict[str, list[Json]] = {}
    for scope in dict.fromkeys(fact.scope for fact in facts):
        own = {f"{fact.metric}.{fact.role}": fact for fact in facts if fact.scope == scope}
        rows[scope] = [shown(own[column]) if column in own else None for column in columns]
    return {"columns": columns, "units": [units[column] for column in columns], **rows}


SENTENCES = (2, 4)

_LANGUAGES: Mapping[Lang, str] = {"ja": "Japanese", "en": "English"}
_TASKS: Mapping[SectionName, str] = {
    "split": "Word how pace and heart rate ran over the splits",
    "phase": "Word how the phases of this session went and what cost stars",
    "efficiency": "Word the form verdict",
    "environment": "Word the conditions of this run (they change no star)",
    "summary": "Sum up this run and its form",
}


def instructions(section: SectionName, lang: Lang) -> str:
    """What to do with the evidence of a section."""
    few, many = SENTENCES
    parts = [f"{_TASKS[section]} in {_LANGUAGES[lang]}, {few}-{many} sentences."]
    parts.append("Copy numbers from data, compute none.")
    if section in ("efficiency", "summary"):
        parts.append("needs_improvement true: outside the runner's own range; false: inside.")
    else:
        parts.append("No praise or blame of form metrics.")
    if section == "summary":
        parts.append(
            "improvements: empty, or one proposal for a metric that is true; one run is no trend."
        )
    parts.append("No advice, table, Markdown." if section == "efficiency" else "No table.")
    proposals = ',"improvements":[{"metric","text","evidence"}]' if section == "summary" else ""
    parts.append('Reply JSON: {"text","evidence":[ids]' + proposals + "}; id: " + _ID[section])
    return " ".join(parts)


_CELL, _AT = "metric.role", "metric.role or column@row"
_ID: Mapping[SectionName, str] = {
    "split": _AT,
    "phase": _AT,
    "efficiency": _CELL,
    "environment": _CELL,
    "summary": _CELL,
}


SECTIONS_VERSION = "sections-2.0"
"""Stored with every text of our own: a newer one is written where it differs."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A text (None: not of the shape of a section) and everything that is wrong with it."""

    text: SectionText | None
    findings: tuple[Finding, ...]

    @property
    def passes(self) -> bool:
        """Whether it may be stored."""
        return self.text is not None and not musts(self.findings)


def judge_section(
    value: Mapping[str, object], about: SectionEvidence, *, lang: Lang, told_in: Lang
) -> Judged:
    """A section as JSON values. `told_in` is the language of the findings."""
    shape = check_shape(value, SCHEMAS[about.section], lang=told_in)
    text = read_section(value, about)
    if text is None:
        return Judged(text=None, findings=shape)
    text_findings = judge_text(text, about, lang=lang, told_in=told_in)
    return Judged(text=None if shape else text, findings=(*shape, *text_findings))


def judge_text(
    text: SectionText, about: SectionEvidence, *, lang: Lang, told_in: Lang
) -> tuple[Finding, ...]:
    """Everything that is wrong with a section of the right shape."""
    grounded = (
        finding
        for path, passage in text.texts
        for finding in ground(
            passage, about.evidence, vocabulary=SECTION_WORDS, path=path, lang=told_in
        )
    )
    rules = broken_rules(Draft(text=text, about=about, lang=lang, told_in=told_in))
    return (*grounded, *rules)


def read_section(value: Mapping[str, object], about: SectionEvidence) -> SectionText | None:
    """What can be read of a section, whatever else is wrong with it; None: it has no text."""
    text = value.get("text")
    if not isinstance(text, str):
        return None
    proposed = value.get("improvements")
    return SectionText(
        section=about.section,
        text=text,
        evidence=_strings(value.get("evidence")),
        improvements=_improvements(proposed) if about.section == "summary" else (),
    )


def _improvements(value: object) -> tuple[Improvement, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(improvement for item in value for improvement in _improvement(item))


def _improvement(value: object) -> tuple[Improvement, ...]:
    if not isinstance(value, Mapping):
        return ()
    text = value.get("text")
    metrics = [name for name in SCORED_METRICS if name == value.get("metric")]
    if not metrics or not isinstance(text, str):
        return ()
    return (Improvement(metric=metrics[0], text=text, evidence=_strings(value.get("evidence"))),)


def _strings(value: object) -> tuple[str, ...]:
    return tuple(text for text in value if isinstance(text, str)) if isinstance(value, list) else ()


_LANGUAGE, _SOURCE, _EVIDENCE = "language", "source", "evidence_sha256"
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How a text came about. None: its author did not say."""

    source: Source
    lang: Lang
    evidence_sha256: str | None


def stored_content(text: SectionText, origin: Origin) -> Mapping[str, object]:
    """What is stored of a text of our own."""
    return {
        **text.content,
        _LANGUAGE: origin.lang,
        _SOURCE: origin.source,
        _EVIDENCE: origin.evidence_sha256,
    }


def origin_of(data: Mapping[str, object]) -> Origin:
    """How a stored analysis came about; without a word about it, it is somebody else's."""
    digest, source = data.get(_EVIDENCE), data.get(_SOURCE)
    ours = isinstance(digest, str) and source in ("llm", "narrator")
    written_in = str(data.get(_LANGUAGE)) if ours else None
    return Origin(
        source=("llm" if source == "llm" else "narrator") if ours else "agent",
        lang=language_named(written_in) or language_of(str(data.get("text", ""))),
        evidence_sha256=digest if ours and isinstance(digest, str) else None,
    )


def handed_in(data: Mapping[str, object]) -> Mapping[str, object]:
    """An analysis as somebody else writes it: it cannot say that we worded it."""
    return {key: value for key, value in data.items() if key not in (_SOURCE, _EVIDENCE)}


def language_of(text: str) -> Lang:
    """Which of our languages a text is in."""
    return "ja" if _JAPANESE.search(text) else "en"


def still_true(data: Mapping[str, object], about: SectionEvidence) -> SectionText | None:
    """A stored text, if it says nothing that the evidence of today does not; None: it is in a shape
    of its own, or out of date."""
    content = {key: value for key, value in data.items() if key not in _OF_ORIGIN}
    lang = language_of(str(content.get("text", "")))
    judged = judge_section(content, about, lang=lang, told_in="en")
    return judged.text if judged.passes else None


_OF_ORIGIN = frozenset({_LANGUAGE, _SOURCE, _EVIDENCE})
