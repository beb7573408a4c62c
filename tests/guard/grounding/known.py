"""The evidence that the tests of grounding share, made by hand."""

from __future__ import annotations

from typing import Any

from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.check import grounded
from hakaru.guard.grounding.claims import Grounding
from hakaru.running.sections.vocabulary import RUNNING


def fact(named: str, value: float | str, unit: str, **given: Any) -> Fact:
    """fact("gct.expected@split 3", 261.5, "ms")."""
    name, _, scope = named.partition("@")
    metric, role = name.split(".")
    return Fact(metric=metric, role=role, value=value, unit=unit, scope=scope, **given)


RUN = Evidence(
    facts=(
        fact("gct.actual", 258.0, "ms"),
        fact("gct.expected", 261.5, "ms"),
        fact("gct.low", 249.0, "ms"),
        fact("gct.high", 274.0, "ms"),
        fact("gct.star", 5, "star"),
        fact("vo.actual", 7.13, "cm"),
        fact("vo.expected", 7.46, "cm"),
        fact("vr.actual", 10.9, "%"),
        fact("vr.expected", 9.5, "%"),
        fact("vr.star", 3, "star"),
        fact("cadence.actual", 183.0, "spm"),
        fact("cadence.target", 180, "spm"),
        fact("pace.actual", 431, "s/km"),
        fact("pace.previous", 439, "s/km"),
        fact("pace.actual@split 3", 452, "s/km"),
        fact("hr.actual@split 3", 151, "bpm"),
        fact("hr.actual", 142.4, "bpm"),
        fact("hr.max", 168, "bpm"),
        fact("distance.actual", 10.02, "km"),
        fact("duration.actual", 4318, "s"),
        fact("overall.score", 95.0, "score"),
        fact("temperature.actual", -3.0, "°C"),
        fact("wind.actual", 2.5, "m/s"),
        fact("runs.n", 12, "count"),
        fact("date.activity", "2025-10-25", "date", aliases=("10月25日",)),
    ),
    needs_improvement={"gct": False, "vo": False, "vr": True, "cadence": False},
    causes=frozenset({"heat"}),
)
"""A run: contact time and oscillation below what is expected, ratio above it."""


def judged(text: str, evidence: Evidence = RUN) -> Grounding:
    """What the judge makes of a text about a run."""
    return grounded(text, evidence, vocabulary=RUNNING)


def rules(text: str, evidence: Evidence = RUN) -> list[str]:
    """The rules that a text breaks, without "grounding."."""
    return [finding.rule.removeprefix("grounding.") for finding in judged(text, evidence).findings]
