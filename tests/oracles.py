"""How does an answer of the product compare with an oracle? Shared by every oracle test."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.running import (
    oracle_families_environment,
    oracle_families_physiology,
    oracle_families_session,
    oracle_families_stats,
    oracle_families_verdict,
)
from tests.shared import CASES
from tests.store import oracle_families_store

Family = Callable[[Mapping[str, Any]], Mapping[str, Any]]

FAMILIES: Mapping[str, Family] = {
    **oracle_families_stats.FAMILIES,
    **oracle_families_verdict.FAMILIES,
    **oracle_families_store.FAMILIES,
    **oracle_families_session.FAMILIES,
    **oracle_families_physiology.FAMILIES,
    **oracle_families_environment.FAMILIES,
}

LETTERS = "ABCDFGHIJ"
"""Every letter that has cases."""


def cases() -> list[Mapping[str, Any]]:
    """Every case; empty where the folder is absent (the test then skips)."""
    path = CASES / "oracles.json"
    if not path.is_file():
        return []
    found: list[Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return found


def matches(expected: object, answer: object, tol: float) -> bool:
    """Whether an answer is the expected one: numbers within tol, text exactly, parts by key."""
    if isinstance(expected, bool | str) or expected is None:
        return answer == expected
    if isinstance(expected, int | float):
        return isinstance(answer, int | float) and abs(answer - expected) <= tol
    if isinstance(expected, list):
        return (
            isinstance(answer, list)
            and len(answer) == len(expected)
            and all(matches(*pair, tol) for pair in zip(expected, answer, strict=True))
        )
    assert isinstance(expected, Mapping)
    return isinstance(answer, Mapping) and all(
        key in answer and matches(value, answer[key], tol) for key, value in expected.items()
    )
