"""Is no false one of the labelled narratives shown as a finding?"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from hakaru.guard.claims import Facts, all_hold
from hakaru.guard.evidence import Fact
from hakaru.running.claims.outside import Taken, take
from tests.shared import CASES, needs_cases


@cache
def shared() -> dict[str, Any]:
    """The cases and their evidence."""
    path = CASES / "proposal_cases.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def facts() -> Facts:
    """The facts that all of them are about."""
    known = shared()["narrative_evidence"]
    return Facts(
        facts=tuple(
            Fact(**{**row, "aliases": tuple(row.get("aliases", ()))}) for row in known["facts"]
        ),
        flags={
            f"needs_improvement.{name}": needed
            for name, needed in known["needs_improvement"].items()
        },
        causes=frozenset(),
    )


def taken(case: dict[str, Any]) -> Taken:
    """What becomes of a narrative that somebody hands in."""
    return take({"text": case["text"]}, facts(), menu=dict)


def is_finding(case: dict[str, Any]) -> bool:
    """Whether all of it is shown as true."""
    judged = taken(case)
    return bool(judged.statements) and not judged.refusals and not judged.is_note


@needs_cases
@pytest.mark.parametrize("case", shared().get("narrative_cases", ()), ids=lambda case: case["id"])
def test_no_false_narrative_is_a_finding(case: dict[str, Any]) -> None:
    assert case["expect"]["ok"] or not is_finding(case)
    assert all(all_hold(statement.claims, facts()) for statement in taken(case).statements)


@needs_cases
def test_true_ones_are_taken_or_kept_as_a_note() -> None:
    true = [case for case in shared()["narrative_cases"] if case["expect"]["ok"]]
    assert true
    assert not [case["id"] for case in true if taken(case).refusals]
