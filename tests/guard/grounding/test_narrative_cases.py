"""Are the labelled narratives judged as their labels say?"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from hakaru.guard.evidence import Evidence, Fact
from tests.guard.grounding.known import judged
from tests.shared import CASES, needs_cases


@cache
def shared() -> dict[str, Any]:
    """The cases and their evidence."""
    path = CASES / "proposal_cases.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def evidence() -> Evidence:
    """The evidence that all of them are about."""
    known = shared()["narrative_evidence"]
    facts = tuple(
        Fact(**{**row, "aliases": tuple(row.get("aliases", ()))}) for row in known["facts"]
    )
    return Evidence(facts=facts, needs_improvement=known["needs_improvement"])


@needs_cases
@pytest.mark.parametrize("case", shared().get("narrative_cases", ()), ids=lambda case: case["id"])
def test_a_narrative_is_judged_as_labelled(case: dict[str, Any]) -> None:
    judgement, expected = judged(case["text"], evidence()), case["expect"]
    assert (not judgement.findings) == expected["ok"], judgement.findings
    if case.get("tier") != "binding":
        assert list(judgement.unsupported) == expected["unsupported"]
        assert list(judgement.contradictions) == expected["contradictions"]


@needs_cases
def test_there_are_cases_of_every_tier() -> None:
    assert {case.get("tier") for case in shared()["narrative_cases"]} >= {None, "binding"}
