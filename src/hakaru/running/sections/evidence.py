"""The evidence of a section as JSON values, and how a stored text of one came about.

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
from typing import TypeAlias

from hakaru.core.i18n import Lang, language_named
from hakaru.guard.evidence import Fact
from hakaru.guard.task import Json
from hakaru.records import frozen
from hakaru.running.sections.model import SectionEvidence, SectionText, Source, shown

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


SECTIONS_VERSION = "sections-2.1"
"""Stored with every text of our own: a newer one is written where it differs."""


_LANGUAGE, _SOURCE, _EVIDENCE = "language", "source", "evidence_sha256"
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@frozen
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
