"""Facts of the shared cases, as claims name them, and the Japanese sentences about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hakaru.guard.claims import Facts
from hakaru.guard.evidence import Fact

_NOW = {"climb.actual": ("climb", "per_km", "m/km")}
"""Ids that have another name, and unit, today."""


def facts_from(run: Mapping[str, Any]) -> Facts:
    """All sections of one run together."""
    facts: dict[str, Fact] = {}
    flags: dict[str, bool] = {}
    kind = ""
    for section in run["sections"].values():
        kind = section["training_type"]
        for name, needed in section["needs_improvement"].items():
            flags[f"needs_improvement.{name}"] = needed
        for row in section["facts"]:
            fact = fact_from(row)
            facts[fact.id] = fact
    facts["kind.actual"] = Fact(metric="kind", role="actual", value=kind, unit="word")
    known = {name.partition(".")[0] for name in facts}
    flags |= {
        "unknown.weather": "temperature" not in known,
        "unknown.wind": "wind" not in known,
        "unknown.heart_rate": "heart_rate" not in known,
        "unknown.form": "gct" not in known,
    }
    for role in ("warmup", "main", "work", "recovery", "cooldown"):
        flags[f"present.{role}"] = f"phase.distance@{role}" in facts
    return Facts(facts=tuple(facts.values()), flags=flags)


def fact_from(row: Mapping[str, Any]) -> Fact:
    """One fact of the file."""
    name, _, scope = row["id"].partition("@")
    metric, _, role = name.partition(".")
    unit = row["unit"]
    if name in _NOW:
        metric, role, unit = _NOW[name]
    return Fact(metric=metric, role=role, value=row["value"], unit=unit, scope=scope)


def japanese(cases: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The Japanese sentences."""
    return [case for case in cases["cases"] if case["lang"] == "ja"]


def load(path: str) -> Mapping[str, Any]:
    """The file as it is."""
    with open(path, encoding="utf-8") as file:
        loaded: Mapping[str, Any] = json.load(file)
    return loaded
