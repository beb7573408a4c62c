"""Families C and D of the shared oracles, each through one product function."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.running.oracle_families_verdict import FAMILIES
from tests.shared import CASES, needs_cases


def _cases() -> list[Mapping[str, Any]]:
    path = CASES / "oracles.json"
    if not path.is_file():
        return []
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return [case for case in cases if case["kind"] == "value" and case["family"][0] in "CD"]


def _matches(expected: object, answer: object, tol: float) -> bool:
    if isinstance(expected, bool | str):
        return answer == expected
    if isinstance(expected, int | float):
        assert isinstance(answer, int | float)
        return abs(answer - expected) <= tol
    if isinstance(expected, list):
        assert isinstance(answer, list)
        return len(answer) == len(expected) and all(
            _matches(*pair, tol) for pair in zip(expected, answer, strict=True)
        )
    assert isinstance(expected, Mapping) and isinstance(answer, Mapping)
    return all(
        key in answer and _matches(value, answer[key], tol) for key, value in expected.items()
    )


@needs_cases
def test_both_families_have_cases() -> None:
    assert {case["family"][0] for case in _cases()} == {"C", "D"}


@needs_cases
@pytest.mark.parametrize("case", _cases(), ids=lambda case: str(case["id"]))
def test_the_product_gives_the_oracle_value(case: Mapping[str, Any]) -> None:
    answer = FAMILIES[case["family"]](case["inputs"])
    assert _matches(case["expected"], answer, case["tol"]), (case["expected"], answer)
