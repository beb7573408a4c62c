"""What does a text claim, and what did the judge make of it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakaru.guard.findings import Finding

Sign = Literal[-1, 0, 1]
"""The sign that is shown; 0: none is."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to understand a number: its kind of quantity, its value in that kind's base unit,
    and half of the last digit shown."""

    kind: str
    value: float
    slack: float


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A number, date or share with its place in the text. `text` is as written, after NFKC.

    `day` is an ISO date, with * for what is not said ("*-10-25"); "" for everything else.
    `ranged`: one end of a range.
    """

    text: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    sign: Sign = 0
    day: str = ""
    about: bool = False
    ranged: bool = False


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """Every claim of a text, those that no fact supports (as written, after NFKC), the metrics
    whose verdict the text contradicts, and everything that is wrong, in the order of the text."""

    claims: tuple[Claim, ...]
    unsupported: tuple[str, ...]
    contradictions: tuple[str, ...]
    findings: tuple[Finding, ...]
