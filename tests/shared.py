"""Where the shared material lives, and what a test says when it is absent."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

_SHARED = Path(__file__).resolve().parents[2] / "shared"
REAL = Path(os.environ.get("HAKARU_REAL", _SHARED / "data" / "real"))
CASES = Path(os.environ.get("HAKARU_CASES", _SHARED / "cases"))
REQUIREMENTS = Path(os.environ.get("HAKARU_REQUIREMENTS", _SHARED / "requirements"))

SOAK = os.environ.get("HAKARU_SOAK") == "1"
_QUICK_EXAMPLES = 20
T = TypeVar("T")


def examples(many: int) -> int:
    """So many examples of a law in `make soak`; at most 20 where it is run with everything else."""
    return many if SOAK else min(many, _QUICK_EXAMPLES)


def some(cases: Sequence[T], n: int) -> Sequence[T]:
    """All of them in `make soak`; at most so many, spread evenly, where it is run with everything
    else."""
    return cases if SOAK else cases[:: max(1, -(-len(cases) // n))]


needs_real = pytest.mark.skipif(
    not REAL.is_dir(), reason=f"real recordings are absent: no folder {REAL} (set HAKARU_REAL)"
)
needs_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason=f"labelled cases are absent: no folder {CASES} (set HAKARU_CASES)"
)
needs_requirements = pytest.mark.skipif(
    not REQUIREMENTS.is_dir(),
    reason=f"requirements are absent: no folder {REQUIREMENTS} (set HAKARU_REQUIREMENTS)",
)
