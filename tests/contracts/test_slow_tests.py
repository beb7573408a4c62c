"""Every reason for a slow test names tests that exist, and a slow test without one is told."""

from __future__ import annotations

from pathlib import Path

from tools.slow_tests import reasons, unexplained

ROOT = Path(__file__).parents[2]


def test_every_reason_names_tests_that_exist() -> None:
    assert [place for place in reasons() if not (ROOT / place).exists()] == []
    assert all(reason.endswith(".") for reason in reasons().values())


def test_a_slow_test_without_a_reason_is_told_and_others_are_not() -> None:
    log = (
        "3.50s call     tests/core/test_units.py::test_a_pace",
        "1.99s call     tests/core/test_units.py::test_another",
        "83.78s setup    tests/surfaces/mcp/test_outside.py::test_marks[a b]",
        "12 passed in 3.0s",
    )
    assert unexplained(log) == ["3.5 s tests/core/test_units.py::test_a_pace"]
