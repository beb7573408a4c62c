"""Facts and sentences of the shared cases, as claims see them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from hakaru.guard.claims import Facts, all_hold
from hakaru.guard.evidence import Fact
from hakaru.running.claims.en.sentences import claims_of_sentence
from tests.shared import CASES


@dataclass(frozen=True, kw_only=True)
class Case:
    """One sentence of the shared cases."""

    text: str
    true: bool
    category: str
    facts: Facts


def shared_cases(lang: str) -> tuple[Case, ...]:
    """Every sentence of a language, with the facts of its run."""
    content = json.loads((CASES / "narrative_first_contact.json").read_text("utf-8"))
    runs = {name: facts_of_run(run) for name, run in content["facts"].items()}
    return tuple(
        Case(text=c["text"], true=c["true"], category=c["category"], facts=runs[c["run"]])
        for c in content["cases"]
        if c["lang"] == lang
    )


def facts_of_run(run: Mapping[str, Any]) -> Facts:
    """The facts of all sections under the ids of today, with what follows from them."""
    day = date.fromisoformat(run["day"])
    facts: dict[str, Fact] = {}
    flags: dict[str, bool] = {}
    kind = ""
    for section in run["sections"].values():
        kind = section["training_type"]
        for name, value in section["needs_improvement"].items():
            flags[f"needs_improvement.{name}"] = value
        for row in section["facts"]:
            fact = _fact(row)
            facts[fact.id] = fact
    spoken = (f"{day:%B} {day.day}", f"{day.day} {day:%B}")
    facts["date.activity"] = replace(facts["date.activity"], aliases=spoken)
    facts["kind.actual"] = Fact(metric="kind", role="actual", value=kind, unit="word")
    for fact in (*_repetitions(facts), *_criteria(facts)):
        facts[fact.id] = fact
    flags |= {"unknown.weather": True, "unknown.form": False, "unknown.heart_rate": False}
    for phase in ("warmup", "main", "work", "recovery", "cooldown"):
        if f"criteria.count@{phase}" in facts:
            flags[f"present.{phase}"] = f"phase.distance@{phase}" in facts
    return Facts(facts=tuple(facts.values()), flags=flags)


def _fact(row: Mapping[str, Any]) -> Fact:
    name, _, scope = row["id"].partition("@")
    metric, _, role = name.partition(".")
    if (metric, role) == ("climb", "actual"):
        return Fact(metric="climb", role="per_km", value=row["value"], unit="m/km")
    return Fact(metric=metric, role=role, value=row["value"], unit=row["unit"], scope=scope)


def _repetitions(facts: Mapping[str, Fact]) -> Iterator[Fact]:
    """Of a session of repetitions the splits that are compared are its repetitions."""
    if "repetitions.count" not in facts:
        return
    for metric in ("pace", "heart_rate"):
        splits = [f for f in facts.values() if f.metric == metric and f.scope.startswith("split ")]
        for n, fact in enumerate(sorted(splits, key=lambda f: int(f.scope.split()[1])), 1):
            yield replace(fact, scope=f"repetition {n}")


def _criteria(facts: Mapping[str, Fact]) -> Iterator[Fact]:
    for role in ("met", "count"):
        values = [
            float(f.value) for f in facts.values() if f.metric == "criteria" and f.role == role
        ]
        yield Fact(metric="criteria", role=role, value=sum(values), unit="count")


def read_and_true(text: str, facts: Facts) -> bool:
    """Whether a sentence is read completely and every claim of it holds."""
    claims = claims_of_sentence(text, facts)
    return claims is not None and all_hold(claims, facts)


def warm_day(facts: Facts) -> Facts:
    """Such a run on a warm day, with a warm-up and a cool-down, on a flat course."""
    numbers = (
        ("temperature", "actual", 27.4, "°C", ""),
        ("humidity", "actual", 71.0, "%", ""),
        ("wind", "actual", 2.1, "m/s", ""),
        ("climb", "total", 48.3, "m", ""),
        ("climb", "per_km", 3.4, "m/km", ""),
        ("pace", "actual", 425.0, "s/km", "warmup"),
        ("heart_rate", "actual", 118.0, "bpm", "warmup"),
        ("pace", "actual", 440.0, "s/km", "cooldown"),
    )
    more = [
        Fact(metric=metric, role=role, value=value, unit=unit, scope=scope)
        for metric, role, value, unit, scope in numbers
    ]
    more.append(Fact(metric="terrain", role="actual", value="flat", unit="word"))
    known = {fact.id: fact for fact in (*facts.facts, *more)}
    return Facts(
        facts=tuple(known.values()),
        flags={**facts.flags, "unknown.weather": False},
        causes=frozenset({("pace", "heat")}),
    )


def runs() -> Mapping[str, Facts]:
    """The runs that the shared cases are about, and one of them on a warm day."""
    content = json.loads((CASES / "narrative_first_contact.json").read_text("utf-8"))
    known = {name: facts_of_run(run) for name, run in content["facts"].items()}
    return {**known, "D": warm_day(known["C"])}
