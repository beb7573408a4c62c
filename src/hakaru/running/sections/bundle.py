"""How is the evidence of a section handed to whoever writes it: small, rounded, every id in it?

A row of `facts` is a metric with its unit, a column a role: the id of a cell is `metric.role`. Rows
of `at` are places (a split, a phase), their columns ids: the id of a cell is `column@row`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from hakaru.guard.evidence import Fact
from hakaru.guard.task import Json
from hakaru.running.sections.figures import shown
from hakaru.running.sections.model import SectionEvidence

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
