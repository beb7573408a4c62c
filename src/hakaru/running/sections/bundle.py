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
from hakaru.guard.fence import Json
from hakaru.running.sections.figures import shown
from hakaru.running.sections.model import SectionEvidence

_DERIVED: Mapping[str, str] = {"%": "delta_pct tolerance", "score": "score penalty", "star": "star"}
"""Roles whose unit goes without saying, whatever the metric's own."""

Bundle: TypeAlias = Mapping[str, Json]


def bundle(about: SectionEvidence, *, roles: Sequence[str] = ()) -> Bundle:
    """The evidence as JSON values. `roles` non-empty: of the whole run only these."""
    facts = [one for one in about.evidence.facts if one.unit != "date"]
    whole = [one for one in facts if not one.scope and (not roles or one.role in roles)]
    places = [one for one in facts if one.scope]
    told: dict[str, Json] = {"training_type": about.training_type}
    if whole:
        told["facts"] = _table(whole)
    if places and not roles:
        told["at"] = _places(places)
    if about.evidence.needs_improvement:
        told["needs_improvement"] = dict(about.evidence.needs_improvement)
    if about.evidence.causes:
        told["causes"] = sorted(about.evidence.causes)
    if about.unknown:
        told["unknown"] = list(about.unknown)
    return told


def bundle_bytes(told: Bundle) -> int:
    """Its size as compact JSON in UTF-8."""
    return len(as_text(told).encode())


def as_text(told: Bundle) -> str:
    """Compact JSON."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def evidence_sha256(about: SectionEvidence) -> str:
    """Tells whether a section rests on the evidence of today: equal for equal evidence."""
    known = {
        "section": about.section,
        "day": about.day.isoformat(),
        "bundle": bundle(about),
        "facts": [[one.id, one.value, one.unit] for one in about.evidence.facts],
    }
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()


def _table(facts: Sequence[Fact]) -> Bundle:
    """One row per metric, its unit beside its name."""
    columns = list(dict.fromkeys(one.role for one in facts))
    rows: dict[str, list[Json]] = {}
    for metric in dict.fromkeys(one.metric for one in facts):
        own = {one.role: one for one in facts if one.metric == metric}
        units = [one.unit for one in own.values() if one.role not in _DERIVED.get(one.unit, "")]
        name = f"{metric} {units[0]}" if units else metric
        rows[name] = [shown(own[role]) if role in own else None for role in columns]
        while rows[name][-1] is None:
            rows[name].pop()
    return {"columns": columns, **rows}


def _places(facts: Sequence[Fact]) -> Bundle:
    """One row per place; a column is named by metric and role."""
    columns = list(dict.fromkeys(f"{one.metric}.{one.role}" for one in facts))
    units = {f"{one.metric}.{one.role}": one.unit for one in facts}
    rows: dict[str, list[Json]] = {}
    for scope in dict.fromkeys(one.scope for one in facts):
        own = {f"{one.metric}.{one.role}": one for one in facts if one.scope == scope}
        rows[scope] = [shown(own[column]) if column in own else None for column in columns]
    return {"columns": columns, "units": [units[column] for column in columns], **rows}
