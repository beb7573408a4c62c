"""The product against the shared oracles: every case of a family through one product function."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.oracles import FAMILIES, LETTERS, cases, matches
from tests.shared import needs_cases


@needs_cases
def test_every_letter_has_cases() -> None:
    assert {case["family"][0] for case in cases()} == set(LETTERS)


@needs_cases
def test_an_unknown_family_is_an_error() -> None:
    assert {case["family"] for case in cases()} - set(FAMILIES) == set()


@needs_cases
@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_the_product_gives_the_oracle_value(case: Mapping[str, Any]) -> None:
    answer = FAMILIES[case["family"]](case["inputs"])
    assert matches(case["expected"], answer, case["tol"]), (case["expected"], answer)


def test_a_wrong_answer_does_not_match() -> None:
    assert not matches({"q": [1.0, 2.0]}, {"q": [1.0, 2.1]}, 1e-9)
    assert not matches({"q": 1.0}, {}, 1e-9)
    assert not matches("good", "fair", 0)
