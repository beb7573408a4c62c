"""With which words does a domain speak of its metrics, of parts of a whole, and of causes?

Words are written in lower case; Japanese ones as they are. All fields are tuples, so that a
vocabulary can be compiled once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class MetricWords:
    """What a metric is called. `ids` are its names in the evidence, the first the usual one.

    `faster`: the sign of a change that is called faster (-1: pace, +1: speed and cadence; 0: the
    word does not fit). `ordered`: whether higher and lower say the sign of a change (not of a
    pace). `whole`: the verdict as a whole; it needs no flag of its own. `circumstance`: its values
    may stand beside another metric's name ("contact time at 7:11/km").
    """

    ids: tuple[str, ...]
    words: tuple[str, ...]
    faster: Literal[-1, 0, 1] = 0
    ordered: bool = True
    whole: bool = False
    circumstance: bool = False


@dataclass(frozen=True, kw_only=True)
class ScopeWords:
    """How a part is named. `pattern` is a regular expression of bounded length over lower-case
    text; its groups are numbers, put into each of `scopes` for {n} ("split {n}"). `hints`: every
    match holds one of them; none given: the pattern is always tried."""

    scopes: tuple[str, ...]
    pattern: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CauseWords:
    """The words that name a cause of the evidence ("heat")."""

    cause: str
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """A domain's words. `contexts` hold a metric's word without being about it ("at this pace");
    `subjects` name what was judged ("this run"); `names` are regular expressions for names that
    hold digits and are no claims ("90% interval")."""

    metrics: tuple[MetricWords, ...] = ()
    scopes: tuple[ScopeWords, ...] = ()
    causes: tuple[CauseWords, ...] = ()
    contexts: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


GENERAL = Vocabulary()
"""No domain: numbers, dates and invented causes are checked, nothing is bound to a metric."""
